/**
 * What a page wants next of somebody who signs in.
 *
 * In:  facts of a page. Out: a form to fill with its fields and button, or another step, or nothing of the kind.
 *
 * Fields are told by type, autocomplete, name, label and by where they stand: the user name is the field before the
 * password, the button is behind it. Forms to sign up have two passwords or say so.
 */
import type { SpatialElement } from '../spatial/spatial-dom.ts';
import { buttonBehind, FORM_HEIGHT, rememberNear, sendsSignUp } from './form-button.ts';
import { type LinkStep, linkStep } from './mailed-link.ts';
import {
  isButton,
  isField,
  isHeading,
  isLink,
  isPassword,
  isText,
  type PageFacts,
  pageSays,
  wordsOf,
} from './page-facts.ts';
import { accountStep, type ChoiceStep, wayStep } from './recognise-choice.ts';
import { recogniseCode } from './recognise-code.ts';
import { says } from './words.ts';

export type SignInStep =
  | {
      readonly kind: 'password';
      /** `null` where the page knows already who it is. */
      readonly username: number | null;
      readonly password: number;
      /** A checkbox to stay signed in that is not ticked. */
      readonly remember: number | null;
      /** `null` means Enter. */
      readonly submit: number | null;
    }
  | { readonly kind: 'username'; readonly username: number; readonly submit: number | null }
  | {
      readonly kind: 'code';
      /** One field, or one for each digit. */
      readonly fields: readonly number[];
      readonly submit: number | null;
      readonly channel: CodeChannel;
      readonly remember: number | null;
    }
  | { readonly kind: 'push' }
  | { readonly kind: 'passkey'; readonly otherWay: number | null }
  | { readonly kind: 'captcha'; readonly field: number | null }
  | { readonly kind: 'consent' }
  /** Something about cookies lies above everything: what makes it go. */
  | { readonly kind: 'banner'; readonly id: number }
  /** No form yet: what leads to it. */
  | { readonly kind: 'entry'; readonly id: number }
  /** Something to say yes to. */
  | { readonly kind: 'choice'; readonly id: number }
  | ChoiceStep
  | LinkStep
  | { readonly kind: 'none' };

/** How a code comes to its owner, as far as the page says. */
export type CodeChannel = 'app' | 'sms' | 'mail' | 'backup' | 'unknown';

/** @param captchas `false` where somebody has solved what the page still shows. */
export function recognise(facts: PageFacts, captchas = true): SignInStep {
  return (
    (captchas ? captchaStep(facts) : null) ??
    recogniseCode(facts) ??
    passwordStep(facts) ??
    severalWays(facts) ??
    pushStep(facts) ??
    usernameStep(facts) ??
    accountStep(facts) ??
    linkStep(facts) ??
    passkeyStep(facts) ??
    wayStep(facts) ??
    stayStep(facts) ??
    bannerStep(facts) ??
    consentStep(facts) ??
    entryStep(facts) ?? { kind: 'none' }
  );
}

/**
 * Whether a page is one to sign in on: what a session that has run out is sent to. Pages that ask for a password for other
 * reasons (to change it, to confirm something) do not call themselves so, and offer to sign out.
 */
export function isSignInPage(facts: PageFacts): boolean {
  const step = recognise(facts);
  if (step.kind !== 'password' && step.kind !== 'username') return false;
  const { els, title, url } = facts;
  if (els.some((element) => wordsOf(element).length <= 60 && says(wordsOf(element), 'sign_out'))) return false;
  if (says(title, 'sign_in') || isSignInAddress(url)) return true;
  if (step.kind === 'username') return false;
  const submit = els.find(({ id }) => id === step.submit);
  const at = els.findIndex(({ id }) => id === step.password);
  return (submit !== undefined && says(wordsOf(submit), 'sign_in')) || says(headingBefore(els, at), 'sign_in');
}

/** Whether an address is named as those of sign-in pages are. */
export function isSignInAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return /log-?in|log-?on|sign-?in|auth|sso/i.test(parsed === null ? url : parsed.pathname + parsed.hash);
}

function passwordStep({ els, hints }: PageFacts): SignInStep | null {
  let best: { readonly step: SignInStep; readonly score: number } | null = null;
  for (const [at, element] of els.entries()) {
    if (!isPassword(element) || !isField(element)) continue;
    const username = userBefore(els, at, hints.get('username') ?? hints.get('user_name'));
    const submit = buttonBehind(els, at, hints.get('submit'));
    const step: SignInStep = {
      kind: 'password',
      username: username?.id ?? null,
      password: element.id,
      remember: rememberNear(els, at),
      submit: submit?.id ?? null,
    };
    const score = passwordScore(els, at, { hints, submit, username });
    if (best === null || score > best.score) best = { step, score };
  }
  return best === null || best.score <= UNLIKELY ? null : best.step;
}

/** A form that is for signing up, or for another password, and nothing else. */
const UNLIKELY = -3;

function passwordScore(
  els: readonly SpatialElement[],
  at: number,
  found: {
    readonly hints: PageFacts['hints'];
    readonly submit: SpatialElement | null;
    readonly username: SpatialElement | null;
  },
): number {
  const element = els[at]!;
  const { hints, submit, username } = found;
  let score = 0;
  if (hints.get('current_password') === element.id) score += 4;
  if (hints.get('new_password') === element.id || hints.get('sign_up_form') === element.id) score -= 5;
  if (says(wordsOf(element), 'new_password')) score -= 4;
  if (hasNeighbour(els, at)) score -= 5;
  if (sendsSignUp(els, at)) score -= 5;
  else if (submit !== null && says(wordsOf(submit), 'sign_in')) score += 3;
  if (username !== null) score += 1;
  const heading = headingBefore(els, at);
  if (says(heading, 'sign_in')) score += 2;
  if (says(heading, 'sign_up')) score -= 2;
  return score;
}

/** Another password field right beside it: "password" and "repeat password". */
function hasNeighbour(els: readonly SpatialElement[], at: number): boolean {
  const fields = els.filter(isField);
  const nth = fields.indexOf(els[at]!);
  return [fields[nth - 1], fields[nth + 1]].some((other) => {
    if (other === undefined || !isPassword(other)) return false;
    return Math.abs(other.b[1] - els[at]!.b[1]) < 200 && Math.abs(other.b[0] - els[at]!.b[0]) < 400;
  });
}

function headingBefore(els: readonly SpatialElement[], at: number): string {
  for (let nth = at - 1; nth >= 0; nth--) {
    const element = els[nth]!;
    if (isHeading(element)) return wordsOf(element);
    if (isPassword(element)) return '';
  }
  return '';
}

/** The field for the name before a password: the nearest that says so, else the nearest. */
function userBefore(els: readonly SpatialElement[], at: number, hinted: number | undefined): SpatialElement | null {
  const password = els[at]!;
  let nearest: SpatialElement | null = null;
  for (let nth = at - 1; nth >= 0; nth--) {
    const element = els[nth]!;
    if (isPassword(element)) break;
    if (!isField(element) || says(wordsOf(element), 'search') || element.type === 'search') continue;
    if (Math.abs(element.b[1] - password.b[1]) > FORM_HEIGHT) break;
    if (element.id === hinted || element.type === 'email' || says(wordsOf(element), 'user')) return element;
    nearest ??= element;
  }
  return nearest;
}

/** A page that asks for the name first. */
function usernameStep({ els, hints }: PageFacts): SignInStep | null {
  // What asks for a password and is no form to sign in is none for the name alone either.
  if (els.some(isPassword)) return null;
  for (const [at, element] of els.entries()) {
    if (!isField(element) || isPassword(element) || element.type === 'search') continue;
    const words = wordsOf(element);
    const isHinted = element.id === hints.get('username') || element.id === hints.get('user_name');
    if (!(isHinted || element.type === 'email' || says(words, 'user')) || says(words, 'search')) continue;
    const submit = buttonBehind(els, at, undefined);
    const label = submit === null ? '' : wordsOf(submit);
    if (says(label, 'sign_up')) continue;
    const leads = submit !== null && (says(label, 'sign_in') || says(label, 'next'));
    if (leads || says(headingBefore(els, at), 'sign_in')) {
      return { kind: 'username', username: element.id, submit: submit?.id ?? null };
    }
  }
  return null;
}

/** A captcha that shows. Those that work unseen let people through. */
function captchaStep(facts: PageFacts): SignInStep | null {
  const { els, hints } = facts;
  const field = els.find((element) => isField(element) && says(wordsOf(element), 'captcha'));
  if (field !== undefined) return (field.val ?? '') === '' ? { kind: 'captcha', field: field.id } : null;
  const hinted = hints.get('captcha');
  const shown = els.find((element) => element.id === hinted);
  // Frames of others have a place on the page, and are no elements of it.
  const isFrame = hinted !== undefined && (shown === undefined || (shown.b[2] > 100 && shown.b[3] > 40));
  const box = els.find(
    (element) => element.type === 'checkbox' && element.checked === false && says(wordsOf(element), 'captcha'),
  );
  return isFrame || box !== undefined ? { kind: 'captcha', field: null } : null;
}

function pushStep(facts: PageFacts): SignInStep | null {
  if (facts.els.some(isField)) return null;
  const asks = facts.els.some((element) => isText(element) && says(wordsOf(element), 'push'));
  return asks ? { kind: 'push' } : null;
}

function passkeyStep(facts: PageFacts): SignInStep | null {
  if (facts.els.some(isPassword) || !pageSays(facts, 'passkey')) return null;
  const otherWay = facts.els.find(
    (element) => (isButton(element) || isLink(element)) && says(wordsOf(element), 'other_way'),
  );
  return { kind: 'passkey', otherWay: otherWay?.id ?? null };
}

/** A list of ways says so more clearly than what stands in its lines. */
function severalWays(facts: PageFacts): SignInStep | null {
  const found = wayStep(facts);
  return found !== null && found.options.length > 1 ? found : null;
}

/** Asked after the password: whether to stay signed in. */
function stayStep(facts: PageFacts): SignInStep | null {
  const { els } = facts;
  if (els.some(isField) || !pageSays(facts, 'remember')) return null;
  const yes = els.find((element) => isButton(element) && says(wordsOf(element), 'yes'));
  return yes === undefined ? null : { kind: 'choice', id: yes.id };
}

/** What leads past an offer that somebody has made on the way. */
export function wayPast({ els }: PageFacts): number | null {
  const found = els.find((element) => (isButton(element) || isLink(element)) && says(wordsOf(element), 'skip'));
  return found?.id ?? null;
}

/** A page without anything to do is one that goes on by itself. */
export function isOnItsWay({ els }: PageFacts): boolean {
  return !els.some((element) => isField(element) || isButton(element) || isLink(element));
}

/** Declined where that can be done at once, else accepted: without it nobody gets to the form. */
function bannerStep(facts: PageFacts): SignInStep | null {
  if (facts.els.some(isField) || !pageSays(facts, 'cookies')) return null;
  const buttons = facts.els.filter((element) => isButton(element) || isLink(element));
  const found =
    buttons.find((each) => says(wordsOf(each), 'decline')) ?? buttons.find((each) => says(wordsOf(each), 'agree'));
  return found === undefined ? null : { kind: 'banner', id: found.id };
}

/** Somebody has to agree to something. That is not for a machine to do. */
function consentStep(facts: PageFacts): SignInStep | null {
  if (facts.els.some(isField) || !pageSays(facts, 'consent')) return null;
  const isAsked = facts.els.some((element) => isButton(element) && says(wordsOf(element), 'agree'));
  const isIn = facts.els.some((element) => says(wordsOf(element), 'sign_out'));
  return isAsked && !isIn ? { kind: 'consent' } : null;
}

/** A link or button to an account elsewhere: for sign-ins that have an origin elsewhere. */
export function entryElsewhere({ els }: PageFacts): number | null {
  const found = els.find((element) => {
    const words = wordsOf(element);
    return (isButton(element) || isLink(element)) && words.length <= 60 && says(words, 'other_account');
  });
  return found?.id ?? null;
}

/** A link or button whose words are little more than 'sign in'. */
function entryStep({ els }: PageFacts): SignInStep | null {
  const found = els.find((element) => {
    const words = wordsOf(element);
    if (!(isButton(element) || isLink(element)) || words.length > 40 || element.disabled === true) return false;
    return says(words, 'sign_in') && !says(words, 'other_account') && !says(words, 'sign_up');
  });
  return found === undefined ? null : { kind: 'entry', id: found.id };
}

/**
 * How a sign-in ended, and why.
 *
 * In:  facts of the page after something was sent. Out: a reason when the page says no; nothing when it does not.
 */
import { LoginFailedError, type LoginFailure } from '../errors.ts';
import { isField, isHeading, isPassword, isText, type PageFacts, wordsOf } from './page-facts.ts';
import { says } from './words.ts';

export type LoginOutcome =
  | { readonly ok: true; readonly already: boolean }
  | { readonly ok: false; readonly reason: LoginFailure; readonly detail: string };

const ADVICE: Readonly<Record<LoginFailure, string>> = {
  wrong_password:
    'The site did not accept the user name or password. Correct them with auth.add(); it was not tried twice.',
  wrong_code: 'The site did not accept the one-time code. Check the secret of the codes and the clock of this machine.',
  locked: 'The site says that the account is locked or was tried too often. Wait, or unlock it by hand.',
  captcha: 'The site wants a captcha solved. Answer the captcha_pending event, or sign in by hand once.',
  consent_required: 'The site wants somebody to agree to something. Decide by hand, with the page as it is now.',
  passkey_required:
    'The site wants a passkey or security key, which cannot be used from here. Choose another way there.',
  account_choice:
    'The site wants one of several accounts chosen. Name it with `account` of auth.add(), or answer the auth_pending event.',
  password_expired:
    'The site wants another password, because this one has run out. Change it by hand, then auth.add().',
  own_window:
    'The site signs in through a window that reports to the page that opened it, which windows here cannot do. Give the address of another sign-in page with auth.add().',
  still_on_form: 'The form is still there, and the site does not say why. Look at the page with state().',
  no_form: 'There is no form to sign in on the page. Give the address of the sign-in page with auth.add().',
  no_secret: 'The page asks for something that the sign-in does not have. Add it with auth.add().',
  wrong_origin: 'The page belongs to an origin that the sign-in is not for. If that is right, add it to its origins.',
  no_answer: 'Nobody gave the code or approval in time. Answer auth_pending events, or give login() a callback.',
  too_many_steps: 'Signing in took more steps than any site needs. Look at the page with state().',
  signed_out_again: 'Signing in worked, and yet the site wants it again. It was not repeated.',
};

export function loginError(login: string, reason: LoginFailure, detail = ''): LoginFailedError {
  const said = detail === '' ? '' : ` It says: '${detail}'.`;
  return new LoginFailedError(reason, `Signing in as '${login}' failed (${reason}). ${ADVICE[reason]}${said}`);
}

export function failed(reason: LoginFailure, detail = ''): LoginOutcome {
  return { ok: false, reason, detail };
}

/** What the page says against what was sent, `null` when it says nothing. `before` is the page as it was. */
export function refusalOf(
  facts: PageFacts,
  before: PageFacts | null,
): { reason: 'wrong' | 'locked'; words: string } | null {
  const old = new Set(before?.els.map(wordsOf));
  for (const idea of ['locked', 'wrong'] as const) {
    const said = facts.els.find(
      (element) =>
        isMessage(element) && says(wordsOf(element), idea) && (isAlert(element) || !old.has(wordsOf(element))),
    );
    const words =
      said === undefined
        ? facts.dialogs.slice(before?.dialogs.length ?? 0).find((each) => says(each, idea))
        : wordsOf(said);
    if (words !== undefined) return { reason: idea, words: words.slice(0, 160) };
  }
  return null;
}

/** Longer texts are the page's own content. */
const MESSAGE_CHARS = 400;

function isMessage(element: PageFacts['els'][number]): boolean {
  return isText(element) && !isField(element) && wordsOf(element).length <= MESSAGE_CHARS;
}

function isAlert({ role }: PageFacts['els'][number]): boolean {
  return role === 'alert' || role === 'status' || role === 'alertdialog';
}

/** What a page says about a password that has run out: in its title, a heading or a message, or above a form for another. */
export function expiryOf({ els, title }: PageFacts): string | null {
  const hasForm = els.some(isPassword);
  const said = els.find(
    (element) =>
      (hasForm || isHeading(element) || isAlert(element)) &&
      isMessage(element) &&
      says(wordsOf(element), 'password_expired'),
  );
  if (said !== undefined) return wordsOf(said).slice(0, 160);
  return says(title, 'password_expired') ? title : null;
}

/** Whether the page shows somebody who is signed in. */
export function isSignedIn({ els }: PageFacts): boolean {
  return els.some((element) => wordsOf(element).length <= 60 && says(wordsOf(element), 'sign_out'));
}

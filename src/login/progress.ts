/**
 * What the steps of signing in share: the page and the people they speak with, what was done so far, and how a form is
 * sent.
 */
import type { SecretHandle } from '../vault/secret.ts';
import type { LoginFacts } from '../vault/vault.ts';
import { failed, type LoginOutcome, refusalOf } from './outcome.ts';
import { isText, type PageFacts, wordsOf } from './page-facts.ts';
import type { PendingAnswer, PendingKind } from './pending.ts';
import { says } from './words.ts';

/** What signing in does to a page. Texts go in as a person's typing does. */
export interface LoginPage {
  look(): Promise<PageFacts>;
  /** @param countries a list of telephone codes beside the field. */
  typeSecret(id: number, secret: SecretHandle, countries?: CountryList | null): Promise<void>;
  /** Which one of these has the secret among its words, where only one has. */
  namedBy(options: readonly NamedOption[], secret: SecretHandle): Promise<number | null>;
  /** A code that somebody gave: one field, or one digit for each. */
  typeCode(fields: readonly number[], code: string): Promise<void>;
  typeSecretCode(fields: readonly number[], secret: SecretHandle): Promise<void>;
  click(id: number): Promise<void>;
  /** Goes to another page. */
  open(url: string): Promise<void>;
  check(id: number): Promise<void>;
  /** Takes an option of a list, by its words. */
  select(id: number, option: string): Promise<void>;
  pressEnter(): Promise<void>;
  /** Lets the page's time pass. */
  wait(ms: number): Promise<void>;
  /** Whether the site has opened a window of its own. It was gone to in place of the page. */
  readonly isInWindow: boolean;
}

/** A list of countries with their telephone codes. */
export interface CountryList {
  readonly id: number;
  readonly options: readonly string[];
}

export interface NamedOption {
  readonly id: number;
  readonly words: string;
}

/** Where signing in gets what the page asks for besides the password. */
export interface LoginHelp {
  ask(kind: PendingKind, reason: string, still?: () => Promise<boolean>): Promise<PendingAnswer>;
  /** A code that came by mail since signing in began; `null` when no mailbox is known or none came. */
  mailCode(): Promise<string | null>;
  /** The same for a link to one of these origins. */
  mailLink(origins: readonly string[]): Promise<string | null>;
  /** Waits, in real time, until there is a code that is not about to end, or another one than the last. */
  codeReady(which: 'fresh' | 'next'): Promise<void>;
}

export interface Progress {
  username: number;
  password: number;
  code: number;
  entries: number;
  frames: number;
  choices: number;
  link: number;
  /** Questions that were answered by choosing. */
  readonly chosen: Set<string>;
  /** Back from a window of the site's own. */
  hasReturned: boolean;
  /** The document whose captcha somebody has solved: many stay where they are. */
  solved: number;
  /** The page before the last thing was sent. */
  before: PageFacts | null;
}

export function nothingDone(): Progress {
  return {
    username: 0,
    password: 0,
    code: 0,
    entries: 0,
    frames: 0,
    choices: 0,
    link: 0,
    chosen: new Set(),
    hasReturned: false,
    solved: -1,
    before: null,
  };
}

export interface Work {
  readonly page: LoginPage;
  readonly login: LoginFacts;
  readonly help: LoginHelp;
  readonly progress: Progress;
}

/** Secure: in another document the id is that of another element, and may be the link that signs out. */
export async function isStill(page: LoginPage, id: number, seen: PageFacts): Promise<boolean> {
  const { els, document } = await page.look();
  return document === seen.document && els.some((element) => element.id === id);
}

export async function send(
  submit: number | null,
  facts: PageFacts,
  page: LoginPage,
  progress: Progress,
): Promise<void> {
  progress.before = facts;
  if (submit === null) {
    await page.pressEnter();
    return;
  }
  // A button that was off until the fields were filled is on now; one that is still off is passed by Enter.
  const { els, document } = await page.look();
  // Many pages send the form with the last digit: what has the button's id now is something else.
  if (document !== facts.document) return;
  const button = els.find(({ id }) => id === submit);
  if (button !== undefined && button.disabled !== true) await page.click(submit);
  else await page.pressEnter();
}

/** The form is back. */
export function refused(
  facts: PageFacts,
  { before }: Progress,
  otherwise: 'wrong_password' | 'wrong_code',
): LoginOutcome {
  const said = refusalOf(facts, before);
  if (said === null) return failed('still_on_form');
  return failed(said.reason === 'locked' ? 'locked' : otherwise, said.words);
}

/** The page's own words for what it asks, cut short. */
export function askedFor({ els, title }: PageFacts, idea: Parameters<typeof says>[1]): string {
  const said = els.find((element) => isText(element) && says(wordsOf(element), idea));
  return (said === undefined ? title : wordsOf(said)).slice(0, 200);
}

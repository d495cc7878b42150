/**
 * A session that is signed in, stays so, and comes back so.
 *
 * In:  the name of a sign-in, and the session's navigations. Out: a session with its cookies and storage restored or signed
 *      in anew; signing in again, once and silently, when the site has forgotten who it is.
 */
import { AgentBrowserError, type LoginFailedError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type LoginHelp, signIn } from '../login/flow.ts';
import { loginError } from '../login/outcome.ts';
import { type PendingAnswer, PendingDesk } from '../login/pending.ts';
import { isSignInPage } from '../login/recognise.ts';
import type { Cookie } from '../net/cookie.ts';
import type { CookieJar } from '../net/cookie-jar.ts';
import type { MailFacts } from '../vault/vault.ts';
import type { AuthDesk } from './auth-desk.ts';
import { AuthPage, lookAt } from './auth-page.ts';
import { readSavedState, savedState } from './auth-state.ts';
import { pause } from './deadline.ts';
import type { EventLog } from './events.ts';
import type { Behaviour } from './human-hand.ts';
import { callerRequest, type Navigator } from './navigate.ts';
import type { StorageStore } from './storage-store.ts';
import type { Tab } from './tab.ts';

/** What of a session makes it signed in. */
export interface SignedInParts {
  readonly cookies: CookieJar;
  readonly storage: StorageStore;
  readonly events: EventLog;
  readonly behaviour: Behaviour;
}

/** A cookie that ends sooner than this is as good as gone. */
const EXPIRING_MS = 60_000;

export class SessionAuth {
  readonly #desk: AuthDesk;
  readonly #parts: SignedInParts;
  readonly #pending: PendingDesk;
  /** The sign-in that this session uses. */
  #name: string | null = null;
  #origins: readonly string[] = [];
  #signInUrl = '';
  /** Sign-ins that failed: tried again when somebody calls `login()`, so that no account is locked by navigations. */
  readonly #refusals = new Map<string, LoginFailedError>();
  /** Addresses for which signing in again has not helped. */
  readonly #refusedAt = new Set<string>();
  #checkedAt = '';
  #url = '';
  /** The cookies as they were last kept. */
  #savedCookies = '';

  constructor(desk: AuthDesk, parts: SignedInParts) {
    this.#desk = desk;
    this.#parts = parts;
    this.#pending = new PendingDesk(({ id, kind, reason }) => {
      const event = kind === 'captcha' ? 'captcha_pending' : 'auth_pending';
      parts.events.add(event, `${id} ${kind}: ${reason}`, this.#url);
    });
  }

  /** Before a navigation with this sign-in: restores its session, or signs in where there is none. */
  async begin(name: string, tab: Tab, signal: AbortSignal): Promise<void> {
    if (this.#name === name) return;
    const refusal = this.#refusals.get(name);
    if (refusal !== undefined) throw refusal;
    const restored = await this.#restore(name);
    await this.#use(name);
    if (!restored) await this.login(name, tab, signal);
  }

  /** Signs in, whether or not the session was. */
  async login(name: string, tab: Tab, signal: AbortSignal): Promise<void> {
    const vault = await this.#desk.vault();
    const facts = await vault.login(name);
    await this.#use(name);
    this.#url = facts.url;
    const mail = new Mailbox(facts.mail, (message) => this.#parts.events.add('request_failed', message, facts.url));
    try {
      await tab.navigator.navigate(callerRequest(facts.url), 'push', signal);
      await mail.begun();
      const help: LoginHelp = {
        ask: (kind, reason, still) => this.#pending.ask(kind, reason, signal, still),
        mailCode: () => mail.code(signal),
        codeReady: async (which) => pause(await vault.codeDelayMs(name, which), signal),
      };
      const page = new AuthPage(tab, this.#parts.behaviour, this.#desk.redactor, signal);
      const outcome = await signIn(page, facts, help);
      if (!outcome.ok) throw this.#refused(loginError(name, outcome.reason, outcome.detail), name);
      this.#refusals.delete(name);
    } finally {
      await mail.close();
    }
    await this.save();
  }

  /**
   * After a navigation: when the site wants to be signed in to, signs in again and goes where the navigation led. True when
   * it did. A site that wants it again right away is an error, not a loop.
   */
  async check(tab: Tab, signal: AbortSignal): Promise<boolean> {
    const { navigator } = tab;
    const entry = navigator.history.current;
    if (this.#name === null || entry === null || placeOf(tab) === this.#checkedAt) return false;
    this.#checkedAt = placeOf(tab);
    const wanted = entry.request.url.href;
    if (!(await this.#isSignedOut(navigator)) || wanted === this.#signInUrl) {
      await this.#saveChanges();
      return false;
    }
    if (this.#refusedAt.has(wanted)) throw loginError(this.#name, 'signed_out_again');

    const status = navigator.document?.status;
    await this.login(this.#name, tab, signal);
    await navigator.navigate(callerRequest(wanted), 'push', signal);
    this.#checkedAt = placeOf(tab);
    if (await this.#isSignedOut(navigator)) {
      this.#refusedAt.add(wanted);
      // Signed in and still not allowed: the page says so itself.
      if (status === 403 && navigator.document?.status === 403) return true;
      throw loginError(this.#name, 'signed_out_again');
    }
    return true;
  }

  /** Whether a sign-in waits for a person. */
  get isWaiting(): boolean {
    return this.#pending.isOpen;
  }

  answer(id: number, answer: PendingAnswer): void {
    if (answer !== null && 'code' in answer) this.#desk.redactor.add(answer.code, 'code');
    if (this.#pending.answer(id, answer)) return;
    throw new AgentBrowserError('invalid_argument', `Nobody waits for an answer to ${id} any more.`);
  }

  /** Keeps what makes the session signed in. Nothing to do for sessions that are not. */
  async save(): Promise<void> {
    if (this.#name === null) return;
    const { cookies, storage, events } = this.#parts;
    const state = savedState(cookies, storage, this.#origins);
    this.#savedCookies = cookieKey(state.cookies);
    const files = await this.#desk.files();
    const kept = await files.save(this.#name, state);
    if (!kept) events.add('budget_exceeded', 'The session is too large to be kept.', this.#signInUrl);
  }

  /** Sites renew their cookies: the new ones are kept at once, because nobody knows when a process ends. */
  async #saveChanges(): Promise<void> {
    const { cookies, storage } = this.#parts;
    if (cookieKey(savedState(cookies, storage, this.#origins).cookies) !== this.#savedCookies) await this.save();
  }

  #refused(error: LoginFailedError, name: string): LoginFailedError {
    this.#refusals.set(name, error);
    this.#name = null;
    return error;
  }

  async #use(name: string): Promise<void> {
    const { origins, url } = await (await this.#desk.vault()).login(name);
    if (this.#name !== name) this.#refusedAt.clear();
    this.#name = name;
    this.#origins = origins;
    this.#signInUrl = url;
  }

  /** `false` when there is nothing, or nothing that is still good. */
  async #restore(name: string): Promise<boolean> {
    const { cookies, storage, events } = this.#parts;
    const files = await this.#desk.files();
    const saved = readSavedState(await files.load(name, (message) => events.add('request_failed', message, '')));
    if (saved === null) return false;
    const alive = saved.cookies.filter(isLasting);
    if (saved.cookies.length > 0 && alive.length === 0) return false;
    cookies.load(alive);
    storage.load(saved.storage);
    this.#savedCookies = cookieKey(alive);
    return true;
  }

  /** By status, or by a form to sign in on the sign-in's own pages. */
  async #isSignedOut(navigator: Navigator): Promise<boolean> {
    const { document } = navigator;
    if (document === null || !this.#origins.includes(document.url.origin)) return false;
    if (document.status === 401 || document.status === 403) return true;
    return isSignInPage(await lookAt(navigator));
  }
}

/** The same until there is another document or address to look at. */
function placeOf({ id, navigator }: Tab): string {
  return `${id} ${navigator.documents} ${navigator.history.current?.url.href}`;
}

/** What tells whether cookies changed: their ends move with every answer of many sites. */
function cookieKey(cookies: readonly Cookie[]): string {
  return JSON.stringify(cookies.map(({ name, value, domain, path }) => [name, value, domain, path]));
}

function isLasting({ expires }: Cookie): boolean {
  return expires === null || expires > Date.now() + EXPIRING_MS;
}

/** The mailbox of one sign-in: watched from before the code can be sent. */
class Mailbox {
  readonly #onTrouble: (message: string) => void;
  readonly #watch: Promise<import('../login/mail-code.ts').MailWatch> | null;

  constructor(mail: MailFacts | null, onTrouble: (message: string) => void) {
    this.#onTrouble = onTrouble;
    this.#watch = mail === null ? null : import('../login/mail-code.ts').then(({ MailWatch }) => MailWatch.begin(mail));
    // That it does not open is told when a code is needed.
    this.#watch?.catch(() => undefined);
  }

  /** Codes that are sent from now on are seen, if it opened. */
  async begun(): Promise<void> {
    await this.#watch?.catch(() => undefined);
  }

  async code(signal: AbortSignal): Promise<string | null> {
    if (this.#watch === null) return null;
    try {
      return await (await this.#watch).code(signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#onTrouble(`The mailbox could not be read: ${(error as Error).message}`.slice(0, LIMITS.eventChars));
      return null;
    }
  }

  async close(): Promise<void> {
    // One that did not open, or broke, needs no closing.
    await this.#watch?.then((watch) => watch.close()).catch(() => undefined);
  }
}

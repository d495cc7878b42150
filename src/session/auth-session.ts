/**
 * A session that is signed in, stays so, and comes back so.
 *
 * In:  the name of a sign-in, and the session's navigations. Out: a session with its cookies and storage restored or signed
 *      in anew; signing in again, once and silently, when the site has forgotten who it is.
 */
import { AgentBrowserError, isAgentBrowserError, type LoginFailedError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { signIn } from '../login/flow.ts';
import type { MailWatch } from '../login/mail-code.ts';
import { loginError } from '../login/outcome.ts';
import { type PendingAnswer, PendingDesk, type PendingKind } from '../login/pending.ts';
import type { LoginHelp } from '../login/progress.ts';
import { isSignInAddress } from '../login/recognise.ts';
import type { Cookie } from '../net/cookie.ts';
import type { CookieJar } from '../net/cookie-jar.ts';
import type { MailFacts } from '../vault/vault.ts';
import type { AuthDesk } from './auth-desk.ts';
import { isLasting, SignedInHealth, type SignedInState, signsOut } from './auth-health.ts';
import { AuthPage } from './auth-page.ts';
import { readSavedState, savedState } from './auth-state.ts';
import { pause } from './deadline.ts';
import { callerRequest } from './document-request.ts';
import type { EventLog } from './events.ts';
import type { HistoryEntry } from './history.ts';
import type { Behaviour } from './human-hand.ts';
import type { Navigator } from './navigate.ts';
import type { StorageStore } from './storage-store.ts';
import type { Tab } from './tab.ts';

/** Shorter parts of a link are words. */
const LINK_SECRET_CHARS = 12;

/** What of a session makes it signed in. */
export interface SignedInParts {
  readonly cookies: CookieJar;
  readonly storage: StorageStore;
  readonly events: EventLog;
  readonly behaviour: Behaviour;
  /** How often the page's own requests to an origin were answered with 401. */
  readonly refusals: ReadonlyMap<string, number>;
}

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
  #checkedRequests = -1;
  readonly #health = new SignedInHealth();
  /** Where the agent was when it was last seen to be signed in, and in which document. */
  #lastGood: { readonly documents: number; readonly url: string } | null = null;
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
    if (this.#name === name) {
      // Not after the site has noticed: what was on the way then would be lost.
      if (this.#health.hasRunOut(this.#parts.cookies.all())) await this.login(name, tab, signal);
      return;
    }
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
      const before = this.#parts.cookies.all();
      await tab.navigator.navigate(callerRequest(facts.url), 'push', signal);
      await mail.begun();
      const help: LoginHelp = {
        ask: (kind, reason, still) => this.#pending.ask(kind, reason, signal, still),
        mailCode: () => mail.read((watch) => watch.code(signal), signal),
        mailLink: (origins) => mail.read((watch) => watch.link(origins, signal), signal),
        codeReady: async (which) => pause(await vault.codeDelayMs(name, which), signal),
      };
      const { behaviour, events } = this.#parts;
      const begun = events.lastSeq;
      const said = () => events.after(begun, { kinds: ['dialog'] }).map(({ message }) => message);
      const page = new AuthPage(tab, behaviour, this.#desk.redactor, signal, said);
      const outcome = await signIn(page, facts, help);
      if (!outcome.ok) throw this.#refused(loginError(name, outcome.reason, outcome.detail), name);
      this.#refusals.delete(name);
      this.#health.signedIn(before, this.#parts.cookies.all());
      await this.#look(tab.navigator);
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
    if (this.#name === null || entry === null || !(await this.#isNew(tab))) return false;
    const state = await this.#look(navigator);
    if (state === 'in') {
      await this.#saveChanges();
      return false;
    }
    const wanted = this.#wantedAt(entry, navigator.documents);
    if (signsOut(wanted)) {
      this.#name = null;
      return false;
    }
    if (this.#refusedAt.has(wanted.href)) throw loginError(this.#name, 'signed_out_again');

    const status = navigator.document?.status;
    await this.login(this.#name, tab, signal);
    // Whoever wanted the sign-in page has what is behind it.
    if (wanted.href !== this.#signInUrl) await navigator.navigate(callerRequest(wanted.href), 'push', signal);
    await this.#checkAgain(tab, wanted.href, state, status);
    return true;
  }

  /** Something that the agent does. Where it fails because the site has forgotten who it is, it is told to look again. */
  async during<T>(work: () => Promise<T>, tab: Tab, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isAgentBrowserError(error) || !error.code.startsWith('element_') || !(await this.check(tab, signal)))
        throw error;
      throw new AgentBrowserError(
        'element_not_found',
        'The site wanted to be signed in to again, which was done, and this was not. Call state() and choose again.',
        { cause: error },
      );
    }
  }

  /** After signing in once more. */
  async #checkAgain(tab: Tab, wanted: string, before: SignedInState, status: number | undefined): Promise<void> {
    const { navigator } = tab;
    this.#checkedAt = this.#placeOf(tab);
    const state = await this.#look(navigator);
    if (state === 'in') return;
    if (state === 'perhaps out') {
      this.#health.guessedWrong();
      return;
    }
    this.#refusedAt.add(wanted);
    // Signed in and still not allowed: the page says so itself.
    if (before === 'out' && status === 403 && navigator.document?.status === 403) return;
    throw loginError(this.#name!, 'signed_out_again');
  }

  /**
   * Where the agent was meant to be: what was asked for, where a server sent to the sign-in page; where script did so, or a
   * request of the page was refused, the last place that was good.
   */
  #wantedAt({ request, url }: HistoryEntry, documents: number): URL {
    const good = this.#lastGood;
    if (good === null || good.documents !== documents) return request.url;
    return isSignInAddress(url.href) ? new URL(good.url) : url;
  }

  async #look(navigator: Navigator): Promise<SignedInState> {
    const state = await this.#health.look(navigator, this.#origins);
    const url = navigator.history.current?.url.href;
    if (state === 'in' && url !== undefined) this.#lastGood = { documents: navigator.documents, url };
    return state;
  }

  /** Whether there is something to look at: another page or address, a refusal, or a password that was not asked for. */
  async #isNew(tab: Tab): Promise<boolean> {
    const { requestCount } = this.#parts.events;
    const place = this.#placeOf(tab);
    if (place === this.#checkedAt && requestCount === this.#checkedRequests) return false;
    const isSame = place === this.#checkedAt;
    this.#checkedAt = place;
    this.#checkedRequests = requestCount;
    // Faster: forms come to a page that stays with a request, and are looked for only then.
    return !isSame || (await tab.navigator.withPage((host) => host.find('input[type="password"]'))) !== null;
  }

  /** The same until there is another document or address to look at, or the site has refused something to the page. */
  #placeOf({ id, navigator }: Tab): string {
    const refused = this.#origins.map((origin) => this.#parts.refusals.get(origin) ?? 0);
    return `${id} ${navigator.documents} ${navigator.history.current?.url.href} ${refused}`;
  }

  /** Whether a sign-in waits for a person. */
  get isWaiting(): boolean {
    return this.#pending.isOpen;
  }

  answer(id: number, answer: PendingAnswer): void {
    if (answer !== null && 'code' in answer) this.#hide(answer.code, this.#pending.kindOf(id));
    if (this.#pending.answer(id, answer)) return;
    throw new AgentBrowserError('invalid_argument', `Nobody waits for an answer to ${id} any more.`);
  }

  /** What a person gives is a secret, unless it is a choice among what the page shows. Of a link, what is nobody's to know. */
  #hide(given: string, kind: PendingKind | null): void {
    if (kind === 'account' || kind === 'way') return;
    const link = URL.parse(given);
    const parts = link === null ? [given] : [...link.pathname.split('/'), ...link.searchParams.values(), link.hash];
    for (const part of parts) {
      if (link === null || part.length >= LINK_SECRET_CHARS) this.#desk.redactor.add(part, 'code');
    }
  }

  /** Keeps what makes the session signed in. Nothing to do for sessions that are not. */
  async save(): Promise<void> {
    if (this.#name === null) return;
    const { cookies, storage, events } = this.#parts;
    const state = { ...savedState(cookies, storage, this.#origins), ...this.#health.kept };
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
    this.#health.restore(saved.showsSignOut, saved.proofs);
    const alive = saved.cookies.filter(isLasting);
    if (saved.cookies.length > 0 && (alive.length === 0 || this.#health.hasRunOut(alive))) return false;
    cookies.load(alive);
    storage.load(saved.storage);
    this.#savedCookies = cookieKey(alive);
    return true;
  }
}

/** What tells whether cookies changed: their ends move with every answer of many sites. */
function cookieKey(cookies: readonly Cookie[]): string {
  return JSON.stringify(cookies.map(({ name, value, domain, path }) => [name, value, domain, path]));
}

/** The mailbox of one sign-in: watched from before the code can be sent. */
class Mailbox {
  readonly #onTrouble: (message: string) => void;
  readonly #watch: Promise<MailWatch> | null;

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

  async read(look: (watch: MailWatch) => Promise<string | null>, signal: AbortSignal): Promise<string | null> {
    if (this.#watch === null) return null;
    try {
      return await look(await this.#watch);
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

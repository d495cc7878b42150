/**
 * The browser session of one MCP client: started by its first call, used by one call at a time, started anew after a
 * crash or after it was closed.
 *
 * In:  work to do with the session. Out: what the work gives.
 */
import type { AgentBrowser } from '../client/browser.ts';
import type { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { SessionEvent } from '../protocol/methods.ts';
import { isLoss } from '../server/session-loss.ts';
import type { AgentRun } from './agent-run.ts';
import type { LoginRun } from './login-run.ts';

/** What a person would notice beside the page. */
export const NOTICED = ['dialog', 'download', 'file_chooser', 'auth_pending', 'captcha_pending'] as const;

/** Is told of a session that begins. What it gives is called when that session is gone. */
export type SessionWatch = (session: Session) => () => void;

export class AgentSession {
  readonly #browser: () => Promise<AgentBrowser>;
  readonly #watch: SessionWatch;
  #session: Session | null = null;
  #tellEnd: () => void = () => undefined;
  /** The last event that was told. */
  #seen = 0;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isEnded = false;
  /** A sign-in that has not come to its end. */
  login: LoginRun | null = null;
  /** A task that an agent has not come to the end of. */
  task: AgentRun | null = null;
  /** Whether answers have boxes, and where links lead: as the last snapshot was wanted. */
  boxes = true;
  links = false;

  constructor(browser: () => Promise<AgentBrowser>, watch: SessionWatch = () => () => undefined) {
    this.#browser = browser;
    this.#watch = watch;
  }

  /** Calls come one after the other, in the order in which they were made. One that was cancelled in time is not done. */
  run<T>(work: (session: Session) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#waiting >= LIMITS.queuedCalls) {
      const error = `${this.#waiting} calls wait for the browser already. Wait for their answers first.`;
      return Promise.reject(new AgentBrowserError('invalid_argument', error));
    }
    this.#waiting++;
    const result = this.#last.then(() => this.#do(work, signal));
    // The next call starts whether this one worked or not; its own caller learns which.
    this.#last = result
      .catch(() => undefined)
      .finally(() => {
        this.#waiting--;
      });
    return result;
  }

  /** Dialogs, downloads and questions since it was last asked. */
  async events(session: Session): Promise<readonly SessionEvent[]> {
    const events = await session.events({ after: this.#seen, kinds: NOTICED });
    this.#seen = events.at(-1)?.seq ?? this.#seen;
    return events;
  }

  /** Ends the browser session. The next call starts another. `false` when there was none. */
  async close(): Promise<boolean> {
    const session = this.#session;
    if (session === null) return false;
    this.#forget();
    try {
      await session.close();
    } catch (error) {
      // What is gone already is closed.
      if (!isLoss(error)) throw error;
    }
    return true;
  }

  /** The client is gone: nothing is started for it any more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.close();
  }

  async #do<T>(work: (session: Session) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const session = await this.#open();
    try {
      return await work(session);
    } catch (error) {
      if (isLoss(error) && this.#session === session) this.#forget();
      throw error;
    }
  }

  async #open(): Promise<Session> {
    if (this.#session !== null) return this.#session;
    if (this.#isEnded) throw new AgentBrowserError('session_closed', 'The client of this session has left.');
    const browser = await this.#browser();
    const session = await browser.session();
    // The client may have left meanwhile, and end() found nothing to close.
    if (this.#isEnded) {
      await session.close();
      throw new AgentBrowserError('session_closed', 'The client of this session has left.');
    }
    this.#session = session;
    this.#tellEnd = this.#watch(session);
    return session;
  }

  #forget(): void {
    this.#session = null;
    this.#tellEnd();
    this.#tellEnd = () => undefined;
    this.#seen = 0;
    this.login = null;
    this.task?.stop();
    this.task = null;
  }
}

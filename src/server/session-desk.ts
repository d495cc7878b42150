/**
 * The sessions of a server: who opened each, whether it is still there, and when it was last used.
 *
 * In:  calls of owners. Out: sessions. One owner never gets another's. What is not used for a while is closed.
 */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { AgentBrowser, SessionOptions } from '../client/browser.ts';
import type { Session } from '../client/session.ts';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from './access.ts';
import { IdleTimer } from './idle-timer.ts';
import { LiveFeed } from './live-feed.ts';
import { isLoss } from './session-loss.ts';

export interface DeskSession {
  readonly id: string;
  readonly owner: Owner;
  readonly session: Session;
  readonly feed: LiveFeed;
  readonly idle: IdleTimer;
}

/** A session was opened or closed, or a person took over or gave back. */
export interface DeskEvent {
  readonly type: 'browser_active' | 'take_over';
  readonly active: boolean;
  readonly sessionId: string;
}

export interface DeskOptions {
  readonly browser: () => Promise<AgentBrowser>;
  readonly idleMs: number;
  readonly log: (line: string) => void;
}

export class SessionDesk {
  readonly #options: DeskOptions;
  readonly #sessions = new Map<string, DeskSession>();
  readonly #opening = new Map<string, { readonly owner: Owner; readonly opened: Promise<DeskSession> }>();
  readonly #listeners = new EventEmitter<{ change: [event: DeskEvent, owner: Owner] }>().setMaxListeners(0);

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  list(owner: Owner): DeskSession[] {
    return [...this.#sessions.values()].filter((each) => each.owner === owner);
  }

  find(owner: Owner, id: string): DeskSession {
    const found = this.#sessions.get(id);
    if (found === undefined) throw new AgentBrowserError('session_closed', `There is no session '${id}'.`);
    if (found.owner !== owner) throw anothers(id);
    return found;
  }

  /** The session with this name; a new one when there is none. */
  async open(owner: Owner, id: string = randomUUID(), options: SessionOptions = {}): Promise<DeskSession> {
    const known = this.#sessions.get(id);
    if (known !== undefined) return this.find(owner, id);
    const opening = this.#opening.get(id);
    if (opening !== undefined) {
      if (opening.owner !== owner) throw anothers(id);
      return opening.opened;
    }
    if (this.#sessions.size + this.#opening.size >= LIMITS.serverSessions) {
      const message = `${LIMITS.serverSessions} sessions are open, which is the limit. Close one with POST /browser/close.`;
      throw new AgentBrowserError('invalid_argument', message);
    }
    const opened = this.#open(owner, id, options).finally(() => this.#opening.delete(id));
    this.#opening.set(id, { owner, opened });
    return opened;
  }

  /**
   * A session that came by another door: it can be looked at and taken over, and is closed by whoever made it. What this
   * gives is to be called then.
   */
  adopt(owner: Owner, session: Session): () => void {
    if (this.#sessions.size >= LIMITS.serverSessions) return () => undefined;
    const { id } = this.#add(owner, `mcp-${randomUUID().slice(0, 8)}`, session, null);
    return () => this.lost(id);
  }

  /** Works with a session, which is not closed meanwhile. */
  async use<T>(owner: Owner, id: string, work: (session: Session) => Promise<T>): Promise<T> {
    const { session, idle } = this.find(owner, id);
    const end = idle.begin();
    try {
      return await work(session);
    } catch (error) {
      if (isLoss(error)) this.lost(id);
      throw error;
    } finally {
      if (this.#sessions.has(id)) end();
    }
  }

  async close(owner: Owner, id: string): Promise<void> {
    const { session } = this.find(owner, id);
    this.lost(id);
    try {
      await session.close();
    } catch (error) {
      // What is gone already is closed.
      if (!isLoss(error)) throw error;
    }
  }

  /** The session is gone, however that came. */
  lost(id: string): void {
    const found = this.#sessions.get(id);
    if (found === undefined) return;
    this.#sessions.delete(id);
    found.idle.stop();
    found.feed.end();
    this.#tell({ type: 'browser_active', active: false, sessionId: id }, found.owner);
  }

  /** Calls back until the function that it gives is called. */
  onChange(listener: (event: DeskEvent, owner: Owner) => void): () => void {
    this.#listeners.on('change', listener);
    return () => void this.#listeners.off('change', listener);
  }

  end(): void {
    for (const id of [...this.#sessions.keys()]) this.lost(id);
  }

  async #open(owner: Owner, id: string, options: SessionOptions): Promise<DeskSession> {
    const browser = await this.#options.browser();
    const session = await browser.session(options);
    return this.#add(owner, id, session, this.#options.idleMs);
  }

  #add(owner: Owner, id: string, session: Session, idleMs: number | null): DeskSession {
    const idle = new IdleTimer(idleMs ?? LIMITS.maxTimerMs, () => {
      // Another door closes what it opened.
      if (idleMs === null) return;
      this.close(owner, id).catch((error: Error) => this.#options.log(`${error.name}: ${error.message}`));
    });
    const feed = new LiveFeed(session, {
      onLost: () => this.lost(id),
      onControl: (control) => this.#tell({ type: 'take_over', active: control === 'person', sessionId: id }, owner),
      onUse: () => idle.begin()(),
      onError: (error) => this.#options.log(`live view: ${error instanceof Error ? error.message : String(error)}`),
    });
    const added = { id, owner, session, feed, idle };
    this.#sessions.set(id, added);
    idle.start();
    this.#tell({ type: 'browser_active', active: true, sessionId: id }, owner);
    return added;
  }

  #tell(event: DeskEvent, owner: Owner): void {
    this.#listeners.emit('change', event, owner);
  }
}

function anothers(id: string): AgentBrowserError {
  return new AgentBrowserError('not_allowed', `Session '${id}' belongs to another client. Open one of your own.`);
}

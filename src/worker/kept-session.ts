/**
 * The session of a key on this worker: made from what Redis keeps of it, used, and kept again.
 *
 * In:  a key. Out: a session with the cookies, storage and page that the key had, here or on another worker.
 */
import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { AgentBrowser } from '../client/browser.ts';
import type { Session } from '../client/session.ts';
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { StorageState } from '../protocol/methods.ts';
import type { Keys } from './queues.ts';

const keptSchema = z.object({ url: z.string().max(LIMITS.urlChars), storage: z.unknown() });

export class KeptSession {
  readonly key: string;
  readonly session: Session;
  readonly #redis: Redis;
  readonly #keys: Keys;
  /** Where the page was when it was last here; `null` once it is open again. */
  #url: string | null;
  /** Goes up with each call that leads elsewhere. */
  #departures = 0;
  usedAt = performance.now();
  /** Calls under way. */
  busy = 0;

  private constructor(key: string, session: Session, redis: Redis, keys: Keys, url: string | null) {
    this.key = key;
    this.session = session;
    this.#redis = redis;
    this.#keys = keys;
    this.#url = url;
  }

  static async open(key: string, browser: AgentBrowser, redis: Redis, keys: Keys): Promise<KeptSession> {
    const text = await redis.get(keys.state(key));
    const kept = text === null ? null : keptSchema.parse(JSON.parse(text));
    const storage = kept === null ? {} : { storageState: kept.storage as StorageState };
    const session = await browser.session(storage);
    const url = kept === null || kept.url === 'about:blank' ? null : kept.url;
    return new KeptSession(key, session, redis, keys, url);
  }

  /** Opens the page that the key was on. What goes elsewhere anyway need not wait for it. */
  async comeBack(signal: AbortSignal): Promise<void> {
    const url = this.#url;
    if (url === null) return;
    // Calls of one session take turns: those that come meanwhile find the page open.
    this.#url = null;
    const departures = this.#departures;
    try {
      await this.session.goto(url, { signal });
    } catch (error) {
      // The next call tries again, unless it leads elsewhere.
      if (this.#departures === departures) this.#url = url;
      throw error;
    }
  }

  /** The next call leads elsewhere. */
  goesElsewhere(): void {
    this.#departures++;
    this.#url = null;
  }

  async keep(): Promise<void> {
    const [tabs, storage] = await Promise.all([this.session.tabs(), this.session.storageState()]);
    const url = tabs.find(({ current }) => current)?.url ?? 'about:blank';
    const text = JSON.stringify({ url, storage });
    await this.#redis.set(this.#keys.state(this.key), text, 'PX', LIMITS.keptStateMs);
  }

  /** `forget` drops what Redis keeps, too. */
  async close(forget: boolean): Promise<void> {
    if (forget) await this.#redis.del(this.#keys.state(this.key));
    try {
      await this.session.close();
    } catch (error) {
      // What is gone already is closed.
      if (!isAgentBrowserError(error)) throw error;
    }
  }
}

/**
 * The session that a daemon keeps for everybody who names none: `main`.
 *
 * In:  what it should be like. Out: its id in the engine. It is made when it is first needed, made anew when other settings
 *      are wanted, with the cookies and storage it had, and gone when its engine is.
 */
import type { EngineLink } from '../client/engine-link.ts';
import { LIMITS } from '../limits.ts';
import type { MethodParams } from '../protocol/methods.ts';
import type { DaemonEngine } from './daemon-engine.ts';

export const MAIN = 'main';

export type MainSettings = Omit<MethodParams<'session.create'>, 'storageState' | 'timeoutMs'>;

interface Open {
  readonly id: string;
  readonly link: EngineLink;
  readonly settings: MainSettings;
}

export class MainSession {
  readonly #engine: DaemonEngine;
  readonly #defaults: MainSettings;
  #open: Open | null = null;
  /** One at a time: several may need it first. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(engine: DaemonEngine, defaults: MainSettings) {
    this.#engine = engine;
    this.#defaults = defaults;
  }

  /** Its id while it is there. */
  get id(): string | null {
    return this.#open?.link.alive ? this.#open.id : null;
  }

  /** What it was made with. */
  get settings(): MainSettings {
    return this.#open?.settings ?? this.#defaults;
  }

  /** Its id; it is there afterwards. */
  need(): Promise<string> {
    return this.prepare({});
  }

  /** Sees to it that it is there and as these settings say; what they do not name stays as it is. */
  prepare(wanted: MainSettings): Promise<string> {
    const result = this.#last.then(() => this.#prepare(wanted));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** `false` when there was none. */
  close(): Promise<boolean> {
    const result = this.#last.then(() => this.#close());
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #prepare(wanted: MainSettings): Promise<string> {
    const link = await this.#engine.get();
    const open = this.#open?.link === link ? this.#open : null;
    const settings = { ...(open?.settings ?? this.#defaults), ...wanted };
    if (open !== null && isSame(open.settings, settings)) return open.id;
    const kept = open === null ? {} : await this.#take(open);
    const timeoutMs = LIMITS.callMs;
    const { session: id } = await link.call('session.create', { ...settings, ...kept, timeoutMs }, timeoutMs);
    this.#open = { id, link, settings };
    return id;
  }

  async #take({ id, link }: Open): Promise<Pick<MethodParams<'session.create'>, 'storageState'>> {
    const storageState = await link.call('session.storageState', { session: id }, LIMITS.callMs);
    await this.#close();
    return { storageState };
  }

  async #close(): Promise<boolean> {
    const open = this.#open;
    this.#open = null;
    if (open === null || !open.link.alive) return false;
    await open.link.call('session.close', { session: open.id }, LIMITS.daemonStopMs);
    return true;
  }
}

function isSame(a: MainSettings, b: MainSettings): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof MainSettings>;
  return [...keys].every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

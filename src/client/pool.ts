/**
 * Engine processes for the sessions of one browser: spread over the cores, limited, and each alone in its misfortune.
 *
 * In:  how many engines and sessions there may be, and how to start an engine.
 * Out: a place in an engine for each session. When all places are taken, callers wait in a line of limited length, or hear
 *      at once that there is none. When an engine dies, its own places are lost and free again; the others go on.
 */
import { AgentBrowserError } from '../errors.ts';
import type { StartedEngine } from './engine-link.ts';

export interface PoolLimits {
  readonly engines: number;
  /** Sessions of all engines together. */
  readonly maxSessions: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
}

/** A session's place in an engine. Whoever has it gives it back once. */
export interface Place {
  readonly engine: StartedEngine;
  release(): void;
}

/** An engine that runs, starts, or has not been needed yet. */
interface Slot {
  engine: Promise<StartedEngine> | null;
  /** Started and not known to be dead. */
  live: StartedEngine | null;
  readonly reserved: Set<Reservation>;
}

/** A place in a slot; its engine is known when it has started. */
interface Reservation {
  readonly slot: Slot;
  engine: StartedEngine | null;
}

interface Waiting {
  readonly resolve: (reservation: Reservation) => void;
  readonly reject: (error: Error) => void;
}

export class EnginePool {
  readonly #start: () => Promise<StartedEngine>;
  readonly #limits: PoolLimits;
  readonly #slots: Slot[];
  readonly #line = new Set<Waiting>();
  #isClosed = false;

  constructor(start: () => Promise<StartedEngine>, limits: PoolLimits) {
    this.#start = start;
    this.#limits = limits;
    this.#slots = Array.from({ length: limits.engines }, () => ({ engine: null, live: null, reserved: new Set() }));
  }

  /** Engines that are alive. */
  get engines(): readonly StartedEngine[] {
    return this.#slots.flatMap(({ live }) => (live?.alive ? [live] : []));
  }

  /** Sessions that have a place, or are on their way to one. */
  get taken(): number {
    return this.#slots.reduce((sum, { reserved }) => sum + reserved.size, 0);
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** An engine for what needs no place; started when there is none. */
  async any(): Promise<StartedEngine> {
    const slot = this.#slots.find(({ live }) => live?.alive) ?? this.#slots.find(({ engine }) => engine !== null);
    return this.#engineOf(slot ?? this.#slots[0]!);
  }

  /** A place in the engine with fewest sessions. Waits for one at most so long. */
  async take(timeoutMs: number): Promise<Place> {
    this.#checkOpen();
    const place = this.taken < this.#limits.maxSessions ? this.#reserve() : await this.#wait(timeoutMs);
    try {
      const engine = await this.#engineOf(place.slot);
      place.engine = engine;
      return { engine, release: () => this.#free(place) };
    } catch (error) {
      this.#free(place);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#line) reject(closed());
    this.#line.clear();
    const engines = await Promise.allSettled(this.#slots.map(({ engine }) => engine));
    await Promise.all(engines.map((each) => (each.status === 'fulfilled' ? each.value?.close() : undefined)));
  }

  /** A place in the slot with fewest of them; of equal slots, in one whose engine runs. */
  #reserve(): Reservation {
    const slot = this.#slots.reduce((best, each) => {
      const fewer = best.reserved.size - each.reserved.size;
      return fewer > 0 || (fewer === 0 && best.live === null && each.live !== null) ? each : best;
    });
    const reservation: Reservation = { slot, engine: null };
    slot.reserved.add(reservation);
    return reservation;
  }

  #wait(timeoutMs: number): Promise<Reservation> {
    const { maxSessions, maxWaiting } = this.#limits;
    if (this.#line.size >= maxWaiting) {
      const line = maxWaiting === 0 ? '' : ` and ${this.#line.size} callers wait`;
      return Promise.reject(full(`${maxSessions} sessions are open${line}, which is the limit of this browser.`));
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        resolve: (reservation) => {
          clearTimeout(timer);
          resolve(reservation);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#line.delete(waiting);
        reject(full(`${maxSessions} sessions are open, and none was closed within ${timeoutMs} ms.`));
      }, timeoutMs);
      this.#line.add(waiting);
    });
  }

  /** Once: an engine that died has given all of its places back already. */
  #free(reservation: Reservation): void {
    if (reservation.slot.reserved.delete(reservation)) this.#serve();
  }

  /** Whoever waits longest comes first. */
  #serve(): void {
    for (const waiting of this.#line) {
      if (this.taken >= this.#limits.maxSessions) return;
      this.#line.delete(waiting);
      waiting.resolve(this.#reserve());
    }
  }

  /** The engine of a slot, started if need be. Several may ask at once. */
  async #engineOf(slot: Slot): Promise<StartedEngine> {
    this.#checkOpen();
    if (slot.live !== null && !slot.live.alive) this.#lose(slot, slot.live);
    slot.engine ??= this.#startIn(slot);
    return slot.engine;
  }

  async #startIn(slot: Slot): Promise<StartedEngine> {
    try {
      const engine = await this.#start();
      slot.live = engine;
      void engine.ended.then(() => this.#lose(slot, engine));
      return engine;
    } catch (error) {
      slot.engine = null;
      throw error;
    }
  }

  /** An engine is gone, and its sessions with it. */
  #lose(slot: Slot, engine: StartedEngine): void {
    if (slot.live !== engine) return;
    slot.live = null;
    slot.engine = null;
    // Those whose engine is not known yet are on their way to the next one.
    for (const each of slot.reserved) if (each.engine === engine) slot.reserved.delete(each);
    if (!this.#isClosed) this.#serve();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw closed();
  }
}

function closed(): AgentBrowserError {
  return new AgentBrowserError('browser_closed', 'The browser was shut down. Launch another.');
}

function full(what: string): AgentBrowserError {
  return new AgentBrowserError('too_many_sessions', `${what} Close some, or launch with more maxSessions or engines.`);
}

/**
 * People beside the agent of a session: those who look on, and the one who has taken over.
 *
 * In:  what they want to see and do. Out: frames, and events of the page. While somebody has taken over, the page lives:
 *      otherwise its time passes only during calls.
 */
import { LIMITS } from '../limits.ts';
import type { EventLog } from './events.ts';
import { type Frame, Onlooker } from './onlooker.ts';
import { type PersonEvent, performPerson } from './person.ts';
import type { TabSet } from './tabs.ts';
import type { Turns } from './turns.ts';

export interface PeoplePort {
  readonly turns: Turns;
  readonly tabs: TabSet;
  readonly events: EventLog;
  /** Throws when the session was closed. */
  readonly checkOpen: () => void;
  /** Whether the call that runs waits for a person: then what people do does not wait for it. */
  readonly isAwaited: () => boolean;
}

export class People {
  readonly #port: PeoplePort;
  readonly #onlooker: Onlooker;
  #isPumping = false;

  constructor(port: PeoplePort) {
    this.#port = port;
    this.#onlooker = new Onlooker(port.turns);
  }

  /** A person takes over, or goes on to have taken over: until then calls of the agent wait. */
  takeOver(leaseMs: number, lease: string | undefined): string {
    this.#port.checkOpen();
    return this.#port.turns.takeOver.take(leaseMs, lease);
  }

  giveBack(lease: string): void {
    this.#port.checkOpen();
    this.#port.turns.takeOver.giveBack(lease);
  }

  /** What a person does who has taken over. */
  input(lease: string, events: readonly PersonEvent[], timeoutMs: number): Promise<void> {
    const { turns, tabs, events: log } = this.#port;
    return this.#serve('input()', timeoutMs, async (signal) => {
      turns.takeOver.check(lease);
      await performPerson(events, tabs, turns.steps, log, signal);
    });
  }

  /** What people who look on see that know a version of the page and a revision of the steps. */
  async frame(after: number, rev: number, picture = false): Promise<Frame> {
    const { turns, tabs, checkOpen } = this.#port;
    checkOpen();
    if (turns.takeOver.isHeld) this.#pump();
    return this.#onlooker.look(tabs.current, after, rev, picture);
  }

  /** Runs what has become due in the page, beside the look that asked for it. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    const { tabs, events } = this.#port;
    this.#serve('page', LIMITS.callMs, (signal) => tabs.current.navigator.catchUp(signal))
      .catch((error: unknown) => events.add('request_failed', String(error), ''))
      .finally(() => {
        this.#isPumping = false;
      });
  }

  #serve<T>(what: string, timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#port.turns.person(what, timeoutMs, work, this.#port.isAwaited());
  }
}

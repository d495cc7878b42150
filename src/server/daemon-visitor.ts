/**
 * One client of a daemon: what it is waiting for, and the sessions it made.
 *
 * When it leaves, in whatever way, what only it waited for is cancelled and what it made is closed: a program that was
 * killed leaves nothing behind, and a command that was stopped does not hold up the next one.
 */
let lastCall = 0;

export class Visitor {
  /** Sessions that it made. */
  readonly sessions = new Set<string>();
  readonly #running = new Map<string, RunningCall>();
  #hasLeft = false;

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  get running(): RunningCall[] {
    return [...this.#running.values()];
  }

  leave(): void {
    this.#hasLeft = true;
  }

  /** Notes a call until it ends. */
  async track<T>(method: string, session: string | null, call: (name: string) => Promise<T>): Promise<T> {
    const name = `daemon-${++lastCall}`;
    this.#running.set(name, { name, method, session, startedAt: Date.now() });
    try {
      return await call(name);
    } finally {
      this.#running.delete(name);
    }
  }
}

export interface RunningCall {
  /** What the engine knows it by. */
  readonly name: string;
  readonly method: string;
  readonly session: string | null;
  readonly startedAt: number;
}

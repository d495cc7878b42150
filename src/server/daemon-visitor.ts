/**
 * One client of a daemon: what it is waiting for, and the sessions it made.
 *
 * When it leaves, in whatever way, what only it waited for is cancelled and what it made is closed: a program that was
 * killed leaves nothing behind, and a command that was stopped does not hold up the next one.
 */
export class Visitor {
  /** Sessions that it made. */
  readonly sessions = new Set<string>();
  readonly #running = new Map<symbol, RunningCall>();
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
  async track<T>(method: string, session: string | null, call: () => Promise<T>): Promise<T> {
    const key = Symbol(method);
    this.#running.set(key, { method, session, startedAt: Date.now() });
    try {
      return await call();
    } finally {
      this.#running.delete(key);
    }
  }
}

export interface RunningCall {
  readonly method: string;
  readonly session: string | null;
  readonly startedAt: number;
}

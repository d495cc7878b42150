/**
 * Notices when nothing has been going on for a while.
 *
 * In:  the beginning and the end of each piece of work. Out: one call when it has been quiet for so long. Time counts
 *      from the end of the last piece, and not while one is under way.
 */
export class IdleTimer {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** The function that it gives is to be called at the end, however that comes. */
  begin(): () => void {
    this.#busy++;
    clearTimeout(this.#timer);
    return () => {
      this.#busy--;
      this.start();
    };
  }

  /** Counts from now on, unless there is work. The time until the first piece may be another one. */
  start(idleMs = this.#idleMs): void {
    clearTimeout(this.#timer);
    if (this.#busy > 0) return;
    this.#timer = setTimeout(this.#onIdle, idleMs);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Notices when nothing has been going on for a while.
 *
 * In:  the beginning and the end of each piece of work. Out: one call when it has been quiet for so long. Time counts
 *      from the end of the last piece, and not while one is under way.
 *
 * On a machine that was busy or asleep the time may be over before what came in that time has been read: it is read first.
 */

/** Turns of the event loop in which what has come is read: a connection, then what it says. */
const LAST_TURNS = 3;

export class IdleTimer {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;
  #lastTurn: NodeJS.Immediate | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** The function that it gives is to be called at the end, however that comes. */
  begin(): () => void {
    this.#busy++;
    this.stop();
    return () => {
      this.#busy--;
      this.start();
    };
  }

  /** Counts from now on, unless there is work. The time until the first piece may be another one. */
  start(idleMs = this.#idleMs): void {
    this.stop();
    if (this.#busy > 0) return;
    this.#timer = setTimeout(() => this.#isOver(LAST_TURNS), idleMs);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#lastTurn);
  }

  #isOver(turns: number): void {
    if (turns === 0) this.#onIdle();
    else this.#lastTurn = setImmediate(() => this.#isOver(turns - 1));
  }
}

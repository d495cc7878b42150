/**
 * Work that is done one piece after the other, in the order in which it was asked for.
 *
 * In:  pieces of work. Out: their results; one that fails holds up nothing behind it.
 */
export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether there is work that has not come to its end. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  add<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting++;
    const result = this.#last.then(work, work).finally(() => void this.#waiting--);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

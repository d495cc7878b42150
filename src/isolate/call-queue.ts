/**
 * Work that is done one piece after the other, in the order in which it was asked for.
 *
 * In:  pieces of work. Out: their results; one that fails holds up nothing behind it.
 */
export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();

  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

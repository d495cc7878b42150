/**
 * One call at a time, in the order in which they came.
 *
 * A call that runs into its deadline frees the queue: what it left behind has been told to stop.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Calls that run or wait. */
  get size(): number {
    return this.#waiting;
  }

  run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting >= LIMITS.queuedCalls) {
      const error = `${this.#waiting} calls wait for this session already. Wait for their answers first.`;
      return Promise.reject(new AgentBrowserError('invalid_argument', error));
    }
    this.#waiting++;
    const result = this.#last.then(call);
    // The next call starts whether this one worked or not; its own caller learns which.
    this.#last = result
      .catch(() => undefined)
      .then(() => {
        this.#waiting--;
      });
    return result;
  }
}

/**
 * Whose turn it is: calls are served one at a time, each with a deadline, and a person who has taken over goes first.
 *
 * In:  work of the agent or of a person. Out: its result. Each is a step that people who look on can see.
 */
import { CallQueue } from './call-queue.ts';
import { withDeadline } from './deadline.ts';
import { callSignal, cancelled } from './named-calls.ts';
import { StepLog } from './steps.ts';
import { stillTakenOver, TakeOver } from './take-over.ts';

export interface TurnOptions {
  /** It only waits: when a person takes over it stops, and begins again afterwards. */
  readonly isPausable?: boolean;
  /** Nobody needs to see it. */
  readonly isSilent?: boolean;
}

/** Tells which element a step is about. */
export type NoteTarget = (id: number) => void;

/** What a call of the agent does, until the signal tells it to stop. */
export type Work<T> = (signal: AbortSignal, note: NoteTarget) => Promise<T>;

const AGAIN = Symbol('again');

export class Turns {
  readonly #queue = new CallQueue();
  readonly #checkOpen: () => void;
  readonly takeOver = new TakeOver();
  readonly steps = new StepLog();
  /** Grows with everything that may have changed the page. */
  #moves = 0;
  #running = 0;
  /** Calls of the agent that run or wait. */
  #calls = 0;
  #cancel = new AbortController();

  constructor(checkOpen: () => void) {
    this.#checkOpen = checkOpen;
  }

  /** Whether something is being done, and how often that was so. */
  get activity(): { readonly isBusy: boolean; readonly moves: number } {
    return { isBusy: this.#running > 0, moves: this.#moves };
  }

  /** Ends the calls of the agent that run or wait; they fail, the session stays. Gives how many there were. */
  cancel(): number {
    const count = this.#calls;
    this.#cancel.abort(cancelled());
    this.#cancel = new AbortController();
    return count;
  }

  async agent<T>(
    what: string,
    timeoutMs: number,
    work: Work<T>,
    { isPausable = false, isSilent = false }: TurnOptions = {},
  ): Promise<T> {
    const own = callSignal();
    const cancel = own === undefined ? this.#cancel.signal : AbortSignal.any([this.#cancel.signal, own]);
    this.#calls++;
    const step = isSilent ? null : this.steps.begin(what, 'agent');
    const note = (id: number) => {
      if (step !== null) this.steps.target(step, id);
    };
    try {
      const result = await withDeadline(
        what,
        timeoutMs,
        async (signal) => {
          for (;;) {
            await this.takeOver.free(signal);
            const answer = await this.#queue.run<T | typeof AGAIN>(async () => {
              if (this.takeOver.isHeld) return AGAIN;
              return isPausable ? this.#paused(work, signal, note) : this.#serve(() => work(signal, note), signal);
            });
            if (answer !== AGAIN) return answer as T;
          }
        },
        cancel,
        () => (this.takeOver.isHeld ? stillTakenOver(what) : null),
      );
      if (step !== null) this.steps.done(step);
      return result;
    } catch (error) {
      if (step !== null) this.steps.failed(step, error);
      throw error;
    } finally {
      this.#calls--;
    }
  }

  /**
   * Something that a person does.
   *
   * @param isBeside whether the call that runs only waits for a person: then it is not waited for.
   */
  async person<T>(
    what: string,
    timeoutMs: number,
    work: (signal: AbortSignal) => Promise<T>,
    isBeside: boolean,
  ): Promise<T> {
    return withDeadline(what, timeoutMs, (signal) => {
      const serve = () => this.#serve(() => work(signal), signal);
      return isBeside ? serve() : this.#queue.run(serve);
    });
  }

  async #paused<T>(work: Work<T>, signal: AbortSignal, note: NoteTarget): Promise<T | typeof AGAIN> {
    const { taken } = this.takeOver;
    try {
      const either = AbortSignal.any([signal, taken]);
      return await this.#serve(() => work(either, note), signal);
    } catch (error) {
      // Stopped for the person, and not because its time was over.
      if (taken.aborted && !signal.aborted) return AGAIN;
      throw error;
    }
  }

  async #serve<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#checkOpen();
    signal.throwIfAborted();
    this.#running++;
    this.#moves++;
    try {
      return await work();
    } catch (error) {
      // What fails because the session was closed under it is told as such.
      this.#checkOpen();
      throw error;
    } finally {
      this.#running--;
      this.#moves++;
    }
  }
}

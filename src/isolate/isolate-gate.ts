/**
 * The one way into an isolate: bounded by isolated-vm's timer, and by a watchdog for what that timer does not see.
 *
 * In:  work inside the isolate and how long it may take. Out: its result, an AgentBrowserError for budgets, or what came
 * out of the isolate. An isolate that does not come back is given up, and nothing works any more.
 */
import type ivm from 'isolated-vm';
import type { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { Alarm } from './alarm.ts';
import { classifyFailure, isMemoryFailure, memoryError, stuckError, timeoutError } from './budget.ts';
import { endIsolate } from './open-isolates.ts';

export class IsolateGate {
  readonly #isolate: () => ivm.Isolate;
  readonly #memoryMb: number;
  readonly #onLoss: () => void;
  /** Why nothing works any more. */
  #loss: AgentBrowserError | null = null;
  #watchdog: NodeJS.Timeout | undefined;
  /** For isolated-vm, when the isolate breaks down. */
  readonly alarm: Alarm = new Alarm((message) => this.lose(new Error(message)));

  constructor(isolate: () => ivm.Isolate, memoryMb: number, onLoss: () => void) {
    this.#isolate = isolate;
    this.#memoryMb = memoryMb;
    this.#onLoss = onLoss;
  }

  get loss(): AgentBrowserError | null {
    return this.#loss;
  }

  /** Nothing is let in any more, for this reason. */
  shut(reason: AgentBrowserError): void {
    this.#loss ??= reason;
    this.alarm.silence();
  }

  /** The thread of the isolate goes on after it has waited for the host. */
  refreshWatchdog(): void {
    this.#watchdog?.refresh();
  }

  async enter<Result>(what: string, timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#loss !== null) throw this.#loss;
    const started = performance.now();
    const stuck = new Promise<never>((_, reject) => {
      this.#watchdog = setTimeout(() => reject(this.giveUp(what)), timeoutMs + LIMITS.taskGraceMs);
    });
    try {
      return await Promise.race([work(), stuck]);
    } catch (error) {
      if (this.#loss !== null) throw this.#loss;
      const { isDisposed } = this.#isolate();
      switch (classifyFailure(error, { isDisposed, elapsedMs: performance.now() - started, timeoutMs })) {
        case 'timeout':
          throw timeoutError(what, timeoutMs);
        case 'lost':
          throw this.lose(error);
        case 'page':
          throw error;
      }
    } finally {
      clearTimeout(this.#watchdog);
    }
  }

  /** The isolate does not come back. */
  giveUp(what: string): AgentBrowserError {
    this.#loss ??= stuckError(what);
    this.#onLoss();
    endIsolate(this.#isolate());
    this.alarm.silence();
    return this.#loss;
  }

  /** The isolate is gone. */
  lose(error: unknown): AgentBrowserError {
    const isMemory = isMemoryFailure(error) || String(error).includes('out-of-memory');
    this.#loss ??= isMemory ? memoryError(this.#memoryMb) : stuckError('The page');
    this.#onLoss();
    return this.#loss;
  }
}

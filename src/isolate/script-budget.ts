/**
 * The script time of one navigation: a document with its frames and workers, however many tasks they take.
 *
 * In:  work inside the isolate. Out: whether the document may run more script. What counts is the processor's time of the
 * isolate, so that a busy machine and waiting for the host cost a page nothing.
 *
 * An agent may stay on a page for hours: each of its actions sees to it that there is enough left for what it starts. A
 * document that has used up its time gets none any more.
 */
import type ivm from 'isolated-vm';
import { LIMITS } from '../limits.ts';
import type { PageEvent } from '../page/messages.ts';
import { machineLoad } from './machine-load.ts';

const NS_PER_MS = 1e6;

export class ScriptBudget {
  readonly #isolate: () => ivm.Isolate;
  readonly #limitMs: number;
  #leftMs: number;
  #isOver = false;

  constructor(isolate: () => ivm.Isolate, limitMs: number) {
    this.#isolate = isolate;
    this.#limitMs = limitMs;
    this.#leftMs = limitMs;
  }

  /** No more script of the document may run. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Another document. */
  restart(): void {
    this.#leftMs = this.#limitMs;
    this.#isOver = false;
  }

  /** The agent does something. */
  renew(): void {
    this.#leftMs = Math.max(this.#leftMs, Math.min(this.#limitMs, LIMITS.actionScriptMs));
  }

  /** `waitedMs`: how long of the work was waiting for the host. */
  async meter<Result>(work: () => Promise<Result>, waitedMs: () => number): Promise<Result> {
    const before = this.#usedNs();
    const started = performance.now();
    try {
      return await work();
    } finally {
      const usedMs = (this.#usedNs() - before) / NS_PER_MS;
      this.#leftMs -= usedMs;
      machineLoad.note(performance.now() - started - waitedMs(), usedMs);
    }
  }

  /** Once, when the time is used up: what to tell of it. */
  takeEnd(): PageEvent | null {
    if (this.#isOver || this.#leftMs > 0) return null;
    this.#isOver = true;
    const message = `The scripts of the page took longer than ${this.#limitMs} ms in all: none of them runs any more. The page stays as it is; call reload() to start it anew.`;
    return { kind: 'budget_exceeded', message };
  }

  #usedNs(): number {
    const isolate = this.#isolate();
    return isolate.isDisposed ? 0 : Number(isolate.cpuTime);
  }
}

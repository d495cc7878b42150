/**
 * Calls that can be cancelled one by one: by a name that their callers gave them, or by a signal.
 *
 * In:  the name of a call or a signal, and its work. Out: the work's result. While the work starts, `callSignal()` is the signal that
 *      ends it: sessions take it up without every method handing it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AgentBrowserError } from '../errors.ts';

const current = new AsyncLocalStorage<AbortSignal>();

/** The signal of the call in which this is asked; `undefined` for a call without a name. */
export function callSignal(): AbortSignal | undefined {
  return current.getStore();
}

export function cancelled(): AgentBrowserError {
  return new AgentBrowserError('cancelled', 'The call was cancelled. Call state() to see how far it got.');
}

/** Calls within the work end when the signal says so: what a caller gives who has the connection itself. */
export async function cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  const controller = new AbortController();
  const stop = () => controller.abort(cancelled());
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await current.run(controller.signal, work);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export class NamedCalls {
  readonly #running = new Map<string, AbortController>();

  async run<T>(session: string, name: string, work: () => Promise<T>): Promise<T> {
    const key = keyOf(session, name);
    if (this.#running.has(key)) {
      throw new AgentBrowserError('invalid_argument', `A call named '${name}' is under way. Give each its own name.`);
    }
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      // Whoever holds the connection may cancel it as well.
      const outer = current.getStore();
      const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
      return await current.run(signal, work);
    } finally {
      this.#running.delete(key);
    }
  }

  /** How many calls of this name there were: one or none. */
  cancel(session: string, name: string): number {
    const controller = this.#running.get(keyOf(session, name));
    controller?.abort(cancelled());
    return controller === undefined ? 0 : 1;
  }
}

function keyOf(session: string, name: string): string {
  return JSON.stringify([session, name]);
}

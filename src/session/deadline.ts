/**
 * The end of a call: one timer, one signal, one error that says what to do.
 *
 * In:  how long a call may take, and the work.
 * Out: the work's result, or `timeout`. The signal tells the work to stop; the caller does not wait until it has.
 */
import { AgentBrowserError } from '../errors.ts';

export async function withDeadline<T>(
  what: string,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new AgentBrowserError(
        'timeout',
        `${what} was not done within ${timeoutMs} ms. Call state() to see how far it got, or give a longer timeoutMs.`,
      );
      controller.abort(error);
      reject(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or until the signal says stop: then it rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

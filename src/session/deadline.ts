/**
 * The end of a call: one timer, one signal, one error that says what to do.
 *
 * In:  how long a call may take, the work, whether it is still wanted, and a better reason than its length where there is one.
 * Out: the work's result, or `timeout`, or why it was cancelled. The signal tells the work to stop; the caller does not wait until it has.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

export async function withDeadline<T>(
  what: string,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  cancel?: AbortSignal,
  reason: () => AgentBrowserError | null = () => null,
): Promise<T> {
  const controller = new AbortController();
  ends.set(controller.signal, performance.now() + timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  let onCancel: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (why: unknown) => {
      controller.abort(why);
      reject(why);
    };
    timer = setTimeout(() => {
      end(
        reason() ??
          new AgentBrowserError(
            'timeout',
            `${what} was not done within ${timeoutMs} ms. Call state() to see how far it got, or give a longer timeoutMs.`,
          ),
      );
    }, timeoutMs);
    onCancel = () => end(cancel?.reason);
    if (cancel?.aborted) onCancel();
    cancel?.addEventListener('abort', onCancel, { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    cancel?.removeEventListener('abort', onCancel!);
  }
}

const ends = new WeakMap<AbortSignal, number>();

/** How much of its call's time a signal has left; a whole call's for one that belongs to none. */
export function timeLeft(signal: AbortSignal): number {
  const end = ends.get(signal);
  return end === undefined ? LIMITS.callMs : Math.max(0, end - performance.now());
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

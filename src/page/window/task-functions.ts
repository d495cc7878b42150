/**
 * The functions of the window that start tasks: timers, frames, idle callbacks, microtasks.
 *
 * HTML §8.6, §8.7, §8.11, §9.3 https://html.spec.whatwg.org/#timers
 */
import { now } from '../clock.ts';
import { cancelFrame, requestFrame, startTimer, stopTimer } from '../event-loop.ts';
import { watchResult } from '../listeners.ts';
import { apply, copyArray, enqueueMicrotask } from '../primordials.ts';
import { reportException } from '../report-exception.ts';

/** Idle callbacks may use this much of a turn. */
const IDLE_MS = 50;

function mustBeFunction(value: unknown): asserts value is (...args: unknown[]) => void {
  if (typeof value !== 'function') throw new TypeError('The callback provided as parameter 1 is not a function.');
}

export function installTaskFunctions(expose: (name: string, value: unknown) => void): void {
  expose('setTimeout', (callback: unknown, delay: unknown = 0, ...args: unknown[]) =>
    startTimer(callback, delay, copyArray(args), false),
  );
  expose('setInterval', (callback: unknown, delay: unknown = 0, ...args: unknown[]) =>
    startTimer(callback, delay, copyArray(args), true),
  );
  expose('clearTimeout', (id: unknown = undefined): void => stopTimer(id));
  expose('clearInterval', (id: unknown = undefined): void => stopTimer(id));
  expose('requestAnimationFrame', (callback: unknown): number => {
    mustBeFunction(callback);
    return requestFrame(callback);
  });
  expose('cancelAnimationFrame', cancelFrame);
  expose('requestIdleCallback', (callback: unknown): number => {
    mustBeFunction(callback);
    const run = (): void => {
      const end = now() + IDLE_MS;
      const deadline = { didTimeout: false, timeRemaining: () => Math.max(0, end - now()) };
      watchResult(apply(callback, undefined, [deadline]));
    };
    return startTimer(run, 1, [], false);
  });
  expose('cancelIdleCallback', stopTimer);
  expose('queueMicrotask', (callback: unknown): void => {
    mustBeFunction(callback);
    enqueueMicrotask(() => {
      try {
        watchResult(apply(callback, undefined, []));
      } catch (error) {
        reportException(error);
      }
    });
  });
  expose('reportError', (error: unknown): void => reportException(error));
}

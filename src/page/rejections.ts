/**
 * Promises that callbacks of the page give back and that are rejected: to 'unhandledrejection', then to the host as text.
 *
 * HTML §8.1.4.7 https://html.spec.whatwg.org/#unhandled-promise-rejections
 *
 * Missing: V8 tells rejections to isolated-vm alone, and isolated-vm tells nobody which promises they were. So a promise
 * is seen only where the platform is given it: by a listener, a timer, a frame callback or a microtask that is an async
 * function. Nobody else is there to handle those. 'rejectionhandled' never comes.
 *
 * Secure: isolated-vm would give the host a copy of one reason for each entry. It makes it by reading 'message', 'stack' and
 * 'name' where no time limit counts; disposing of the isolate ends one endless getter, and the next one runs for ever.
 * So sealed-entries.ts keeps it from looking.
 */
import { createEvent } from './event-classes.ts';
import { queueTask } from './event-loop.ts';
import { dispatchTrusted } from './events.ts';
import { setResultWatcher } from './listeners.ts';
import { postScriptError } from './outbox.ts';
import { uncurryThis } from './primordials.ts';
import { describe, withStack } from './report-exception.ts';

const then = uncurryThis(Promise.prototype.then);

function watch(result: object): void {
  try {
    then(result as Promise<unknown>, undefined, (reason: unknown) => queueTask(() => report(result, reason)));
  } catch {
    // No promise of V8's: a thenable, or one whose constructor the page has replaced. It is the page's own business.
  }
}

function report(promise: object, reason: unknown): void {
  const init = { cancelable: true, promise, reason };
  if (!dispatchTrusted(globalThis, createEvent('PromiseRejectionEvent', 'unhandledrejection', init))) return;
  postScriptError(withStack(`Uncaught (in promise) ${describe(reason)}`, reason));
}

export function installRejections(): void {
  setResultWatcher(watch);
}

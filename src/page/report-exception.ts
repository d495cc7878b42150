/**
 * Exceptions of page code that nobody caught: to the page's error event, then to the host as text. They stop nothing.
 *
 * HTML §8.1.4.6 https://html.spec.whatwg.org/#report-the-exception
 *
 * Rejected promises that nobody handles are in rejections.ts.
 */
import { type ErrorPlace, placeInText, placeOf } from './error-place.ts';
import { postScriptError } from './outbox.ts';
import { indexOf, stringSlice } from './primordials.ts';

/** What the window does with an exception first; `true` means that the page has handled it. Set by window.ts. */
let dispatchError: (message: string, error: unknown, place: ErrorPlace | null) => boolean = () => false;
let isReporting = false;

export function setErrorDispatcher(dispatch: typeof dispatchError): void {
  dispatchError = dispatch;
}

export function reportException(error: unknown): void {
  const message = `Uncaught ${describe(error)}`;
  let handled = false;
  if (!isReporting) {
    // An error handler that throws is reported, but not to itself.
    isReporting = true;
    try {
      handled = dispatchError(message, error, placeOf(error));
    } finally {
      isReporting = false;
    }
  }
  if (!handled) postScriptError(withStack(message, error));
}

/** Something that is told like an exception and is none. */
export function reportNotice(message: string, place: ErrorPlace | null = null): void {
  if (dispatchError(message, null, place)) return;
  postScriptError(place === null ? message : `${message}\n    at ${place.filename}:${place.lineno}:${place.colno}`);
}

/** A script could not be compiled, or was stopped: there is no exception, only its text. */
export function reportScriptFailure(text: string): void {
  const end = indexOf(text, '\n');
  const message = `Uncaught ${end < 0 ? text : stringSlice(text, 0, end)}`;
  if (!dispatchError(message, null, placeInText(text))) postScriptError(`Uncaught ${text}`);
}

/** Text for any value. A page may throw objects that throw again when they are looked at. */
export function describe(value: unknown): string {
  try {
    if (typeof value === 'object' && value !== null) {
      const { name, message } = value as { name?: unknown; message?: unknown };
      if (message !== undefined) return `${name ?? 'Error'}: ${message}`;
    }
    return typeof value === 'symbol' ? 'Symbol()' : `${value}`;
  } catch {
    return 'an object that cannot be shown';
  }
}

export function withStack(message: string, error: unknown): string {
  try {
    const stack = typeof error === 'object' && error !== null ? (error as { stack?: unknown }).stack : undefined;
    return typeof stack === 'string' ? `${message}\n${stack}` : message;
  } catch {
    return message;
  }
}

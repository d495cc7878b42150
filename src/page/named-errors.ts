/**
 * Errors of the platform say which function failed: "Failed to execute 'appendChild' on 'Node': …".
 *
 * In:  what a function of the platform has thrown. Out: the same error. As in Chrome the head of a TypeError's stack keeps the
 * short text, and that of a DOMException has the whole.
 */
import { exceptionMessage, setExceptionMessage } from './dom/dom-exception.ts';
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, startsWith } from './primordials.ts';

const PREFIX = 'Failed to ';
const typeErrors = TypeError.prototype;
const rangeErrors = RangeError.prototype;

export function nameError(error: unknown, what: string): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const kind = getPrototypeOf(error);
  const isBuiltIn = kind === typeErrors || kind === rangeErrors;
  const message = isBuiltIn ? (getOwnPropertyDescriptor(error, 'message')?.value as unknown) : exceptionMessage(error);
  if (typeof message !== 'string' || startsWith(message, PREFIX) || message === 'Illegal invocation') return error;
  const value = `${PREFIX}${what}: ${message}`;
  if (!isBuiltIn) {
    setExceptionMessage(error, value);
    return error;
  }
  // V8 writes the head when the stack is looked at first.
  void (error as { readonly stack?: unknown }).stack;
  defineProperty(error, 'message', { value, writable: true, enumerable: false, configurable: true });
  return error;
}

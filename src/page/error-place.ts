/**
 * Where an exception was thrown, from the text of its stack.
 *
 * HTML §8.1.4.6, "extract error": file, line and column.
 */
import { exceptionStack } from './dom/dom-exception.ts';
import { charCodeAt, getOwnPropertyDescriptor, indexOf, stringSlice } from './primordials.ts';

export interface ErrorPlace {
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}

/** Lines of our own bundle have this name. */
const OURS = '<isolated-vm>';

/** `null` when the value does not say, or says it by a getter, which may do anything. */
export function placeOf(error: unknown): ErrorPlace | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const stack = getOwnPropertyDescriptor(error, 'stack');
    const shown = stack?.value ?? (stack?.get === undefined ? undefined : (error as { stack?: unknown }).stack);
    const text = shown ?? exceptionStack(error);
    return typeof text === 'string' ? placeInText(text) : null;
  } catch {
    return null;
  }
}

/** The first line of a stack that stands in code of the page. */
export function placeInText(text: string): ErrorPlace | null {
  for (let start = indexOf(text, '\n    at '); start >= 0; ) {
    const next = indexOf(text, '\n', start + 1);
    const line = stringSlice(text, start + 8, next < 0 ? text.length : next);
    const place = placeInLine(line);
    if (place !== null && indexOf(place.filename, OURS) < 0) return place;
    start = next < 0 ? -1 : indexOf(text, '\n    at ', next);
  }
  return null;
}

/** 'name (file:1:2)' or 'file:1:2'. */
function placeInLine(line: string): ErrorPlace | null {
  const isCall = line[line.length - 1] === ')';
  let start = 0;
  if (isCall) {
    for (let at = 0; at < line.length; at++) if (line[at] === '(') start = at + 1;
  }
  const place = stringSlice(line, start, isCall ? line.length - 1 : line.length);
  const column = lastColon(place, place.length);
  const row = column < 0 ? -1 : lastColon(place, column);
  if (row < 0) return null;
  const lineno = Number(stringSlice(place, row + 1, column));
  const colno = Number(stringSlice(place, column + 1));
  return lineno > 0 && colno > 0 ? { filename: stringSlice(place, 0, row), lineno, colno } : null;
}

function lastColon(text: string, before: number): number {
  for (let at = before - 1; at >= 0; at--) if (charCodeAt(text, at) === 0x3a) return at;
  return -1;
}

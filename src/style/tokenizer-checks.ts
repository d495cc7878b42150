/**
 * Looking ahead in CSS text: escapes, and what begins a name or a number.
 *
 * In:  a text and a place in it. Out: an answer; nothing is consumed.
 *
 * CSS Syntax 3 §4.3.7 to §4.3.10 https://drafts.csswg.org/css-syntax-3/#consume-escaped-code-point
 */
import {
  BACKSLASH,
  FULL_STOP,
  HYPHEN,
  isDigit,
  isHexDigit,
  isHighSurrogate,
  isLowSurrogate,
  isNameStart,
  isNewline,
  isSurrogate,
  isWhitespace,
  PAREN_CLOSE,
  PLUS,
} from './code-points.ts';

export const REPLACEMENT = '\ufffd';
const MAX_CODE_POINT = 0x10ffff;
const MAX_ESCAPE_DIGITS = 6;

/** §4.3.7: where an escape ends whose first code point after the backslash is at `at`. */
export function escapeEnd(text: string, at: number): number {
  const digits = hexDigits(text, at);
  if (digits > at) return isWhitespace(text.charCodeAt(digits)) ? digits + newlineLength(text, digits) : digits;
  const isPair = isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1));
  return Math.min(at + (isPair ? 2 : 1), text.length);
}

/** §4.3.7: what an escape stands for. */
export function escapeValue(text: string, at: number, end: number): string {
  if (at >= text.length) return REPLACEMENT;
  const digits = hexDigits(text, at);
  if (digits === at) return needsReplacement(text, at, text.charCodeAt(at)) ? REPLACEMENT : text.slice(at, end);
  const point = Number.parseInt(text.slice(at, digits), 16);
  return point === 0 || point > MAX_CODE_POINT || isSurrogate(point) ? REPLACEMENT : String.fromCodePoint(point);
}

function hexDigits(text: string, start: number): number {
  let at = start;
  while (at < start + MAX_ESCAPE_DIGITS && isHexDigit(text.charCodeAt(at))) at++;
  return at;
}

/** §4.3.8: whether a backslash stands here that escapes something. */
export function isEscapeAt(text: string, at: number): boolean {
  return text.charCodeAt(at) === BACKSLASH && !isNewline(text.charCodeAt(at + 1));
}

/** §4.3.9: whether an identifier begins here. */
export function startsIdentAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isNameStart(code)) return true;
  if (code === BACKSLASH) return isEscapeAt(text, at);
  if (code !== HYPHEN) return false;
  const second = text.charCodeAt(at + 1);
  return isNameStart(second) || second === HYPHEN || isEscapeAt(text, at + 1);
}

/** §4.3.10: whether a number begins here. */
export function startsNumberAt(text: string, position: number): boolean {
  let at = position;
  let code = text.charCodeAt(at);
  if (code === PLUS || code === HYPHEN) code = text.charCodeAt(++at);
  if (isDigit(code)) return true;
  return code === FULL_STOP && isDigit(text.charCodeAt(at + 1));
}

/** §3.3: NUL and surrogates without a partner are read as U+FFFD. */
export function needsReplacement(text: string, at: number, code: number): boolean {
  if (code === 0) return true;
  if (!isSurrogate(code)) return false;
  return isLowSurrogate(code) || !isLowSurrogate(text.charCodeAt(at + 1));
}

/** Length of the white space code point here: CRLF counts as one. */
export function newlineLength(text: string, at: number): number {
  return text.charCodeAt(at) === 0x0d && text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
}

/** §4.3.14: where the remnants of a bad url end. */
export function badUrlEnd(text: string, position: number): number {
  let at = position;
  while (at < text.length) {
    if (text.charCodeAt(at) === PAREN_CLOSE) return at + 1;
    at += isEscapeAt(text, at) ? 2 : 1;
  }
  return text.length;
}

/** Whether a function's name begins a url token. */
export function isUrlName(name: string): boolean {
  return name.length === 3 && name.toLowerCase() === 'url';
}

/**
 * Numbers in SVG's attributes: reading them one after the other, and writing them as Chrome does.
 *
 * In:  text. Out: numbers; text with six digits that count, because SVG's numbers are floats.
 *
 * Secure: the text is read once from its start to its end, and no built-in that a page may have replaced is called.
 *
 * SVG 2 §4.2 https://svgwg.org/svg2-draft/types.html#syntax
 */
import { charCodeAt, indexOf, isAsciiSpace, isFiniteNumber, stringSlice, uncurryThis } from '../../primordials.ts';

const { fround } = Math;
const toPrecision = uncurryThis(Number.prototype.toPrecision);
const DIGITS = 6;

/** A text and how far it has been read. */
export interface Reading {
  readonly text: string;
  at: number;
}

function codeAt({ text, at }: Reading): number {
  return at < text.length ? charCodeAt(text, at) : -1;
}

export function isAtEnd({ text, at }: Reading): boolean {
  return at >= text.length;
}

export function skipSpace(reading: Reading): void {
  while (!isAtEnd(reading) && isAsciiSpace(codeAt(reading))) reading.at++;
}

/** White space with at most one comma in it; whether there was a comma. */
export function skipSeparator(reading: Reading): boolean {
  skipSpace(reading);
  if (codeAt(reading) !== 0x2c) return false;
  reading.at++;
  skipSpace(reading);
  return true;
}

/** Reads past a character if it is the next one. */
export function takeCode(reading: Reading, code: number): boolean {
  if (codeAt(reading) !== code) return false;
  reading.at++;
  return true;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function skipDigits(reading: Reading): boolean {
  const start = reading.at;
  while (isDigit(codeAt(reading))) reading.at++;
  return reading.at > start;
}

function skipSign(reading: Reading): void {
  const code = codeAt(reading);
  if (code === 0x2b || code === 0x2d) reading.at++;
}

/** The number that begins here; `null` for none, and then nothing is read. */
export function takeNumber(reading: Reading): number | null {
  const start = reading.at;
  skipSign(reading);
  let isNumber = skipDigits(reading);
  if (codeAt(reading) === 0x2e) {
    reading.at++;
    isNumber = skipDigits(reading) || isNumber;
  }
  if (!isNumber) {
    reading.at = start;
    return null;
  }
  // An 'e' without digits begins a unit.
  const mantissa = reading.at;
  if ((codeAt(reading) | 0x20) === 0x65) {
    reading.at++;
    skipSign(reading);
    if (!skipDigits(reading)) reading.at = mantissa;
  }
  const value = +stringSlice(reading.text, start, reading.at);
  return isFiniteNumber(value) ? value : 0;
}

/** Letters, or a percent sign. */
export function takeWord(reading: Reading): string {
  const start = reading.at;
  for (let code = codeAt(reading); isLetter(code); code = codeAt(reading)) reading.at++;
  if (reading.at === start) takeCode(reading, 0x25);
  return stringSlice(reading.text, start, reading.at);
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** With an exponent, all digits are written. */
export function numberText(value: number): string {
  const text = toPrecision(value, DIGITS);
  return indexOf(text, 'e') < 0 ? `${+text}` : text;
}

/** What scripts read of a number. */
export function asFloat(value: number): number {
  return fround(value);
}

/** Web IDL 'float': a number that a script has given. */
export function floatOf(value: unknown): number {
  const float = fround(Number(value));
  if (isFiniteNumber(float)) return float;
  throw new TypeError('The provided float value is non-finite.');
}

/** A text from its first value on. */
export function startOf(text: string): Reading {
  const reading = { text, at: 0 };
  skipSpace(reading);
  return reading;
}

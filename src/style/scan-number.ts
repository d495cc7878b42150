/**
 * Numbers in CSS text.
 *
 * In:  a text and the place where a number begins. Out: its value, whether it is an integer, and where it ends.
 *
 * CSS Syntax 3 §4.3.12 and §4.3.13 https://drafts.csswg.org/css-syntax-3/#consume-number
 */
import { FULL_STOP, HYPHEN, isDigit, PLUS } from './code-points.ts';

/** What is found out about a number: the tokenizer itself, so that nothing is allocated. */
export interface ScannedNumber {
  num: number;
  integer: boolean;
  signed: boolean;
  end: number;
}

/** Up to this many digits an integer is exact in a double, and so is the power of ten that scales it. */
const EXACT_DIGITS = 15;

/** Reads a number; exact without a conversion from text as long as its digits fit a double. */
export function scanNumber(text: string, start: number, into: ScannedNumber): void {
  let at = start;
  let code = text.charCodeAt(at);
  const negative = code === HYPHEN;
  into.signed = negative || code === PLUS;
  if (into.signed) at++;
  let digits = 0;
  let mantissa = 0;
  for (; isDigit((code = text.charCodeAt(at))); at++, digits++) mantissa = mantissa * 10 + (code - 0x30);
  into.integer = true;
  let decimals = 0;
  if (code === FULL_STOP && isDigit(text.charCodeAt(at + 1))) {
    into.integer = false;
    at++;
    for (; isDigit((code = text.charCodeAt(at))); at++, decimals++) mantissa = mantissa * 10 + (code - 0x30);
  }
  let hasExponent = false;
  if (code === 0x45 || code === 0x65) {
    const sign = text.charCodeAt(at + 1);
    const first = sign === PLUS || sign === HYPHEN ? at + 2 : at + 1;
    if (isDigit(text.charCodeAt(first))) {
      hasExponent = true;
      into.integer = false;
      at = first + 1;
      while (isDigit(text.charCodeAt(at))) at++;
    }
  }
  into.end = at;
  if (hasExponent || digits + decimals > EXACT_DIGITS) {
    into.num = Number(text.slice(start, at));
    return;
  }
  const magnitude = decimals === 0 ? mantissa : mantissa / 10 ** decimals;
  into.num = negative ? -magnitude : magnitude;
}

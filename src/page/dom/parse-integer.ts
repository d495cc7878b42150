/**
 * Integers in attributes.
 *
 * HTML §2.3.4.1 https://html.spec.whatwg.org/#signed-integers
 */
import { charCodeAt, isAsciiSpace, stringSlice } from '../primordials.ts';

/** "rules for parsing integers"; `null` when there is no integer at the begin. */
export function parseInteger(text: string): number | null {
  let at = 0;
  while (at < text.length && isAsciiSpace(charCodeAt(text, at))) at++;
  const start = at;
  if (text[at] === '-' || text[at] === '+') at++;
  const firstDigit = at;
  while (at < text.length && charCodeAt(text, at) >= 0x30 && charCodeAt(text, at) <= 0x39) at++;
  return at === firstDigit ? null : Number(stringSlice(text, start, at));
}

/**
 * The keys of keyframes, and the names of their rules.
 *
 * In:  text as it is written. Out: keys as percentages; names without their quotes.
 *
 * CSS Animations 1 §3 https://drafts.csswg.org/css-animations-1/#keyframes
 */
import { asciiLower, charCodeAt, hasWord, indexOf, stringSlice, trim } from '../primordials.ts';

export function isKeyframesName(name: string): boolean {
  return hasWord(' keyframes -webkit-keyframes ', name);
}

/** CSS Animations 1 §6.2: 'from' and 'to' are percentages; the others stay as they are written. */
export function keysOf(text: string): string {
  let keys = '';
  for (let start = 0; start <= text.length; ) {
    const end = indexOf(text, ',', start);
    const key = asciiLower(trim(stringSlice(text, start, end < 0 ? text.length : end)));
    const known = key === 'from' ? '0%' : key === 'to' ? '100%' : key;
    keys += start === 0 ? known : `, ${known}`;
    start = end < 0 ? text.length + 1 : end + 1;
  }
  return keys;
}

/** Keys are 'from', 'to' and percentages from 0 to 100. */
export function areKeys(text: string): boolean {
  const keys = keysOf(text);
  for (let start = 0; start <= keys.length; ) {
    const end = indexOf(keys, ', ', start);
    const key = stringSlice(keys, start, end < 0 ? keys.length : end);
    const number = +stringSlice(key, 0, -1);
    const isPercent = key.length > 1 && stringSlice(key, -1) === '%' && number >= 0 && number <= 100;
    if (!isPercent || charCodeAt(key, 0) > 0x39) return false;
    start = end < 0 ? keys.length + 1 : end + 2;
  }
  return true;
}

/** A name without quotes, or in them. */
export function unquoted(text: string): string {
  const first = charCodeAt(text, 0);
  const isQuoted = text.length > 1 && (first === 0x22 || first === 0x27) && charCodeAt(text, text.length - 1) === first;
  return isQuoted ? stringSlice(text, 1, -1) : text;
}

/** Words that are names only in quotes. */
export function isReservedName(name: string): boolean {
  return hasWord(' none initial inherit unset revert revert-layer default ', asciiLower(name));
}

/** A name that can stand without quotes; 'none' and the words for all properties cannot. */
export function isPlainName(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code >= 0x80;
    if (!isLetter && (at === 0 || (code !== 0x2d && !(code >= 0x30 && code <= 0x39)))) return false;
  }
  return text !== '' && !isReservedName(text);
}

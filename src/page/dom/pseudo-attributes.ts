/**
 * Text that is written like the attributes of an XML tag: the data of processing instructions, and XML declarations.
 *
 * In:  text. Out: names and values in the order they are written in, or nothing where it is not well-formed; text again.
 *
 * Secure: the text is read once from its start to its end, and no built-in that a page may have replaced is called.
 *
 * Associating Style Sheets with XML §3 https://www.w3.org/TR/xml-stylesheet/, XML 1.0 §3.1 (Attribute)
 */
import {
  charCodeAt,
  fromCodePoint,
  indexOf,
  isAsciiSpace,
  mapHas,
  mapSet,
  newMap,
  stringSlice,
} from '../primordials.ts';

interface Reading {
  readonly text: string;
  at: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function codeAt({ text, at }: Reading): number {
  return at < text.length ? charCodeAt(text, at) : -1;
}

function skipSpace(reading: Reading): boolean {
  const start = reading.at;
  while (isAsciiSpace(codeAt(reading)) && codeAt(reading) !== 0x0c) reading.at++;
  return reading.at > start;
}

function isNameStart(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isLetter || code === 0x5f || code === 0x3a || (code >= 0xc0 && code !== 0xd7 && code !== 0xf7);
}

function takeName(reading: Reading): string {
  const start = reading.at;
  if (!isNameStart(codeAt(reading))) return '';
  for (let code = codeAt(reading); ; code = codeAt(reading)) {
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isNameStart(code) && !isDigit && code !== 0x2d && code !== 0x2e && code !== 0xb7) break;
    reading.at++;
  }
  return stringSlice(reading.text, start, reading.at);
}

/** The text between quotes, its references replaced; `null` where it is wrong. */
function takeValue(reading: Reading): string | null {
  const quote = codeAt(reading);
  if (quote !== 0x22 && quote !== 0x27) return null;
  let value = '';
  let start = ++reading.at;
  for (let code = codeAt(reading); code !== quote; code = codeAt(reading)) {
    if (code === -1 || code === 0x3c) return null;
    if (code !== 0x26) {
      reading.at++;
      continue;
    }
    value += stringSlice(reading.text, start, reading.at);
    const end = indexOf(reading.text, ';', reading.at);
    const character = end < 0 ? null : referenced(stringSlice(reading.text, reading.at + 1, end));
    if (character === null) return null;
    value += character;
    start = reading.at = end + 1;
  }
  value += stringSlice(reading.text, start, reading.at++);
  return value;
}

/** What stands between '&' and ';'. */
function referenced(name: string): string | null {
  if (charCodeAt(name, 0) !== 0x23) return ENTITIES[name] ?? null;
  const isHex = charCodeAt(name, 1) === 0x78;
  const digits = stringSlice(name, isHex ? 2 : 1);
  for (let at = 0; at < digits.length; at++) {
    const code = charCodeAt(digits, at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit && !(isHex && (code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)) return null;
  }
  const code = digits === '' || digits.length > 7 ? 0 : +`${isHex ? '0x' : ''}${digits}`;
  const isCharacter = code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  return isCharacter && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? fromCodePoint(code) : null;
}

/** `null` where the text is wrong anywhere, or has a name twice. */
export function readPseudoAttributes(text: string): Map<string, string> | null {
  const found = newMap<string, string>();
  const reading = { text, at: 0 };
  skipSpace(reading);
  for (let isApart = true; reading.at < text.length; isApart = skipSpace(reading)) {
    const name = takeName(reading);
    if (!isApart || name === '' || mapHas(found, name)) return null;
    skipSpace(reading);
    if (codeAt(reading) !== 0x3d) return null;
    reading.at++;
    skipSpace(reading);
    const value = takeValue(reading);
    if (value === null) return null;
    mapSet(found, name, value);
  }
  return found;
}

const ESCAPED: Readonly<Record<string, string>> = {
  __proto__: null as never,
  9: '&#9;',
  10: '&#10;',
  13: '&#13;',
  34: '&quot;',
  38: '&amp;',
  60: '&lt;',
  62: '&gt;',
};

/** One of them as text. In HTML white space stays as it is. */
export function pseudoAttributeText(name: string, value: string, isXml: boolean): string {
  let text = '';
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    const code = charCodeAt(value, at);
    const escaped = ESCAPED[code];
    if (escaped === undefined || (code < 0x20 && !isXml)) continue;
    text += stringSlice(value, start, at) + escaped;
    start = at + 1;
  }
  return `${name}="${text}${stringSlice(value, start)}"`;
}

/**
 * Classes of code points that CSS distinguishes, answered from one small table.
 *
 * CSS Syntax 3 §4.2 https://drafts.csswg.org/css-syntax-3/#tokenizer-definitions
 */

export const QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const APOSTROPHE = 0x27;
export const PAREN_OPEN = 0x28;
export const PAREN_CLOSE = 0x29;
export const ASTERISK = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const FULL_STOP = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS_THAN = 0x3c;
export const GREATER_THAN = 0x3e;
export const AT = 0x40;
export const BRACKET_OPEN = 0x5b;
export const BACKSLASH = 0x5c;
export const BRACKET_CLOSE = 0x5d;
export const BRACE_OPEN = 0x7b;
export const BRACE_CLOSE = 0x7d;

const NAME_START = 1;
const DIGIT = 2;
const HEX = 4;
const WHITESPACE = 8;
const NEWLINE = 16;
const HYPHEN_BIT = 32;
const NON_PRINTABLE = 64;

// Differs: every code point from U+0080 on may stand in a name, as in Chrome; the draft leaves a few ranges out.
// NUL counts as a name start as well: it is read as U+FFFD.
const CLASSES = ((): Uint8Array => {
  const classes = new Uint8Array(128);
  const add = (from: number, to: number, bits: number): void => {
    for (let code = from; code <= to; code++) classes[code] = classes[code]! | bits;
  };
  add(0x00, 0x00, NAME_START);
  add(0x01, 0x08, NON_PRINTABLE);
  add(0x0b, 0x0b, NON_PRINTABLE);
  add(0x0e, 0x1f, NON_PRINTABLE);
  add(0x7f, 0x7f, NON_PRINTABLE);
  add(0x09, 0x0a, WHITESPACE);
  add(0x0c, 0x0d, WHITESPACE);
  add(0x20, 0x20, WHITESPACE);
  add(0x0a, 0x0a, NEWLINE);
  add(0x0c, 0x0d, NEWLINE);
  add(0x30, 0x39, DIGIT | HEX);
  add(0x41, 0x46, HEX);
  add(0x61, 0x66, HEX);
  add(0x41, 0x5a, NAME_START);
  add(0x61, 0x7a, NAME_START);
  add(0x5f, 0x5f, NAME_START);
  add(0x2d, 0x2d, HYPHEN_BIT);
  return classes;
})();

// A code of NaN (past the end of the text) belongs to no class: every comparison with it is false.

export function isNameStart(code: number): boolean {
  return code >= 128 || (code < 128 && (CLASSES[code]! & NAME_START) !== 0);
}

export function isName(code: number): boolean {
  return code >= 128 || (code < 128 && (CLASSES[code]! & (NAME_START | DIGIT | HYPHEN_BIT)) !== 0);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  return code < 128 && (CLASSES[code]! & HEX) !== 0;
}

export function isWhitespace(code: number): boolean {
  return code < 128 && (CLASSES[code]! & WHITESPACE) !== 0;
}

export function isNewline(code: number): boolean {
  return code < 128 && (CLASSES[code]! & NEWLINE) !== 0;
}

export function isNonPrintable(code: number): boolean {
  return code < 128 && (CLASSES[code]! & NON_PRINTABLE) !== 0;
}

export function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Whether a text is empty or white space only. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (!isWhitespace(text.charCodeAt(at))) return false;
  }
  return true;
}

/** Lower-cases A to Z only, as CSS and HTML compare names; returns the same string when nothing changes. */
export function asciiLower(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x41 && code <= 0x5a) return asciiLowerFrom(text, at);
  }
  return text;
}

function asciiLowerFrom(text: string, start: number): string {
  let lowered = text.slice(0, start);
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    lowered += code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 32) : text[at];
  }
  return lowered;
}

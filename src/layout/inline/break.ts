/**
 * Where lines may break.
 *
 * In:  the text of an inline formatting context, the properties that change breaking, the language.
 * Out: for every code unit whether a line may (1) or must (2) break before it.
 *
 * CSS Text 3 §5 https://drafts.csswg.org/css-text-3/#line-breaking, as Chrome does it: a table of its own for pairs of
 * ASCII characters, UAX 14 (uax14.ts) for all others, and always a break after spaces.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { classOverride } from './line-break-strictness.ts';
import { unicodeBreaks } from './uax14.ts';
import { breakAnywhere, breakLetters, keepWords } from './word-break.ts';

export interface BreakOptions {
  readonly wordBreak: ComputedStyle['wordBreak'];
  readonly lineBreak: ComputedStyle['lineBreak'];
  /** With 'none' a soft hyphen is no opportunity. */
  readonly hyphens?: ComputedStyle['hyphens'];
  /** 'white-space-collapse: break-spaces': every space is an opportunity, not only the last of several. */
  readonly breakSpaces?: boolean;
  /** The content language; 'line-break' has little effect without one, as in Chrome. */
  readonly locale?: string;
}

export const NO_BREAK = 0;
export const MAY_BREAK = 1;
export const MUST_BREAK = 2;

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const SOFT_HYPHEN = 0xad;

/**
 * Break opportunities of a text: out[i] is about the place before text[i]. There is one more entry than code units; the
 * first and the last are always 0, because the ends of a text are the caller's to judge.
 */
export function breakOpportunities(text: string, options: BreakOptions): Uint8Array {
  const out = new Uint8Array(text.length + 1);
  if (options.lineBreak === 'anywhere') breakAnywhere(text, out);
  else breakWords(text, options, out);
  breakAtSpaces(text, options.breakSpaces === true, out);
  if (options.hyphens === 'none') {
    for (let i = 1; i < text.length; i++) if (text.charCodeAt(i - 1) === SOFT_HYPHEN) out[i] = NO_BREAK;
  }
  out[0] = NO_BREAK;
  out[text.length] = NO_BREAK;
  return out;
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === LINE_FEED;
}

/** Never before a space, always after the last one; a preserved line feed ends its line. */
function breakAtSpaces(text: string, breakSpaces: boolean, out: Uint8Array): void {
  for (let i = 1; i < text.length; i++) {
    const before = text.charCodeAt(i - 1);
    if (before === LINE_FEED) out[i] = MUST_BREAK;
    else if (isSpace(text.charCodeAt(i))) out[i] = breakSpaces && isSpace(before) ? MAY_BREAK : NO_BREAK;
    else if (isSpace(before)) out[i] = MAY_BREAK;
  }
}

/** One stretch between spaces after the other: no rule that matters looks further. */
function breakWords(text: string, options: BreakOptions, out: Uint8Array): void {
  let override: ReturnType<typeof classOverride> | undefined;
  let start = 0;
  while (start < text.length) {
    if (isSpace(text.charCodeAt(start))) {
      start++;
      continue;
    }
    let end = start;
    let plain = true;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (isSpace(unit)) break;
      if (unit > 0x7f) plain = false;
    }
    if (!plain) {
      override ??= classOverride(options.lineBreak, options.locale ?? '');
      unicodeBreaks(text, start, end, override, out);
      if (options.wordBreak === 'keep-all') keepWords(text, start, end, out);
    }
    breakAscii(text, start, end, out);
    if (options.wordBreak === 'break-all') breakLetters(text, start, end, out);
    if (!plain) breakBeforeControls(text, start, end, out);
    start = end;
  }
}

/** Controls that begin an embedding or an isolate are like open tags: a break behind them is one before them. */
function breakBeforeControls(text: string, start: number, end: number, out: Uint8Array): void {
  for (let i = end - 1; i > start; i--) {
    if (!beginsDirection(text.charCodeAt(i)) || out[i + 1] !== MAY_BREAK) continue;
    out[i] = MAY_BREAK;
    out[i + 1] = NO_BREAK;
  }
}

function beginsDirection(unit: number): boolean {
  return (unit >= 0x2066 && unit <= 0x2068) || (unit >= 0x202a && unit <= 0x202e && unit !== 0x202c);
}

/** What follows '(', a digit or a letter holds on to it. These let a line break after them, before an opening bracket. */
const BREAKS_BEFORE_OPENING = asciiSet('!"#%&)*+,.:;=>\\]|}~');
const OPENING = asciiSet('(<[{');
/** What keeps to a hyphen or a question mark before it. */
const KEEPS_TO_HYPHEN = asciiSet('!$),./:;?]}');
const KEEPS_TO_QUESTION = asciiSet('!"\'),./:;?]}');
const HYPHEN = 0x2d;
const QUESTION = 0x3f;

function asciiSet(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** Pairs of ASCII characters, whatever UAX 14 says about them. */
function breakAscii(text: string, start: number, end: number, out: Uint8Array): void {
  for (let i = start + 1; i < end; i++) {
    const before = text.charCodeAt(i - 1);
    const unit = text.charCodeAt(i);
    if (before < 0x80 && unit < 0x80) out[i] = breaksPair(text, i, start, before, unit) ? MAY_BREAK : NO_BREAK;
  }
}

function breaksPair(text: string, at: number, start: number, before: number, unit: number): boolean {
  if (before <= SPACE || unit <= SPACE || before > 0x7e || unit > 0x7e) return false;
  if (before === HYPHEN) {
    // A hyphen before a digit may be a minus sign, unless something is joined by it.
    if (isDigit(unit)) return at - 2 >= start && isAlphanumeric(text.charCodeAt(at - 2));
    return KEEPS_TO_HYPHEN[unit] === 0;
  }
  if (before === QUESTION) return KEEPS_TO_QUESTION[unit] === 0;
  return OPENING[unit] === 1 && BREAKS_BEFORE_OPENING[before] === 1;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
}

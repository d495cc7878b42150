/**
 * What 'word-break' and 'line-break: anywhere' add to break opportunities or take from them.
 *
 * In:  a stretch of text without spaces, its opportunities so far. Out: the same array, changed.
 *
 * CSS Text 3 §5.2, §5.3 https://drafts.csswg.org/css-text-3/#word-break-property, with the pairs of classes that Chrome
 * lets 'break-all' break between.
 */
import { LB, lineBreakClass } from './line-break-class.ts';

const NO_BREAK = 0;
const MAY_BREAK = 1;

/** Made when first needed: objects of Intl cannot be part of a V8 snapshot. */
let graphemes: Intl.Segmenter | null = null;

/** 'line-break: anywhere', and 'overflow-wrap' when nothing else helps: between all grapheme clusters. */
export function breakAnywhere(text: string, out: Uint8Array): void {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { index } of graphemes.segment(text)) out[index] = MAY_BREAK;
}

// --- keep-all -------------------------------------------------------------------------------------------------------

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;

/** 'word-break: keep-all': no breaks between letters, ideographs and digits. */
export function keepWords(text: string, start: number, end: number, out: Uint8Array): void {
  for (let i = start + 1; i < end; i++) {
    if (out[i] !== NO_BREAK && keepsTo(unitBefore(text, i, start)) && keepsTo(text.charCodeAt(i))) out[i] = NO_BREAK;
  }
}

/** Chrome looks at code units: halves of surrogate pairs are no letters. */
function keepsTo(unit: number): boolean {
  return LETTER_OR_NUMBER.test(String.fromCharCode(unit)) && lineBreakClass(unit) !== LB.SA;
}

/** The code unit before a place, or the one before that when it is a mark. */
function unitBefore(text: string, at: number, start: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0x300 && at - 2 >= start && MARK.test(String.fromCharCode(unit)) ? text.charCodeAt(at - 2) : unit;
}

// --- break-all ------------------------------------------------------------------------------------------------------

const LETTER = 1;
const COMPLEX = 2;
const HYPHEN = 4;
const OPENING = 8;
const PREFIX = 16;
const POSTFIX = 32;
const CLOSING = 64;
const EXCLAMATION = 128;
const SLASH = 256;
const SEPARATOR = 512;

/** What 'break-all' breaks before, by what stands before it. All else is as usual. */
function brokenAfter(group: number): number {
  switch (group) {
    case LETTER:
    case COMPLEX:
    case SLASH:
      return LETTER | COMPLEX | HYPHEN | OPENING | PREFIX;
    case CLOSING:
      return LETTER | COMPLEX | HYPHEN | PREFIX;
    case EXCLAMATION:
      return LETTER | COMPLEX | HYPHEN | PREFIX | POSTFIX;
    case POSTFIX:
      return LETTER | HYPHEN | PREFIX | POSTFIX;
    case SEPARATOR:
      return LETTER | HYPHEN;
    case HYPHEN:
      return DIGIT_AFTER_HYPHEN;
    case PREFIX:
      return POSTFIX;
    default:
      return 0;
  }
}

const DIGIT_AFTER_HYPHEN = 1024;

function groupOf(codePoint: number): number {
  // Chrome counts '+' and '|' as letters here.
  if (codePoint === 0x2b || codePoint === 0x7c) return LETTER;
  switch (lineBreakClass(codePoint)) {
    case LB.AL:
    case LB.AI:
    case LB.HL:
    case LB.DC:
      return LETTER;
    case LB.NU:
      return LETTER | DIGIT_AFTER_HYPHEN;
    case LB.SA:
      return COMPLEX;
    case LB.HY:
      return HYPHEN;
    case LB.OP:
      return OPENING;
    case LB.PR:
      return PREFIX;
    case LB.PO:
      return POSTFIX;
    case LB.CL:
    case LB.CP:
      return CLOSING;
    case LB.EX:
      return EXCLAMATION;
    case LB.SY:
      return SLASH;
    case LB.IS:
      return SEPARATOR;
    default:
      return 0;
  }
}

/** 'word-break: break-all': also between letters and digits. */
export function breakLetters(text: string, start: number, end: number, out: Uint8Array): void {
  for (let i = start + 1; i < end; i++) {
    if (out[i] !== NO_BREAK) continue;
    const group = groupOf(text.codePointAt(i)!);
    if (group === 0) continue;
    const before = codePointBefore(text, i, start);
    if ((brokenAfter(groupOf(before) & ~DIGIT_AFTER_HYPHEN) & group) !== 0) out[i] = MAY_BREAK;
  }
}

/** The character before a place, or the one before that when it is a mark. */
function codePointBefore(text: string, at: number, start: number): number {
  const unit = text.charCodeAt(at - 1);
  if (unit < 0x300) return unit;
  if (unit >= 0xdc00 && unit <= 0xdfff && at - 2 >= start) return text.codePointAt(at - 2)!;
  return at - 2 >= start && MARK.test(String.fromCharCode(unit)) ? text.charCodeAt(at - 2) : unit;
}

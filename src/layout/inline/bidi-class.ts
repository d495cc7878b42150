/**
 * Bidirectional classes and bracket pairs of characters.
 *
 * In:  a code point. Out: its class as a number; for a bracket its counterpart.
 *
 * UAX 9 §3.2 https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types, BidiBrackets.txt.
 */
import { IntReader } from '../text/int-string.ts';
import { PropertyTable } from '../text/property-table.ts';
import { bidiTable, bracketTable } from '../text/tables/bidi.ts';

export { BC } from './bidi-names.ts';

const table = new PropertyTable(bidiTable);

export function bidiClass(codePoint: number): number {
  return table.get(codePoint);
}

let closingOf: Map<number, number> | null = null;
let openingOf: Map<number, number> | null = null;

function readBrackets(): void {
  closingOf = new Map();
  openingOf = new Map();
  const reader = new IntReader(bracketTable);
  let open = 0;
  while (!reader.done) {
    open += reader.unsigned();
    const close = open + reader.signed();
    closingOf.set(open, canonical(close));
    openingOf.set(close, canonical(open));
  }
}

/** Angle brackets are encoded twice, and count as the same. */
function canonical(bracket: number): number {
  if (bracket === 0x2329) return 0x3008;
  return bracket === 0x232a ? 0x3009 : bracket;
}

/** The bracket that closes this one, or 0 when this one opens nothing. */
export function closingBracket(codePoint: number): number {
  if (!closingOf) readBrackets();
  return closingOf!.get(codePoint) ?? 0;
}

/** This bracket in its canonical form if it closes something, else 0. */
export function asClosingBracket(codePoint: number): number {
  if (!openingOf) readBrackets();
  return openingOf!.has(codePoint) ? canonical(codePoint) : 0;
}

/** Whether a text has anything but left-to-right characters: if not, and the base is left-to-right, all levels are 0. */
export function hasBidi(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x590 && mayBeRightToLeft(unit)) return true;
  }
  return false;
}

/** Code units of right-to-left scripts and of bidirectional controls. A few others pass too; they do no harm. */
function mayBeRightToLeft(unit: number): boolean {
  if (unit <= 0x8ff) return true;
  if (unit < 0x200f) return false;
  if (unit <= 0x2069) return unit === 0x200f || (unit >= 0x202a && unit <= 0x202e) || unit >= 0x2066;
  // Leading surrogates of U+10800 to U+10FFF and U+1E800 to U+1EFFF.
  if (unit < 0xd802) return false;
  if (unit <= 0xd803 || unit === 0xd83a || unit === 0xd83b) return true;
  return (unit >= 0xfb1d && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfeff);
}

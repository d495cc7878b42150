/**
 * Values of single longhands, read by their grammars.
 *
 * In:  a longhand's name and text. Out: its value, or how it is written; `null` when it is not valid.
 */
import { findLonghand } from '../properties/table.ts';
import { forgetOldest } from '../substitution.ts';
import { readValue, type ValueReader } from '../value-reader.ts';
import { matchGrammar } from './match.ts';
import { grammarOf, productions } from './property-grammar.ts';
import { listedProperty } from './property-list.ts';
import type { WrittenValue } from './written-value.ts';

/** Key: name and text, on which alone a value depends. */
const kept = new Map<string, WrittenValue | null>();
const MAX_KEPT = 10_000;
const MAX_KEPT_TEXT = 400;

/** Initial values that are written in another way than they are computed. */
const INITIAL: ReadonlyMap<string, string> = new Map([
  ...['top', 'right', 'bottom', 'left', 'block-start', 'block-end', 'inline-start', 'inline-end'].map(
    (side): [string, string] => [`border-${side}-width`, 'medium'],
  ),
  ['outline-width', 'medium'],
  ['column-rule-width', 'medium'],
  ['row-rule-width', 'medium'],
  ['font-size', 'medium'],
  ['font-weight', 'normal'],
  ['font-stretch', 'normal'],
  ['animation-duration', 'auto'],
  ['background-position-x', '0%'],
  ['background-position-y', '0%'],
  ['page', 'auto'],
]);

export function initialText(longhand: string): string {
  return INITIAL.get(longhand) ?? listedProperty(longhand)?.initial ?? '';
}

/** Takes a longhand's value from a reader that may go on behind it. */
export function takeLonghand(longhand: string, reader: ValueReader): WrittenValue | undefined {
  const known = grammarOf(longhand);
  if (known === null) return undefined;
  const value = matchGrammar(known.grammar, reader, productions);
  return value === undefined || !known.made ? value : { kind: 'made', name: longhand, value };
}

/** The whole text as a value of the longhand; wide keywords and references are the caller's to see. */
export function writtenLonghand(longhand: string, text: string): WrittenValue | null {
  const key = `${longhand}:${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = parseLonghand(longhand, text);
  if (key.length <= MAX_KEPT_TEXT) {
    if (kept.size >= MAX_KEPT) forgetOldest(kept, MAX_KEPT / 2);
    kept.set(key, value);
  }
  return value;
}

function parseLonghand(longhand: string, text: string): WrittenValue | null {
  const reader = readValue(text);
  if (reader === null) return null;
  if (grammarOf(longhand) !== null) {
    const value = takeLonghand(longhand, reader);
    if (value !== undefined && reader.done) return value;
    reader.rewind(0);
  }
  // Layout's own table may know more; such text needs no change but white space.
  const parsed = findLonghand(longhand)?.parse(reader);
  return parsed === undefined || !reader.done ? null : text.trim().replace(/\s+/g, ' ');
}

/**
 * Declaration blocks as script sees them: longhands in order, shorthands put together from them, text in one spelling.
 *
 * In:  the text of a style attribute or of a rule's body. Out: values by name, the text again, and changed texts.
 *
 * CSSOM 1 §6.6 https://drafts.csswg.org/cssom-1/#css-declaration-blocks
 */
import { BlockScanner } from '../block-scanner.ts';
import { asciiLower } from '../code-points.ts';
import { compileDeclaration } from '../properties/compile.ts';
import { forgetOldest, mayHaveReferences, parseTemplate } from '../substitution.ts';
import { readValue } from '../value-reader.ts';
import { longhandsOf, propertyFor, WRITTEN_SHORTHANDS, writtenShorthand } from './shorthand-table.ts';
import { initialText, writtenLonghand } from './written-longhand.ts';
import { specifiedText } from './written-value.ts';

export interface DeclaredEntry {
  /** Empty for a part of a shorthand that waits for its variables. */
  readonly value: string;
  /** The shorthand that waits, the same object in all of its longhands. */
  readonly pending: { readonly shorthand: string; readonly text: string } | null;
  readonly important: boolean;
}

/** Immutable: a change gives another one. */
export type DeclaredBlock = ReadonlyMap<string, DeclaredEntry>;

const EMPTY: DeclaredBlock = new Map();
const WIDE = /^(?:initial|inherit|unset|revert|revert-layer)$/i;

/** Key: the text. Blocks are immutable. */
const kept = new Map<string, DeclaredBlock>();
const MAX_KEPT = 2_000;
const MAX_KEPT_TEXT = 4_000;

export function declaredBlock(text: string): DeclaredBlock {
  if (text === '') return EMPTY;
  const known = kept.get(text);
  if (known !== undefined) return known;
  return keep(text, parseBlock(text));
}

function keep(text: string, block: DeclaredBlock): DeclaredBlock {
  if (text.length <= MAX_KEPT_TEXT) {
    if (kept.size >= MAX_KEPT) forgetOldest(kept, MAX_KEPT / 2);
    kept.set(text, block);
  }
  return block;
}

function parseBlock(text: string): DeclaredBlock {
  const block = new Map<string, DeclaredEntry>();
  const scanner = new BlockScanner(text);
  while (!scanner.atEnd) {
    if (scanner.is('whitespace') || scanner.is('semicolon')) {
      scanner.advance();
      continue;
    }
    if (scanner.type === 'at-keyword') {
      scanner.prelude(false, true);
      if (scanner.is('{')) scanner.skipBlock();
      continue;
    }
    const item = scanner.item('attribute');
    if (item.kind === 'rule') scanner.skipRestOfBlock();
    if (item.kind !== 'declaration') continue;
    const entries = declaredEntries(propertyFor(item.name), item.value, item.important);
    if (entries === null) continue;
    for (const [name, entry] of entries) {
      if (!entry.important && block.get(name)?.important) continue;
      // What is said again comes last.
      block.delete(name);
      block.set(name, entry);
    }
  }
  return block;
}

/** What a declaration gives its longhands; `null` when it is not valid. `property` is a name from `propertyFor`. */
export function declaredEntries(
  property: string,
  value: string,
  important: boolean,
): ReadonlyMap<string, DeclaredEntry> | null {
  const text = value.trim();
  if (property.startsWith('--')) {
    if (mayHaveReferences(text) && parseTemplate(text) === null) return null;
    return new Map([[property, { value: text, pending: null, important }]]);
  }
  const longhands = longhandsOf(property);
  if (text === '' || longhands.length === 0) return null;
  if (WIDE.test(text)) {
    const entry: DeclaredEntry = { value: asciiLower(text), pending: null, important };
    return new Map(property === 'all' ? [['all', entry]] : longhands.map((name) => [name, entry]));
  }
  const shorthand = writtenShorthand(property);
  if (mayHaveReferences(text) && !(property === 'content' && writtenLonghand(property, text) !== null)) {
    if (parseTemplate(text) === null) return null;
    const whole = closed(text);
    const pending = shorthand === null ? null : { shorthand: property, text: whole };
    return new Map(longhands.map((name) => [name, { value: pending === null ? whole : '', pending, important }]));
  }
  const texts = longhandTexts(property, text);
  return texts === null
    ? null
    : new Map([...texts].map(([name, each]) => [name, { value: each, pending: null, important }]));
}

/** What the end of the text leaves open is closed, so that something can follow it. */
function closed(text: string): string {
  const open: string[] = [];
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[' || character === '{') open.push(CLOSING[character]!);
    else if (character === open.at(-1)) open.pop();
  }
  return `${text}${quote}${open.reverse().join('')}`;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The texts of a declaration's longhands; `null` when its value is not valid. */
export function longhandTexts(property: string, text: string): ReadonlyMap<string, string> | null {
  const shorthand = writtenShorthand(property);
  if (shorthand === null) {
    const value = property === 'all' ? null : writtenLonghand(property, text);
    return value === null ? null : new Map([[property, specifiedText(value)]]);
  }
  const reader = readValue(text);
  const found = reader === null ? null : shorthand.expand(reader);
  if (found === null || !reader!.done) return null;
  return new Map(shorthand.longhands.map((name) => [name, found.get(name) ?? initialText(name)]));
}

/** §6.6.1 getPropertyValue. */
export function declaredValue(block: DeclaredBlock, name: string): string {
  const property = propertyFor(name);
  const entry = block.get(property);
  if (entry !== undefined) return entry.value;
  const shorthand = writtenShorthand(property);
  return shorthand === null ? '' : shorthandValue(block, property);
}

function shorthandValue(block: DeclaredBlock, property: string): string {
  const { longhands, write } = writtenShorthand(property)!;
  const first = block.get(longhands[0]!);
  if (first === undefined) return '';
  let isWide = false;
  let isEqual = true;
  for (const name of longhands) {
    const entry = block.get(name);
    if (entry === undefined || entry.important !== first.important || entry.pending !== first.pending) return '';
    if (entry.value !== first.value) isEqual = false;
    if (WIDE.test(entry.value) || mayHaveReferences(entry.value)) isWide = true;
  }
  if (first.pending !== null) return first.pending.shorthand === property ? first.pending.text : '';
  if (isWide) return isEqual && WIDE.test(first.value) ? first.value : '';
  return write((name) => block.get(name)!.value, false);
}

/** §6.6.1 getPropertyPriority: of a shorthand, important when all of its longhands are. */
export function declaredPriority(block: DeclaredBlock, name: string): string {
  const property = propertyFor(name);
  const longhands = block.has(property) ? [property] : longhandsOf(property);
  return longhands.length > 0 && longhands.every((each) => block.get(each)?.important) ? 'important' : '';
}

/** Whether a declaration is valid, by its grammar or by layout's table (CSS Conditional 3 §2). */
export function supportsWritten(name: string, value: string): boolean {
  return declaredEntries(propertyFor(name), value, false) !== null || compileDeclaration(name, value, false).length > 0;
}

/** The block's one text. From here on it stands for this block, whose order the text may not show. */
export function normalisedText(text: string): string {
  const block = declaredBlock(text);
  const result = blockText(block);
  keep(result, block);
  return result;
}

/** §6.6.1 setProperty: the block's new text; `null` when nothing changes. An empty value removes. */
export function changedText(text: string, name: string, value: string, important: boolean): string | null {
  const block = declaredBlock(text);
  const property = propertyFor(name);
  const changed = new Map(block);
  if (value.trim() === '' && !(property.startsWith('--') && value !== '')) {
    let isChanged = false;
    for (const each of property.startsWith('--') || block.has(property) ? [property] : longhandsOf(property)) {
      if (changed.delete(each)) isChanged = true;
    }
    if (!isChanged) return null;
  } else {
    const entries = declaredEntries(property, value, important);
    if (entries === null) return null;
    for (const [each, entry] of entries) changed.set(each, entry);
  }
  const result = blockText(changed);
  keep(result, changed);
  return result;
}

/** Of each longhand the shorthands that have it, the largest first. */
let shorthandsOf: ReadonlyMap<string, readonly string[]> | null = null;

function shorthandsByLonghand(): ReadonlyMap<string, readonly string[]> {
  if (shorthandsOf !== null) return shorthandsOf;
  const map = new Map<string, string[]>();
  const sorted = [...WRITTEN_SHORTHANDS].sort(
    ([, first], [, second]) => second.longhands.length - first.longhands.length,
  );
  for (const [name, { longhands }] of sorted) {
    if (longhands.length < 2) continue;
    for (const longhand of longhands) {
      const list = map.get(longhand);
      if (list === undefined) map.set(longhand, [name]);
      else list.push(name);
    }
  }
  shorthandsOf = map;
  return map;
}

/** §6.6.1: serialize a CSS declaration block. */
export function blockText(block: DeclaredBlock): string {
  const parts: string[] = [];
  const done = new Set<string>();
  const add = (name: string, value: string, important: boolean): void => {
    parts.push(`${name}: ${value}${important ? ' !important' : ''};`);
  };
  // Differs: a shorthand that waits and has lost some of its longhands is written first, so that it still gives the others.
  for (const { pending, important } of block.values()) {
    if (pending === null || shorthandValue(block, pending.shorthand) !== '' || done.has(pending.shorthand)) continue;
    done.add(pending.shorthand);
    add(pending.shorthand, pending.text, important);
  }
  for (const [name, { value, important, pending }] of block) {
    if (done.has(name)) continue;
    const shorthand = block.size < 2 ? undefined : wholeShorthand(block, name, done);
    if (shorthand !== undefined) {
      for (const longhand of writtenShorthand(shorthand.name)!.longhands) done.add(longhand);
      add(shorthand.name, shorthand.text, important);
    } else if (pending === null) add(name, value, important);
  }
  return parts.join(' ');
}

function wholeShorthand(
  block: DeclaredBlock,
  longhand: string,
  done: ReadonlySet<string>,
): { name: string; text: string } | undefined {
  for (const name of shorthandsByLonghand().get(longhand) ?? []) {
    const { longhands } = writtenShorthand(name)!;
    if (longhands.length > block.size || !longhands.every((each) => block.has(each) && !done.has(each))) continue;
    const text = shorthandValue(block, name);
    if (text !== '') return { name, text };
  }
  return undefined;
}

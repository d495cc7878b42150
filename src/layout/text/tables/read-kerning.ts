/**
 * Kerning of a font file as values between characters.
 *
 * In:  a font opened by fontkit, its characters and its ligatures.
 * Out: the classes and values of FaceData.kerning (face.ts), the classes of the ligatures.
 *
 * The GPOS 'kern' feature is read as HarfBuzz applies it: the lookups of the script one after the other, in each the
 * first subtable that covers the pair. A font without that feature falls back to its 'kern' table.
 * OpenType GPOS §Pair adjustment https://learn.microsoft.com/typography/opentype/spec/gpos
 */
import { encodeSigned, encodeUnsigned } from '../int-string.ts';
import {
  classesOfGlyphs,
  coveredGlyphs,
  type FontFile,
  featureLookups,
  type LayoutTable,
  type PairSubtable,
  subtablesOfType,
} from './font-file.ts';

/** Something that stands in a pair: a character, or a ligature that several characters become. */
export interface KernItem {
  readonly glyph: number;
  readonly codePoint: number | null;
  readonly script: string;
}

export interface KerningTable {
  readonly text: string;
  readonly leftClassOf: ReadonlyMap<KernItem, number>;
  readonly rightClassOf: ReadonlyMap<KernItem, number>;
}

type Rows = ReadonlyMap<number, ReadonlyMap<number, number>>;

const COMMON = 'DFLT';
const PAIR_ADJUSTMENT = 2;
const POSITIONING_EXTENSION = 9;

/** The OpenType tag of a character's script; punctuation and digits are common to all. */
export function scriptOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/\p{Script=Latin}/u.test(character)) return 'latn';
  if (/\p{Script=Cyrillic}/u.test(character)) return 'cyrl';
  if (/\p{Script=Greek}/u.test(character)) return 'grek';
  if (/\p{Script=Hebrew}/u.test(character)) return 'hebr';
  if (/\p{Script=Arabic}/u.test(character)) return 'arab';
  if (/\p{Script=Common}|\p{Script=Inherited}/u.test(character)) return COMMON;
  return 'other';
}

export function readKerning(font: FontFile, items: readonly KernItem[]): KerningTable {
  const rowsByScript = new Map<string, Rows>();
  const byLookups = new Map<string, Rows>();
  for (const script of new Set(items.map((item) => item.script))) {
    const lookups = font.GPOS ? featureLookups(font.GPOS, script === COMMON ? 'latn' : script, 'kern') : [];
    const key = lookups.join();
    let rows = byLookups.get(key);
    if (!rows) {
      rows = font.GPOS && lookups.length > 0 ? gposRows(font.GPOS, lookups, items) : kernTableRows(font);
      byLookups.set(key, rows);
    }
    rowsByScript.set(script, rows);
  }

  const kerned = new Set<number>();
  for (const rows of byLookups.values()) for (const row of rows.values()) for (const glyph of row.keys()) kerned.add(glyph);
  const rights = items.filter((item) => kerned.has(item.glyph));

  // A row is what one left item does to all right items; equal rows are one class, and so are equal columns.
  const rowKeys = new Map<string, number[]>();
  const rowItems = new Map<string, KernItem[]>();
  for (const left of items) {
    const row = rights.map((right) => pairValue(rowsByScript, left, right));
    if (row.every((value) => value === 0)) continue;
    const key = row.join();
    rowKeys.set(key, row);
    const same = rowItems.get(key);
    if (same) same.push(left);
    else rowItems.set(key, [left]);
  }
  const rows = [...rowKeys.values()];
  const leftClassOf = new Map<KernItem, number>();
  [...rowKeys.keys()].forEach((key, index) => {
    for (const item of rowItems.get(key)!) leftClassOf.set(item, index + 1);
  });

  const columns: number[][] = [];
  const columnOf = new Map<string, number>();
  const rightClassOf = new Map<KernItem, number>();
  rights.forEach((right, index) => {
    const column = rows.map((row) => row[index]!);
    if (column.every((value) => value === 0)) return;
    const key = column.join();
    let number = columnOf.get(key);
    if (number === undefined) {
      columns.push(column);
      number = columns.length;
      columnOf.set(key, number);
    }
    rightClassOf.set(right, number);
  });
  if (columns.length === 0) return { text: '', leftClassOf, rightClassOf };

  let text = encodeClasses(leftClassOf) + encodeClasses(rightClassOf);
  text += encodeUnsigned(rows.length) + encodeUnsigned(columns.length);
  for (let row = 0; row < rows.length; row++) {
    const cells = columns.map((column, index) => ({ index, value: column[row]! })).filter((cell) => cell.value !== 0);
    text += encodeUnsigned(cells.length);
    let last = -1;
    for (const cell of cells) {
      text += encodeUnsigned(cell.index - last - 1) + encodeSigned(cell.value);
      last = cell.index;
    }
  }
  return { text, leftClassOf, rightClassOf };
}

/** Kerning happens inside a run of one script; common characters join the run that they stand in. */
function pairValue(rowsByScript: ReadonlyMap<string, Rows>, left: KernItem, right: KernItem): number {
  const script = left.script === COMMON ? right.script : left.script;
  if (right.script !== COMMON && right.script !== script) return 0;
  return rowsByScript.get(script)!.get(left.glyph)?.get(right.glyph) ?? 0;
}

function encodeClasses(classes: ReadonlyMap<KernItem, number>): string {
  const characters = [...classes].filter(([item]) => item.codePoint !== null);
  characters.sort(([a], [b]) => a.codePoint! - b.codePoint!);
  let text = encodeUnsigned(characters.length);
  let last = 0;
  for (const [item, value] of characters) {
    text += encodeUnsigned(item.codePoint! - last) + encodeUnsigned(value);
    last = item.codePoint!;
  }
  return text;
}

/** Pair values of one subtable: `null` when the pair is not its business and the next subtable is asked. */
interface PairValues {
  readonly lefts: ReadonlySet<number>;
  value(left: number, right: number): number | null;
}

function gposRows(table: LayoutTable, lookups: readonly number[], items: readonly KernItem[]): Rows {
  const glyphs = [...new Set(items.map((item) => item.glyph))];
  const rows = new Map<number, Map<number, number>>();
  for (const index of lookups) {
    const subtables = subtablesOfType(table.lookupList.get(index), PAIR_ADJUSTMENT, POSITIONING_EXTENSION);
    const values = subtables.map((subtable) => pairValues(subtable as PairSubtable));
    for (const left of glyphs) {
      const covering = values.filter((subtable) => subtable.lefts.has(left));
      if (covering.length === 0) continue;
      let row = rows.get(left);
      for (const right of glyphs) {
        const value = firstValue(covering, left, right);
        if (value === 0) continue;
        if (!row) rows.set(left, (row = new Map()));
        row.set(right, (row.get(right) ?? 0) + value);
      }
    }
  }
  return rows;
}

function firstValue(subtables: readonly PairValues[], left: number, right: number): number {
  for (const subtable of subtables) {
    const value = subtable.value(left, right);
    if (value !== null) return value;
  }
  return 0;
}

function pairValues(subtable: PairSubtable): PairValues {
  const covered = coveredGlyphs(subtable.coverage);
  const lefts = new Set(covered);
  if (subtable.version === 1) {
    const pairs = new Map<number, Map<number, number>>();
    covered.forEach((left, index) => {
      const row = new Map<number, number>();
      for (const pair of subtable.pairSets.get(index)) {
        if (!row.has(pair.secondGlyph)) row.set(pair.secondGlyph, (pair.value1?.xAdvance ?? 0) + (pair.value2?.xAdvance ?? 0));
      }
      pairs.set(left, row);
    });
    return { lefts, value: (left, right) => pairs.get(left)?.get(right) ?? null };
  }
  const leftClasses = classesOfGlyphs(subtable.classDef1);
  const rightClasses = classesOfGlyphs(subtable.classDef2);
  const matrix: number[][] = [];
  for (let i = 0; i < subtable.classRecords.length; i++) {
    const records = subtable.classRecords.get(i);
    const row: number[] = [];
    for (let j = 0; j < records.length; j++) {
      const record = records.get(j);
      row.push((record.value1?.xAdvance ?? 0) + (record.value2?.xAdvance ?? 0));
    }
    matrix.push(row);
  }
  return { lefts, value: (left, right) => matrix[leftClasses.get(left) ?? 0]?.[rightClasses.get(right) ?? 0] ?? null };
}

function kernTableRows(font: FontFile): Rows {
  const rows = new Map<number, Map<number, number>>();
  for (const table of font.kern?.tables ?? []) {
    if (table.format !== 0 || !table.coverage.horizontal || table.coverage.crossStream) continue;
    for (const pair of table.subtable.pairs) {
      let row = rows.get(pair.left);
      if (!row) rows.set(pair.left, (row = new Map()));
      row.set(pair.right, (row.get(pair.right) ?? 0) + pair.value);
    }
  }
  return rows;
}

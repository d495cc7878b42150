/**
 * Opening font files for the table generators, and the part of fontkit's object model that they read.
 *
 * In:  a path of a TTF, OTF, WOFF or WOFF2 file. Out: its tables as objects.
 */
import { createRequire } from 'node:module';

export interface FontFile {
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  readonly 'OS/2': {
    readonly typoAscender: number;
    readonly typoDescender: number;
    readonly typoLineGap: number;
    readonly winAscent: number;
    readonly winDescent: number;
    readonly xAvgCharWidth: number;
    readonly xHeight?: number;
    readonly capHeight?: number;
    readonly fsSelection: { readonly useTypoMetrics: boolean };
  };
  readonly head: { readonly xMin: number; readonly xMax: number };
  readonly hhea: { readonly ascent: number; readonly descent: number; readonly lineGap: number };
  readonly GDEF?: { readonly glyphClassDef?: ClassDefinition | null };
  readonly GPOS?: LayoutTable;
  readonly GSUB?: LayoutTable;
  readonly kern?: {
    readonly tables: readonly {
      readonly format: number;
      readonly coverage: { readonly horizontal: boolean; readonly crossStream: boolean };
      readonly subtable: { readonly pairs: readonly { readonly left: number; readonly right: number; readonly value: number }[] };
    }[];
  };
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number): Glyph;
}

export interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly bbox: { readonly maxY: number };
}

interface LazyList<T> {
  readonly length: number;
  get(index: number): T;
}

export type Coverage =
  | { readonly version: 1; readonly glyphs: readonly number[] }
  | {
      readonly version: 2;
      readonly rangeRecords: readonly { readonly start: number; readonly end: number; readonly startCoverageIndex: number }[];
    };

export type ClassDefinition =
  | { readonly version: 1; readonly startGlyph: number; readonly classValueArray: readonly number[] }
  | { readonly version: 2; readonly classRangeRecord: readonly { readonly start: number; readonly end: number; readonly class: number }[] };

interface Adjustment {
  readonly xAdvance?: number;
}

interface PairAdjustment {
  readonly value1?: Adjustment;
  readonly value2?: Adjustment;
}

export type PairSubtable =
  | {
      readonly version: 1;
      readonly coverage: Coverage;
      readonly pairSets: LazyList<readonly (PairAdjustment & { readonly secondGlyph: number })[]>;
    }
  | {
      readonly version: 2;
      readonly coverage: Coverage;
      readonly classDef1: ClassDefinition;
      readonly classDef2: ClassDefinition;
      readonly classRecords: LazyList<LazyList<PairAdjustment>>;
    };

export interface LigatureSubtable {
  readonly coverage: Coverage;
  readonly ligatureSets: LazyList<readonly { readonly glyph: number; readonly components: readonly number[] }[]>;
}

/** A lookup of GPOS or GSUB. An extension subtable (9 and 7) says its real type and holds it. */
export interface Lookup {
  readonly lookupType: number;
  readonly subTables: readonly { readonly lookupType?: number; readonly extension?: unknown }[];
}

export interface LayoutTable {
  readonly scriptList: readonly {
    readonly tag: string;
    readonly script: { readonly defaultLangSys: { readonly featureIndexes: readonly number[] } | null };
  }[];
  readonly featureList: readonly { readonly tag: string; readonly feature: { readonly lookupListIndexes: readonly number[] } }[];
  readonly lookupList: LazyList<Lookup>;
}

const fontkit = createRequire(import.meta.url)('fontkit') as { openSync(path: string): FontFile };

export function openFont(path: string): FontFile {
  return fontkit.openSync(path);
}

/** The glyphs of a coverage table, by their coverage index. */
export function coveredGlyphs(coverage: Coverage): number[] {
  if (coverage.version === 1) return [...coverage.glyphs];
  const glyphs: number[] = [];
  for (const range of coverage.rangeRecords) {
    for (let glyph = range.start; glyph <= range.end; glyph++) {
      glyphs[range.startCoverageIndex + glyph - range.start] = glyph;
    }
  }
  return glyphs;
}

/** The class of every glyph that is not of class 0. */
export function classesOfGlyphs(definition: ClassDefinition): Map<number, number> {
  const classes = new Map<number, number>();
  if (definition.version === 1) {
    definition.classValueArray.forEach((value, index) => {
      if (value !== 0) classes.set(definition.startGlyph + index, value);
    });
  } else {
    for (const range of definition.classRangeRecord) {
      for (let glyph = range.start; glyph <= range.end; glyph++) if (range.class !== 0) classes.set(glyph, range.class);
    }
  }
  return classes;
}

/** The lookups of a feature for a script, in the order they are applied. */
export function featureLookups(table: LayoutTable, script: string, feature: string): number[] {
  const find = (tag: string) => table.scriptList.find((entry) => entry.tag === tag);
  const found = find(script) ?? find('DFLT') ?? find('dflt') ?? find('latn');
  const lookups = new Set<number>();
  for (const index of found?.script.defaultLangSys?.featureIndexes ?? []) {
    const record = table.featureList[index];
    if (record?.tag !== feature) continue;
    for (const lookup of record.feature.lookupListIndexes) lookups.add(lookup);
  }
  return [...lookups].sort((a, b) => a - b);
}

/** The subtables of a lookup that are of one type, whether or not they are wrapped in an extension. */
export function subtablesOfType(lookup: Lookup, type: number, extensionType: number): unknown[] {
  if (lookup.lookupType === type) return [...lookup.subTables];
  if (lookup.lookupType !== extensionType) return [];
  return lookup.subTables.filter((subtable) => subtable.lookupType === type).map((subtable) => subtable.extension);
}

/**
 * One face of a font family as far as layout sees it: advances, kerning, ligatures, vertical metrics.
 *
 * In:  a row of a generated table (tables/*.ts): numbers in font units, lists as strings (int-string.ts).
 * Out: a Face whose lookups are array reads. It is decoded when first used and kept: there are only as many as tables.
 *
 * OpenType: cmap, hmtx, hhea, OS/2, GPOS 'kern', GSUB 'liga' https://learn.microsoft.com/typography/opentype/spec/
 */
import { type CodePointPages, CodePointPagesBuilder } from './code-point-pages.ts';
import { IntReader } from './int-string.ts';

/** A face as the generator writes it. All lengths are in font units. */
export interface FaceData {
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** The heights are those of the glyphs 'x' and 'H', because the font does not state them. */
  readonly measuredHeights: boolean;
  readonly averageAdvance: number;
  /** From the leftmost to the rightmost point of any glyph. */
  readonly widest: number;
  /** Advance of the glyph that stands for a missing one. */
  readonly notdef: number;
  /** Pairs: characters left out, characters that follow one another. */
  readonly coverage: string;
  /** Distinct advances, most frequent first, then the index of each covered character; runs are shortened. */
  readonly advances: string;
  /** Classes of the left and right character, then the values of their pairs. Empty when there is no kerning. */
  readonly kerning: string;
  /** Length, characters, advance, left class, right class. */
  readonly ligatures: string;
  /** The advance of an icon that is written as a word, where the font has such icons. */
  readonly wordAdvance?: number;
}

/** All faces of a family. */
export interface FamilyData {
  readonly name: string;
  readonly faces: readonly FaceData[];
}

/** Characters that are drawn as one glyph by default. */
export interface Ligature {
  readonly codePoints: readonly number[];
  readonly advance: number;
  readonly kernLeft: number;
  readonly kernRight: number;
}

const MISSING = -1;

export class Face {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly measuredHeights: boolean;
  readonly averageAdvance: number;
  readonly widest: number;
  readonly notdef: number;
  /** Ligatures by their first character, longest first. */
  readonly ligatures: ReadonlyMap<number, readonly Ligature[]>;
  /** The advance of an icon that is written as a word; 0 where words are words. */
  readonly wordAdvance: number;
  readonly hasKerning: boolean;
  readonly #advances: CodePointPages;
  readonly #kernLeft: CodePointPages;
  readonly #kernRight: CodePointPages;
  readonly #kernColumns: number;
  readonly #kernValues: Int16Array;

  constructor(family: string, data: FaceData) {
    this.family = family;
    this.weight = data.weight;
    this.italic = data.italic;
    this.unitsPerEm = data.unitsPerEm;
    this.ascent = data.ascent;
    this.descent = data.descent;
    this.lineGap = data.lineGap;
    this.xHeight = data.xHeight;
    this.capHeight = data.capHeight;
    this.measuredHeights = data.measuredHeights;
    this.averageAdvance = data.averageAdvance;
    this.widest = data.widest;
    this.notdef = data.notdef;
    this.#advances = readAdvances(data.coverage, data.advances);
    this.hasKerning = data.kerning !== '';
    const kerning = new IntReader(data.kerning);
    this.#kernLeft = readClasses(kerning);
    this.#kernRight = readClasses(kerning);
    const rows = kerning.unsigned();
    this.#kernColumns = kerning.unsigned();
    this.#kernValues = readKernValues(kerning, rows, this.#kernColumns);
    this.ligatures = readLigatures(data.ligatures);
    this.wordAdvance = data.wordAdvance ?? 0;
  }

  /** The advance of a character in font units, or -1 when the face has no glyph for it. */
  advance(codePoint: number): number {
    return this.#advances.get(codePoint);
  }

  has(codePoint: number): boolean {
    return this.advance(codePoint) !== MISSING;
  }

  /** The kerning class of a character that stands on the left of a pair; 0 has no pairs. */
  kernLeft(codePoint: number): number {
    return this.#kernLeft.get(codePoint);
  }

  kernRight(codePoint: number): number {
    return this.#kernRight.get(codePoint);
  }

  /** What is added between two glyphs of these classes, in font units. */
  kernValue(left: number, right: number): number {
    return left === 0 || right === 0 ? 0 : this.#kernValues[(left - 1) * this.#kernColumns + right - 1]!;
  }
}

/** An index that is odd is followed by how often it is repeated, less two. */
function readAdvances(coverage: string, advances: string): CodePointPages {
  const pages = new CodePointPagesBuilder(MISSING);
  const ranges = new IntReader(coverage);
  const reader = new IntReader(advances);
  const distinct = new Int16Array(reader.unsigned());
  for (let i = 0; i < distinct.length; i++) distinct[i] = reader.unsigned();
  let codePoint = 0;
  let value = 0;
  let repeat = 0;
  while (!ranges.done) {
    codePoint += ranges.unsigned();
    for (let left = ranges.unsigned(); left > 0; left--) {
      if (repeat === 0) {
        const index = reader.unsigned();
        value = distinct[index >>> 1]!;
        repeat = index & 1 ? reader.unsigned() + 2 : 1;
      }
      repeat--;
      pages.set(codePoint, ++codePoint, value);
    }
  }
  return pages.build();
}

function readClasses(reader: IntReader): CodePointPages {
  const pages = new CodePointPagesBuilder(0);
  let codePoint = 0;
  for (let left = reader.unsigned(); left > 0; left--) {
    codePoint += reader.unsigned();
    pages.set(codePoint, codePoint + 1, reader.unsigned());
  }
  return pages.build();
}

function readKernValues(reader: IntReader, rows: number, columns: number): Int16Array {
  const values = new Int16Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    let column = -1;
    for (let left = reader.unsigned(); left > 0; left--) {
      column += reader.unsigned() + 1;
      values[row * columns + column] = reader.signed();
    }
  }
  return values;
}

function readLigatures(text: string): Map<number, Ligature[]> {
  const byFirst = new Map<number, Ligature[]>();
  const reader = new IntReader(text);
  while (!reader.done) {
    const codePoints: number[] = [];
    for (let left = reader.unsigned(); left > 0; left--) codePoints.push(reader.unsigned());
    const ligature = {
      codePoints,
      advance: reader.unsigned(),
      kernLeft: reader.unsigned(),
      kernRight: reader.unsigned(),
    };
    const first = codePoints[0];
    if (first === undefined) continue;
    const others = byFirst.get(first);
    if (others) others.push(ligature);
    else byFirst.set(first, [ligature]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.codePoints.length - a.codePoints.length);
  return byFirst;
}

/**
 * One font file as a row of a table.
 *
 * In:  a font opened by fontkit, the characters wanted, weight and slant.
 * Out: FaceData (face.ts).
 *
 * Metrics are chosen as Skia does with FreeType: hhea, unless the font asks for its typographic metrics.
 */
import type { FaceData } from '../face.ts';
import { encodeUnsigned } from '../int-string.ts';
import { classesOfGlyphs, coveredGlyphs, type FontFile, featureLookups, type LigatureSubtable, subtablesOfType } from './font-file.ts';
import { type KernItem, readKerning, scriptOf } from './read-kerning.ts';

export interface FaceRequest {
  readonly weight: number;
  readonly italic: boolean;
  /** Characters to leave out; all that the font covers otherwise. */
  readonly wanted: (codePoint: number) => boolean;
}

const MARK_CLASS = 3;
const LIGATURE_SUBSTITUTION = 4;
const SUBSTITUTION_EXTENSION = 7;

export function readFace(font: FontFile, request: FaceRequest): FaceData {
  const os2 = font['OS/2'];
  const typographic = os2.fsSelection.useTypoMetrics;
  const codePoints = [...new Set(font.characterSet)]
    .filter((codePoint) => codePoint < 0x20000 && request.wanted(codePoint) && font.glyphForCodePoint(codePoint).id !== 0)
    .sort((a, b) => a - b);
  const characters: KernItem[] = codePoints.map((codePoint) => ({
    glyph: font.glyphForCodePoint(codePoint).id,
    codePoint,
    script: scriptOf(codePoint),
  }));
  const ligatures = readLigatures(font, characters);
  const kerning = readKerning(font, [...characters, ...ligatures.map((ligature) => ligature.item)]);
  return {
    weight: request.weight,
    italic: request.italic,
    unitsPerEm: font.unitsPerEm,
    ascent: typographic ? os2.typoAscender : font.hhea.ascent,
    descent: -(typographic ? os2.typoDescender : font.hhea.descent),
    lineGap: typographic ? os2.typoLineGap : font.hhea.lineGap,
    xHeight: os2.xHeight || Math.round(font.glyphForCodePoint(0x78).bbox.maxY),
    capHeight: os2.capHeight || Math.round(font.glyphForCodePoint(0x48).bbox.maxY),
    measuredHeights: !os2.xHeight,
    averageAdvance: os2.xAvgCharWidth,
    widest: font.head.xMax - font.head.xMin,
    notdef: Math.round(font.getGlyph(0).advanceWidth),
    coverage: encodeCoverage(codePoints),
    advances: encodeAdvances(advancesOf(font, characters)),
    kerning: kerning.text,
    ligatures: ligatures
      .map(({ item, components }) =>
        [
          components.length,
          ...components,
          Math.round(font.getGlyph(item.glyph).advanceWidth),
          kerning.leftClassOf.get(item) ?? 0,
          kerning.rightClassOf.get(item) ?? 0,
        ]
          .map(encodeUnsigned)
          .join(''),
      )
      .join(''),
  };
}

/** Combining marks take no room, whatever the font says: HarfBuzz zeroes them by GDEF, or by category without it. */
function advancesOf(font: FontFile, characters: readonly KernItem[]): number[] {
  const definition = font.GDEF?.glyphClassDef;
  const classes = definition ? classesOfGlyphs(definition) : null;
  return characters.map(({ glyph, codePoint }) => {
    const isMark = classes ? classes.get(glyph) === MARK_CLASS : /\p{Mn}/u.test(String.fromCodePoint(codePoint!));
    return isMark ? 0 : Math.round(font.getGlyph(glyph).advanceWidth);
  });
}

function encodeCoverage(codePoints: readonly number[]): string {
  let text = '';
  let end = 0;
  for (let i = 0; i < codePoints.length; ) {
    let j = i + 1;
    while (j < codePoints.length && codePoints[j] === codePoints[i]! + j - i) j++;
    text += encodeUnsigned(codePoints[i]! - end) + encodeUnsigned(j - i);
    end = codePoints[i]! + j - i;
    i = j;
  }
  return text;
}

function encodeAdvances(advances: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const advance of advances) counts.set(advance, (counts.get(advance) ?? 0) + 1);
  const distinct = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || a - b);
  const indexOf = new Map(distinct.map((advance, index) => [advance, index]));
  let text = encodeUnsigned(distinct.length) + distinct.map(encodeUnsigned).join('');
  for (let i = 0; i < advances.length; ) {
    let j = i + 1;
    while (j < advances.length && advances[j] === advances[i]) j++;
    const index = indexOf.get(advances[i]!)! * 2;
    text += j - i === 1 ? encodeUnsigned(index) : encodeUnsigned(index + 1) + encodeUnsigned(j - i - 2);
    i = j;
  }
  return text;
}

interface FoundLigature {
  readonly item: KernItem;
  readonly components: readonly number[];
}

/** One lookup: for a first glyph, the rest of each ligature and its glyph, in the order they are tried. */
type LigatureLookup = ReadonlyMap<number, readonly { readonly glyph: number; readonly components: readonly number[] }[]>;

/** Default ligatures of Latin text whose parts are plain characters. */
function readLigatures(font: FontFile, characters: readonly KernItem[]): FoundLigature[] {
  const table = font.GSUB;
  if (!table) return [];
  const characterOf = new Map<number, number>();
  for (const { glyph, codePoint } of characters) if (!characterOf.has(glyph)) characterOf.set(glyph, codePoint!);
  const features = [...featureLookups(table, 'latn', 'liga'), ...featureLookups(table, 'latn', 'clig')];
  const lookups = [...new Set(features)].sort((a, b) => a - b).map((index) => {
    const subtables = subtablesOfType(table.lookupList.get(index), LIGATURE_SUBSTITUTION, SUBSTITUTION_EXTENSION);
    return ligatureLookup(subtables as LigatureSubtable[]);
  });
  const found: FoundLigature[] = [];
  for (const lookup of lookups) {
    for (const [first, ligatures] of lookup) {
      for (const ligature of ligatures) {
        const glyphs = [first, ...ligature.components];
        const components = glyphs.map((glyph) => characterOf.get(glyph));
        if (components.some((codePoint) => codePoint === undefined)) continue;
        // An earlier lookup may have joined the first parts to something else.
        const result = applyLigatures(lookups, glyphs);
        if (result.length !== 1 || result[0] !== ligature.glyph) continue;
        found.push({ item: { glyph: ligature.glyph, codePoint: null, script: 'latn' }, components: components as number[] });
      }
    }
  }
  return found;
}

function ligatureLookup(subtables: readonly LigatureSubtable[]): LigatureLookup {
  const lookup = new Map<number, { glyph: number; components: readonly number[] }[]>();
  for (const subtable of subtables) {
    coveredGlyphs(subtable.coverage).forEach((first, position) => {
      if (!lookup.has(first)) lookup.set(first, [...subtable.ligatureSets.get(position)]);
    });
  }
  return lookup;
}

function applyLigatures(lookups: readonly LigatureLookup[], glyphs: readonly number[]): number[] {
  let run = [...glyphs];
  for (const lookup of lookups) {
    const next: number[] = [];
    for (let i = 0; i < run.length; ) {
      const match = lookup.get(run[i]!)?.find(({ components }) => components.every((glyph, k) => run[i + 1 + k] === glyph));
      next.push(match ? match.glyph : run[i]!);
      i += match ? match.components.length + 1 : 1;
    }
    run = next;
  }
  return run;
}

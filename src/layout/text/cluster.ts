/**
 * Clusters: what is shaped as one, and the font it comes from.
 *
 * In:  a font, a text, a place in it.
 * Out: the cluster that begins there: its end, its font, its width, its kerning classes.
 *
 * As HarfBuzz and Blink do it: a base with its marks is composed where a font has the composed character, the first font
 * that has the whole cluster is taken, then ligatures are formed.
 */
import { isArabic, joinLetter } from './arabic.ts';
import { isInvisible, isMark, isWordUnit, spaceWidth, substitute } from './character.ts';
import type { Face, Ligature } from './face.ts';
import type { Font } from './font.ts';
import { fallbackFace } from './font-match.ts';
import type { SizedFace } from './sized-face.ts';

const REGULAR = 400;
const FIXED_ONE = 65536;

export interface Cluster {
  /** `null` for characters that are never drawn. */
  sized: SizedFace | null;
  width: number;
  /** The place after its last code unit. */
  end: number;
  /** Kerning class towards what stands before, and towards what follows. */
  kernRight: number;
  kernLeft: number;
  /** Its code units share the width, so that a caret can stand between them. */
  isLigature: boolean;
}

/** One object for all calls: it is read at once and never kept. */
const cluster: Cluster = { sized: null, width: 0, end: 0, kernRight: 0, kernLeft: 0, isLigature: false };

/** The cluster at a place. The result is overwritten by the next call. */
export function clusterAt(font: Font, text: string, at: number, end: number): Readonly<Cluster> {
  const codePoint = substitute(codePointIn(text, at, end));
  const baseEnd = at + (codePoint > 0xffff ? 2 : 1);
  if (isInvisible(codePoint)) {
    cluster.sized = null;
    cluster.width = 0;
    cluster.end = baseEnd;
    return cluster;
  }
  if (font.ligatures) {
    const ligature = ligatureAt(font.primary.face, codePoint, text, at, end);
    if (ligature) return setLigature(font.primary, ligature, at);
    if (font.primary.face.wordAdvance > 0 && isWordUnit(codePoint)) return setIconWord(font.primary, text, at, end);
  }
  cluster.isLigature = false;
  if (isArabic(codePoint)) return setArabic(font, text, at, end);
  cluster.end = skipMarks(text, baseEnd, end);
  return cluster.end > baseEnd ? setMarked(font, text, at, codePoint) : setSingle(font, codePoint);
}

/** Half of a surrogate pair at the edge of the range stands for itself. */
function codePointIn(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return unit;
  return text.codePointAt(at)!;
}

function skipMarks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) >= 0x300) {
    const codePoint = codePointIn(text, at, end);
    if (!isMark(codePoint)) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}

function set(sized: SizedFace, width: number, first: number, last: number): Cluster {
  cluster.sized = sized;
  cluster.width = width;
  cluster.kernRight = sized.face.kernRight(first);
  cluster.kernLeft = sized.face.kernLeft(last);
  return cluster;
}

// --- Ligatures ------------------------------------------------------------------------------------------------------

function setLigature(sized: SizedFace, ligature: Ligature, at: number): Cluster {
  cluster.sized = sized;
  cluster.width = sized.pixels(ligature.advance);
  cluster.kernRight = ligature.kernRight;
  cluster.kernLeft = ligature.kernLeft;
  cluster.end = at;
  for (const codePoint of ligature.codePoints) cluster.end += codePoint > 0xffff ? 2 : 1;
  cluster.isLigature = true;
  return cluster;
}

function ligatureAt(face: Face, first: number, text: string, at: number, end: number): Ligature | null {
  const candidates = face.ligatures.get(first);
  if (!candidates) return null;
  for (const ligature of candidates) {
    let place = at;
    for (const codePoint of ligature.codePoints) {
      if (place >= end || codePointIn(text, place, end) !== codePoint) {
        place = -1;
        break;
      }
      place += codePoint > 0xffff ? 2 : 1;
    }
    // A mark after the last part keeps to that part.
    if (place >= 0 && skipMarks(text, place, end) === place) return ligature;
  }
  return null;
}

/** In fonts whose icons are written as words, each word is one glyph. */
function setIconWord(sized: SizedFace, text: string, at: number, end: number): Cluster {
  let wordEnd = at + 1;
  while (wordEnd < end && isWordUnit(text.charCodeAt(wordEnd))) wordEnd++;
  cluster.end = wordEnd;
  cluster.isLigature = true;
  return set(sized, sized.pixels(sized.face.wordAdvance), 0, 0);
}

// --- Characters with marks ------------------------------------------------------------------------------------------

function setMarked(font: Font, text: string, at: number, base: number): Cluster {
  const drawn = visibleCodePoints(text.slice(at, cluster.end).normalize('NFC'));
  for (let i = 0; i <= font.faceCount; i++) {
    const sized = i < font.faceCount ? font.sizedFace(i) : markedFallback(font, drawn);
    if (sized && hasAll(sized.face, drawn))
      return set(sized, totalAdvance(sized, drawn), drawn[0] ?? base, drawn.at(-1) ?? base);
  }
  // No font has it all: the base is drawn as if alone, and each mark as a missing glyph.
  const alone = fontWith(font, base);
  const width = alone ? alone.pixels(alone.face.advance(base)) : font.primary.notdefWidth;
  const missing = drawn.filter((codePoint) => codePoint !== base && !fontWith(font, codePoint)).length;
  return set(alone ?? font.primary, width + missing * font.primary.notdefWidth, base, base);
}

function visibleCodePoints(text: string): number[] {
  const codePoints: number[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    if (!isInvisible(codePoint)) codePoints.push(codePoint);
  }
  return codePoints;
}

function hasAll(face: Face, codePoints: readonly number[]): boolean {
  return codePoints.every((codePoint) => face.has(codePoint));
}

function totalAdvance(sized: SizedFace, codePoints: readonly number[]): number {
  let width = 0;
  for (const codePoint of codePoints) width += sized.pixels(sized.face.advance(codePoint));
  return width;
}

/** Where only a mark is missing, Chrome's fallback keeps the weight of the font. */
function markedFallback(font: Font, codePoints: readonly number[]): SizedFace | null {
  const isBaseMissing = !font.primary.face.has(codePoints[0] ?? 0);
  const face = fallbackFace(codePoints.at(-1) ?? 0, isBaseMissing ? REGULAR : font.primary.face.weight);
  return face ? font.sizedFallback(face) : null;
}

// --- Single characters ----------------------------------------------------------------------------------------------

function setSingle(font: Font, codePoint: number): Cluster {
  for (let i = 0; i < font.faceCount; i++) {
    const sized = font.sizedFace(i);
    const advance = sized.face.advance(codePoint);
    if (advance >= 0) return set(sized, sized.pixels(advance), codePoint, codePoint);
    // HarfBuzz takes a letter apart when the font has its parts.
    const parts = codePoint >= 0xc0 ? visibleCodePoints(String.fromCodePoint(codePoint).normalize('NFD')) : [];
    if (parts.length > 1 && hasAll(sized.face, parts))
      return set(sized, totalAdvance(sized, parts), parts[0]!, parts.at(-1)!);
  }
  const sized = fontWith(font, codePoint);
  if (sized) return set(sized, sized.pixels(sized.face.advance(codePoint)), codePoint, codePoint);
  return set(font.primary, missingWidth(font.primary, codePoint), codePoint, codePoint);
}

/** The first font of the list that has a character, or the installed fallback. */
function fontWith(font: Font, codePoint: number): SizedFace | null {
  for (let i = 0; i < font.faceCount; i++) {
    const sized = font.sizedFace(i);
    if (sized.face.has(codePoint)) return sized;
  }
  // Spaces are made from the first font rather than looked for in another one.
  if (spaceWidth(codePoint)) return null;
  const face = fallbackFace(codePoint, REGULAR);
  return face ? font.sizedFallback(face) : null;
}

/** The width of a character that no font has: a space of known width, or the missing glyph. */
function missingWidth(primary: SizedFace, codePoint: number): number {
  const space = spaceWidth(codePoint);
  if (!space) return primary.notdefWidth;
  if ('em' in space) return Math.round(space.em * primary.size * FIXED_ONE) / FIXED_ONE;
  return primary.pixels(Math.max(0, primary.face.advance(space.like))) * space.times;
}

/** Marks on Arabic letters take no room. */
function setArabic(font: Font, text: string, at: number, end: number): Cluster {
  const joined = joinLetter(text, at, end);
  cluster.end = skipMarks(text, joined.end, end);
  const sized = fontWith(font, text.charCodeAt(at));
  if (!sized) return set(font.primary, (cluster.end - at) * font.primary.notdefWidth, 0, 0);
  const drawn = sized.face.has(joined.codePoint) ? joined.codePoint : text.charCodeAt(at);
  return set(sized, sized.pixels(sized.face.advance(drawn)), drawn, drawn);
}

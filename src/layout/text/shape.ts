/**
 * Advances of text that is not plain ASCII in one face: fallback fonts, combining marks, ligatures, special spaces.
 *
 * In:  a font, a range of a text. Out: the width of the range, and on request the share of each code unit.
 *
 * Follows what HarfBuzz and Blink do in turn: split into clusters, compose a base with its marks, take the first font
 * that has the whole cluster, form ligatures, kern within runs of one font.
 */
import { isInvisible, isMark, scriptGroup, spaceWidth, substitute } from './character.ts';
import type { Face, Ligature } from './face.ts';
import type { Font } from './font.ts';
import { fallbackFace } from './font-match.ts';
import type { SizedFace } from './sized-face.ts';

const REGULAR = 400;

/** Where the shaper stands: script and glyph before, for kerning. */
interface RunState {
  script: number;
  sized: SizedFace | null;
  kernLeft: number;
}

/**
 * The width of text[start, end). With `out`, out[i - start] is set to the advance of each code unit; the units of a
 * cluster after its first get 0, those of a ligature an equal share.
 */
export function shapeText(font: Font, text: string, start: number, end: number, out: Float64Array | null): number {
  const state: RunState = { script: 0, sized: null, kernLeft: 0 };
  let width = 0;
  let previous = start;
  let at = start;
  while (at < end) {
    const codePoint = substitute(codePointBefore(text, at, end));
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (isInvisible(codePoint)) {
      if (out) out.fill(0, at - start, next - start);
      at = next;
      continue;
    }
    const script = scriptGroup(codePoint);
    if (script !== 0 && script !== state.script) {
      if (state.script !== 0) state.sized = null;
      state.script = script;
    }
    const ligature = font.ligatures ? ligatureAt(font.primary.face, codePoint, text, at, end) : null;
    let clusterEnd = ligature ? at + unitsOf(ligature) : next;
    if (!ligature)
      while (clusterEnd < end && joinsCluster(text, clusterEnd, end)) clusterEnd += unitsAt(text, clusterEnd, end);

    let advance = 0;
    let kern = 0;
    if (ligature) {
      kern = kernBefore(font, state, font.primary, ligature.kernRight);
      advance = font.primary.pixels(ligature.advance);
      state.kernLeft = ligature.kernLeft;
    } else {
      const cluster = resolveCluster(font, text, at, clusterEnd, codePoint, next);
      kern = kernBefore(font, state, cluster.sized, cluster.sized.face.kernRight(cluster.first));
      advance = cluster.width;
      state.kernLeft = cluster.sized.face.kernLeft(cluster.last);
    }
    width += kern + advance;
    if (out) {
      // Kerning belongs to the glyph on the left.
      if (kern !== 0) out[previous - start]! += kern;
      out.fill(0, at - start, clusterEnd - start);
      if (ligature) out.fill(advance / unitsOf(ligature), at - start, clusterEnd - start);
      else out[at - start] = advance;
    }
    previous = ligature ? clusterEnd - 1 : at;
    at = clusterEnd;
  }
  return width;
}

/** The fonts that a text is drawn with besides the primary one; they take part in the height of the line. */
export function collectFallbacks(font: Font, text: string, start: number, end: number): readonly SizedFace[] {
  const used: SizedFace[] = [];
  let at = start;
  while (at < end) {
    const codePoint = substitute(codePointBefore(text, at, end));
    const next = at + (codePoint > 0xffff ? 2 : 1);
    let clusterEnd = next;
    while (clusterEnd < end && joinsCluster(text, clusterEnd, end)) clusterEnd += unitsAt(text, clusterEnd, end);
    if (!isInvisible(codePoint)) {
      const { sized } = resolveCluster(font, text, at, clusterEnd, codePoint, next);
      if (sized !== font.primary && !used.includes(sized)) used.push(sized);
    }
    at = clusterEnd;
  }
  return used;
}

function codePointBefore(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return unit;
  return text.codePointAt(at)!;
}

function unitsAt(text: string, at: number, end: number): number {
  return codePointBefore(text, at, end) > 0xffff ? 2 : 1;
}

function joinsCluster(text: string, at: number, end: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x300 && isMark(codePointBefore(text, at, end));
}

function kernBefore(font: Font, state: RunState, sized: SizedFace, kernRight: number): number {
  const kern = font.kerning && state.sized === sized ? sized.kern(state.kernLeft, kernRight) : 0;
  state.sized = sized;
  return kern;
}

function unitsOf(ligature: Ligature): number {
  let units = 0;
  for (const codePoint of ligature.codePoints) units += codePoint > 0xffff ? 2 : 1;
  return units;
}

function ligatureAt(face: Face, first: number, text: string, at: number, end: number): Ligature | null {
  const candidates = face.ligatures.get(first);
  if (!candidates) return null;
  for (const ligature of candidates) {
    let position = at;
    let matches = true;
    for (const codePoint of ligature.codePoints) {
      if (position >= end || codePointBefore(text, position, end) !== codePoint) {
        matches = false;
        break;
      }
      position += codePoint > 0xffff ? 2 : 1;
    }
    // A mark after the last part keeps to that part.
    if (matches && !(position < end && joinsCluster(text, position, end))) return ligature;
  }
  return null;
}

interface Cluster {
  sized: SizedFace;
  width: number;
  /** The characters that kern with what stands before and after. */
  first: number;
  last: number;
}

/** One object for all calls: it is read at once and never kept. */
const cluster: Cluster = { sized: null as unknown as SizedFace, width: 0, first: 0, last: 0 };

function resolveCluster(font: Font, text: string, at: number, end: number, base: number, baseEnd: number): Cluster {
  cluster.first = base;
  cluster.last = base;
  if (end > baseEnd) return resolveMarked(font, text, at, end, base);
  for (let i = 0; i < font.faceCount; i++) {
    const sized = font.sizedFace(i);
    const advance = sized.face.advance(base);
    if (advance >= 0) {
      cluster.sized = sized;
      cluster.width = sized.pixels(advance);
      return cluster;
    }
    // HarfBuzz takes a letter apart when the font has its parts.
    const parts = base >= 0xc0 ? visibleCodePoints(String.fromCodePoint(base).normalize('NFD')) : [];
    if (parts.length > 1 && hasAll(sized.face, parts)) {
      cluster.sized = sized;
      cluster.width = totalAdvance(sized, parts);
      cluster.first = parts[0]!;
      cluster.last = parts.at(-1)!;
      return cluster;
    }
  }
  const sized = fontWith(font, base);
  if (!sized) return resolveMissing(font, base);
  cluster.sized = sized;
  cluster.width = sized.pixels(sized.face.advance(base));
  return cluster;
}

/** A base with combining marks: composed where the font has the composed character. */
function resolveMarked(font: Font, text: string, at: number, end: number, base: number): Cluster {
  const drawn = visibleCodePoints(text.slice(at, end).normalize('NFC'));
  for (let i = 0; i <= font.faceCount; i++) {
    const sized = i < font.faceCount ? font.sizedFace(i) : markedFallback(font, drawn);
    if (!sized || !hasAll(sized.face, drawn)) continue;
    cluster.sized = sized;
    cluster.width = totalAdvance(sized, drawn);
    cluster.first = drawn[0] ?? base;
    cluster.last = drawn.at(-1) ?? base;
    return cluster;
  }
  // No font has it all: the base is drawn as if alone, and each mark as a missing glyph.
  const alone = fontWith(font, base);
  const width = alone ? alone.pixels(alone.face.advance(base)) : font.primary.notdefWidth;
  const missing = drawn.filter((codePoint) => codePoint !== base && !fontWith(font, codePoint)).length;
  cluster.sized = alone ?? font.primary;
  cluster.width = width + missing * font.primary.notdefWidth;
  return cluster;
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
  const baseIsMissing = !font.primary.face.has(codePoints[0] ?? 0);
  const weight = baseIsMissing ? REGULAR : font.primary.face.weight;
  const face = fallbackFace(codePoints.at(-1) ?? 0, weight);
  return face ? font.sizedFallback(face) : null;
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

/** A character that no font has: a space of known width, or the missing glyph. */
function resolveMissing(font: Font, codePoint: number): Cluster {
  const primary = font.primary;
  cluster.sized = primary;
  const space = spaceWidth(codePoint);
  if (!space) cluster.width = primary.notdefWidth;
  else if ('em' in space) cluster.width = Math.round(space.em * primary.size * 65536) / 65536;
  else cluster.width = primary.pixels(Math.max(0, primary.face.advance(space.like))) * space.times;
  return cluster;
}

/**
 * How wide a text is, and how tall a line of its font.
 *
 * In:  a computed style; a text and a range of it.
 * Out: a Font with rounded vertical metrics; widths in CSS pixels, not rounded, as HarfBuzz would advance: with
 *      kerning, default ligatures, fallback fonts. 'letter-spacing' and 'word-spacing' are the caller's to add.
 *
 * CSS Fonts 4 https://drafts.csswg.org/css-fonts-4/ and the arithmetic of Chrome on Linux (sized-face.ts).
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { factsOf } from '../style-facts.ts';
import type { Face } from './face.ts';
import { Font } from './font.ts';
import { matchFaces, type WebFonts } from './font-match.ts';
import { collectFallbacks, shapeText } from './shape.ts';
import type { FontMetrics } from './sized-face.ts';
import { capsOf, capsSegments } from './small-caps.ts';
import { webFontsOf } from './web-fonts.ts';

export type { Font } from './font.ts';
export type { FontMetrics } from './sized-face.ts';

const MAX_FONTS = 1024;
const MISSING = -1;

/** Fonts by what they depend on; the oldest goes when there are too many. One map for each set of web fonts. */
const fontsByKey = new WeakMap<WebFonts, Map<string, Font>>();

/**
 * The font of a style.
 *
 * @example
 * const font = fontFor(style);
 * const width = measureText(font, text, 0, text.length);
 */
export function fontFor(style: ComputedStyle): Font {
  const facts = factsOf(style);
  facts.font ??= fontByKey(style, webFontsOf(style.pageFonts));
  return facts.font;
}

function fontByKey(style: ComputedStyle, webFonts: WebFonts): Font {
  const italic = style.fontStyle !== 'normal';
  // Ligatures would be torn apart by letter-spacing, so there are none (CSS Text 3 §8.2).
  const ligatures = style.letterSpacing === 0;
  const kerning = style.fontKerning !== 'none';
  const caps = capsOf(style.fontVariantCaps);
  const key = `${style.fontSize}|${style.fontWeight}|${italic}|${kerning}|${ligatures}|${caps}|${style.fontSizeAdjust}|${style.fontFamily.join()}`;
  let fonts = fontsByKey.get(webFonts);
  if (!fonts) fontsByKey.set(webFonts, (fonts = new Map()));
  const known = fonts.get(key);
  if (known) return known;
  const faces = matchFaces(style.fontFamily, style.fontWeight, italic, webFonts);
  const font = new Font(faces, adjustedSize(faces[0]!, style), kerning, ligatures, caps);
  if (fonts.size >= MAX_FONTS) fonts.delete(fonts.keys().next().value!);
  fonts.set(key, font);
  return font;
}

/** 'font-size-adjust': the size at which the x-height is the wanted part of the font size. */
function adjustedSize(face: Face, style: ComputedStyle): number {
  if (style.fontSizeAdjust === 'none') return style.fontSize;
  const aspect = face.xHeight / face.unitsPerEm;
  return aspect > 0 ? (style.fontSize * style.fontSizeAdjust) / aspect : style.fontSize;
}

/** The width of text[start, end). */
export function measureText(font: Font, text: string, start: number, end: number): number {
  if (font.caps !== 'none') return measureCaps(font, text, start, end, null);
  // Faster: plain ASCII needs no look at clusters and fallback fonts; shapeText gives the same for it.
  const sized = font.primary;
  const ascii = sized.ascii;
  const { asciiKernLeft, asciiKernRight } = sized;
  const kerning = font.kerning;
  let width = 0;
  let left = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    const advance = unit < 128 ? ascii[unit]! : MISSING;
    if (advance < 0 || (font.ligatures && sized.asciiLigature[unit] !== 0))
      return shapeText(font, text, start, end, null);
    width += advance;
    if (kerning) {
      if (left !== 0) {
        const right = asciiKernRight[unit]!;
        if (right !== 0) width += sized.kern(left, right);
      }
      left = asciiKernLeft[unit]!;
    }
  }
  return width;
}

/**
 * The advance of each code unit of text[start, end): out[i - start]. They add up to measureText. Kerning is part of the
 * character on its left; the units of a cluster after the first have 0. Returns the sum.
 */
export function advances(font: Font, text: string, start: number, end: number, out: Float64Array): number {
  return font.caps === 'none' ? shapeText(font, text, start, end, out) : measureCaps(font, text, start, end, out);
}

/** Metrics of other fonts that a text needs: with 'line-height: normal' they make the line taller. */
export function fallbackFonts(font: Font, text: string, start: number, end: number): readonly FontMetrics[] {
  for (let i = start; i < end; i++) {
    if (text.charCodeAt(i) >= 128 || font.primary.ascii[text.charCodeAt(i)]! < 0) {
      return collectFallbacks(font, text, start, end);
    }
  }
  return [];
}

function measureCaps(font: Font, text: string, start: number, end: number, out: Float64Array | null): number {
  let width = 0;
  for (const segment of capsSegments(font.caps, text, start, end)) {
    const part = segment.small ? font.smallFont : font.plainFont;
    if (!out) {
      width += measureText(part, segment.text, 0, segment.text.length);
    } else if (segment.text.length === segment.end - segment.start) {
      width += shapeText(
        part,
        segment.text,
        0,
        segment.text.length,
        out.subarray(segment.start - start, segment.end - start),
      );
    } else {
      width += spreadCapitals(
        part,
        text,
        segment.start,
        segment.end,
        out.subarray(segment.start - start, segment.end - start),
      );
    }
  }
  return width;
}

/** Where one letter becomes several capitals, each letter is measured for itself. */
function spreadCapitals(font: Font, text: string, start: number, end: number, out: Float64Array): number {
  out.fill(0);
  let width = 0;
  for (let at = start; at < end; ) {
    const next = Math.min(end, at + (text.codePointAt(at)! > 0xffff ? 2 : 1));
    const capitals = text.slice(at, next).toUpperCase();
    const advance = measureText(font, capitals, 0, capitals.length);
    out[at - start] = advance;
    width += advance;
    at = next;
  }
  return width;
}

/**
 * Computed font sizes.
 *
 * In:  a specified size, the parent's size and where it came from, and whether the family is 'monospace'.
 * Out: the computed size, and for children the size before zoom with its provenance.
 *
 * CSS Fonts 4 §2.5 https://drafts.csswg.org/css-fonts-4/#font-size-prop. Keyword sizes are Chrome's tables; text in the
 * generic family 'monospace' alone has a default size of 13px instead of 16px, which sizes that do not go back to an
 * absolute length follow.
 */
import type { ComputeContext } from './compute-context.ts';
import type { SpecifiedFontSize } from './properties/font.ts';
import { computeLength } from './specified-value.ts';
import type { StyleRecord } from './style-record.ts';

const STRICT_SIZES = [9, 10, 13, 16, 18, 24, 32, 48];
const STRICT_MONOSPACE_SIZES = [9, 10, 12, 13, 16, 20, 26, 39];
const QUIRKS_SIZES = [9, 10, 13, 16, 18, 24, 32, 48];
const QUIRKS_MONOSPACE_SIZES = [9, 9, 10, 13, 16, 20, 26, 40];
const MONOSPACE_FACTOR = 13 / 16;

/** The size below which Chrome does not let relative sizes shrink text. */
const LEAST_RELATIVE_SIZE = 6;
const LARGEST_SIZE = 10_000;

function isMonospace(style: Readonly<StyleRecord>): boolean {
  return style.fontFamily.length === 1 && style.fontFamily[0] === 'monospace';
}

function keywordSize(keyword: number, monospace: boolean, quirks: boolean): number {
  const strict = monospace ? STRICT_MONOSPACE_SIZES : STRICT_SIZES;
  const loose = monospace ? QUIRKS_MONOSPACE_SIZES : QUIRKS_SIZES;
  return (quirks ? loose : strict)[keyword - 1]!;
}

/** The value of a 'font-size' declaration; the context has the parent's font. Writes the provenance to the style. */
export function computeFontSize(value: SpecifiedFontSize, context: ComputeContext): number {
  const { style, parent } = context;
  style.fontSizeKeyword = 0;
  if (typeof value === 'object' && value.kind === 'keyword') {
    style.fontSizeKeyword = value.keyword;
    style.fontSizeAbsolute = false;
    style.specifiedFontSize = keywordSize(value.keyword, isMonospace(style), context.quirks);
    return usedFontSize(style);
  }
  if (typeof value === 'object' && value.kind === 'step') {
    style.fontSizeAbsolute = parent.fontSizeAbsolute;
    style.specifiedFontSize = parent.specifiedFontSize * value.factor;
  } else {
    const length = computeLength(value, context);
    const relative =
      typeof value === 'object' && (value.kind === 'percent' || (value.kind === 'relative' && isFontUnit(value.unit)));
    style.fontSizeAbsolute = relative ? parent.fontSizeAbsolute : true;
    style.specifiedFontSize = resolveSize(length, parent.specifiedFontSize);
  }
  // Single precision, as in Chrome: 0.85714285em of 14px is 12px.
  style.specifiedFontSize = Math.fround(Math.min(LARGEST_SIZE, Math.max(0, style.specifiedFontSize)));
  followFamily(style, parent, context.quirks);
  return usedFontSize(style);
}

function isFontUnit(unit: string): boolean {
  return unit === 'em' || unit === 'ex' || unit === 'ch' || unit === 'cap' || unit === 'ic' || unit === 'lh';
}

function resolveSize(length: ReturnType<typeof computeLength>, base: number): number {
  if (typeof length === 'number') return length;
  return length.kind === 'percent' ? (base * length.value) / 100 : length.evaluate(base);
}

/** An inherited size in a style whose family or zoom may differ from the parent's. */
export function inheritFontSize(style: StyleRecord, parent: Readonly<StyleRecord>, quirks: boolean): void {
  style.specifiedFontSize = parent.specifiedFontSize;
  style.fontSizeKeyword = parent.fontSizeKeyword;
  style.fontSizeAbsolute = parent.fontSizeAbsolute;
  followFamily(style, parent, quirks);
  style.fontSize = usedFontSize(style);
}

/** The size follows when the family changes between 'monospace' and others. */
function followFamily(style: StyleRecord, parent: Readonly<StyleRecord>, quirks: boolean): void {
  const monospace = isMonospace(style);
  if (style.fontSizeAbsolute || monospace === isMonospace(parent)) return;
  if (style.fontSizeKeyword !== 0) {
    style.specifiedFontSize = keywordSize(style.fontSizeKeyword, monospace, quirks);
    return;
  }
  style.specifiedFontSize *= monospace ? MONOSPACE_FACTOR : 1 / MONOSPACE_FACTOR;
}

/** With zoom, and legible where the author did not ask for less; by zoom he does. */
function usedFontSize(style: Readonly<StyleRecord>): number {
  const specified = style.specifiedFontSize;
  if (specified === 0) return 0;
  return (style.fontSizeAbsolute ? specified : Math.max(LEAST_RELATIVE_SIZE, specified)) * style.zoom;
}

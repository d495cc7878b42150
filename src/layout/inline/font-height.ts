/**
 * How far text reaches above and below the baseline.
 *
 * In:  a style. Out: ascent and descent of its font, with or without the leading that 'line-height' adds, rounded as
 *      Blink does: half-leading is cut down to whole pixels above the text, the rest goes below.
 *
 * CSS 2.2 §10.8.1 https://www.w3.org/TR/CSS22/visudet.html#leading
 */
import { LARGEST_LENGTH } from '../../style/calc-evaluate.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { roundUnit, toUnit } from '../layout-unit.ts';
import { factsOf } from '../style-facts.ts';
import { type FontMetrics, fontFor } from '../text/measure.ts';

/** Distances from the baseline; both -Infinity while nothing is known. */
export interface FontHeight {
  readonly ascent: number;
  readonly descent: number;
}

export const NO_HEIGHT: FontHeight = { ascent: Number.NEGATIVE_INFINITY, descent: Number.NEGATIVE_INFINITY };
export const ZERO_HEIGHT: FontHeight = { ascent: 0, descent: 0 };

export function isNoHeight(height: FontHeight): boolean {
  return height.ascent === Number.NEGATIVE_INFINITY;
}

/** The smallest height that holds both. */
export function unite(a: FontHeight, b: FontHeight): FontHeight {
  if (a.ascent >= b.ascent && a.descent >= b.descent) return a;
  if (b.ascent >= a.ascent && b.descent >= a.descent) return b;
  return { ascent: Math.max(a.ascent, b.ascent), descent: Math.max(a.descent, b.descent) };
}

/** Moved down by a distance. */
export function moved(height: FontHeight, by: number): FontHeight {
  return by === 0 ? height : { ascent: height.ascent - by, descent: height.descent + by };
}

export function lineHeightOf(height: FontHeight): number {
  return height.ascent + height.descent;
}

/** Which baseline boxes are aligned by: the middle of the letters where upright and sideways letters mix. */
export type Baseline = 'alphabetic' | 'central';

export function baselineOf(style: ComputedStyle): Baseline {
  const vertical = style.writingMode === 'vertical-rl' || style.writingMode === 'vertical-lr';
  return vertical && style.textOrientation !== 'sideways' ? 'central' : 'alphabetic';
}

/** The font's own height. */
export function metricsHeight(metrics: FontMetrics, baseline: Baseline): FontHeight {
  if (baseline === 'alphabetic') return { ascent: metrics.ascent, descent: metrics.descent };
  const descent = Math.floor((metrics.ascent + metrics.descent) / 2);
  return { ascent: metrics.ascent + metrics.descent - descent, descent };
}

/** The used 'line-height'. */
export function usedLineHeight(style: ComputedStyle): number {
  const { lineHeight } = style;
  if (lineHeight === 'normal') return fontFor(style).lineSpacing;
  // Blink keeps a number as a percentage, in single precision.
  if (typeof lineHeight === 'number') {
    return toUnit(percentOf(roundUnit(style.fontSize), Math.min(lineHeight, LARGEST_LENGTH) * 100));
  }
  return roundUnit(lineHeight.px);
}

function percentOf(length: number, percent: number): number {
  return Math.fround(Math.fround(length * Math.fround(percent)) / 100);
}

export function withLeading(height: FontHeight, lineHeight: number): FontHeight {
  const leading = lineHeight - lineHeightOf(height);
  const above = Math.floor(leading / 2);
  return { ascent: height.ascent + above, descent: height.descent + leading - above };
}

/** A line of text of this style, with its leading. */
export function lineMetricsOf(style: ComputedStyle): FontHeight {
  const facts = factsOf(style);
  facts.lineMetrics ??= withLeading(metricsHeight(fontFor(style), 'alphabetic'), usedLineHeight(style));
  return facts.lineMetrics;
}

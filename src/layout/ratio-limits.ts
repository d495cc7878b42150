/**
 * Minimum and maximum sizes of content that keeps its ratio.
 *
 * In:  a size in both axes and the limits of both.
 * Out: a size within the limits that keeps the ratio where both limits allow it.
 *
 * CSS 2.2 §10.4, the table of constraint violations https://www.w3.org/TR/CSS22/visudet.html#min-max-widths
 */
import { toUnit } from './layout-unit.ts';

/** `max` is not below `min`: where it was, the minimum has won already. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

export const NO_LIMITS: Limits = { min: 0, max: Number.POSITIVE_INFINITY };

export function limitsOf(min: number | null, max: number | null): Limits {
  const lower = min ?? 0;
  return { min: lower, max: Math.max(lower, max ?? Number.POSITIVE_INFINITY) };
}

export function clamp(size: number, { min, max }: Limits): number {
  return Math.max(min, Math.min(size, max));
}

export interface RatioSize {
  readonly inline: number;
  readonly block: number;
}

/** The table's rows, with w for the inline and h for the block size. */
export function constrainWithRatio(w: number, h: number, inline: Limits, block: Limits): RatioSize {
  if (w <= 0 || h <= 0) return { inline: clamp(w, inline), block: clamp(h, block) };
  const tooWide = w > inline.max;
  const tooNarrow = w < inline.min;
  const tooHigh = h > block.max;
  const tooLow = h < block.min;
  const blockFor = (size: number): number => toUnit((size * h) / w);
  const inlineFor = (size: number): number => toUnit((size * w) / h);

  if (tooWide && tooHigh) {
    return inline.max / w <= block.max / h
      ? { inline: inline.max, block: Math.max(block.min, blockFor(inline.max)) }
      : { inline: Math.max(inline.min, inlineFor(block.max)), block: block.max };
  }
  if (tooNarrow && tooLow) {
    return inline.min / w <= block.min / h
      ? { inline: Math.min(inline.max, inlineFor(block.min)), block: block.min }
      : { inline: inline.min, block: Math.min(block.max, blockFor(inline.min)) };
  }
  if (tooNarrow && tooHigh) return { inline: inline.min, block: block.max };
  if (tooWide && tooLow) return { inline: inline.max, block: block.min };
  if (tooWide) return { inline: inline.max, block: Math.max(blockFor(inline.max), block.min) };
  if (tooNarrow) return { inline: inline.min, block: Math.min(blockFor(inline.min), block.max) };
  if (tooHigh) return { inline: Math.max(inlineFor(block.max), inline.min), block: block.max };
  if (tooLow) return { inline: Math.min(inlineFor(block.min), inline.max), block: block.min };
  return { inline: w, block: h };
}

/**
 * Preferred aspect ratios: one size from the other.
 *
 * In:  a box with 'aspect-ratio', its border and padding, and the border-box size of one axis.
 * Out: the border-box size of the other axis.
 *
 * CSS Sizing 4 §6 https://drafts.csswg.org/css-sizing-4/#aspect-ratio
 */
import type { Box } from './box.ts';
import type { Edges } from './edges.ts';
import { toUnit } from './layout-unit.ts';
import type { Writing } from './writing-mode.ts';

export interface UsedRatio {
  /** Inline size for each unit of block size. */
  readonly inlinePerBlock: number;
  /** The ratio is one of border boxes, not of content boxes. */
  readonly ofBorderBox: boolean;
  /** Inline room for a scroll bar, which is counted among the borders but not taken off the box that has the ratio. */
  readonly gutter: number;
}

/** The ratio a box that is not replaced keeps; `null` when it keeps none. */
export function aspectRatio(box: Box, writing: Writing): UsedRatio | null {
  const { ratio, auto, gutter } = box.style.aspectRatio;
  // Zero and infinity are degenerate: the box behaves as with 'auto'.
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio) || box.isAnonymous) return null;
  return {
    inlinePerBlock: writing.horizontal ? ratio : 1 / ratio,
    ofBorderBox: box.style.boxSizing === 'border-box' && !auto,
    gutter: gutter ?? 0,
  };
}

export function inlineFromRatio(ratio: UsedRatio, edges: Edges, block: number): number {
  if (ratio.ofBorderBox) return Math.max(edges.inlineSum, toUnit(block * ratio.inlinePerBlock));
  const content = toUnit(Math.max(0, block - edges.blockSum) * ratio.inlinePerBlock);
  return Math.max(content + edges.inlineSum - ratio.gutter, edges.inlineSum);
}

export function blockFromRatio(ratio: UsedRatio, edges: Edges, inline: number): number {
  if (ratio.ofBorderBox) return Math.max(edges.blockSum, toUnit(inline / ratio.inlinePerBlock));
  const content = Math.max(0, inline - edges.inlineSum + ratio.gutter);
  return toUnit(content / ratio.inlinePerBlock) + edges.blockSum;
}

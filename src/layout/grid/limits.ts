/**
 * The content-box sizes that bound a grid container before its tracks are sized.
 *
 * In:  a container and its space. Out: size, minimum and maximum of both axes, as far as the style gives them.
 *
 * CSS Grid 2 §7.2.3.2, §12.7, §12.8 ask for them.
 */
import { aspectRatio, inlineFromRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import type { Edges } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength } from '../sizing.ts';
import type { Space } from '../space.ts';
import { logicalSizes, type Writing } from '../writing-mode.ts';
import type { AxisLimits } from './auto-repeat.ts';

export interface ContainerLimits {
  readonly inline: AxisLimits;
  readonly block: AxisLimits;
}

/** Intrinsic keywords would go round in circles: they limit nothing here. */
export function standaloneLimits(box: Box, space: Space, writing: Writing, edges: Edges): ContainerLimits {
  const sizes = logicalSizes(box.style, writing);
  const inline = (size: Parameters<typeof inlineLength>[0]): number | null =>
    typeof size === 'string' ? null : inlineLength(size, box, space, writing, edges);
  const block = (size: Parameters<typeof blockLength>[0]): number | null =>
    blockLength(size, box, space, writing, edges, INDEFINITE);
  const ratio = aspectRatio(box, writing);
  const minBlock = block(sizes.minBlockSize);
  // CSS Sizing 4 §6.1: a minimum of the block axis acts through the ratio.
  const transferred = ratio === null || minBlock === null ? null : inlineFromRatio(ratio, edges, minBlock);
  const minInline = inline(sizes.minInlineSize) ?? transferred;
  return {
    inline: contentLimits(inline(sizes.inlineSize), minInline, inline(sizes.maxInlineSize), edges.inlineSum),
    block: contentLimits(block(sizes.blockSize), minBlock, block(sizes.maxBlockSize), edges.blockSum),
  };
}

/** The same with sizes that are already known. */
export function knownLimits(limits: AxisLimits, size: number): AxisLimits {
  return isDefinite(size) ? { size, min: size, max: size } : { ...limits, size: INDEFINITE };
}

function contentLimits(size: number | null, min: number | null, max: number | null, edgeSum: number): AxisLimits {
  const low = min === null ? 0 : Math.max(0, min - edgeSum);
  const high = max === null ? Number.POSITIVE_INFINITY : Math.max(low, max - edgeSum);
  return {
    size: size === null ? INDEFINITE : Math.max(low, Math.min(Math.max(0, size - edgeSum), high)),
    min: low,
    max: high,
  };
}

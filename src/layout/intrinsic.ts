/**
 * Intrinsic contributions: what a box adds to the min-content and max-content sizes of its container.
 *
 * In:  a box, its container's writing mode, what percentages of its block size resolve against.
 * Out: border-box sizes with the box's own width, min-width and max-width applied. Percentages that would go round in
 *      circles count as 'auto', as zero for minimums, padding and margin, and as 'none' for maximums.
 *
 * CSS Sizing 3 §5 https://drafts.csswg.org/css-sizing-3/#intrinsic-contribution
 */
import type { MaxSize, Size } from '../style/length.ts';
import { aspectRatio, inlineFromRatio } from './aspect-ratio.ts';
import type { Box } from './box.ts';
import { childSpace, inlineSizeOf } from './child-space.ts';
import { type Edges, usedEdges, usedLength, usedMargins } from './edges.ts';
import { INDEFINITE, isDefinite } from './layout-unit.ts';
import { blockLength, scrollsAlong, withEdges } from './sizing.ts';
import { type LayoutPorts, Space } from './space.ts';
import { isOrthogonal, logicalSizes, type Writing, writingOf } from './writing-mode.ts';

export interface Contribution {
  readonly min: number;
  readonly max: number;
  /** Whether the answer depends on `percentBlock`. */
  readonly dependsOnBlock: boolean;
}

/** With the margins of the box. */
export function outerContribution(
  box: Box,
  container: Writing,
  ports: LayoutPorts,
  percentBlock: number,
): Contribution {
  const { min, max, dependsOnBlock } = inlineContribution(box, container, ports, percentBlock);
  const margins = usedMargins(box.style, container, 0);
  const sum = margins.inlineStart + margins.inlineEnd;
  return { min: min + sum, max: max + sum, dependsOnBlock };
}

/** Without the margins of the box. `blockSize` is its border-box block size where the container has decided that. */
export function inlineContribution(
  box: Box,
  container: Writing,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number = INDEFINITE,
): Contribution {
  const writing = writingOf(box.style);
  if (isOrthogonal(container, writing)) return orthogonalContribution(box, container, ports, percentBlock);
  const sizes = logicalSizes(box.style, writing);
  const edges = ownEdges(box, writing, ports);

  const preferred = ownLength(sizes.inlineSize, box, edges, writing, ports, percentBlock, blockSize);
  // Faster: most boxes have no ratio, and nested ones then take a function less of the stack.
  const plain = preferred === null && (box.style.aspectRatio.ratio === null || box.kind === 'replaced');
  const automatic = plain
    ? ports.intrinsicSizes(box, percentBlock, blockSize)
    : (preferred ?? automaticContribution(box, edges, writing, ports, percentBlock, blockSize));
  let { min, max } = automatic;
  // §5.2.2: a replaced box with a percentage can be compressed to nothing.
  if (box.kind === 'replaced' && (isPercentage(sizes.inlineSize) || isPercentage(sizes.maxInlineSize))) min = 0;

  const highest = ownLength(sizes.maxInlineSize, box, edges, writing, ports, percentBlock);
  if (highest !== null) {
    min = Math.min(min, highest.min);
    max = Math.min(max, highest.max);
  }
  const lowest = lowestLength(sizes.minInlineSize, box, edges, writing, ports, percentBlock);
  if (lowest !== null) {
    min = Math.max(min, lowest.min);
    max = Math.max(max, lowest.max);
  }
  // CSS Tables 3 §3.9.1: a table is never narrower than its columns, whatever its width says.
  if (box.kind === 'table') min = Math.max(min, ports.intrinsicSizes(box, percentBlock).min);
  return { min, max: Math.max(min, max), dependsOnBlock: automatic.dependsOnBlock };
}

function ownEdges(box: Box, writing: Writing, ports: LayoutPorts): Edges {
  const measured = box.kind === 'table' ? ports.intrinsicSizes(box, INDEFINITE).edges : undefined;
  return measured ?? usedEdges(box.style, writing, 0);
}

function isPercentage(size: Size | MaxSize): boolean {
  return typeof size === 'object' && size.kind !== 'fit-content';
}

/** A minimum counts cyclic percentages as zero. */
function lowestLength(
  size: Size,
  box: Box,
  edges: Edges,
  writing: Writing,
  ports: LayoutPorts,
  percentBlock: number,
): Contribution | null {
  if (typeof size === 'object' && size.kind === 'calc') {
    const length = withEdges(usedLength(size, 0), box.style, edges.inlineSum);
    return { min: length, max: length, dependsOnBlock: false };
  }
  return ownLength(size, box, edges, writing, ports, percentBlock);
}

/** The size that a property gives without any container; `null` for 'auto', 'none' and cyclic percentages. */
function ownLength(
  size: Size | MaxSize,
  box: Box,
  edges: Edges,
  writing: Writing,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number = INDEFINITE,
): Contribution | null {
  if (typeof size === 'number') {
    const length = withEdges(usedLength(size, 0), box.style, edges.inlineSum);
    return { min: length, max: length, dependsOnBlock: false };
  }
  if (typeof size === 'string') {
    if (size === 'auto' || size === 'none' || size === 'stretch') return null;
    const content = automaticContribution(box, edges, writing, ports, percentBlock, blockSize);
    if (size === 'fit-content') return content;
    const length = size === 'min-content' ? content.min : content.max;
    return { min: length, max: length, dependsOnBlock: content.dependsOnBlock };
  }
  if (size.kind !== 'fit-content' || typeof size.limit !== 'number') return null;
  const content = ports.intrinsicSizes(box, percentBlock);
  const limit = withEdges(usedLength(size.limit, 0), box.style, edges.inlineSum);
  const length = Math.max(content.min, Math.min(content.max, limit));
  return { min: length, max: length, dependsOnBlock: content.dependsOnBlock };
}

/** 'width: auto': the content's sizes, or what a definite block size gives through the ratio. */
function automaticContribution(
  box: Box,
  edges: Edges,
  writing: Writing,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number = INDEFINITE,
): Contribution {
  const ratio = aspectRatio(box, writing);
  if (ratio === null || box.kind === 'replaced') return ports.intrinsicSizes(box, percentBlock, blockSize);
  const sizes = logicalSizes(box.style, writing);
  const space = measuringSpace(ports, percentBlock);
  const block = isDefinite(blockSize)
    ? blockSize
    : blockLength(sizes.blockSize, box, space, writing, edges, INDEFINITE);
  const minBlock = blockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE);
  const maxBlock = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE);
  if (block === null) {
    const content = ports.intrinsicSizes(box, percentBlock);
    const low = minBlock === null ? 0 : inlineFromRatio(ratio, edges, minBlock);
    const high = maxBlock === null ? Number.POSITIVE_INFINITY : inlineFromRatio(ratio, edges, maxBlock);
    return {
      min: Math.max(low, Math.min(content.min, high)),
      max: Math.max(low, Math.min(content.max, high)),
      dependsOnBlock: content.dependsOnBlock,
    };
  }
  const used = Math.max(minBlock ?? 0, Math.min(block, maxBlock ?? Number.POSITIVE_INFINITY));
  let length = inlineFromRatio(ratio, edges, used);
  if (sizes.minInlineSize === 'auto' && !scrollsAlong(box.style, writing.horizontal)) {
    length = Math.max(length, ports.intrinsicSizes(box, percentBlock).min);
  }
  return { min: length, max: length, dependsOnBlock: typeof sizes.blockSize === 'object' };
}

/** A box across the flow contributes its block size, which only layout can tell. */
function orthogonalContribution(box: Box, container: Writing, ports: LayoutPorts, percentBlock: number): Contribution {
  const space = childSpace(box, container, ports, {
    availableInline: INDEFINITE,
    availableBlock: percentBlock,
    percentInline: INDEFINITE,
    percentBlock,
    inlineSizing: 'fit-content',
  });
  const size = inlineSizeOf(ports.layoutChild(box, space).fragment, container);
  return { min: size, max: size, dependsOnBlock: true };
}

/** The space in which intrinsic sizes are measured: nothing is available, and inline percentages are cyclic. */
export function measuringSpace(ports: LayoutPorts, percentBlock: number): Space {
  const known = lastMeasuring;
  if (known !== null && known.ports === ports && known.percentBlock === percentBlock) return known;
  lastMeasuring = new Space(ports, {
    availableInline: INDEFINITE,
    percentInline: INDEFINITE,
    percentBlock,
    availableBlock: isDefinite(percentBlock) ? percentBlock : INDEFINITE,
    inlineSizing: 'fit-content',
  });
  return lastMeasuring;
}

/** Faster: nearly all are measured with the same base, so the last space is kept. It holds nothing of a page but its engine. */
let lastMeasuring: Space | null = null;

/**
 * What grid items are measured at: their content's inline sizes, and their block size in a given inline size.
 *
 * In:  an item and the sizes of its area that are known: its rows while columns are sized, its columns while rows are.
 * Out: border-box sizes, without margins.
 *
 * CSS Grid 2 §12.5 https://drafts.csswg.org/css-grid-2/#algo-content, CSS Writing Modes 4 §7.3 for orthogonal items
 */
import type { LayoutResult } from '../fragment.ts';
import { inlineContribution } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength } from '../sizing.ts';
import { logicalSizes } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';
import { dependsOnAreaBlock } from './block-dependence.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { filledBlock, itemEdges, itemSpace } from './item-space.ts';

export interface InlineSizes {
  readonly min: number;
  readonly max: number;
}

/** Min-content and max-content contributions along the item's own inline axis. */
export function inlineSizes(grid: Grid, item: GridItem, areaInline: number, areaBlock: number): InlineSizes {
  const sizes = contentSizes(grid, item, areaInline, areaBlock);
  const more = item.orthogonal && isDefinite(areaInline) ? percentPadding(item, areaInline) : 0;
  return more === 0 ? sizes : { min: sizes.min + more, max: sizes.max + more };
}

/** Padding by percentages counts as zero in content sizes; across the columns it is known when rows are sized. */
function percentPadding(item: GridItem, areaInline: number): number {
  const { style } = item.box;
  const size = logicalSizes(style, item.writing).inlineSize;
  if (style.boxSizing === 'border-box' && typeof size === 'number') return 0;
  return itemEdges(item, areaInline).inlineSum - itemEdges(item, 0).inlineSum;
}

function contentSizes(grid: Grid, item: GridItem, areaInline: number, areaBlock: number): InlineSizes {
  const { box, writing } = item;
  const ownBlock = item.orthogonal ? areaInline : areaBlock;
  if (item.subgridSizes !== null && hasAutomaticInline(item)) return item.subgridSizes;
  if (!dependsOnAreaBlock(item)) return inlineContribution(box, writing, grid.ports, ownBlock);
  if (!item.orthogonal) item.dependsOnRows = true;
  if (!isDefinite(ownBlock)) return inlineContribution(box, writing, grid.ports, ownBlock);

  // The height of the area makes the item's height definite.
  const sizes = logicalSizes(box.style, writing);
  const space = itemSpace(grid, item, areaInline, areaBlock, null);
  const stretches = item.ownAlign('block').stretch !== 'no' && sizes.blockSize === 'auto';
  if (stretches && box.kind === 'replaced' && sizes.inlineSize === 'auto') {
    const { fragment } = space.layoutChild(box, space);
    const size = writing.horizontal ? fragment.width : fragment.height;
    return { min: size, max: size };
  }
  const measuring = space.with({ availableBlock: ownBlock, blockSizing: 'auto' });
  const edges = itemEdges(item, Math.max(0, areaInline));
  const block = stretches
    ? filledBlock(item, measuring, Math.max(0, areaInline))
    : blockLength(sizes.blockSize, box, measuring, writing, edges, INDEFINITE);
  return inlineContribution(box, writing, grid.ports, ownBlock, block ?? INDEFINITE);
}

function hasAutomaticInline({ box, writing }: GridItem): boolean {
  const { inlineSize, minInlineSize, maxInlineSize } = logicalSizes(box.style, writing);
  return inlineSize === 'auto' && minInlineSize === 'auto' && maxInlineSize === 'none';
}

/** Lays an item out in an area of which one size may not be known; `open` is the inline size it has then. */
export function measureItem(
  grid: Grid,
  item: GridItem,
  areaInline: number,
  areaBlock: number,
  open: 'min' | 'max' = 'max',
): LayoutResult {
  const ownInline = item.orthogonal ? areaBlock : areaInline;
  const fixed = isDefinite(ownInline) ? null : inlineSizes(grid, item, areaInline, areaBlock)[open];
  const space = itemSpace(grid, item, areaInline, areaBlock, fixed);
  const result = space.layoutChild(item.box, space);
  if (!item.orthogonal && !isDefinite(areaBlock)) {
    item.measured = result;
    item.measuredInline = areaInline;
  }
  return result;
}

/** The size of a layout along an axis of the container. */
export function extentAlong(grid: Grid, axis: AxisName, { fragment }: LayoutResult): number {
  return (axis === 'inline') === grid.writing.horizontal ? fragment.width : fragment.height;
}

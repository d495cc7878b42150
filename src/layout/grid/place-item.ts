/**
 * The last layout of grid items, in areas that are known, and their places.
 *
 * CSS Grid 2 §6.2, §10 https://drafts.csswg.org/css-grid-2/#grid-item-sizing
 */
import type { LayoutResult } from '../fragment.ts';
import { logicalSizes } from '../writing-mode.ts';
import { extentAlong } from './contributions.ts';
import { offsetInArea } from './grid-align.ts';
import { baselineOffset } from './grid-baseline.ts';
import type { GridItem } from './grid-item.ts';
import { shareBaselines } from './grid-sizing.ts';
import type { Grid } from './grid-tree.ts';
import { areaMargins, itemSpace } from './item-space.ts';
import { sizingItems } from './track-items.ts';

export interface PlacedGridItem {
  readonly item: GridItem;
  readonly result: LayoutResult;
  /** From the content box's start corner. */
  readonly inlineOffset: number;
  readonly blockOffset: number;
  /** The area it is in: what percentages of relative positions are of. */
  readonly area: { readonly inlineSize: number; readonly blockSize: number };
}

/** The baselines that items share at their final sizes. */
export function finalBaselines(grid: Grid): void {
  for (const axis of ['inline', 'block'] as const) {
    if (grid.axis(axis).isSubgridded || !mayShareBaselines(grid)) continue;
    shareBaselines(grid, axis, sizingItems(grid, axis), ({ grid: owner, item }) => ({
      inline: owner.inline.positions.sizeOf(item.columnStart, item.columnEnd),
      block: owner.block.positions.sizeOf(item.rowStart, item.rowEnd),
    }));
  }
}

function mayShareBaselines(grid: Grid): boolean {
  return (
    grid.hasSubgrids ||
    grid.items.some(({ inlineAlign, blockAlign }) => inlineAlign.baseline !== null || blockAlign.baseline !== null)
  );
}

export function placeGridItem(grid: Grid, item: GridItem): PlacedGridItem {
  const inlineSize = grid.inline.positions.sizeOf(item.columnStart, item.columnEnd);
  const blockSize = grid.block.positions.sizeOf(item.rowStart, item.rowEnd);
  const result = layoutInArea(grid, item, inlineSize, blockSize);
  const margins = areaMargins(grid, item, inlineSize);
  const width = extentAlong(grid, 'inline', result);
  const height = extentAlong(grid, 'block', result);
  const inlineOffset =
    baselineOffset(grid, item, 'inline', inlineSize, result) ??
    offsetInArea(inlineSize, width, margins.inlineStart, margins.inlineEnd, item.inlineAlign);
  const blockOffset =
    baselineOffset(grid, item, 'block', blockSize, result) ??
    offsetInArea(blockSize, height, margins.blockStart, margins.blockEnd, item.blockAlign);
  return {
    item,
    result,
    inlineOffset: grid.inline.positions.startOf(item.columnStart) + inlineOffset,
    blockOffset: grid.block.positions.startOf(item.rowStart) + blockOffset,
    area: { inlineSize, blockSize },
  };
}

function layoutInArea(grid: Grid, item: GridItem, inlineSize: number, blockSize: number): LayoutResult {
  const measured = reusableLayout(grid, item, inlineSize, blockSize);
  if (measured !== null) return measured;
  const space = itemSpace(grid, item, inlineSize, blockSize, null);
  return space.layoutChild(item.box, space);
}

/**
 * Faster: the layout that the rows were sized by is the final one if stretching leaves the item as high as it is, and
 * if nothing in it asks whether that height is definite.
 */
function reusableLayout(grid: Grid, item: GridItem, inlineSize: number, blockSize: number): LayoutResult | null {
  const { measured, box } = item;
  if (measured === null || item.measuredInline !== inlineSize || item.orthogonal) return null;
  if (box.kind !== 'flow' || item.blockAlign.stretch === 'no') return null;
  if (box.style.columnCount !== 'auto' || box.style.columnWidth !== 'auto') return null;
  const sizes = logicalSizes(box.style, item.writing);
  if (sizes.blockSize !== 'auto' || sizes.minBlockSize !== 'auto' || sizes.maxBlockSize !== 'none') return null;
  for (const child of box.children) if (child.kind !== 'text' && child.kind !== 'break') return null;
  const margins = areaMargins(grid, item, inlineSize);
  const height = extentAlong(grid, 'block', measured);
  return height === blockSize - margins.blockStart - margins.blockEnd ? measured : null;
}

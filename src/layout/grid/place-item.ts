/**
 * The last layout of grid items, in areas that are known, and their places.
 *
 * CSS Grid 2 §6.2, §10 https://drafts.csswg.org/css-grid-2/#grid-item-sizing
 */
import type { LayoutResult } from '../fragment.ts';
import { blockSizeLookers, canBeResized, resizedResult } from '../resized-result.ts';
import { logicalSizes } from '../writing-mode.ts';
import { extentAlong } from './contributions.ts';
import { offsetInArea } from './grid-align.ts';
import { baselineOffset } from './grid-baseline.ts';
import type { GridItem } from './grid-item.ts';
import { shareBaselines } from './grid-sizing.ts';
import type { Grid } from './grid-tree.ts';
import { areaMargins, itemEdges, itemSpace } from './item-space.ts';
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
 * Faster: the layout that the rows were sized by is the final one, as high as its area, if nothing in it looks at that
 * height.
 */
function reusableLayout(grid: Grid, item: GridItem, inlineSize: number, blockSize: number): LayoutResult | null {
  const { measured, box } = item;
  if (measured === null || item.measuredInline !== inlineSize || item.orthogonal) return null;
  if (item.blockAlign.stretch === 'no' || !canBeResized(box, measured)) return null;
  const sizes = logicalSizes(box.style, item.writing);
  const hasMinimum = sizes.minBlockSize !== 'auto' && sizes.minBlockSize !== 0;
  if (sizes.blockSize !== 'auto' || hasMinimum || sizes.maxBlockSize !== 'none') return null;
  const lookers = blockSizeLookers(box, grid.ports.quirks);
  if (lookers === 'some' || lookers === 'replaced') return null;
  const margins = areaMargins(grid, item, inlineSize);
  const least = itemEdges(item, Math.max(0, inlineSize)).blockSum;
  const size = Math.max(least, blockSize - margins.blockStart - margins.blockEnd);
  const isSame = extentAlong(grid, 'block', measured) === size;
  return lookers === 'none' || isSame ? resizedResult(measured, size, 0) : null;
}

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
import { logicalSizes } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';
import { dependsOnAreaBlock } from './block-dependence.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { clampedBlock, itemSpace } from './item-space.ts';

/** The size of an item's area while the tracks of `axis` are being sized: that of the other axis, if it is known. */
export function knownArea(
  grid: Grid,
  item: GridItem,
  axis: AxisName,
): { readonly inline: number; readonly block: number } {
  return axis === 'inline'
    ? { inline: INDEFINITE, block: grid.block.positions.sizeOf(item.rowStart, item.rowEnd) }
    : { inline: grid.inline.positions.sizeOf(item.columnStart, item.columnEnd), block: INDEFINITE };
}

export interface InlineSizes {
  readonly min: number;
  readonly max: number;
}

/** Min-content and max-content contributions along the item's own inline axis. */
export function inlineSizes(grid: Grid, item: GridItem, areaInline: number, areaBlock: number): InlineSizes {
  const { box, writing } = item;
  const ownBlock = item.orthogonal ? areaInline : areaBlock;
  if (!dependsOnAreaBlock(item)) return inlineContribution(box, writing, grid.ports, ownBlock);
  if (!item.orthogonal) item.dependsOnRows = true;
  const stretches = item.ownAlign('block').stretch !== 'no' && logicalSizes(box.style, writing).blockSize === 'auto';
  if (!stretches || !isDefinite(ownBlock)) return inlineContribution(box, writing, grid.ports, ownBlock);

  // The height of the area makes the item's height definite.
  const space = itemSpace(grid, item, areaInline, areaBlock, null);
  if (box.kind === 'replaced') {
    if (logicalSizes(box.style, writing).inlineSize !== 'auto')
      return inlineContribution(box, writing, grid.ports, ownBlock);
    const { fragment } = space.layoutChild(box, space);
    const size = writing.horizontal ? fragment.width : fragment.height;
    return { min: size, max: size };
  }
  const base = Math.max(0, areaInline);
  const block = clampedBlock(item, space.with({ availableBlock: ownBlock }), base);
  return inlineContribution(box, writing, grid.ports, ownBlock, block);
}

/** Lays an item out in an area of which one size is not known. */
export function measureItem(grid: Grid, item: GridItem, areaInline: number, areaBlock: number): LayoutResult {
  const ownInline = item.orthogonal ? areaBlock : areaInline;
  // Nothing says how wide it is to be: as wide as its content.
  const fixed = isDefinite(ownInline) ? null : inlineSizes(grid, item, areaInline, areaBlock).max;
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

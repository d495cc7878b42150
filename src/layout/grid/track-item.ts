/**
 * An item in one axis while the tracks of that axis are sized: the tracks it spans and its contributions to them.
 *
 * The items of a subgrid contribute to the tracks that it takes over as if they stood in them, with the subgrid's margin,
 * border and padding as more margin of those at its edges.
 *
 * CSS Grid 2 §6.6 (automatic minimum size), §9 (subgrids), §12.5 https://drafts.csswg.org/css-grid-2/#algo-content
 */
import type { Size } from '../../style/length.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { inlineLength, minBlockLength, scrollsAlong } from '../sizing.ts';
import { logicalSizes } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';
import { extentAlong, type InlineSizes, inlineSizes, measureItem } from './contributions.ts';
import { baselineShim } from './grid-baseline.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { areaMargins, itemEdges, itemSpace } from './item-space.ts';

export class TrackItem {
  /** The tracks it spans, in the axis that is being sized. */
  readonly start: number;
  readonly end: number;
  /** The grid that the item belongs to, and the axis of that grid: not that of the tracks if it is in a subgrid. */
  readonly grid: Grid;
  readonly item: GridItem;
  readonly axis: AxisName;
  /** The subgrid it is in runs against the tracks that are being sized. */
  readonly isReversed: boolean;
  /** The size of the item's area, as far as it is known: along the other axis. */
  readonly areaInline: number;
  readonly areaBlock: number;
  /** The item's lines run along the axis: its sizes are its content's, else they follow from layout. */
  readonly #isInline: boolean;
  #minimum = Number.NaN;
  #minContent = Number.NaN;
  #maxContent = Number.NaN;
  #sizes: InlineSizes | null = null;
  #extent = Number.NaN;
  #margins = Number.NaN;
  #shim = 0;
  #spansAuto = false;
  #spansFlexible = false;

  constructor(grid: Grid, item: GridItem, axis: AxisName, start: number, isReversed: boolean) {
    this.grid = grid;
    this.item = item;
    this.axis = axis;
    this.start = start;
    this.end = start + item.end(axis) - item.start(axis);
    this.isReversed = isReversed;
    this.areaInline = axis === 'inline' ? INDEFINITE : grid.inline.positions.sizeOf(item.columnStart, item.columnEnd);
    this.areaBlock = axis === 'block' ? INDEFINITE : grid.block.positions.sizeOf(item.rowStart, item.rowEnd);
    this.#isInline = item.ownAxis(axis) === 'inline';
  }

  /** The track that is being sized for one of the tracks that the item spans in its own grid. */
  trackOf(own: number): number {
    const away = own - this.item.start(this.axis);
    return this.isReversed ? this.end - 1 - away : this.start + away;
  }

  setSpanned(auto: boolean, flexible: boolean): void {
    this.#spansAuto = auto;
    this.#spansFlexible = flexible;
  }

  /** The outer min-content contribution. */
  minContent(): number {
    if (Number.isNaN(this.#minContent)) this.#minContent = this.#outer(this.#content('min'));
    return this.#minContent;
  }

  maxContent(): number {
    if (Number.isNaN(this.#maxContent)) this.#maxContent = this.#outer(this.#content('max'));
    return this.#maxContent;
  }

  /** The outer size that the item's minimum size asks for, if its size is automatic. */
  minimum(): number {
    if (Number.isNaN(this.#minimum)) this.#minimum = this.#outer(this.#minimumSize());
    return this.#minimum;
  }

  #outer(size: number): number {
    return Math.max(0, size + this.#margin());
  }

  #content(which: 'min' | 'max'): number {
    const { grid, item, axis, areaInline, areaBlock } = this;
    if (this.#isInline) {
      this.#sizes ??= inlineSizes(grid, item, areaInline, areaBlock);
      const size = this.#sizes[which];
      this.#shim = baselineShim(grid, item, axis, areaInline, size, null);
      return size + this.#shim;
    }
    if (Number.isNaN(this.#extent)) {
      if (axis === 'inline') item.dependsOnRows = true;
      const result = measureItem(grid, item, areaInline, areaBlock);
      this.#extent = extentAlong(grid, axis, result);
      this.#shim = baselineShim(grid, item, axis, areaInline, this.#extent, result);
    }
    return this.#extent + this.#shim;
  }

  #margin(): number {
    if (!Number.isNaN(this.#margins)) return this.#margins;
    const { grid, item, axis } = this;
    const margins = areaMargins(grid, item, this.areaInline);
    const gridAxis = grid.axis(axis);
    const extra = gridAxis.isSubgridded ? gridAxis.extraStart(item.start(axis)) + gridAxis.extraEnd(item.end(axis)) : 0;
    this.#margins =
      extra + (axis === 'inline' ? margins.inlineStart + margins.inlineEnd : margins.blockStart + margins.blockEnd);
    return this.#margins;
  }

  #minimumSize(): number {
    const { item } = this;
    const sizes = logicalSizes(item.box.style, item.writing);
    const size = this.#isInline ? sizes.inlineSize : sizes.blockSize;
    if (size === 'max-content') return this.#content('max');
    if (typeof size === 'number' || size === 'min-content') return this.#content('min');

    const min = this.#isInline ? sizes.minInlineSize : sizes.minBlockSize;
    // §6.6: the automatic minimum is the content's, for items that span an 'auto' track and no more than one with 'fr'.
    const isAutomatic =
      min === 'auto' &&
      !scrollsAlong(item.box.style, (this.axis === 'inline') === this.grid.writing.horizontal) &&
      this.#spansAuto &&
      !(this.#spansFlexible && this.end - this.start > 1);
    return isAutomatic ? this.#automaticMinimum() : this.#givenMinimum();
  }

  /** Limited by what the area can come to, if all its tracks have a fixed maximum, but not below the item's edges. */
  #automaticMinimum(): number {
    const { grid, item, axis } = this;
    const content = this.#content('min');
    const limit = grid.axis(axis).positions.sizeOf(item.start(axis), item.end(axis));
    if (!isDefinite(limit)) return content;
    return Math.min(content, Math.max(limit - this.#margin(), this.#edges() + this.#shim));
  }

  #edges(): number {
    const edges = itemEdges(this.item, Math.max(0, this.areaInline));
    return this.#isInline ? edges.inlineSum : edges.blockSum;
  }

  #givenMinimum(): number {
    const { grid, item, areaInline, areaBlock } = this;
    const { box, writing } = item;
    const edges = itemEdges(item, Math.max(0, areaInline));
    const sizes = logicalSizes(box.style, writing);
    if (this.#isInline) {
      if (sizes.minInlineSize === 'auto') return edges.inlineSum;
      // There is nothing to fit into yet.
      const min = isFitContent(sizes.minInlineSize) ? 'min-content' : sizes.minInlineSize;
      const space = itemSpace(grid, item, areaInline, areaBlock, null);
      return Math.max(edges.inlineSum, inlineLength(min, box, space, writing, edges) ?? 0);
    }
    if (sizes.minBlockSize === 'auto') return edges.blockSum;
    const space = itemSpace(grid, item, areaInline, areaBlock, null);
    return Math.max(edges.blockSum, minBlockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE));
  }
}

function isFitContent(size: Size): boolean {
  return size === 'fit-content' || (typeof size === 'object' && size.kind === 'fit-content');
}

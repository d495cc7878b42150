/**
 * Baseline alignment of grid items, and the baselines of the grid itself.
 *
 * In:  items with 'baseline' or 'last baseline' along an axis.
 * Out: for each track the baseline they share; for each item how far it is moved to meet it.
 *
 * CSS Grid 2 §10.6 https://drafts.csswg.org/css-grid-2/#grid-baselines, CSS Align 3 §9
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { LayoutResult } from '../fragment.ts';
import { toUnit } from '../layout-unit.ts';
import { isScrollContainer } from '../sizing.ts';
import { logicalSizes, type Writing } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';
import { extentAlong } from './contributions.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { areaMargins } from './item-space.ts';
import type { BaselineGroup } from './track-baselines.ts';

/** The flow in which an item's baseline along an axis is read: its own if it has lines across the axis. */
interface BaselineFlow {
  /** The baseline is the item's own, not one made from its box. */
  readonly own: boolean;
  /** The side of the item that the distance is measured from lies at the container's start. */
  readonly fromStart: boolean;
  /** Lines are turned over: the alphabetic baseline of a box is at its block-start. */
  readonly flipped: boolean;
}

function baselineFlow(grid: Grid, item: GridItem, axis: AxisName): BaselineFlow {
  const { style } = item.box;
  const own = item.ownAxis(axis) === 'block';
  if (axis === 'block') {
    const flow = own ? style : grid.box.style;
    return { own, fromStart: !own || !item.isReversed('block', grid.writing), flipped: hasFlippedLines(flow) };
  }
  if (own) return { own, fromStart: !item.isReversed('inline', grid.writing), flipped: hasFlippedLines(style) };
  // Across its lines the item has none: it is seen as turned by a quarter, from the left or from the top.
  const { horizontal, rtl, inlineReversed } = grid.writing;
  return { own, fromStart: horizontal || !inlineReversed, flipped: horizontal && !rtl };
}

function hasFlippedLines(style: ComputedStyle): boolean {
  return style.writingMode === 'vertical-lr';
}

/** CSS Align 3 §9.1: items share the first baseline at the start of their area, or the last one at its end. */
export function baselineGroup(grid: Grid, item: GridItem, axis: AxisName): BaselineGroup {
  const { fromStart } = baselineFlow(grid, item, axis);
  return (item.align(axis).baseline === 'last') !== fromStart ? 'start' : 'end';
}

/** The track in which an item shares a baseline. */
export function baselineTrack(item: GridItem, axis: AxisName, group: BaselineGroup): number {
  return group === 'start' ? item.start(axis) : item.end(axis) - 1;
}

/** From the edge of the item's border box that its group begins at. `result` is `null` where only a size is known. */
export function itemBaseline(
  grid: Grid,
  item: GridItem,
  axis: AxisName,
  size: number,
  result: LayoutResult | null,
): number {
  const flow = baselineFlow(grid, item, axis);
  const last = item.align(axis).baseline === 'last';
  const real = flow.own && result !== null ? ownBaseline(item, last ? 'last' : 'first', size, result) : null;
  const baseline = real ?? synthesizedBaseline(grid.box.style, grid.writing, size, flow.flipped);
  return last ? size - baseline : baseline;
}

/** The baseline that a layout has; that of content which can be scrolled away stays within the box. */
export function ownBaseline(
  item: GridItem,
  which: 'first' | 'last',
  size: number,
  { firstBaseline, lastBaseline }: LayoutResult,
): number | null {
  const baseline = which === 'first' ? firstBaseline : lastBaseline;
  if (baseline === null || !isScrollContainer(item.box.style)) return baseline;
  return Math.max(0, Math.min(baseline, size));
}

/** The bottom of horizontal text, the middle of vertical one. */
export function synthesizedBaseline(style: ComputedStyle, writing: Writing, size: number, flipped: boolean): number {
  const isCentral =
    !writing.horizontal && style.textOrientation !== 'sideways' && style.writingMode.startsWith('vertical');
  if (isCentral) return size - toUnit(size / 2);
  return flipped ? 0 : size;
}

/** Margin between the area and the edge that the baseline is measured from, and what subgrids add to it. */
export function baselineMargin(
  grid: Grid,
  item: GridItem,
  axis: AxisName,
  group: BaselineGroup,
  areaInline: number,
): number {
  const margins = areaMargins(grid, item, areaInline);
  if (axis === 'inline') return group === 'start' ? margins.inlineStart : margins.inlineEnd;
  return group === 'start' ? margins.blockStart : margins.blockEnd;
}

/** How much larger an item's contribution is because it is moved to meet the shared baseline. */
export function baselineShim(
  grid: Grid,
  item: GridItem,
  axis: AxisName,
  areaInline: number,
  size: number,
  result: LayoutResult | null,
): number {
  const { baselines } = grid.axis(axis);
  if (baselines === null || item.sharedBaseline(axis) === null) return 0;
  const group = baselineGroup(grid, item, axis);
  const shared = baselines.distance(group, baselineTrack(item, axis, group));
  if (shared === Number.NEGATIVE_INFINITY) return 0;
  const margin = baselineMargin(grid, item, axis, group, areaInline);
  return shared - itemBaseline(grid, item, axis, size, result) - margin;
}

/** Where a baseline-aligned item begins in its area; `null` for others. */
export function baselineOffset(
  grid: Grid,
  item: GridItem,
  axis: AxisName,
  area: number,
  result: LayoutResult,
): number | null {
  const { baselines } = grid.axis(axis);
  if (baselines === null || item.sharedBaseline(axis) === null) return null;
  const group = baselineGroup(grid, item, axis);
  const size = extentAlong(grid, axis, result);
  const shared = baselines.distance(group, baselineTrack(item, axis, group));
  if (shared === Number.NEGATIVE_INFINITY) return null;
  const distance = shared - itemBaseline(grid, item, axis, size, result);
  return group === 'start' ? distance : area - distance - size;
}

/**
 * §10.6: an item whose size follows the track that it would help to size has no part in it, if its baseline is made
 * from its box and so moves with its size.
 */
export function isCyclic(item: GridItem, axis: AxisName, spansIntrinsic: boolean, result: LayoutResult): boolean {
  const own = item.ownAxis(axis);
  if (!spansIntrinsic || (own === 'block' && result.firstBaseline !== null)) return false;
  const sizes = logicalSizes(item.box.style, item.writing);
  return own === 'block'
    ? isRelative(sizes.blockSize) || isRelative(sizes.minBlockSize) || isRelative(sizes.maxBlockSize)
    : isRelative(sizes.inlineSize) || isRelative(sizes.minInlineSize) || isRelative(sizes.maxInlineSize);
}

function isRelative(size: unknown): boolean {
  return typeof size === 'object' || size === 'stretch';
}

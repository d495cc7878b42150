/**
 * The axes of a flex container: which of its flow directions is main and which is cross, and which way they run.
 *
 * CSS Flexbox 1 §5.1, §9.1 https://drafts.csswg.org/css-flexbox-1/#box-model
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Edges } from '../edges.ts';
import type { BoxFragment } from '../fragment.ts';
import { isOrthogonal, type LogicalSides, type Writing } from '../writing-mode.ts';

export interface FlexAxes {
  readonly writing: Writing;
  /** The main axis is the container's inline axis. */
  readonly row: boolean;
  readonly mainReversed: boolean;
  readonly crossReversed: boolean;
  readonly wraps: boolean;
  /** Lines of similar lengths instead of full ones. */
  readonly balances: boolean;
}

export function flexAxes(style: ComputedStyle, writing: Writing): FlexAxes {
  return {
    writing,
    row: style.flexDirection === 'row' || style.flexDirection === 'row-reverse',
    mainReversed: style.flexDirection === 'row-reverse' || style.flexDirection === 'column-reverse',
    crossReversed: style.flexWrap.startsWith('wrap-reverse'),
    wraps: style.flexWrap !== 'nowrap',
    balances: style.flexWrap.endsWith('balance'),
  };
}

/** Whether the main axis is the item's own inline axis. */
export function mainIsItemInline(axes: FlexAxes, item: Writing): boolean {
  return axes.row !== isOrthogonal(axes.writing, item);
}

/** Sides in main/cross order, physical start first: reversal is applied when items are placed. */
export function mainSum(axes: FlexAxes, sides: LogicalSides<number | null>): number {
  return axes.row ? (sides.inlineStart ?? 0) + (sides.inlineEnd ?? 0) : (sides.blockStart ?? 0) + (sides.blockEnd ?? 0);
}

export function crossSum(axes: FlexAxes, sides: LogicalSides<number | null>): number {
  return axes.row ? (sides.blockStart ?? 0) + (sides.blockEnd ?? 0) : (sides.inlineStart ?? 0) + (sides.inlineEnd ?? 0);
}

export function mainStart<T>(axes: FlexAxes, sides: LogicalSides<T>): T {
  if (axes.row) return axes.mainReversed ? sides.inlineEnd : sides.inlineStart;
  return axes.mainReversed ? sides.blockEnd : sides.blockStart;
}

export function mainEnd<T>(axes: FlexAxes, sides: LogicalSides<T>): T {
  if (axes.row) return axes.mainReversed ? sides.inlineStart : sides.inlineEnd;
  return axes.mainReversed ? sides.blockStart : sides.blockEnd;
}

export function crossStart<T>(axes: FlexAxes, sides: LogicalSides<T>): T {
  if (axes.row) return axes.crossReversed ? sides.blockEnd : sides.blockStart;
  return axes.crossReversed ? sides.inlineEnd : sides.inlineStart;
}

export function crossEnd<T>(axes: FlexAxes, sides: LogicalSides<T>): T {
  if (axes.row) return axes.crossReversed ? sides.blockStart : sides.blockEnd;
  return axes.crossReversed ? sides.inlineStart : sides.inlineEnd;
}

/** A fragment's size along the container's inline axis. */
export function inlineExtent(axes: FlexAxes, fragment: BoxFragment): number {
  return axes.writing.horizontal ? fragment.width : fragment.height;
}

export function blockExtent(axes: FlexAxes, fragment: BoxFragment): number {
  return axes.writing.horizontal ? fragment.height : fragment.width;
}

export function mainExtent(axes: FlexAxes, fragment: BoxFragment): number {
  return axes.row ? inlineExtent(axes, fragment) : blockExtent(axes, fragment);
}

export function crossExtent(axes: FlexAxes, fragment: BoxFragment): number {
  return axes.row ? blockExtent(axes, fragment) : inlineExtent(axes, fragment);
}

/** Border and padding of an item along the container's main axis, from edges in the item's own flow. */
export function edgesAlongMain(axes: FlexAxes, item: Writing, edges: Edges): number {
  return mainIsItemInline(axes, item) ? edges.inlineSum : edges.blockSum;
}

export function edgesAlongCross(axes: FlexAxes, item: Writing, edges: Edges): number {
  return mainIsItemInline(axes, item) ? edges.blockSum : edges.inlineSum;
}

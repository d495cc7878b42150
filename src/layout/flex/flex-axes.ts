/**
 * The axes of a flex container: which of its flow directions is main and which is cross, and which way they run.
 *
 * Positions are always counted from the start of the flow. Where an axis is reversed, lines and items are put in the
 * opposite order instead, and 'flex-start' is the end of the flow.
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

export function mainStart<T>({ row }: FlexAxes, sides: LogicalSides<T>): T {
  return row ? sides.inlineStart : sides.blockStart;
}

export function mainEnd<T>({ row }: FlexAxes, sides: LogicalSides<T>): T {
  return row ? sides.inlineEnd : sides.blockEnd;
}

export function crossStart<T>({ row }: FlexAxes, sides: LogicalSides<T>): T {
  return row ? sides.blockStart : sides.inlineStart;
}

export function crossEnd<T>({ row }: FlexAxes, sides: LogicalSides<T>): T {
  return row ? sides.blockEnd : sides.inlineEnd;
}

/** Both margins along an axis, 'auto' as zero. */
export function mainSum(axes: FlexAxes, sides: LogicalSides<number | null>): number {
  return (mainStart(axes, sides) ?? 0) + (mainEnd(axes, sides) ?? 0);
}

export function crossSum(axes: FlexAxes, sides: LogicalSides<number | null>): number {
  return (crossStart(axes, sides) ?? 0) + (crossEnd(axes, sides) ?? 0);
}

/** A fragment's size along the container's cross axis. */
export function crossExtent({ row, writing }: FlexAxes, fragment: BoxFragment): number {
  return row === writing.horizontal ? fragment.height : fragment.width;
}

/** Border and padding of an item along the container's main axis, from edges in the item's own flow. */
export function edgesAlongMain(axes: FlexAxes, item: Writing, edges: Edges): number {
  return mainIsItemInline(axes, item) ? edges.inlineSum : edges.blockSum;
}

export function edgesAlongCross(axes: FlexAxes, item: Writing, edges: Edges): number {
  return mainIsItemInline(axes, item) ? edges.blockSum : edges.inlineSum;
}

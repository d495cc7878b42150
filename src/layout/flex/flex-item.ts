/**
 * The numbers of one flex item, and of one line, while their container is being laid out.
 *
 * Sizes along the main axis are content-box unless they say 'outer'; `mainEdges` is border and padding, `mainMargin`
 * both margins with 'auto' as zero.
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';
import type { ItemAlign } from './flex-align.ts';

export interface FlexItem {
  readonly box: Box;
  readonly writing: Writing;
  readonly align: ItemAlign;
  /** Its cross size is automatic, and it fills its line. */
  readonly stretches: boolean;
  readonly grow: number;
  readonly shrink: number;
  /** §9.2 step 3: the flex base size. */
  readonly base: number;
  /** The base size is that of the content. */
  readonly baseIsContent: boolean;
  readonly minMain: number;
  readonly maxMain: number;
  /** The base size clamped by minimum and maximum. */
  readonly hypothetical: number;
  /** §9.8: percentages in the item may resolve against its main size, which is its block size. */
  readonly mainIsDefinite: boolean;
  /** Border and padding along the main axis, both ends. */
  readonly mainEdges: number;
  readonly crossEdges: number;
  /** Margins in the container's flow directions; `null` is auto. */
  readonly margin: LogicalSides<number | null>;
  readonly mainMargin: number;
  readonly crossMargin: number;
  /** Border-box contribution to the intrinsic inline size of a row; only while that is asked for. */
  readonly contribution: { readonly min: number; readonly max: number } | null;
  /** In a column: the item as its content was measured, if it was. */
  readonly measured: LayoutResult | null;
  /** Results of the steps, in order. */
  main: number;
  /** Border-box cross size. */
  cross: number;
  result: LayoutResult | null;
}

export function outerHypothetical(item: FlexItem): number {
  return item.hypothetical + item.mainEdges + item.mainMargin;
}

export function outerMain(item: FlexItem): number {
  return item.main + item.mainEdges + item.mainMargin;
}

export interface FlexLine {
  /** In the order of the flow once they are placed: reversed where the main axis is. */
  items: readonly FlexItem[];
  /** Outer cross size. */
  cross: number;
  /** Farthest baseline from the start, and of the other group from the end; `null` without such items. */
  startBaseline: number | null;
  endBaseline: number | null;
}

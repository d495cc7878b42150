/**
 * The numbers of one flex item while its container is being laid out.
 *
 * Sizes along the main axis are content-box unless they say 'outer'; `mainEdges` is border and padding, `mainMargin`
 * both margins with 'auto' as zero.
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';

export interface FlexItem {
  readonly box: Box;
  readonly writing: Writing;
  readonly grow: number;
  readonly shrink: number;
  /** §9.2 step 3: the flex base size. */
  readonly base: number;
  readonly minMain: number;
  readonly maxMain: number;
  /** The base size clamped by minimum and maximum. */
  readonly hypothetical: number;
  /** Border and padding along the main axis, both ends. */
  readonly mainEdges: number;
  readonly crossEdges: number;
  /** Margins in the container's flow directions; `null` is auto. */
  readonly margin: LogicalSides<number | null>;
  readonly mainMargin: number;
  readonly crossMargin: number;
  /** Results of the steps, in order. */
  main: number;
  /** Border-box cross size. */
  cross: number;
  result: LayoutResult | null;
  mainOffset: number;
  crossOffset: number;
  /** Border-box block offset in the container, once placed. */
  blockOffset: number;
  /** Which baseline the item shares with others of its line, and how far it is moved for that from its edge. */
  baseline: 'first' | 'last' | null;
  baselineShift: number;
}

export function outerHypothetical(item: FlexItem): number {
  return item.hypothetical + item.mainEdges + item.mainMargin;
}

export interface FlexLine {
  readonly items: readonly FlexItem[];
  /** Outer cross size. */
  cross: number;
  crossOffset: number;
}

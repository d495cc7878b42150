/**
 * Margins, borders and padding of inline boxes, by the sides of the line.
 *
 * In:  an inline box and what 100% is. Out: start and end by the box's own direction, over and under by the line.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { type LogicalSides, writingOf } from '../writing-mode.ts';

/** 'Over' is the side that letters point to: it is the block-end side of vertical-lr lines. */
export interface InlineEdges {
  readonly margin: LogicalSides<number>;
  readonly border: LogicalSides<number>;
  readonly padding: LogicalSides<number>;
  /** Border and padding towards the top of the letters, and below them. */
  readonly over: number;
  readonly under: number;
  /** Margin, border and padding at the ends; zero where the box was cut and goes on in another piece. */
  readonly start: number;
  readonly end: number;
}

const ZERO: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

/** What most inline boxes have. */
export const NO_EDGES: InlineEdges = { margin: ZERO, border: ZERO, padding: ZERO, over: 0, under: 0, start: 0, end: 0 };

export function inlineEdges(box: Box, percentBase: number): InlineEdges {
  if (hasNoEdges(box.style)) return NO_EDGES;
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, percentBase);
  const margin = usedMargins(box.style, writing, percentBase);
  const flipped = isFlipped(box);
  return {
    margin,
    border: edges.border,
    padding: edges.padding,
    over: flipped ? edges.blockEnd : edges.blockStart,
    under: flipped ? edges.blockStart : edges.blockEnd,
    start: box.isFirstPiece ? margin.inlineStart + edges.inlineStart : 0,
    end: box.isLastPiece ? margin.inlineEnd + edges.inlineEnd : 0,
  };
}

function hasNoEdges(style: ComputedStyle): boolean {
  return (
    style.marginLeft === 0 &&
    style.marginRight === 0 &&
    style.paddingLeft === 0 &&
    style.paddingRight === 0 &&
    style.borderLeftWidth === 0 &&
    style.borderRightWidth === 0 &&
    style.marginTop === 0 &&
    style.marginBottom === 0 &&
    style.paddingTop === 0 &&
    style.paddingBottom === 0 &&
    style.borderTopWidth === 0 &&
    style.borderBottomWidth === 0
  );
}

/** Lines of vertical-lr stack from left to right while their letters point to the right. */
export function isFlipped(box: Box): boolean {
  return box.style.writingMode === 'vertical-lr';
}

/**
 * Fragments of row groups, rows and columns: boxes without border and padding that their table gives a size.
 */
import type { Box } from '../box.ts';
import { Edges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { INDEFINITE } from '../layout-unit.ts';
import type { Space } from '../space.ts';
import { type LogicalSides, logicalSizes, type Writing } from '../writing-mode.ts';

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };
const NO_EDGES = new Edges(NO_SIDES, NO_SIDES);

/** Rows and row groups have the direction of their table, whatever their own is. */
export function partBuilder(box: Box, space: Space, writing?: Writing): FragmentBuilder {
  return new FragmentBuilder(box, space, writing);
}

/** What percentages of relative insets in a table or a part of it are of: Chrome takes the height that its style gives. */
export function givenBlockSize({ style }: Box, writing: Writing, edges: Edges = NO_EDGES): number {
  const { blockSize } = logicalSizes(style, writing);
  if (typeof blockSize !== 'number') return INDEFINITE;
  return style.boxSizing === 'border-box' ? Math.max(0, blockSize - edges.blockSum) : blockSize;
}

export function finishPart(
  builder: FragmentBuilder,
  inlineSize: number,
  blockSize: number,
  firstBaseline: number | null,
  lastBaseline: number | null,
  percentBlock: number = INDEFINITE,
): LayoutResult {
  return builder.finish({
    inlineSize,
    blockSize,
    edges: NO_EDGES,
    percentBlock,
    firstBaseline,
    lastBaseline,
    intrinsicBlockSize: blockSize,
    flow: null,
  });
}

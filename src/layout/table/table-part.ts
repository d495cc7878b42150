/**
 * Fragments of row groups, rows and columns: boxes without border and padding that their table gives a size.
 */
import type { Box } from '../box.ts';
import { Edges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { INDEFINITE } from '../layout-unit.ts';
import type { Space } from '../space.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };
const NO_EDGES = new Edges(NO_SIDES, NO_SIDES);

/** Rows and row groups have the direction of their table, whatever their own is. */
export function partBuilder(box: Box, space: Space, writing?: Writing): FragmentBuilder {
  return new FragmentBuilder(box, space, writing);
}

export function finishPart(
  builder: FragmentBuilder,
  inlineSize: number,
  blockSize: number,
  firstBaseline: number | null,
  lastBaseline: number | null,
): LayoutResult {
  return builder.finish({
    inlineSize,
    blockSize,
    edges: NO_EDGES,
    percentBlock: INDEFINITE,
    firstBaseline,
    lastBaseline,
    intrinsicBlockSize: blockSize,
    flow: null,
  });
}

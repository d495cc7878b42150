/**
 * The fragment of a table: captions, columns, row groups, rows and cells at their places.
 */
import type { Box } from '../box.ts';
import { blockSizeOf } from '../child-space.ts';
import { Edges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { INDEFINITE } from '../layout-unit.ts';
import type { Space } from '../space.ts';
import type { LogicalSides } from '../writing-mode.ts';
import type { RowSize } from './row-sizes.ts';
import { layoutCell } from './table-cell.ts';
import type { TableContext } from './table-context.ts';

export interface PlacedCaption {
  readonly result: LayoutResult;
  readonly margins: LogicalSides<number>;
  /** Block size with margins. */
  readonly outer: number;
  readonly atEnd: boolean;
}

/** Everything about a laid-out table that its fragment is made from. */
export interface SizedTable {
  readonly context: TableContext;
  readonly space: Space;
  readonly inlineSize: number;
  readonly columnSizes: readonly number[];
  readonly rows: readonly RowSize[];
  /** Border-box block size of the grid, captions not included. */
  readonly gridBlockSize: number;
  readonly captions: readonly PlacedCaption[];
}

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };
const NO_EDGES = new Edges(NO_SIDES, NO_SIDES);

export function buildTable(table: SizedTable): LayoutResult {
  const { context, space, inlineSize, gridBlockSize, captions } = table;
  const { box, edges, grid, blockSpacing } = context;
  const builder = new FragmentBuilder(box, space);
  const above = captions.filter(({ atEnd }) => !atEnd);
  const below = captions.filter(({ atEnd }) => atEnd);

  let at = addCaptions(builder, above, 0);
  const gridStart = at;
  const offsets = columnOffsets(table);
  addColumns(table, builder, offsets, gridStart);

  at += edges.blockStart + blockSpacing;
  let firstBaseline: number | null = null;
  let rowIndex = 0;
  for (const group of grid.groups) {
    const count = grid.rows.filter((row) => row.group === group).length;
    const built = buildGroup(table, group, rowIndex, rowIndex + count, offsets);
    builder.addChild(built.result, edges.inlineStart + context.inlineSpacing, at);
    if (built.baseline !== null && firstBaseline === null) firstBaseline = at + built.baseline;
    at += built.blockSize + (built.blockSize > 0 || count > 0 ? blockSpacing : 0);
    rowIndex += count;
  }
  const end = addCaptions(builder, below, gridStart + gridBlockSize);
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    builder.addStaticPosition({
      box: child,
      inlineOffset: edges.inlineStart,
      blockOffset: gridStart + edges.blockStart,
      inlineSize: 0,
      blockSize: 0,
      alignInline: 'start',
      alignBlock: 'start',
    });
  }
  return builder.finish({
    inlineSize,
    blockSize: end,
    edges,
    percentBlock: INDEFINITE,
    firstBaseline,
    lastBaseline: firstBaseline,
    intrinsicBlockSize: end,
    flow: null,
  });
}

function addCaptions(builder: FragmentBuilder, captions: readonly PlacedCaption[], start: number): number {
  let at = start;
  for (const { result, margins, outer } of captions) {
    builder.addChild(result, margins.inlineStart, at + margins.blockStart);
    at += outer;
  }
  return at;
}

/** Inline offset of each column from the first column's start. */
function columnOffsets({ context, columnSizes }: SizedTable): number[] {
  let at = 0;
  return columnSizes.map((size) => {
    const offset = at;
    at += size + context.inlineSpacing;
    return offset;
  });
}

/** Columns have boxes as high as the rows together. */
function addColumns(table: SizedTable, builder: FragmentBuilder, offsets: readonly number[], gridStart: number): void {
  const { context, gridBlockSize, columnSizes, space } = table;
  const { grid, edges, inlineSpacing, blockSpacing } = context;
  const inlineStart = edges.inlineStart + inlineSpacing;
  const blockStart = gridStart + edges.blockStart + blockSpacing;
  const blockSize = Math.max(0, gridBlockSize - edges.blockSum - 2 * blockSpacing);
  const extent = (start: number, end: number): number => offsets[end - 1] + columnSizes[end - 1] - offsets[start];

  for (let start = 0; start < grid.columns.length; ) {
    const { group, box } = grid.columns[start];
    let end = start + 1;
    while (end < grid.columns.length && group !== null && grid.columns[end].group === group) end++;
    if (group === null) {
      let columnEnd = start + 1;
      while (columnEnd < grid.columns.length && box !== null && grid.columns[columnEnd].box === box) columnEnd++;
      end = columnEnd;
      if (box !== null) {
        const result = emptyBox(box, space, extent(start, end), blockSize);
        builder.addChild(result, inlineStart + offsets[start], blockStart);
      }
    } else {
      const inner = new FragmentBuilder(group, space);
      for (let column = start; column < end; ) {
        const own = grid.columns[column].box;
        let columnEnd = column + 1;
        while (columnEnd < end && own !== null && grid.columns[columnEnd].box === own) columnEnd++;
        if (own !== null) {
          const result = emptyBox(own, space, extent(column, columnEnd), blockSize);
          inner.addChild(result, offsets[column] - offsets[start], 0);
        }
        column = columnEnd;
      }
      const result = finishPart(inner, extent(start, end), blockSize, null);
      builder.addChild(result, inlineStart + offsets[start], blockStart);
    }
    start = end;
  }
}

function emptyBox(box: Box, space: SizedTable['space'], inlineSize: number, blockSize: number): LayoutResult {
  return finishPart(new FragmentBuilder(box, space), inlineSize, blockSize, null);
}

function finishPart(
  builder: FragmentBuilder,
  inlineSize: number,
  blockSize: number,
  baseline: number | null,
): LayoutResult {
  return builder.finish({
    inlineSize,
    blockSize,
    edges: NO_EDGES,
    percentBlock: INDEFINITE,
    firstBaseline: baseline,
    lastBaseline: baseline,
    intrinsicBlockSize: blockSize,
    flow: null,
  });
}

interface BuiltGroup {
  readonly result: LayoutResult;
  readonly blockSize: number;
  readonly baseline: number | null;
}

function buildGroup(table: SizedTable, group: Box, start: number, end: number, offsets: readonly number[]): BuiltGroup {
  const { context, space, rows } = table;
  const inlineSize = Math.max(0, table.inlineSize - context.edges.inlineSum - 2 * context.inlineSpacing);
  const builder = new FragmentBuilder(group, space);
  let at = 0;
  let baseline: number | null = null;
  for (let row = start; row < end; row++) {
    const result = buildRow(table, row, inlineSize, offsets);
    builder.addChild(result, 0, at);
    if (row === start) baseline = result.firstBaseline;
    if (rows[row].collapsed) continue;
    at += rows[row].size + context.blockSpacing;
  }
  const blockSize = Math.max(0, at - context.blockSpacing);
  return { result: finishPart(builder, inlineSize, blockSize, baseline), blockSize, baseline };
}

function buildRow(table: SizedTable, row: number, inlineSize: number, offsets: readonly number[]): LayoutResult {
  const { context, space, rows, columnSizes } = table;
  const { box, cells } = context.grid.rows[row];
  const builder = new FragmentBuilder(box, space);
  let baseline: number | null = null;
  for (const cell of cells) {
    const covered = rows.slice(row, row + cell.rowSpan).filter((each) => !each.collapsed);
    const gaps = context.blockSpacing * Math.max(0, covered.length - 1);
    const blockSize = covered.reduce((sum, each) => sum + each.size, gaps);
    const result = layoutCell(context, cell, columnSizes, { blockSize, baseline: rows[row].baseline });
    builder.addChild(result, offsets[cell.column], 0);
    const own = result.firstBaseline;
    if (own !== null) baseline = rows[row].baseline > 0 ? rows[row].baseline : Math.min(baseline ?? own, own);
    baseline ??= blockSizeOf(result.fragment, context.writing);
  }
  return finishPart(builder, inlineSize, rows[row].size, baseline);
}

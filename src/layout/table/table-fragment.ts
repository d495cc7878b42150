/**
 * The fragment of a table: captions, columns, row groups, rows and cells at their places.
 *
 * CSS Tables 3 §3.11 https://drafts.csswg.org/css-tables-3/#bounding-box-assignment
 */
import type { Edges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import type { Space } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { addCaptions, type PlacedCaption } from './captions.ts';
import { addColumns } from './column-fragments.ts';
import { cellExtent } from './column-places.ts';
import type { SectionSize } from './distribute-block.ts';
import { RowBaseline, type RowSize } from './row.ts';
import { finishCell } from './table-cell.ts';
import type { TableContext } from './table-context.ts';
import type { TableCell } from './table-grid.ts';
import { finishPart, givenBlockSize, partBuilder } from './table-part.ts';
import type { TableRows } from './table-rows.ts';
import type { TableWidth } from './table-width.ts';

/** Everything about a table that its fragment is made from. */
export interface SizedTable {
  readonly context: TableContext;
  readonly space: Space;
  readonly edges: Edges;
  readonly width: TableWidth;
  readonly rows: TableRows;
  readonly captions: readonly PlacedCaption[];
  /** Border-box block size that the grid has at least, captions not included. */
  readonly leastBlockSize: number;
  /** What collapsed rows took away. */
  readonly collapsedSize: number;
}

export function buildTable(table: SizedTable): LayoutResult {
  const { context, space, edges, width, captions, leastBlockSize, collapsedSize } = table;
  const { box, grid } = context;
  const builder = new FragmentBuilder(box, space);
  const isEmpty = context.columns.length === 0;
  const blockSpacing = isEmpty ? 0 : context.blockSpacing;
  const inlineStart = edges.inlineStart + (isEmpty ? 0 : context.inlineSpacing);

  const gridStart = addCaptions(builder, captions, false, 0);
  let at = gridStart + edges.blockStart;
  let firstBaseline: number | null = null;
  let lastBaseline: number | null = null;
  let columnsStart: number | null = null;
  let columnsEnd = 0;
  grid.sections.forEach((section, index) => {
    const result = buildSection(table, index, blockSpacing);
    // No spacing is before a section without rows.
    const start = section.rowCount > 0 ? at + blockSpacing : at;
    builder.addChild(result, inlineStart, start);
    if (result.intrinsicBlockSize > 0) {
      columnsStart ??= start;
      columnsEnd = start + result.intrinsicBlockSize;
    }
    if (result.firstBaseline !== null) firstBaseline ??= start + result.firstBaseline;
    if (result.lastBaseline !== null) lastBaseline = start + result.lastBaseline;
    at = start + result.intrinsicBlockSize;
  });
  const content = at + (grid.sections.length > 0 ? blockSpacing : 0) + edges.blockEnd - gridStart;
  const gridSize = Math.max(content, leastBlockSize);
  const columnArea = {
    inlineStart,
    blockStart: columnsStart ?? 0,
    blockSize: columnsStart === null ? 0 : columnsEnd - columnsStart,
    cornerInline: context.writing.inlineReversed ? width.inlineSize : 0,
  };
  addColumns(builder, grid.columnElements, width.shownPlaces, columnArea, space);
  const end = Math.max(0, addCaptions(builder, captions, true, gridStart + gridSize));
  addStaticPositions(table, builder, gridStart);
  return builder.finish({
    inlineSize: width.inlineSize,
    blockSize: space.blockSizing === 'fixed' ? Math.max(0, space.availableBlock - collapsedSize) : end,
    edges,
    percentBlock: givenBlockSize(box, context.writing, edges),
    firstBaseline,
    lastBaseline,
    intrinsicBlockSize: end - (gridSize - content),
    flow: null,
  });
}

function addStaticPositions({ context, edges }: SizedTable, builder: FragmentBuilder, gridStart: number): void {
  for (const child of context.box.children) {
    if (!child.isOutOfFlow) continue;
    builder.addStaticPosition({
      box: child,
      inlineOffset: edges.inlineStart,
      blockOffset: gridStart + edges.blockStart,
      inlineSize: 0,
      blockSize: 0,
      alignInline: 'start',
      alignBlock: 'start',
      safeInline: false,
      safeBlock: false,
    });
  }
}

/** The row group with its rows. A section without rows has the height that the table gave it. */
function buildSection(table: SizedTable, index: number, blockSpacing: number): LayoutResult {
  const { context, space, edges, width, rows } = table;
  const { box } = context.grid.sections[index]!;
  const { firstRow, rowCount, size }: SectionSize = rows.sections[index]!;
  const spacing = context.columns.length === 0 ? 0 : context.inlineSpacing;
  const inlineSize = Math.max(0, width.inlineSize - edges.inlineSum - 2 * spacing);
  const builder = partBuilder(box, space, context.writing);
  let at = 0;
  let isFirst = true;
  let firstBaseline: number | null = null;
  let lastBaseline: number | null = null;
  for (let row = firstRow; row < firstRow + rowCount; row++) {
    const { collapsed } = rows.rows[row]!;
    if (!collapsed && !isFirst) at += blockSpacing;
    const result = buildRow(table, row, inlineSize, blockSpacing);
    builder.addChild(result, 0, at);
    firstBaseline ??= at + result.firstBaseline!;
    lastBaseline = at + result.lastBaseline!;
    at += rows.rows[row]!.size;
    isFirst &&= collapsed;
  }
  const percentBlock = givenBlockSize(box, context.writing);
  return finishPart(builder, inlineSize, rowCount === 0 ? size : at, firstBaseline, lastBaseline, percentBlock);
}

function buildRow(table: SizedTable, row: number, inlineSize: number, blockSpacing: number): LayoutResult {
  const { context, space, width, rows } = table;
  const { box, cells } = context.grid.rows[row]!;
  const size = rows.rows[row]!;
  let { baseline } = size;
  if (baseline.looksAtHeight) {
    // Percentages in cells have moved the baseline: it is found before the cells are aligned by it.
    baseline = new RowBaseline();
    for (const cell of cells) {
      const measured = rows.cells[cell.index]!;
      baseline.add(measured, buildCell(table, cell, blockSpacing, null), context.writing);
    }
  }
  const at = baseline.at(size.size);
  const builder = partBuilder(box, space, context.writing);
  for (const cell of cells) {
    builder.addChild(buildCell(table, cell, blockSpacing, at), width.shownPlaces[cell.column]!.offset, 0);
  }
  return finishPart(builder, inlineSize, size.size, at, at, givenBlockSize(box, context.writing));
}

function buildCell(table: SizedTable, cell: TableCell, blockSpacing: number, baseline: number | null): LayoutResult {
  const { context, width, rows } = table;
  const measured = rows.cells[cell.index]!;
  const blockSize = coveredSize(rows.rows, cell, blockSpacing);
  const isSpecified = logicalSizes(context.box.style, context.writing).blockSize !== 'auto';
  const hasOwn = typeof logicalSizes(cell.box.style, context.writing).blockSize === 'number';
  return finishCell(context, measured, cellExtent(width.places, cell), {
    inlineSize: cellExtent(width.shownPlaces, cell),
    percentInline: width.percentInline,
    blockSize,
    isDefinite: hasOwn || (isSpecified && blockSize > measured.contentSize),
    baseline,
  });
}

/** The rows that a cell covers, and the spacing between them; nothing when it begins in a collapsed row. */
function coveredSize(rows: readonly RowSize[], { row, rowSpan }: TableCell, spacing: number): number {
  const first = rows[row]!;
  if (first.collapsed || rowSpan === 1) return first.size;
  let size = first.size;
  for (let at = row + 1; at < row + rowSpan; at++) {
    const each = rows[at]!;
    if (!each.collapsed) size += each.size + spacing;
  }
  return size;
}

/**
 * A table before its width is known: grid, borders, spacing, and what its columns ask for.
 *
 * CSS Tables 3 §3.7, §3.8 https://drafts.csswg.org/css-tables-3/
 */
import { dependsOnPercentage } from '../../style/length.ts';
import type { Box, IntrinsicSizes } from '../box.ts';
import { Edges, usedEdges, usedLength } from '../edges.ts';
import { outerContribution } from '../intrinsic.ts';
import { INDEFINITE } from '../layout-unit.ts';
import { withEdges } from '../sizing.ts';
import type { LayoutPorts } from '../space.ts';
import { type LogicalSides, logicalBorders, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { type CollapsedBorders, collapseBorders } from './collapsed-borders.ts';
import { addCells, type CellSize, type ColumnSize, columnFromStyle, emptyColumn, percentOf } from './column-sizes.ts';
import { type TableCell, type TableGrid, tableGrid } from './table-grid.ts';

export interface TableContext {
  readonly box: Box;
  readonly ports: LayoutPorts;
  readonly writing: Writing;
  readonly grid: TableGrid;
  readonly collapsed: CollapsedBorders | null;
  readonly edges: Edges;
  /** Between columns and at both ends; zero in the collapsing model. */
  readonly inlineSpacing: number;
  readonly blockSpacing: number;
  readonly isFixed: boolean;
  readonly columns: readonly ColumnSize[];
}

/** Larger than any page: a table whose percentages ask for infinite width. */
const ENDLESS = 1_000_000;

export function tableContext(box: Box, ports: LayoutPorts, percentBase: number): TableContext {
  const writing = writingOf(box.style);
  const grid = tableGrid(box);
  const collapses = box.style.borderCollapse === 'collapse';
  const collapsed = collapses ? collapseBorders(box, grid, writing) : null;
  const own = usedEdges(box.style, writing, Math.max(0, percentBase));
  const edges = collapsed === null ? own : new Edges(collapsed.table, NO_SIDES);
  const isFixed = box.style.tableLayout === 'fixed' && logicalSizes(box.style, writing).inlineSize !== 'auto';
  const inlineSpacing = collapses ? 0 : usedLength(box.style.borderSpacingX, 0);
  const context = {
    box,
    ports,
    writing,
    grid,
    collapsed,
    edges,
    inlineSpacing,
    blockSpacing: collapses ? 0 : usedLength(box.style.borderSpacingY, 0),
    isFixed,
  };
  return { ...context, columns: isFixed ? fixedColumns(context) : automaticColumns(context) };
}

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

type Unsized = Omit<TableContext, 'columns'>;

/** Border and padding of a cell, with its share of collapsed borders. */
export function cellEdges(context: Unsized, cell: TableCell, percentBase: number): Edges {
  const borders = context.collapsed?.cells.get(cell) ?? null;
  return usedEdges(cell.box.style, context.writing, Math.max(0, percentBase), borders);
}

/** Room that spacing takes along the inline axis. */
export function spacingSum({ grid, inlineSpacing }: Unsized): number {
  return grid.columns.length === 0 ? 0 : inlineSpacing * (grid.columns.length + 1);
}

function automaticColumns(context: Unsized): ColumnSize[] {
  const { grid, inlineSpacing } = context;
  const columns = grid.columns.map(({ style }) => {
    const column = emptyColumn();
    if (style !== null) columnFromStyle(column, style);
    return column;
  });
  addCells(
    columns,
    grid.cells.map((cell) => cellSize(context, cell)),
    inlineSpacing,
  );
  return columns;
}

function cellSize(context: Unsized, cell: TableCell): CellSize {
  const { ports, writing } = context;
  const { box, column, columnSpan } = cell;
  const edges = cellEdges(context, cell, 0);
  const sizes = logicalSizes(box.style, writing);
  const content = ports.intrinsicSizes(box, INDEFINITE);
  const own = logicalBorders(box.style, writing);
  const shift = edges.border.inlineStart + edges.border.inlineEnd - own.inlineStart - own.inlineEnd;

  let min = content.min + shift;
  let max = content.max + shift;
  const lengthOf = (size: number): number => withEdges(usedLength(size, 0), box.style, edges.inlineSum);
  const fixed = typeof sizes.inlineSize === 'number' && sizes.inlineSize > 0 ? lengthOf(sizes.inlineSize) : null;
  if (typeof sizes.minInlineSize === 'number') min = Math.max(min, lengthOf(sizes.minInlineSize));
  if (fixed !== null) max = fixed;
  if (typeof sizes.maxInlineSize === 'number') {
    // A cell that truncates its text asks for no more than its maximum.
    max = Math.min(max, lengthOf(sizes.maxInlineSize));
    min = Math.min(min, max);
  }
  return {
    column,
    span: Math.min(columnSpan, context.grid.columns.length - column),
    min,
    max: Math.max(min, max),
    percent: percentOf(sizes.inlineSize),
    constrained: fixed !== null,
  };
}

/** §3.9.2: columns by their own width, else by the first row; the content does not count. */
function fixedColumns(context: Unsized): ColumnSize[] {
  const { grid, writing, inlineSpacing } = context;
  const columns = grid.columns.map(({ style }): ColumnSize => {
    if (style === null) return emptyColumn();
    const width = writing.horizontal ? style.width : style.height;
    if (typeof width === 'number' && width > 0) return { min: width, max: width, percent: null, constrained: true };
    return { min: 0, max: 0, percent: percentOf(width), constrained: false };
  });
  for (const cell of grid.rows[0]?.cells ?? []) {
    const spanned = columns.slice(cell.column, cell.column + cell.columnSpan);
    if (spanned.length === 0 || spanned.some((column) => column.constrained || column.percent !== null)) continue;
    const size = logicalSizes(cell.box.style, writing).inlineSize;
    const percent = percentOf(size);
    const share = spanned.length;
    if (percent !== null) for (const column of spanned) column.percent = percent / share;
    else if (typeof size === 'number') {
      const outer = withEdges(usedLength(size, 0), cell.box.style, cellEdges(context, cell, 0).inlineSum);
      const width = Math.max(0, outer - inlineSpacing * (share - 1)) / share;
      for (const column of spanned) Object.assign(column, { min: width, max: width, constrained: true });
    }
  }
  // Columns without any width share what is left alike.
  for (const column of columns) if (!column.constrained && column.percent === null) column.max = 1e-3;
  return columns;
}

/** Border-box min-content and max-content inline sizes of a table. */
export function tableIntrinsicSizes(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const context = tableContext(box, ports, 0);
  const { columns, edges, writing, grid } = context;
  const fixed = edges.inlineSum + spacingSum(context);
  const min = columns.reduce((sum, column) => sum + column.min, fixed);
  const max = maximumOf(columns) + fixed;
  let caption = 0;
  for (const each of grid.captions) {
    caption = Math.max(caption, outerContribution(each, writing, ports, percentBlock).min);
  }
  return { min: Math.max(min, caption), max: Math.max(min, max, caption), dependsOnBlock: false };
}

/** The width at which percentages and maximums agree (CSS 2.2 has none; this is what browsers do). */
function maximumOf(columns: readonly ColumnSize[]): number {
  let rest = 0;
  let total = 0;
  let percentTotal = 0;
  for (const column of columns) {
    if (column.percent === null) rest += column.max;
    else {
      const percent = Math.min(column.percent, Math.max(0, 100 - percentTotal));
      percentTotal += percent;
      total = Math.max(total, percent > 0 ? (column.max * 100) / percent : ENDLESS);
    }
  }
  const others = columns.reduce((sum, column) => sum + (column.percent === null ? 0 : column.max), rest);
  if (percentTotal > 0 && rest > 0) {
    total = Math.max(total, percentTotal < 100 ? (rest * 100) / (100 - percentTotal) : ENDLESS);
  }
  return Math.min(ENDLESS, Math.max(total, others));
}

/** Whether a cell's height waits for the table's. */
export function hasPercentHeight(box: Box, writing: Writing): boolean {
  return dependsOnPercentage(logicalSizes(box.style, writing).blockSize);
}

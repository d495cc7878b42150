/**
 * The measures of all columns of a table: elements, cells, and cells that span columns worked into one another.
 *
 * In:  the grid, the intrinsic sizes of cells. Out: one `Column` for each column that the table has.
 *
 * CSS Tables 3 §3.8 https://drafts.csswg.org/css-tables-3/#computing-column-measures
 */
import { attribute, isElement } from '../../html/node-tree.ts';
import { aspectRatio, inlineFromRatio } from '../aspect-ratio.ts';
import { type Edges, usedEdges } from '../edges.ts';
import { inlineContribution } from '../intrinsic.ts';
import { INDEFINITE } from '../layout-unit.ts';
import { withEdges } from '../sizing.ts';
import type { LayoutPorts } from '../space.ts';
import {
  isOrthogonal,
  type LogicalSides,
  logicalBorders,
  logicalSizes,
  type Writing,
  writingOf,
} from '../writing-mode.ts';
import {
  addToColumn,
  type CellMeasure,
  type Column,
  emptyColumn,
  inlineSizesOf,
  mergeCells,
  styledColumn,
} from './column.ts';
import { distributeInline } from './distribute-inline.ts';
import { addSpanningFixed } from './fixed-layout.ts';
import type { TableCell, TableGrid } from './table-grid.ts';

export interface ColumnInput {
  readonly grid: TableGrid;
  readonly writing: Writing;
  readonly ports: LayoutPorts;
  readonly isFixed: boolean;
  /** Between columns; zero in the collapsing model. */
  readonly spacing: number;
  /** Borders of each cell in the collapsing model, by cell index. */
  readonly cellBorders: readonly LogicalSides<number>[] | null;
}

interface SpanningCell {
  readonly cell: TableCell;
  readonly measure: CellMeasure;
}

/** The columns that elements and cells make, without what the cells ask for. */
export function tableColumns({ columnElements, cellColumns }: TableGrid, writing: Writing, isFixed: boolean): Column[] {
  const columns = columnElements.map(({ box, group }) => {
    // In automatic layout the width of a group is that of each of its columns.
    const groupColumn = group === null ? null : styledColumn(group.style, writing, isFixed, null);
    if (box === null) return groupColumn ?? emptyColumn(isFixed);
    const fallback = groupColumn === null || isFixed || !groupColumn.maxKnown ? null : groupColumn.max;
    return styledColumn(box.style, writing, isFixed, fallback);
  });
  while (columns.length < cellColumns) columns.push(emptyColumn(isFixed));
  while (columns.length > cellColumns && columns.at(-1)!.mergeable) columns.pop();
  return columns;
}

export function measureColumns(columns: readonly Column[], input: ColumnInput): void {
  const { grid, isFixed, spacing } = input;
  const single: (CellMeasure | undefined)[] = new Array(columns.length);
  const spanning: SpanningCell[] = [];
  const firstRow = grid.sections.find(({ rowCount }) => rowCount > 0)?.firstRow ?? 0;
  for (const cell of grid.cells) {
    if (isFixed && cell.row !== firstRow) break;
    const known = single[cell.column];
    if (cell.columnSpan > 1) spanning.push({ cell, measure: measureCell(cell, input, emptyMeasure()) });
    else if (known === undefined) single[cell.column] = measureCell(cell, input, emptyMeasure());
    else mergeCells(known, measureCell(cell, input, scratch));
  }
  for (const { cell } of spanning) keepOneColumn(columns, cell);
  single.forEach((measure, index) => {
    if (measure !== undefined) addToColumn(columns[index]!, measure, isFixed);
  });

  spanning.sort((a, b) => a.cell.columnSpan - b.cell.columnSpan || a.cell.column - b.cell.column);
  for (const { cell, measure } of spanning) {
    const spanned = columns.slice(cell.column, cell.column + cell.columnSpan);
    if (isFixed) addSpanningFixed(spanned, measure, spacing);
    else addSpanning(spanned, measure, spacing);
  }
  limitPercentages(columns, isFixed);
}

/** A spanning cell needs a column that takes room: the first one that is not collapsed. */
function keepOneColumn(columns: readonly Column[], { column, columnSpan }: TableCell): void {
  const end = Math.min(column + columnSpan, columns.length);
  for (let at = column; at < end; at++) {
    if (columns[at]!.collapsed) continue;
    columns[at]!.mergeable = false;
    return;
  }
  columns[column]!.mergeable = false;
}

/** Smaller: most cells are only asked how much wider than the others of their column they are. */
const scratch: CellMeasure = emptyMeasure();

function emptyMeasure(): CellMeasure {
  return { min: 0, max: 0, percent: null, percentEdges: 0, constrained: false };
}

/** §3.8.2: outer min-content and max-content widths of a cell, written into `measure`. */
function measureCell({ index, box }: TableCell, input: ColumnInput, measure: CellMeasure): CellMeasure {
  const { ports, writing, isFixed, cellBorders } = input;
  const { style } = box;
  const borders = cellBorders?.[index] ?? null;
  const edges = usedEdges(style, writing, 0, borders);
  const sizes = inlineSizesOf(style, writing, edges.inlineSum);
  const content = contentOf(box, edges, borders, ports, writing);

  let min = isFixed ? 0 : Math.max(content.min, sizes.min ?? 0);
  if (!isFixed && sizes.size !== null && ports.quirks && hasNoWrap(box)) min = Math.max(min, sizes.size);
  let max = sizes.size ?? content.max;
  const most = sizes.max ?? ratioLimit(box, edges, writing);
  if (most !== null) {
    max = Math.min(max, most);
    min = Math.min(min, most);
  }
  // Only fixed layout puts border and padding on top of a percentage.
  const addsEdges = isFixed && sizes.percent !== null && style.boxSizing === 'content-box';
  measure.min = min;
  measure.max = Math.max(min, max);
  measure.percent = sizes.percent;
  measure.percentEdges = addsEdges ? edges.inlineSum : 0;
  measure.constrained = sizes.size !== null;
  return measure;
}

/** CSS Sizing 4 §6.3: a maximum height acts through the ratio of a cell. */
function ratioLimit(box: TableCell['box'], edges: Edges, writing: Writing): number | null {
  if (box.style.aspectRatio.ratio === null) return null;
  const ratio = aspectRatio(box, writing);
  const { inlineSize, maxBlockSize } = logicalSizes(box.style, writing);
  if (ratio === null || inlineSize !== 'auto' || typeof maxBlockSize !== 'number') return null;
  return inlineFromRatio(ratio, edges, withEdges(maxBlockSize, box.style, edges.blockSum));
}

function contentOf(
  box: TableCell['box'],
  edges: Edges,
  borders: LogicalSides<number> | null,
  ports: LayoutPorts,
  writing: Writing,
): { readonly min: number; readonly max: number } {
  const content = isOrthogonal(writing, writingOf(box.style))
    ? inlineContribution(box, writing, ports, INDEFINITE)
    : ports.intrinsicSizes(box, INDEFINITE);
  if (borders === null) return content;
  // Intrinsic sizes have the borders of the style; the cell has its share of the collapsed ones.
  const own = logicalBorders(box.style, writing);
  const more = edges.border.inlineStart + edges.border.inlineEnd - own.inlineStart - own.inlineEnd;
  return { min: content.min + more, max: content.max + more };
}

/** Quirks mode: a cell with a width and 'nowrap' is at least as wide (Quirks §3.2). */
function hasNoWrap({ node, pseudo }: TableCell['box']): boolean {
  return node !== null && pseudo === null && isElement(node) && (attribute(node, 'nowrap') ?? null) !== null;
}

/** §3.8.3: what a spanning cell asks for beyond its columns, shared among them as a table's width is. */
function addSpanning(columns: readonly Column[], cell: CellMeasure, spacing: number): void {
  const gaps = spacing * Math.max(0, columns.filter(({ mergeable }) => !mergeable).length - 1);
  if (cell.percent !== null) addSpanningPercent(columns, cell.percent);
  if (isSatisfied(columns, cell, gaps)) return;
  const minimums = distributeInline(columns, Math.max(0, cell.min - gaps), true);
  columns.forEach((column, index) => {
    column.min = Math.max(column.min, minimums[index]!);
  });
  const maximums = distributeInline(columns, Math.max(0, cell.max - gaps), cell.constrained);
  columns.forEach((column, index) => {
    column.max = Math.max(column.min, column.max, maximums[index]!);
  });
}

/** Faster: most spanning cells ask for nothing that their columns do not have. */
function isSatisfied(columns: readonly Column[], { min, max }: CellMeasure, gaps: number): boolean {
  let minimums = gaps;
  let maximums = gaps;
  for (const column of columns) {
    if (column.percent !== null) return false;
    minimums += column.min;
    maximums += column.max;
  }
  return minimums >= min && maximums >= max;
}

/** A percentage beyond the columns' own goes to those without one, by their maximums. */
function addSpanningPercent(columns: readonly Column[], percent: number): void {
  const taking = columns.filter(({ mergeable }) => !mergeable);
  const own = taking.reduce((sum, column) => sum + (column.percent ?? 0), 0);
  const without = taking.filter((column) => column.percent === null);
  const surplus = percent - own;
  if (surplus <= 0 || without.length === 0) return;
  const total = without.reduce((sum, { max }) => sum + max, 0);
  for (const column of without) {
    column.percent = total > 0 ? (surplus * column.max) / total : surplus / without.length;
  }
}

/** Percentages add up to 100 at most: later columns get what is left, or in fixed layout all get less. */
function limitPercentages(columns: readonly Column[], isFixed: boolean): void {
  let total = 0;
  for (const column of columns) {
    if (column.percent === null) continue;
    if (!isFixed) column.percent = Math.min(column.percent, 100 - total);
    total += column.percent;
  }
  if (!isFixed || total <= 100) return;
  for (const column of columns) if (column.percent !== null) column.percent = (column.percent * 100) / total;
}

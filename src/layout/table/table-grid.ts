/**
 * The grid of a table: its rows, its columns, and which cell covers which of them.
 *
 * In:  a table box as box generation leaves it: captions, columns, row groups in visual order.
 * Out: cells with their row and column ranges.
 *
 * HTML §4.9.12 (forming a table), CSS Tables 3 §3.3 https://drafts.csswg.org/css-tables-3/#dimensioning-the-row-column-grid
 */
import { attribute, isElement, isHtml } from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';

export interface TableCell {
  readonly box: Box;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface TableRow {
  readonly box: Box;
  readonly group: Box;
  /** Cells that begin in this row. */
  readonly cells: readonly TableCell[];
}

export interface TableColumn {
  /** The col and colgroup boxes of this column, if there are any. */
  readonly box: Box | null;
  readonly group: Box | null;
  readonly style: ComputedStyle | null;
}

export interface TableGrid {
  readonly captions: readonly Box[];
  /** Row groups in visual order. */
  readonly groups: readonly Box[];
  readonly rows: readonly TableRow[];
  readonly columns: readonly TableColumn[];
  readonly cells: readonly TableCell[];
}

/** HTML's limits on spans. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;

export function tableGrid(table: Box): TableGrid {
  const captions = table.children.filter(({ kind }) => kind === 'table-caption');
  const groups = table.children.filter(({ kind }) => kind === 'table-row-group');
  const rows: TableRow[] = [];
  const cells: TableCell[] = [];
  let columnCount = 0;

  for (const group of groups) {
    const groupRows = group.children.filter((child) => !child.isOutOfFlow);
    const firstRow = rows.length;
    const lastRow = firstRow + groupRows.length;
    /** For each column, the row below the last cell that covers it. */
    const coveredUntil: number[] = [];
    groupRows.forEach((rowBox, index) => {
      const row = firstRow + index;
      const rowCells: TableCell[] = [];
      let column = 0;
      for (const box of rowBox.children) {
        if (box.isOutOfFlow) continue;
        while ((coveredUntil[column] ?? 0) > row) column++;
        const columnSpan = spanOf(box, 'colspan', MAX_COLUMN_SPAN);
        const rowSpan = Math.min(rowSpanOf(box, lastRow - row), lastRow - row);
        const cell = { box, row, column, rowSpan, columnSpan };
        rowCells.push(cell);
        cells.push(cell);
        for (let covered = column; covered < column + columnSpan; covered++) {
          coveredUntil[covered] = Math.max(coveredUntil[covered] ?? 0, row + rowSpan);
        }
        column += columnSpan;
        columnCount = Math.max(columnCount, column);
      }
      rows.push({ box: rowBox, group, cells: rowCells });
    });
  }
  return { captions, groups, rows, cells, columns: tableColumns(table, columnCount) };
}

function spanOf(box: Box, name: string, limit: number): number {
  const { node } = box;
  if (node === null || box.pseudo !== null || !isElement(node) || !isHtml(node)) return 1;
  const value = Number.parseInt(attribute(node, name) ?? '1', 10);
  return value > 0 ? Math.min(value, limit) : 1;
}

/** rowspan="0" reaches to the end of the row group. */
function rowSpanOf(box: Box, remaining: number): number {
  const { node } = box;
  if (node !== null && isElement(node) && attribute(node, 'rowspan')?.trim() === '0') return Math.max(1, remaining);
  return spanOf(box, 'rowspan', MAX_ROW_SPAN);
}

function tableColumns(table: Box, cellColumns: number): TableColumn[] {
  const columns: TableColumn[] = [];
  const add = (box: Box | null, group: Box | null, span: number): void => {
    const style = box?.style ?? group?.style ?? null;
    for (let index = 0; index < span && columns.length < MAX_COLUMN_SPAN * 10; index++)
      columns.push({ box, group, style });
  };
  for (const child of table.children) {
    if (child.kind === 'table-column') add(child, null, spanOf(child, 'span', MAX_COLUMN_SPAN));
    if (child.kind !== 'table-column-group') continue;
    const inner = child.children.filter(({ kind }) => kind === 'table-column');
    if (inner.length === 0) add(null, child, spanOf(child, 'span', MAX_COLUMN_SPAN));
    for (const column of inner) add(column, child, spanOf(column, 'span', MAX_COLUMN_SPAN));
  }
  while (columns.length < cellColumns) columns.push({ box: null, group: null, style: null });
  return columns;
}

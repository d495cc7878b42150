/**
 * The grid of a table: its sections, rows and columns, and which cell covers which of them.
 *
 * In:  a table box as box generation leaves it: captions, columns, row groups in visual order.
 * Out: cells with their row and column ranges.
 *
 * HTML §4.9.12 (forming a table), CSS Tables 3 §3.3 https://drafts.csswg.org/css-tables-3/#dimensioning-the-row-column-grid
 */
import { attribute, isElement, isHtml } from '../../html/node-tree.ts';
import type { Box } from '../box.ts';

export interface TableCell {
  /** Its place in `TableGrid.cells`. */
  readonly index: number;
  readonly box: Box;
  readonly row: number;
  readonly column: number;
  /** Never past the end of the section. */
  readonly rowSpan: number;
  /** May reach past the last column of the table. */
  readonly columnSpan: number;
}

export interface TableRow {
  readonly box: Box;
  /** Cells that begin in this row. */
  readonly cells: readonly TableCell[];
}

export interface TableSection {
  readonly box: Box;
  readonly firstRow: number;
  readonly rowCount: number;
  /** Not the header or the footer of the table. */
  readonly isBody: boolean;
}

/** One column that a <col> or <colgroup> makes. */
export interface ColumnElement {
  readonly box: Box | null;
  readonly group: Box | null;
}

export interface TableGrid {
  readonly captions: readonly Box[];
  /** In visual order. */
  readonly sections: readonly TableSection[];
  readonly rows: readonly TableRow[];
  readonly cells: readonly TableCell[];
  /** As the elements ask for them; the table may have more columns, or less. */
  readonly columnElements: readonly ColumnElement[];
  /** Columns that cells take: in automatic layout those in which a cell begins. */
  readonly cellColumns: number;
}

/** HTML's limits on spans. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;

/** A page must not make us count columns for long. */
const MAX_COLUMNS = 20_000;

export function tableGrid(table: Box, isFixed: boolean): TableGrid {
  const captions = table.children.filter(({ kind }) => kind === 'table-caption');
  const groups = table.children.filter(({ kind }) => kind === 'table-row-group');
  const header = groups.find(({ style, isAnonymous }) => style.display === 'table-header-group' && !isAnonymous);
  const footer = groups.find(({ style, isAnonymous }) => style.display === 'table-footer-group' && !isAnonymous);
  const sections: TableSection[] = [];
  const rows: TableRow[] = [];
  const cells: TableCell[] = [];
  let cellColumns = 0;

  for (const group of groups) {
    const firstRow = rows.length;
    const rowBoxes = group.children.filter((child) => !child.isOutOfFlow);
    const endRow = firstRow + rowBoxes.length;
    const isBody = group !== header && group !== footer;
    sections.push({ box: group, firstRow, rowCount: rowBoxes.length, isBody });
    /** For each column, the row below the last cell that reaches down into it. */
    const coveredUntil: number[] = [];
    for (const rowBox of rowBoxes) {
      const row = rows.length;
      const rowCells: TableCell[] = [];
      let column = 0;
      for (const box of rowBox.children) {
        if (box.isOutOfFlow) continue;
        while ((coveredUntil[column] ?? 0) > row) column++;
        column = Math.min(column, MAX_COLUMNS - 1);
        const columnSpan = Math.min(spanOf(box, 'colspan', MAX_COLUMN_SPAN), MAX_COLUMNS - column);
        const rowSpan = Math.min(rowSpanOf(box, endRow - row), endRow - row);
        const cell = { index: cells.length, box, row, column, rowSpan, columnSpan };
        rowCells.push(cell);
        cells.push(cell);
        for (let at = column; rowSpan > 1 && at < column + columnSpan; at++) {
          coveredUntil[at] = Math.max(coveredUntil[at] ?? 0, row + rowSpan);
        }
        cellColumns = Math.max(cellColumns, isFixed ? column + columnSpan : column + 1);
        column += columnSpan;
      }
      rows.push({ box: rowBox, cells: rowCells });
    }
  }
  return { captions, sections, rows, cells, columnElements: columnElements(table), cellColumns };
}

function spanOf(box: Box, name: string, limit: number): number {
  const { node } = box;
  if (node === null || box.pseudo !== null || !isElement(node) || !isHtml(node)) return 1;
  const text = attribute(node, name);
  if (text === null || text === undefined) return 1;
  const value = Number.parseInt(text, 10);
  return value > 0 ? Math.min(value, limit) : 1;
}

/** rowspan="0" reaches to the end of the row group. */
function rowSpanOf(box: Box, remaining: number): number {
  const { node } = box;
  if (node !== null && isElement(node) && attribute(node, 'rowspan')?.trim() === '0') return Math.max(1, remaining);
  return spanOf(box, 'rowspan', MAX_ROW_SPAN);
}

function columnElements(table: Box): ColumnElement[] {
  const columns: ColumnElement[] = [];
  const add = (box: Box | null, group: Box | null, span: number): void => {
    const element = { box, group };
    for (let index = 0; index < span && columns.length < MAX_COLUMNS; index++) columns.push(element);
  };
  for (const child of table.children) {
    if (child.kind === 'table-column') add(child, null, spanOf(child, 'span', MAX_COLUMN_SPAN));
    if (child.kind !== 'table-column-group') continue;
    const inner = child.children.filter(({ kind }) => kind === 'table-column');
    if (inner.length === 0) add(null, child, spanOf(child, 'span', MAX_COLUMN_SPAN));
    for (const column of inner) add(column, child, spanOf(column, 'span', MAX_COLUMN_SPAN));
  }
  return columns;
}

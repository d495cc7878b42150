/**
 * Borders of tables in the collapsing model.
 *
 * In:  the grid and the styles of table, groups, columns, rows and cells.
 * Out: the used border widths of each cell (half of what it shares) and of the table.
 *
 * CSS 2.2 §17.6.2.1 (conflict resolution) https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution
 */
import type { BorderStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';
import { logicalBorders, toLogicalSides } from '../writing-mode.ts';
import type { TableCell, TableGrid } from './table-grid.ts';

export interface CollapsedBorders {
  readonly cells: ReadonlyMap<TableCell, LogicalSides<number>>;
  /** Border of the table box: half of the widest border along each outer edge. */
  readonly table: LogicalSides<number>;
}

interface Border {
  readonly width: number;
  readonly style: BorderStyle;
}

const STYLE_RANK: Readonly<Record<BorderStyle, number>> = {
  none: 0,
  inset: 1,
  groove: 2,
  outset: 3,
  ridge: 4,
  dotted: 5,
  dashed: 6,
  solid: 7,
  double: 8,
  hidden: 9,
};

const NO_BORDER: Border = { width: 0, style: 'none' };

/** Rules 1 to 3; where they are equal, the first one given wins. */
function winner(a: Border, b: Border): Border {
  if (a.style === 'hidden' || b.style === 'hidden') return a.style === 'hidden' ? a : b;
  if (a.style === 'none' || b.style === 'none') return a.style === 'none' ? b : a;
  if (a.width !== b.width) return a.width > b.width ? a : b;
  return STYLE_RANK[b.style] > STYLE_RANK[a.style] ? b : a;
}

function bordersOf(box: Box, writing: Writing): LogicalSides<Border> {
  const { style } = box;
  const widths = logicalBorders(style, writing);
  const styles = toLogicalSides(
    writing,
    style.borderTopStyle,
    style.borderRightStyle,
    style.borderBottomStyle,
    style.borderLeftStyle,
  );
  return {
    inlineStart: { width: widths.inlineStart, style: styles.inlineStart },
    inlineEnd: { width: widths.inlineEnd, style: styles.inlineEnd },
    blockStart: { width: widths.blockStart, style: styles.blockStart },
    blockEnd: { width: widths.blockEnd, style: styles.blockEnd },
  };
}

/** All edges of the grid: between columns for each row, and between rows for each column. */
class EdgeMap {
  readonly #columns: number;
  readonly #vertical: Border[];
  readonly #horizontal: Border[];

  constructor(rows: number, columns: number) {
    this.#columns = columns;
    this.#vertical = new Array<Border>(rows * (columns + 1)).fill(NO_BORDER);
    this.#horizontal = new Array<Border>((rows + 1) * columns).fill(NO_BORDER);
  }

  vertical(row: number, line: number): Border {
    return this.#vertical[row * (this.#columns + 1) + line] ?? NO_BORDER;
  }

  horizontal(line: number, column: number): Border {
    return this.#horizontal[line * this.#columns + column] ?? NO_BORDER;
  }

  /** Puts the borders of a box on the edges of a rectangle of the grid. */
  merge(borders: LogicalSides<Border>, row: number, rowEnd: number, column: number, columnEnd: number): void {
    for (let at = row; at < rowEnd; at++) {
      this.#mergeVertical(at, column, borders.inlineStart);
      this.#mergeVertical(at, columnEnd, borders.inlineEnd);
    }
    for (let at = column; at < columnEnd; at++) {
      this.#mergeHorizontal(row, at, borders.blockStart);
      this.#mergeHorizontal(rowEnd, at, borders.blockEnd);
    }
  }

  #mergeVertical(row: number, line: number, border: Border): void {
    const index = row * (this.#columns + 1) + line;
    this.#vertical[index] = winner(this.#vertical[index], border);
  }

  #mergeHorizontal(line: number, column: number, border: Border): void {
    const index = line * this.#columns + column;
    this.#horizontal[index] = winner(this.#horizontal[index], border);
  }
}

export function collapseBorders(table: Box, grid: TableGrid, writing: Writing): CollapsedBorders {
  const rowCount = grid.rows.length;
  const columnCount = grid.columns.length;
  const edges = new EdgeMap(rowCount, columnCount);

  // Rule 4: cell, row, row group, column, column group, table, in this order.
  for (const { box, row, column, rowSpan, columnSpan } of grid.cells) {
    edges.merge(bordersOf(box, writing), row, row + rowSpan, column, Math.min(column + columnSpan, columnCount));
  }
  grid.rows.forEach(({ box }, row) => {
    edges.merge(bordersOf(box, writing), row, row + 1, 0, columnCount);
  });
  mergeRuns(
    grid.rows,
    ({ group }) => group,
    (group, start, end) => edges.merge(bordersOf(group, writing), start, end, 0, columnCount),
  );
  grid.columns.forEach(({ box }, column) => {
    if (box !== null) edges.merge(bordersOf(box, writing), 0, rowCount, column, column + 1);
  });
  mergeRuns(
    grid.columns,
    ({ group }) => group,
    (group, start, end) => edges.merge(bordersOf(group, writing), 0, rowCount, start, end),
  );
  edges.merge(bordersOf(table, writing), 0, rowCount, 0, columnCount);

  const cells = new Map(grid.cells.map((cell) => [cell, cellBorders(edges, cell, columnCount)]));
  return { cells, table: tableBorders(edges, table, writing, rowCount, columnCount) };
}

/** Calls back for each run of neighbours with the same owner. */
function mergeRuns<T>(
  items: readonly T[],
  ownerOf: (item: T) => Box | null,
  visit: (owner: Box, start: number, end: number) => void,
): void {
  for (let start = 0; start < items.length; ) {
    const owner = ownerOf(items[start]);
    let end = start + 1;
    while (end < items.length && ownerOf(items[end]) === owner) end++;
    if (owner !== null) visit(owner, start, end);
    start = end;
  }
}

/** A cell has half of each border that it shares: the widest along the edge. */
function cellBorders(edges: EdgeMap, cell: TableCell, columnCount: number): LogicalSides<number> {
  const rowEnd = cell.row + cell.rowSpan;
  const columnEnd = Math.min(cell.column + cell.columnSpan, columnCount);
  let inlineStart = 0;
  let inlineEnd = 0;
  let blockStart = 0;
  let blockEnd = 0;
  for (let row = cell.row; row < rowEnd; row++) {
    inlineStart = Math.max(inlineStart, shown(edges.vertical(row, cell.column)));
    inlineEnd = Math.max(inlineEnd, shown(edges.vertical(row, columnEnd)));
  }
  for (let column = cell.column; column < columnEnd; column++) {
    blockStart = Math.max(blockStart, shown(edges.horizontal(cell.row, column)));
    blockEnd = Math.max(blockEnd, shown(edges.horizontal(rowEnd, column)));
  }
  return { inlineStart: inlineStart / 2, inlineEnd: inlineEnd / 2, blockStart: blockStart / 2, blockEnd: blockEnd / 2 };
}

function shown({ width, style }: Border): number {
  return style === 'hidden' || style === 'none' ? 0 : width;
}

/** Along the inline axis the first row decides, along the block axis the widest border does (CSS 2.2 §17.6.2). */
function tableBorders(
  edges: EdgeMap,
  table: Box,
  writing: Writing,
  rowCount: number,
  columnCount: number,
): LogicalSides<number> {
  if (rowCount === 0 || columnCount === 0) {
    const own = logicalBorders(table.style, writing);
    return {
      inlineStart: own.inlineStart / 2,
      inlineEnd: own.inlineEnd / 2,
      blockStart: own.blockStart / 2,
      blockEnd: own.blockEnd / 2,
    };
  }
  let blockStart = 0;
  let blockEnd = 0;
  let inlineStart = 0;
  let inlineEnd = 0;
  for (let column = 0; column < columnCount; column++) {
    blockStart = Math.max(blockStart, shown(edges.horizontal(0, column)));
    blockEnd = Math.max(blockEnd, shown(edges.horizontal(rowCount, column)));
  }
  for (let row = 0; row < rowCount; row++) {
    inlineStart = Math.max(inlineStart, shown(edges.vertical(row, 0)));
    inlineEnd = Math.max(inlineEnd, shown(edges.vertical(row, columnCount)));
  }
  return { inlineStart: inlineStart / 2, inlineEnd: inlineEnd / 2, blockStart: blockStart / 2, blockEnd: blockEnd / 2 };
}

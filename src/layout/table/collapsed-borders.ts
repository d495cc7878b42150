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
import { toUnit } from '../layout-unit.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';
import { logicalBorders, toLogicalSides } from '../writing-mode.ts';
import type { TableGrid } from './table-grid.ts';

export interface CollapsedBorders {
  /** By cell index. */
  readonly cells: readonly LogicalSides<number>[];
  /** Of the table box. */
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

/** A page with few cells can span a grid too large to keep. */
const MAX_EDGES = 4_000_000;

const NO_BORDER: Border = { width: 0, style: 'none' };
const NO_BORDERS: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

/** Rules 1 to 3; where they are equal, the first one given wins. */
function winner(a: Border, b: Border): Border {
  if (a.style === 'hidden' || b.style === 'hidden') return a.style === 'hidden' ? a : b;
  if (a.style === 'none' || b.style === 'none') return a.style === 'none' ? b : a;
  if (a.width !== b.width) return a.width > b.width ? a : b;
  return STYLE_RANK[b.style] > STYLE_RANK[a.style] ? b : a;
}

/** The borders of a box; `null` when it has none, as most parts of tables. */
function bordersOf({ style }: Box, writing: Writing): LogicalSides<Border> | null {
  const { borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle } = style;
  if (
    borderTopStyle === 'none' &&
    borderRightStyle === 'none' &&
    borderBottomStyle === 'none' &&
    borderLeftStyle === 'none'
  ) {
    return null;
  }
  const widths = logicalBorders(style, writing);
  const styles = toLogicalSides(writing, borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle);
  return {
    inlineStart: { width: widths.inlineStart, style: styles.inlineStart },
    inlineEnd: { width: widths.inlineEnd, style: styles.inlineEnd },
    blockStart: { width: widths.blockStart, style: styles.blockStart },
    blockEnd: { width: widths.blockEnd, style: styles.blockEnd },
  };
}

function shown({ width, style }: Border): number {
  return style === 'hidden' || style === 'none' ? 0 : width;
}

function hasOnlyStart({ inlineEnd, blockStart, blockEnd }: LogicalSides<Border>): boolean {
  return inlineEnd.style === 'none' && blockStart.style === 'none' && blockEnd.style === 'none';
}

/** All edges of the grid: between columns for each row, and between rows for each column. */
class EdgeMap {
  readonly #columns: number;
  /** How many columns, from the first, have room for borders: up to the last one that has any. */
  #roomy = 0;
  readonly #vertical: Border[];
  readonly #horizontal: Border[];

  constructor(rows: number, columns: number) {
    this.#columns = columns;
    this.#vertical = new Array<Border>(rows * (columns + 1)).fill(NO_BORDER);
    this.#horizontal = new Array<Border>((rows + 1) * columns).fill(NO_BORDER);
  }

  /** Makes sure that borders can be put on the edges of columns before `columnEnd`. */
  makeRoom(columnEnd: number): void {
    this.#roomy = Math.max(this.#roomy, columnEnd);
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

  /** Half of the widest border along each edge of a rectangle of the grid: a border is shared by both sides of it. */
  halvesAround(row: number, rowEnd: number, column: number, columnEnd: number): LogicalSides<number> {
    let inlineStart = 0;
    let inlineEnd = 0;
    let blockStart = 0;
    let blockEnd = 0;
    if (this.#roomy === 0 || column > this.#roomy || column >= columnEnd) return NO_BORDERS;
    for (let at = row; at < rowEnd; at++) {
      inlineStart = Math.max(inlineStart, this.#verticalWidth(at, column));
      inlineEnd = Math.max(inlineEnd, this.#verticalWidth(at, columnEnd));
    }
    if (row < rowEnd) {
      for (let at = column; at < columnEnd; at++) {
        blockStart = Math.max(blockStart, shown(this.#horizontal[row * this.#columns + at]!));
        blockEnd = Math.max(blockEnd, shown(this.#horizontal[rowEnd * this.#columns + at]!));
      }
    }
    return {
      inlineStart: toUnit(inlineStart / 2),
      inlineEnd: toUnit(inlineEnd / 2),
      blockStart: toUnit(blockStart / 2),
      blockEnd: toUnit(blockEnd / 2),
    };
  }

  /** Differs: an edge beyond the columns with borders is looked for at the start of the next row, as Chrome does. */
  #verticalWidth(row: number, line: number): number {
    const stride = this.#roomy + 1;
    const actualRow = row + Math.floor(line / stride);
    const border = this.#vertical[actualRow * (this.#columns + 1) + (line % stride)];
    return border === undefined ? 0 : shown(border);
  }

  #mergeVertical(row: number, line: number, border: Border): void {
    const index = row * (this.#columns + 1) + line;
    this.#vertical[index] = winner(this.#vertical[index]!, border);
  }

  #mergeHorizontal(line: number, column: number, border: Border): void {
    const index = line * this.#columns + column;
    this.#horizontal[index] = winner(this.#horizontal[index]!, border);
  }
}

export function collapseBorders(table: Box, grid: TableGrid, columnCount: number, writing: Writing): CollapsedBorders {
  const rowCount = grid.rows.length;
  if (rowCount * columnCount > MAX_EDGES) return unsharedBorders(table, grid, writing);
  const edges = new EdgeMap(rowCount, columnCount);
  const mergeBox = (box: Box, row: number, rowEnd: number, column: number, columnEnd: number): void => {
    const borders = bordersOf(box, writing);
    if (borders === null || row === rowEnd) return;
    const end = Math.min(columnEnd, columnCount);
    edges.makeRoom(hasOnlyStart(borders) ? Math.min(column + 1, end) : end);
    edges.merge(borders, row, rowEnd, column, end);
  };

  // Rule 4: cell, row, row group, column, column group, table, in this order.
  for (const { box, row, column, rowSpan, columnSpan } of grid.cells) {
    mergeBox(box, row, row + rowSpan, column, column + columnSpan);
    const end = Math.min(column + columnSpan, columnCount);
    if (rowSpan > 1 || end - column > 1) edges.makeRoom(end);
  }
  grid.rows.forEach(({ box }, row) => {
    mergeBox(box, row, row + 1, 0, columnCount);
  });
  for (const { box, firstRow, rowCount: count } of grid.sections) {
    if (count > 0) mergeBox(box, firstRow, firstRow + count, 0, columnCount);
  }
  const elements = grid.columnElements.slice(0, columnCount);
  elements.forEach(({ box }, column) => {
    if (box !== null) mergeBox(box, 0, rowCount, column, column + 1);
  });
  for (let start = 0; start < elements.length; ) {
    const { group } = elements[start]!;
    let end = start + 1;
    while (end < elements.length && elements[end]!.group === group) end++;
    if (group !== null) mergeBox(group, 0, rowCount, start, end);
    start = end;
  }
  mergeBox(table, 0, rowCount, 0, columnCount);
  return {
    cells: grid.cells.map(({ row, column, rowSpan, columnSpan }) =>
      edges.halvesAround(row, row + rowSpan, column, Math.min(column + columnSpan, columnCount)),
    ),
    table: edges.halvesAround(0, rowCount, 0, columnCount),
  };
}

/** As if no two borders met: every box has half of its own. */
function unsharedBorders(table: Box, grid: TableGrid, writing: Writing): CollapsedBorders {
  const halves = ({ style }: Box): LogicalSides<number> => {
    const { inlineStart, inlineEnd, blockStart, blockEnd } = logicalBorders(style, writing);
    return {
      inlineStart: inlineStart / 2,
      inlineEnd: inlineEnd / 2,
      blockStart: blockStart / 2,
      blockEnd: blockEnd / 2,
    };
  };
  return { cells: grid.cells.map(({ box }) => halves(box)), table: halves(table) };
}

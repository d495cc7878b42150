/**
 * Heights of rows: from their cells, from cells that span rows, and from the height of the table.
 *
 * CSS Tables 3 §3.10 https://drafts.csswg.org/css-tables-3/#row-layout
 */

export interface RowSize {
  /** Used size, border edge to border edge. */
  size: number;
  /** From the row's start to the baseline its cells share; zero when none does. */
  baseline: number;
  /** The row or one of its cells has a height of its own. */
  readonly constrained: boolean;
  readonly percent: number | null;
  /** No cell begins in the row. */
  readonly empty: boolean;
  readonly collapsed: boolean;
}

export interface RowCell {
  readonly row: number;
  readonly span: number;
  /** Border-box block size. */
  readonly size: number;
  /** Distance to the cell's baseline, when it is aligned by it. */
  readonly ascent: number | null;
}

/** Cells in one row decide first, then spanning ones take what they lack from the rows they cover. */
export function sizeRows(rows: readonly RowSize[], cells: readonly RowCell[], spacing: number): void {
  for (const { row, ascent } of cells) {
    if (ascent !== null) rows[row].baseline = Math.max(rows[row].baseline, ascent);
  }
  for (const cell of cells) {
    if (cell.span > 1) continue;
    const row = rows[cell.row];
    const shift = cell.ascent === null ? 0 : row.baseline - cell.ascent;
    row.size = Math.max(row.size, cell.size + shift);
  }
  for (const row of rows) if (row.collapsed) row.size = 0;
  const spanning = cells.filter((cell) => cell.span > 1).sort((a, b) => a.span - b.span || a.row - b.row);
  for (const cell of spanning) {
    const covered = rows.slice(cell.row, cell.row + cell.span).filter((row) => !row.collapsed);
    const shift = cell.ascent === null ? 0 : rows[cell.row].baseline - cell.ascent;
    const has = covered.reduce((sum, row) => sum + row.size, spacing * Math.max(0, covered.length - 1));
    growRows(covered, cell.size + shift - has, true);
  }
}

/** Gives rows more: percentages aside, those without a height of their own by their size, else all of them. */
export function growRows(rows: readonly RowSize[], extra: number, forSpan: boolean): void {
  if (extra <= 0 || rows.length === 0) return;
  const open = rows.filter((row) => !row.collapsed);
  if (open.length === 0) return;
  const free = open.filter((row) => !row.constrained && row.percent === null && row.size > 0);
  if (free.length > 0) {
    growByShare(free, extra);
    return;
  }
  const blank = open.filter((row) => !row.constrained && row.size === 0);
  if (forSpan) {
    // Nothing has a size yet: the last row that may take it does.
    if (open.every((row) => row.size === 0)) open.at(-1)!.size += extra;
    else if (blank.length > 0) blank.at(-1)!.size += extra;
    else growByShare(open, extra);
    return;
  }
  if (blank.length > 0) growByShare(blank, extra);
  else growByShare(open, extra);
}

function growByShare(rows: readonly RowSize[], extra: number): void {
  const total = rows.reduce((sum, row) => sum + row.size, 0);
  for (const row of rows) row.size += total > 0 ? (extra * row.size) / total : extra / rows.length;
}

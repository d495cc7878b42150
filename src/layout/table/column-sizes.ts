/**
 * What each column of a table asks for: minimum, maximum, fixed width or percentage.
 *
 * In:  the grid, the cells' intrinsic sizes. Out: one constraint a column, spanning cells worked in.
 *
 * CSS Tables 3 §3.8.1 and §3.9 https://drafts.csswg.org/css-tables-3/#computing-column-measures
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Size } from '../../style/length.ts';

export interface ColumnSize {
  min: number;
  max: number;
  /** Percentage of the table's width; `null` when it has none. */
  percent: number | null;
  /** A fixed width was given: it grows after the columns without one. */
  constrained: boolean;
}

/** What one cell asks of the columns it spans. Sizes are border boxes. */
export interface CellSize {
  readonly column: number;
  readonly span: number;
  readonly min: number;
  readonly max: number;
  readonly percent: number | null;
  readonly constrained: boolean;
}

export function emptyColumn(): ColumnSize {
  return { min: 0, max: 0, percent: null, constrained: false };
}

/** A percentage of a sizing property, else `null`. */
export function percentOf(size: Size): number | null {
  return typeof size === 'object' && size.kind === 'percent' && size.value > 0 ? size.value : null;
}

/** A <col> or <colgroup> gives its columns a width. */
export function columnFromStyle(column: ColumnSize, style: ComputedStyle): void {
  const percent = percentOf(style.width);
  if (percent !== null) column.percent = percent;
  else if (typeof style.width === 'number' && style.width > 0) {
    column.max = Math.max(column.max, style.width);
    column.constrained = true;
  }
  if (typeof style.minWidth === 'number') column.min = Math.max(column.min, style.minWidth);
  column.max = Math.max(column.max, column.min);
}

/** Works cells into columns: single ones first, then spanning ones by increasing span. */
export function addCells(columns: readonly ColumnSize[], cells: readonly CellSize[], spacing: number): void {
  const spanning: CellSize[] = [];
  for (const cell of cells) {
    if (cell.span > 1) spanning.push(cell);
    else addSingle(columns[cell.column], cell);
  }
  for (const column of columns) column.max = Math.max(column.max, column.min);
  spanning.sort((a, b) => a.span - b.span);
  for (const cell of spanning) {
    const spanned = columns.slice(cell.column, cell.column + cell.span);
    distributeCell(spanned, cell, spacing * (spanned.length - 1));
  }
}

function addSingle(column: ColumnSize, cell: CellSize): void {
  column.min = Math.max(column.min, cell.min);
  // A fixed width outweighs the content of other cells: the widest fixed width or minimum is the column's maximum.
  if (cell.constrained && !column.constrained) {
    column.constrained = true;
    column.max = Math.max(cell.max, column.min);
  } else if (cell.constrained === column.constrained) {
    column.max = Math.max(column.max, cell.max);
  } else {
    column.max = Math.max(column.max, column.min);
  }
  if (cell.percent !== null) column.percent = Math.max(column.percent ?? 0, cell.percent);
}

/** Spreads what a spanning cell asks beyond what its columns have. */
function distributeCell(columns: readonly ColumnSize[], cell: CellSize, spacing: number): void {
  if (columns.length === 0) return;
  if (cell.percent !== null) distributePercent(columns, cell.percent);
  const min = cell.min - spacing;
  const max = Math.max(cell.max - spacing, min);
  const minSum = columns.reduce((sum, column) => sum + column.min, 0);
  const maxSum = columns.reduce((sum, column) => sum + column.max, 0);
  if (min > minSum) {
    const sizes = spread(columns, min);
    columns.forEach((column, index) => {
      column.min = Math.max(column.min, sizes[index]);
      column.max = Math.max(column.max, column.min);
    });
  }
  if (max > maxSum) growMaximums(columns, max - columns.reduce((sum, column) => sum + column.max, 0));
}

/** A percentage beyond the columns' own goes to those without one, by their maximum sizes. */
function distributePercent(columns: readonly ColumnSize[], percent: number): void {
  const own = columns.reduce((sum, column) => sum + (column.percent ?? 0), 0);
  const rest = percent - own;
  const without = columns.filter((column) => column.percent === null);
  if (rest <= 0 || without.length === 0) return;
  const total = without.reduce((sum, column) => sum + column.max, 0);
  for (const column of without) {
    column.percent = total > 0 ? (rest * column.max) / total : rest / without.length;
  }
}

function growMaximums(columns: readonly ColumnSize[], extra: number): void {
  if (extra <= 0) return;
  const free = columns.filter((column) => !column.constrained && column.percent === null);
  const growing = free.length > 0 ? free : columns;
  const total = growing.reduce((sum, column) => sum + column.max, 0);
  for (const column of growing) {
    column.max += total > 0 ? (extra * column.max) / total : extra / growing.length;
  }
}

/** Sizes of columns that add up to `target`: between minimum and maximum guesses, then beyond. */
function spread(columns: readonly ColumnSize[], target: number): number[] {
  return distributeWidth(columns, target, target);
}

/**
 * §3.9.3.1: column widths that add up to `target`. `percentBase` is what percentages are of.
 *
 * Four guesses, each at least as wide as the one before: minimums; percentages; fixed widths; maximums. The widths are
 * between the two guesses around the target; beyond the last one, the excess is shared out.
 */
export function distributeWidth(columns: readonly ColumnSize[], target: number, percentBase: number): number[] {
  const percentSize = (column: ColumnSize): number => Math.max(column.min, ((column.percent ?? 0) * percentBase) / 100);
  const guesses: ((column: ColumnSize) => number)[] = [
    ({ min }) => min,
    (column) => (column.percent === null ? column.min : percentSize(column)),
    (column) => (column.percent === null ? (column.constrained ? column.max : column.min) : percentSize(column)),
    (column) => (column.percent === null ? column.max : percentSize(column)),
  ];
  let lower = columns.map(guesses[0]);
  let lowerSum = sum(lower);
  if (target <= lowerSum) return lower;
  for (const guess of guesses.slice(1)) {
    const upper = columns.map(guess);
    const upperSum = sum(upper);
    if (target <= upperSum) {
      const share = upperSum === lowerSum ? 0 : (target - lowerSum) / (upperSum - lowerSum);
      return lower.map((size, index) => size + (upper[index] - size) * share);
    }
    lower = upper;
    lowerSum = upperSum;
  }
  return withExcess(columns, lower, target - lowerSum);
}

/** Excess goes to columns without width, else to those with a fixed one, else to percentages, else to all alike. */
function withExcess(columns: readonly ColumnSize[], sizes: readonly number[], excess: number): number[] {
  const kinds: ((column: ColumnSize) => boolean)[] = [
    (column) => column.percent === null && !column.constrained && column.max > 0,
    (column) => column.percent === null && column.constrained && column.max > 0,
    (column) => column.percent !== null && column.percent > 0,
    (column) => column.percent === null && !column.constrained,
  ];
  for (const isChosen of kinds) {
    const chosen = columns.map(isChosen);
    if (!chosen.includes(true)) continue;
    const weight = (column: ColumnSize): number => (column.percent !== null ? column.percent : column.max);
    const total = columns.reduce((all, column, index) => all + (chosen[index] ? weight(column) : 0), 0);
    const count = chosen.filter(Boolean).length;
    return sizes.map((size, index) => {
      if (!chosen[index]) return size;
      return size + (total > 0 ? (excess * weight(columns[index])) / total : excess / count);
    });
  }
  return sizes.map((size) => size + excess / Math.max(1, sizes.length));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Fixed table layout: widths from <col> and the first row; the content does not count.
 *
 * In:  columns, the width that they fill together. Out: a width for each.
 *
 * CSS 2.2 §17.5.2.1 https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout, CSS Tables 3 §3.9.3.2
 */
import { toUnit } from '../layout-unit.ts';
import { type CellMeasure, type Column, percentSize } from './column.ts';

/** A cell of the first row gives its width alike to the columns that it spans, where they have none yet. */
export function addSpanningFixed(columns: readonly Column[], cell: CellMeasure, spacing: number): void {
  const gaps = spacing * (columns.length - 1);
  // Only a given width is a minimum.
  const min = cell.constrained ? Math.max(0, cell.min - gaps) : 0;
  const max = Math.max(0, cell.max - gaps);
  const minShare = toUnit(min / columns.length);
  const maxShare = toUnit(max / columns.length);
  const last = columns.at(-1);
  for (const column of columns) {
    const minSize = column === last ? min - minShare * (columns.length - 1) : minShare;
    const maxSize = column === last ? max - maxShare * (columns.length - 1) : maxShare;
    if (!column.minKnown || !column.maxKnown) column.constrained ||= cell.constrained;
    if (!column.minKnown) column.min = minSize;
    if (!column.maxKnown) column.max = maxSize;
    column.minKnown = true;
    column.maxKnown = true;
    if (cell.percent !== null && column.percent === null && !column.constrained) {
      column.percent = cell.percent / columns.length;
    }
  }
}

/** Columns with a width first, then percentages, then the others alike. */
export function distributeFixed(columns: readonly Column[], target: number): number[] {
  const sizes = new Array<number>(columns.length).fill(0);
  const fixed: number[] = [];
  const percent: number[] = [];
  const auto: number[] = [];
  const zero: number[] = [];
  columns.forEach((column, index) => {
    if (column.percent !== null) percent.push(index);
    else if (!column.constrained) auto.push(index);
    // A width of zero is as good as none, except that it does not grow.
    else (column.max > 0 ? fixed : zero).push(index);
  });
  const fixedWidths = fixed.map((index) => columns[index]!.max);
  const percentWidths = percent.map((index) => percentSize(columns[index]!, target));
  const fixedSum = sum(fixedWidths);
  const percentSum = sum(percentWidths);

  const fixedRoom = Math.max(0, target - percentSum);
  const fixedFits = fixedSum <= target && (auto.length > 0 || fixedSum >= fixedRoom);
  let used = assign(sizes, fixed, fixedWidths, fixedFits ? 1 : fixedRoom / fixedSum);
  if (used >= target) return sizes;

  const percentRoom = target - used;
  const percentFits = percentSum <= percentRoom && (auto.length > 0 || percentSum >= percentRoom);
  if (percentSum > 0) used += assign(sizes, percent, percentWidths, percentFits ? 1 : percentRoom / percentSum);
  else if (auto.length === 0) {
    used += assign(
      sizes,
      percent,
      percent.map(() => percentRoom / percent.length),
      1,
    );
  }

  const open = zero.length === columns.length ? zero : auto;
  used += assign(
    sizes,
    open,
    open.map(() => (target - used) / open.length),
    1,
  );
  const last = open.at(-1) ?? percent.at(-1) ?? fixed.at(-1);
  if (last !== undefined) sizes[last]! += target - used;
  return sizes;
}

/** Sets scaled widths and gives their sum. */
function assign(sizes: number[], indexes: readonly number[], widths: readonly number[], scale: number): number {
  let used = 0;
  indexes.forEach((index, at) => {
    const size = toUnit(widths[at]! * scale);
    sizes[index] = size;
    used += size;
  });
  return used;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

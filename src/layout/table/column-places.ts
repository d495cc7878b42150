/**
 * Where the columns of a table are, once their widths are known.
 *
 * CSS Tables 3 §3.11 https://drafts.csswg.org/css-tables-3/#bounding-box-assignment
 */
import type { Column } from './column.ts';
import type { TableCell } from './table-grid.ts';

export interface ColumnPlace {
  /** From the start of the first column. */
  readonly offset: number;
  readonly size: number;
}

/** `shrinks`: columns with 'visibility: collapse' take no room. */
export function columnPlaces(
  columns: readonly Column[],
  sizes: readonly number[],
  spacing: number,
  shrinks: boolean,
): ColumnPlace[] {
  let end = 0;
  let isFirst = true;
  return columns.map(({ mergeable, collapsed }, index) => {
    const size = sizes[index]!;
    if ((mergeable && size === 0) || (shrinks && collapsed)) return { offset: end, size: 0 };
    const offset = end + (isFirst ? 0 : spacing);
    isFirst = false;
    end = offset + size;
    return { offset, size };
  });
}

/** From the start of one column to the end of another. */
export function extentOf(places: readonly ColumnPlace[], start: number, end: number): number {
  const last = places[Math.min(end, places.length) - 1]!;
  return last.offset + last.size - places[start]!.offset;
}

export function cellExtent(places: readonly ColumnPlace[], { column, columnSpan }: TableCell): number {
  return extentOf(places, column, column + columnSpan);
}

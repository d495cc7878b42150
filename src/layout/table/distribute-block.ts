/**
 * Sharing out height: what a spanning cell, a section or the table has more than its rows.
 *
 * In:  rows with their least heights, the height they should fill. Out: the rows, grown in place.
 *
 * CSS Tables 3 §3.10.3–§3.10.4 leave this open; it is done in the order of preference that Chrome has.
 */
import { isDefinite, toUnit } from '../layout-unit.ts';
import type { RowSize } from './row.ts';
import { sharesOf } from './share-out.ts';

export interface SectionSize {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly isBody: boolean;
  readonly percent: number | null;
  /** Has a height of its own. */
  readonly constrained: boolean;
  size: number;
}

/**
 * Grows rows until they fill `target` with the spacing between them. `percentBase` is what the rows' percentages are of,
 * or INDEFINITE. A spanning cell prefers other rows than a section does.
 */
export function growRows(
  rows: readonly RowSize[],
  target: number,
  spacing: number,
  percentBase: number,
  isSpan: boolean,
): void {
  if (rows.length === 0) return;
  const total = rows.reduce((sum, { size }) => sum + size, 0);
  let room = target - spacing * (rows.length - 1) - total;
  if (room <= 0) return;
  const { starts, percents, deficits, free, empty, freeEmpty, filled } = sortRows(rows, percentBase, isSpan);

  // Percentages come first, and get no more than they ask for.
  if (percents.length > 0) {
    const asked = deficits.reduce((sum, deficit) => sum + deficit, 0);
    const given = Math.min(asked, room);
    grow(percents, given, deficits);
    room -= given;
    if (room <= 0) return;
  }
  // Rows in which another spanning cell begins.
  if (starts.length > 0) grow(starts, room, null);
  else if (free.length > 0) grow(free, room, sizesOf(free));
  // The rest is empty or has a height of its own.
  else if (isSpan && empty.length === rows.length) grow(empty.slice(-1), room, null);
  else if (!isSpan && empty.length > 0) grow(freeEmpty.length > 0 ? freeEmpty : empty, room, null);
  else if (filled.length > 0) grow(filled, room, sizesOf(filled));
}

interface SortedRows {
  readonly starts: RowSize[];
  readonly percents: RowSize[];
  readonly deficits: number[];
  /** Not empty, and without a height of their own. */
  readonly free: RowSize[];
  readonly empty: RowSize[];
  readonly freeEmpty: RowSize[];
  readonly filled: RowSize[];
}

function sortRows(rows: readonly RowSize[], percentBase: number, isSpan: boolean): SortedRows {
  const sorted: SortedRows = {
    starts: [],
    percents: [],
    deficits: [],
    free: [],
    empty: [],
    freeEmpty: [],
    filled: [],
  };
  rows.forEach((row, index) => {
    if (isSpan && index > 0 && row.hasSpanStart) sorted.starts.push(row);
    let isEmpty = row.size === 0;
    if (row.percent !== null && isDefinite(percentBase)) {
      const deficit = toUnit((row.percent * percentBase) / 100) - row.size;
      if (deficit > 0) {
        sorted.percents.push(row);
        sorted.deficits.push(deficit);
        isEmpty = false;
      }
    }
    // A percentage of nothing known is no height.
    const constrained = row.constrained && (row.percent === null || isDefinite(percentBase));
    if (isEmpty) sorted.empty.push(row);
    else sorted.filled.push(row);
    if (!constrained) (isEmpty ? sorted.freeEmpty : sorted.free).push(row);
  });
  return sorted;
}

function sizesOf(rows: readonly RowSize[]): number[] {
  return rows.map(({ size }) => size);
}

/** By weight, or alike. */
function grow(rows: readonly { size: number }[], by: number, weights: readonly number[] | null): void {
  sharesOf(by, weights ?? rows.map(() => 1)).forEach((share, index) => {
    rows[index]!.size += share;
  });
}

/** Gives the sections, and with them their rows, what the table has more than they need. */
export function growSections(
  sections: readonly SectionSize[],
  rows: readonly RowSize[],
  tableSize: number,
  spacing: number,
): void {
  const target = Math.max(0, tableSize - spacing * (sections.length + 1));
  const total = (): number => sections.reduce((sum, { size }) => sum + size, 0);
  if (sections.length === 0 || target <= total()) return;

  // Percentages come first, and get no more than they ask for.
  const percents = sections.filter(({ percent }) => percent !== null);
  const deficits = percents.map(({ percent, size }) => Math.max(0, toUnit((percent! * target) / 100) - size));
  const asked = deficits.reduce((sum, deficit) => sum + deficit, 0);
  if (asked > 0) grow(percents, Math.min(asked, target - total()), deficits);

  // Then bodies before header and footer; and of these the ones without a height, with one, with a percentage.
  const bodies = sections.filter(({ isBody }) => isBody);
  const candidates = bodies.length > 0 ? bodies : sections;
  const auto = candidates.filter(({ constrained, percent }) => !constrained && percent === null);
  const fixed = candidates.filter(({ constrained, percent }) => constrained && percent === null);
  const growing = auto.length > 0 ? auto : fixed.length > 0 ? fixed : candidates;
  const room = target - total();
  const sizes = growing.map(({ size }) => size);
  if (room > 0) grow(growing, room, sizes);

  for (const { firstRow, rowCount, size } of sections) {
    growRows(rows.slice(firstRow, firstRow + rowCount), size, spacing, size, false);
  }
}

/**
 * The baselines of a grid container: those of its first and last row with items.
 *
 * CSS Grid 2 §10.6 https://drafts.csswg.org/css-grid-2/#grid-baselines
 */
import { extentAlong } from './contributions.ts';
import { ownBaseline, synthesizedBaseline } from './grid-baseline.ts';
import type { Grid } from './grid-tree.ts';
import type { PlacedGridItem } from './place-item.ts';

/** From the content edge; `null` without items. */
export function gridBaselines(
  grid: Grid,
  placed: readonly PlacedGridItem[],
): { readonly first: number | null; readonly last: number | null } {
  let first: PlacedGridItem | null = null;
  let last: PlacedGridItem | null = null;
  let firstRow = Number.POSITIVE_INFINITY;
  let lastRow = Number.NEGATIVE_INFINITY;
  for (const each of placed) {
    if (first === null || startsBefore(each, first)) first = each;
    if (last === null || endsAfter(each, last)) last = each;
    firstRow = Math.min(firstRow, each.item.rowStart);
    lastRow = Math.max(lastRow, each.item.rowEnd - 1);
  }
  if (first === null || last === null) return { first: null, last: null };
  return {
    first: sharedBaseline(grid, firstRow, 'start') ?? itemBaseline(grid, first, 'first'),
    last: sharedBaseline(grid, lastRow, 'end') ?? itemBaseline(grid, last, 'last'),
  };
}

/** What items of a row share, if any do: those of the wanted group before those of the other. */
function sharedBaseline(grid: Grid, row: number, prefers: 'start' | 'end'): number | null {
  const { baselines, positions } = grid.block;
  if (baselines === null) return null;
  const fromStart = baselines.distance('start', row);
  const fromEnd = baselines.distance('end', row);
  const start = fromStart === Number.NEGATIVE_INFINITY ? null : positions.startOf(row) + fromStart;
  const end = fromEnd === Number.NEGATIVE_INFINITY ? null : positions.endOf(row) - fromEnd;
  return prefers === 'start' ? (start ?? end) : (end ?? start);
}

function itemBaseline(grid: Grid, { item, result, blockOffset }: PlacedGridItem, which: 'first' | 'last'): number {
  const { style } = grid.box;
  const size = extentAlong(grid, 'block', result);
  const own = item.orthogonal ? null : ownBaseline(item, which, size, result);
  const flipped = style.writingMode === 'vertical-lr';
  return blockOffset + (own ?? synthesizedBaseline(style, grid.writing, size, flipped));
}

function startsBefore({ item: a }: PlacedGridItem, { item: b }: PlacedGridItem): boolean {
  return a.rowStart === b.rowStart ? a.columnStart < b.columnStart : a.rowStart < b.rowStart;
}

function endsAfter({ item: a }: PlacedGridItem, { item: b }: PlacedGridItem): boolean {
  return a.rowEnd === b.rowEnd ? a.columnEnd >= b.columnEnd : a.rowEnd > b.rowEnd;
}

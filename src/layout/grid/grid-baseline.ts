/**
 * Baseline alignment of grid items in their rows, and the baselines of the grid itself.
 *
 * CSS Grid 2 §10.6 and §12.5 step 1 (baseline shims) https://drafts.csswg.org/css-grid-2/#grid-baselines
 */
import type { LayoutResult } from '../fragment.ts';
import { isOrthogonal } from '../writing-mode.ts';
import { selfAlignment } from './grid-align.ts';
import type { GridContext, GridItem } from './grid-context.ts';
import { areaMargins, blockExtent, measureInColumns } from './grid-items.ts';
import { areaSize } from './positions.ts';
import type { Track } from './track.ts';

/** How far an item is pushed from the edge of its row so that its baseline meets the others'. */
export type BaselineShims = ReadonlyMap<GridItem, { readonly which: 'first' | 'last'; readonly extra: number }>;

export function alignRowBaselines(context: GridContext, columns: readonly Track[]): BaselineShims {
  const groups = new Map<string, { item: GridItem; which: 'first' | 'last'; distance: number }[]>();
  for (const item of context.items) {
    const which = selfAlignment(context, item, 'block').baseline;
    if (which === null || isOrthogonal(context.geometry.writing, item.writing)) continue;
    const inline = areaSize(columns, item.columnStart, item.columnEnd);
    const margin = areaMargins(context, item, inline);
    if (margin.blockStart === null || margin.blockEnd === null) continue;
    const result = measureInColumns(context, item, inline);
    const height = blockExtent(context, result);
    const baseline = (which === 'first' ? result.firstBaseline : result.lastBaseline) ?? height;
    const distance = which === 'first' ? margin.blockStart + baseline : margin.blockEnd + height - baseline;
    const key = which === 'first' ? `first ${item.rowStart}` : `last ${item.rowEnd}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ item, which, distance }]);
    else group.push({ item, which, distance });
  }
  const shims = new Map<GridItem, { which: 'first' | 'last'; extra: number }>();
  for (const group of groups.values()) {
    const farthest = group.reduce((most, { distance }) => Math.max(most, distance), Number.NEGATIVE_INFINITY);
    for (const { item, which, distance } of group) shims.set(item, { which, extra: farthest - distance });
  }
  return shims;
}

interface Placed {
  readonly item: GridItem;
  readonly result: LayoutResult;
  readonly blockOffset: number;
}

/** §10.6: from the first (last) row that has items: a baseline-aligned one, else the first (last) in grid order. */
export function baselineOfGrid(
  context: GridContext,
  placed: readonly Placed[],
): { readonly first: number | null; readonly last: number | null } {
  if (placed.length === 0) return { first: null, last: null };
  const firstRow = placed.reduce((least, { item }) => Math.min(least, item.rowStart), Number.POSITIVE_INFINITY);
  const lastRow = placed.reduce((most, { item }) => Math.max(most, item.rowEnd), 0);
  const inFirst = placed.filter(({ item }) => item.rowStart === firstRow);
  const inLast = placed.filter(({ item }) => item.rowEnd === lastRow);
  return { first: rowBaseline(context, inFirst, 'first'), last: rowBaseline(context, inLast, 'last') };
}

function rowBaseline(context: GridContext, row: readonly Placed[], which: 'first' | 'last'): number | null {
  const aligned = row.find(({ item }) => selfAlignment(context, item, 'block').baseline === which);
  const inOrder = [...row].sort((a, b) => a.item.columnStart - b.item.columnStart);
  const chosen = aligned ?? (which === 'first' ? inOrder[0] : inOrder.at(-1));
  if (chosen === undefined) return null;
  const { item, result, blockOffset } = chosen;
  const orthogonal = isOrthogonal(context.geometry.writing, item.writing);
  const own = which === 'first' ? result.firstBaseline : result.lastBaseline;
  return blockOffset + ((orthogonal ? null : own) ?? blockExtent(context, result));
}

/**
 * The width of a table and of its columns.
 *
 * In:  a table's columns and the space it is offered.
 * Out: its border-box inline size, and where each column is, before and after columns with 'visibility: collapse' go.
 *
 * CSS Tables 3 §3.9 https://drafts.csswg.org/css-tables-3/#computing-the-table-width
 */
import type { IntrinsicSizes } from '../box.ts';
import type { Edges } from '../edges.ts';
import { usedInlineSize } from '../sizing.ts';
import { Space } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { type ColumnPlace, columnPlaces } from './column-places.ts';
import { distributeInline } from './distribute-inline.ts';
import { distributeFixed } from './fixed-layout.ts';
import { gridSizes, spacingSum, type TableContext, tableEdges } from './table-context.ts';

export interface TableWidth {
  /** Border box of the table. */
  readonly inlineSize: number;
  /** As cells are measured. */
  readonly places: readonly ColumnPlace[];
  /** As cells are placed: the same, without collapsed columns. */
  readonly shownPlaces: readonly ColumnPlace[];
  /** What percentages in cells' padding are of, while they are measured and when they are placed. */
  readonly measuredPercent: number;
  readonly percentInline: number;
}

export function tableWidth(context: TableContext, space: Space, edges: Edges): TableWidth {
  const { box, columns, inlineSpacing, isFixed, captionMin } = context;
  const outer = edges.inlineSum + spacingSum(context);
  const used = usedTableInline(context, space, edges);
  const assignable = Math.max(0, used - outer);
  if (columns.length === 0) {
    const inlineSize = emptyInlineSize(context, space, edges, assignable, outer);
    return { inlineSize, places: [], shownPlaces: [], measuredPercent: 0, percentInline: 0 };
  }
  const sizes = isFixed ? distributeFixed(columns, assignable) : distributeInline(columns, assignable, true);
  const places = columnPlaces(columns, sizes, inlineSpacing, false);
  const shrinks = columns.some(({ collapsed }) => collapsed);
  const shownPlaces = shrinks ? columnPlaces(columns, sizes, inlineSpacing, true) : places;
  // A positioned table keeps the width that it was placed with.
  const last = box.isOutOfFlow ? places : shownPlaces;
  const shown = endOf(last) + 2 * inlineSpacing + edges.inlineSum;
  const inlineSize = space.inlineSizing === 'fixed' ? space.availableInline : Math.max(shown, captionMin);
  return {
    inlineSize,
    places,
    shownPlaces,
    // Differs: spacing at both ends counts while cells are measured, and not when they are placed, as in Chrome.
    measuredPercent: endOf(places) + 2 * inlineSpacing,
    percentInline: Math.max(0, inlineSize - edges.inlineSum - 2 * inlineSpacing),
  };
}

function endOf(places: readonly ColumnPlace[]): number {
  const last = places.at(-1)!;
  return last.offset + last.size;
}

/** §3.9.1: the used width of the table; never less than its columns or captions need. */
function usedTableInline(context: TableContext, space: Space, edges: Edges): number {
  if (space.inlineSizing === 'fixed') return space.availableInline;
  const { box, writing, captionMin } = context;
  const { min } = gridSizes(context, edges, true);
  // Sizing adds what padding in percentages comes to.
  const grid = gridSizes(context, tableEdges(context, 0), true);
  const own = new GridSizedSpace(space, grid, space.inlineSizing === 'stretch' ? 'stretch' : 'fit-content');
  return Math.max(usedInlineSize(box, own, writing, edges), min, captionMin);
}

/** A table's keywords and automatic width look at its grid, where percentages now count. */
class GridSizedSpace extends Space {
  readonly #grid: IntrinsicSizes;

  constructor(
    space: Space,
    grid: { readonly min: number; readonly max: number },
    inlineSizing: 'stretch' | 'fit-content',
  ) {
    super(space.ports, { inlineSizing }, space);
    this.#grid = { min: grid.min, max: grid.max, dependsOnBlock: false };
  }

  override intrinsicSizes(): IntrinsicSizes {
    return this.#grid;
  }
}

/** A table without columns: its own width, or its captions', or nothing but its border and padding. */
function emptyInlineSize(
  { box, writing, captionMin, collapsed }: TableContext,
  space: Space,
  edges: Edges,
  assignable: number,
  outer: number,
): number {
  const { inlineSize, minInlineSize } = logicalSizes(box.style, writing);
  // A positioned table is as wide as its intrinsic sizes say, in which spacing counts.
  const isGiven = inlineSize !== 'auto' || minInlineSize !== 'auto' || box.isOutOfFlow;
  if (space.inlineSizing === 'fixed' || isGiven || space.inlineSizing === 'stretch') return assignable + outer;
  if (captionMin > 0) return Math.max(captionMin, edges.inlineSum);
  return collapsed === null ? assignable + edges.inlineSum : 0;
}

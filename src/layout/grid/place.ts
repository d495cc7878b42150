/**
 * Auto-placement: every item gets its rows and columns.
 *
 * In:  items in order-modified document order with their placements in both axes, the flow, the explicit grid.
 * Out: the area of each item, and the extent of the implicit grid.
 *
 * CSS Grid 2 §8.5 https://drafts.csswg.org/css-grid-2/#auto-placement-algo, §9 for the closed axes of subgrids
 */
import type { LineRange, Placement } from './lines.ts';
import { Occupancy } from './occupancy.ts';

export interface PlacedItem {
  readonly row: LineRange;
  readonly column: LineRange;
}

export interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface GridPlacement {
  readonly items: readonly PlacedItem[];
  readonly rows: Extent;
  readonly columns: Extent;
}

/** One axis of the explicit grid. */
export interface ExplicitAxis {
  readonly count: number;
  /** A subgridded axis has no implicit tracks: what is placed outside is moved in. */
  readonly closed: boolean;
}

interface AxisItem {
  /** In the direction that auto-placement fills first ('inner') and the one that grows ('outer'). */
  readonly inner: Placement;
  readonly outer: Placement;
}

interface Area {
  readonly inner: LineRange;
  readonly outer: LineRange;
}

export function placeItems(
  items: readonly { readonly row: Placement; readonly column: Placement }[],
  flow: { readonly column: boolean; readonly dense: boolean },
  rows: ExplicitAxis,
  columns: ExplicitAxis,
): GridPlacement {
  const inner = flow.column ? rows : columns;
  const outer = flow.column ? columns : rows;
  const axisItems = items.map(
    ({ row, column }): AxisItem => ({
      inner: within(flow.column ? row : column, inner),
      outer: flow.column ? column : row,
    }),
  );
  const placed = new Placer(axisItems, flow.dense, inner, outer).run();
  const areas = placed.areas.map(
    (area): PlacedItem =>
      flow.column ? { row: area.inner, column: area.outer } : { row: area.outer, column: area.inner },
  );
  const { innerExtent, outerExtent } = placed;
  return flow.column
    ? { items: areas, rows: innerExtent, columns: outerExtent }
    : { items: areas, rows: outerExtent, columns: innerExtent };
}

/** §9: no automatic span is larger than a subgridded axis. */
function within(placement: Placement, axis: ExplicitAxis): Placement {
  if (!axis.closed || placement.range !== null || placement.span <= axis.count) return placement;
  return { range: null, span: axis.count };
}

/** §9: lines outside a subgridded axis are its first or last one. */
function insideOf({ count, closed }: ExplicitAxis, { start, end }: LineRange): LineRange {
  if (!closed) return { start, end };
  return { start: Math.max(0, Math.min(start, count - 1)), end: Math.max(1, Math.min(end, count)) };
}

class Placer {
  readonly #items: readonly AxisItem[];
  readonly #dense: boolean;
  readonly #inner: ExplicitAxis;
  readonly #outer: ExplicitAxis;
  readonly #areas: (Area | null)[];
  readonly #occupied = new Occupancy();
  #unplaced: number;
  /** The first lines that any item asks for: searches begin there. */
  #innerStart = 0;
  #outerStart = 0;
  #innerEnd: number;

  constructor(items: readonly AxisItem[], dense: boolean, inner: ExplicitAxis, outer: ExplicitAxis) {
    this.#items = items;
    this.#dense = dense;
    this.#inner = inner;
    this.#outer = outer;
    this.#areas = items.map(() => null);
    this.#innerEnd = inner.count;
    this.#unplaced = items.reduce((count, item) => count + (isDefinite(item) ? 0 : 1), 0);
  }

  run(): { areas: Area[]; innerExtent: Extent; outerExtent: Extent } {
    for (const { inner, outer } of this.#items) {
      this.#innerStart = Math.min(this.#innerStart, inner.range?.start ?? 0);
      this.#outerStart = Math.min(this.#outerStart, outer.range?.start ?? 0);
    }
    // Step 0: items with both positions definite.
    this.#each((item, index) => {
      if (item.inner.range !== null && item.outer.range !== null) this.#put(index, item.inner.range, item.outer.range);
    });
    // Step 1: items locked to a given outer track.
    this.#placeLocked();
    // Step 2: the implicit grid's size in the inner axis.
    this.#sizeInner();
    // Step 3: the rest, by a cursor.
    this.#placeRest();

    const areas = this.#areas as Area[];
    return {
      areas,
      innerExtent: extentOf(this.#inner, this.#innerStart, areas, (area) => area.inner),
      outerExtent: extentOf(this.#outer, this.#outerStart, areas, (area) => area.outer),
    };
  }

  #each(visit: (item: AxisItem, index: number) => void): void {
    this.#items.forEach((item, index) => {
      if (this.#areas[index] === null) visit(item, index);
    });
  }

  /** Items of a subgrid are in each other's way where they were meant to be, and are moved inside it afterwards. */
  #put(index: number, inner: LineRange, outer: LineRange): void {
    this.#areas[index] = { inner: insideOf(this.#inner, inner), outer: insideOf(this.#outer, outer) };
    if (!this.#inner.closed) this.#innerEnd = Math.max(this.#innerEnd, inner.end);
    if (this.#unplaced > 0) this.#occupied.add(inner, outer);
  }

  #placeLocked(): void {
    /** Sparse packing goes on after the last item placed in the same outer track by this step. */
    const cursors = new Map<number, number>();
    this.#each((item, index) => {
      const outer = item.outer.range;
      if (outer === null) return;
      const from = this.#dense ? this.#innerStart : (cursors.get(outer.start) ?? this.#innerStart);
      const start = this.#occupied.firstFree(from, item.inner.span, outer);
      cursors.set(outer.start, start + item.inner.span);
      this.#put(index, { start, end: start + item.inner.span }, outer);
    });
  }

  #sizeInner(): void {
    if (this.#inner.closed) return;
    this.#each(({ inner }) => {
      if (inner.range === null) {
        this.#innerEnd = Math.max(this.#innerEnd, this.#innerStart + inner.span);
      } else {
        this.#innerEnd = Math.max(this.#innerEnd, inner.range.end);
      }
    });
  }

  #placeRest(): void {
    const cursors = new Cursors(this.#dense, this.#innerStart, this.#outerStart);
    this.#each((item, index) => {
      const cursor = cursors.forItem(item);
      const span = item.inner.range === null ? item.inner.span : this.#moveTo(item.inner.range, cursor);
      const isForced = item.inner.range !== null;
      const outer = this.#search(cursor, span, item.outer.span, isForced);
      this.#putFound(index, { start: cursor.inner, end: cursor.inner + span }, outer);
    });
  }

  /** A definite inner position: only the outer one is searched, in the next outer track if the cursor is past it. */
  #moveTo(range: LineRange, cursor: Cursor): number {
    const { start, end } = this.#inner.closed ? shifted(insideOf(this.#inner, range), this.#innerStart) : range;
    if (start < cursor.inner) cursor.outer++;
    cursor.inner = start;
    return end - start;
  }

  /** Moves the cursor to the first free place: along the inner axis unless that is forced, then in the next outer track. */
  #search(cursor: Cursor, innerSpan: number, outerSpan: number, isForced: boolean): LineRange {
    for (;;) {
      const outer = { start: cursor.outer, end: cursor.outer + outerSpan };
      const start = this.#occupied.firstFree(cursor.inner, innerSpan, outer);
      if (isForced ? start === cursor.inner : start + innerSpan <= this.#innerEnd) {
        cursor.inner = start;
        return outer;
      }
      cursor.outer++;
      if (!isForced) cursor.inner = this.#innerStart;
    }
  }

  /** Differs: as in Chrome, lines before a subgrid have no place in it once the items that name them are moved in. */
  #putFound(index: number, inner: LineRange, outer: LineRange): void {
    this.#put(index, inner, outer);
    const area = {
      inner: this.#inner.closed ? insideOf(this.#inner, shifted(inner, -this.#innerStart)) : inner,
      outer: this.#outer.closed ? insideOf(this.#outer, shifted(outer, -this.#outerStart)) : outer,
    };
    this.#areas[index] = area;
  }
}

function shifted({ start, end }: LineRange, by: number): LineRange {
  return { start: start + by, end: end + by };
}

/** The explicit grid and all items. Differs: as in Chrome, an empty explicit grid is not a place to reach to. */
function extentOf(
  axis: ExplicitAxis,
  first: number,
  areas: readonly Area[],
  rangeOf: (area: Area) => LineRange,
): Extent {
  if (axis.closed) return { start: 0, end: axis.count };
  let start = first;
  let end = axis.count > 0 || areas.length === 0 ? axis.count : Number.NEGATIVE_INFINITY;
  for (const area of areas) {
    const range = rangeOf(area);
    start = Math.min(start, range.start);
    end = Math.max(end, range.end);
  }
  return { start, end };
}

function isDefinite({ inner, outer }: AxisItem): boolean {
  return inner.range !== null && outer.range !== null;
}

interface Cursor {
  inner: number;
  outer: number;
}

/**
 * Sparse packing has one cursor. Dense packing begins anew for each item; since cells are only ever taken, an item of
 * the same shape can go on where the last one was put.
 */
class Cursors {
  readonly #dense: boolean;
  readonly #innerStart: number;
  readonly #outerStart: number;
  readonly #byShape = new Map<string, Cursor>();

  constructor(dense: boolean, innerStart: number, outerStart: number) {
    this.#dense = dense;
    this.#innerStart = innerStart;
    this.#outerStart = outerStart;
  }

  forItem({ inner, outer }: AxisItem): Cursor {
    const shape = this.#dense ? `${inner.range?.start ?? 'auto'} ${inner.span} ${outer.span}` : '';
    let cursor = this.#byShape.get(shape);
    if (cursor === undefined) {
      cursor = { inner: this.#innerStart, outer: this.#outerStart };
      this.#byShape.set(shape, cursor);
    }
    return cursor;
  }
}

/**
 * Auto-placement: every item gets its rows and columns.
 *
 * In:  items in order-modified document order with their placements in both axes, and the flow.
 * Out: the area of each item, and the extent of the implicit grid.
 *
 * CSS Grid 2 §8.5 https://drafts.csswg.org/css-grid-2/#auto-placement-algo
 *
 * Faster: occupied cells are kept as sorted ranges for each track of the flow's cross axis, so that finding a free
 * place costs what is in those tracks, not the area of the grid.
 */
import type { LineRange, Placement } from './lines.ts';

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

interface AxisItem {
  /** In the direction that auto-placement fills first ('inner') and the one that grows ('outer'). */
  readonly inner: Placement;
  readonly outer: Placement;
}

export function placeItems(
  items: readonly { readonly row: Placement; readonly column: Placement }[],
  flow: { readonly column: boolean; readonly dense: boolean },
  explicitRows: number,
  explicitColumns: number,
): GridPlacement {
  const axisItems = items.map(
    ({ row, column }): AxisItem => (flow.column ? { inner: row, outer: column } : { inner: column, outer: row }),
  );
  const explicitInner = flow.column ? explicitRows : explicitColumns;
  const explicitOuter = flow.column ? explicitColumns : explicitRows;
  const placed = new Placer(axisItems, flow.dense, explicitInner, explicitOuter).run();
  const areas = placed.areas.map(
    ({ inner, outer }): PlacedItem => (flow.column ? { row: inner, column: outer } : { row: outer, column: inner }),
  );
  const { innerExtent, outerExtent } = placed;
  return flow.column
    ? { items: areas, rows: innerExtent, columns: outerExtent }
    : { items: areas, rows: outerExtent, columns: innerExtent };
}

interface Area {
  readonly inner: LineRange;
  readonly outer: LineRange;
}

class Placer {
  readonly #items: readonly AxisItem[];
  readonly #dense: boolean;
  readonly #explicitOuter: number;
  readonly #areas: (Area | null)[];
  readonly #occupied = new Occupancy();
  #innerStart: number;
  #innerEnd: number;

  constructor(items: readonly AxisItem[], dense: boolean, explicitInner: number, explicitOuter: number) {
    this.#items = items;
    this.#dense = dense;
    this.#explicitOuter = explicitOuter;
    this.#areas = items.map(() => null);
    this.#innerStart = 0;
    this.#innerEnd = explicitInner;
  }

  run(): { areas: Area[]; innerExtent: Extent; outerExtent: Extent } {
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
    const outerStart = areas.reduce((least, { outer }) => Math.min(least, outer.start), 0);
    const outerEnd = areas.reduce((most, { outer }) => Math.max(most, outer.end), this.#explicitOuter);
    return {
      areas,
      innerExtent: { start: this.#innerStart, end: this.#innerEnd },
      outerExtent: { start: outerStart, end: outerEnd },
    };
  }

  #each(visit: (item: AxisItem, index: number) => void): void {
    this.#items.forEach((item, index) => {
      if (this.#areas[index] === null) visit(item, index);
    });
  }

  #put(index: number, inner: LineRange, outer: LineRange): void {
    this.#areas[index] = { inner, outer };
    this.#occupied.add(inner, outer);
    this.#innerStart = Math.min(this.#innerStart, inner.start);
    this.#innerEnd = Math.max(this.#innerEnd, inner.end);
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
    this.#each(({ inner }) => {
      if (inner.range === null) {
        this.#innerEnd = Math.max(this.#innerEnd, this.#innerStart + inner.span);
      } else {
        this.#innerStart = Math.min(this.#innerStart, inner.range.start);
        this.#innerEnd = Math.max(this.#innerEnd, inner.range.end);
      }
    });
  }

  #placeRest(): void {
    const outerStart = this.#areas.reduce((least, area) => Math.min(least, area?.outer.start ?? 0), 0);
    let cursorInner = this.#innerStart;
    let cursorOuter = outerStart;
    this.#each((item, index) => {
      if (this.#dense) {
        cursorInner = this.#innerStart;
        cursorOuter = outerStart;
      }
      if (item.inner.range !== null) {
        // A definite inner position: only the outer one is searched.
        const { start, end } = item.inner.range;
        if (this.#dense) cursorOuter = outerStart;
        else if (start < cursorInner) cursorOuter++;
        cursorInner = start;
        while (!this.#occupied.isFree({ start, end }, { start: cursorOuter, end: cursorOuter + item.outer.span })) {
          cursorOuter++;
        }
        this.#put(index, { start, end }, { start: cursorOuter, end: cursorOuter + item.outer.span });
        return;
      }
      // Automatic in both axes: search along the inner axis, then in the next outer track.
      for (;;) {
        const outer = { start: cursorOuter, end: cursorOuter + item.outer.span };
        const start = this.#occupied.firstFree(cursorInner, item.inner.span, outer);
        if (start + item.inner.span <= this.#innerEnd) {
          cursorInner = start;
          this.#put(index, { start, end: start + item.inner.span }, outer);
          return;
        }
        cursorOuter++;
        cursorInner = this.#innerStart;
      }
    });
  }
}

/** Which cells are taken: for each outer track, ranges of the inner axis, sorted and without overlap. */
class Occupancy {
  readonly #tracks = new Map<number, LineRange[]>();

  add(inner: LineRange, outer: LineRange): void {
    for (let track = outer.start; track < outer.end; track++) {
      const ranges = this.#tracks.get(track);
      if (ranges === undefined) {
        this.#tracks.set(track, [inner]);
        continue;
      }
      let at = ranges.length;
      while (at > 0 && ranges[at - 1].start > inner.start) at--;
      let { start, end } = inner;
      let from = at;
      while (from > 0 && ranges[from - 1].end >= start) {
        from--;
        start = Math.min(start, ranges[from].start);
        end = Math.max(end, ranges[from].end);
      }
      let to = at;
      while (to < ranges.length && ranges[to].start <= end) {
        end = Math.max(end, ranges[to].end);
        to++;
      }
      ranges.splice(from, to - from, { start, end });
    }
  }

  isFree(inner: LineRange, outer: LineRange): boolean {
    return this.firstFree(inner.start, inner.end - inner.start, outer) === inner.start;
  }

  /** The first inner line from `from` on where `span` cells are free in all of these outer tracks. */
  firstFree(from: number, span: number, outer: LineRange): number {
    let start = from;
    for (let moved = true; moved; ) {
      moved = false;
      for (let track = outer.start; track < outer.end; track++) {
        const next = this.#pastConflict(track, start, span);
        if (next !== start) {
          start = next;
          moved = true;
        }
      }
    }
    return start;
  }

  #pastConflict(track: number, from: number, span: number): number {
    const ranges = this.#tracks.get(track);
    if (ranges === undefined) return from;
    let start = from;
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle].end > start) high = middle;
      else low = middle + 1;
    }
    for (let index = low; index < ranges.length && ranges[index].start < start + span; index++)
      start = ranges[index].end;
    return start;
  }
}

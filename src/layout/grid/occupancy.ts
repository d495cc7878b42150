/**
 * Which cells of a grid are taken.
 *
 * Faster: occupied cells are kept as sorted ranges for each track of the outer axis, so that finding a free place costs
 * what is in those tracks, not the area of the grid.
 */
import type { LineRange } from './lines.ts';

export class Occupancy {
  /** For each outer track: ranges of the inner axis, sorted and without overlap. */
  readonly #tracks = new Map<number, LineRange[]>();

  add(inner: LineRange, outer: LineRange): void {
    for (let track = outer.start; track < outer.end; track++) {
      const ranges = this.#tracks.get(track);
      if (ranges === undefined) {
        this.#tracks.set(track, [inner]);
        continue;
      }
      let at = ranges.length;
      while (at > 0 && ranges[at - 1]!.start > inner.start) at--;
      let { start, end } = inner;
      let from = at;
      while (from > 0 && ranges[from - 1]!.end >= start) {
        from--;
        start = Math.min(start, ranges[from]!.start);
        end = Math.max(end, ranges[from]!.end);
      }
      let to = at;
      while (to < ranges.length && ranges[to]!.start <= end) {
        end = Math.max(end, ranges[to]!.end);
        to++;
      }
      ranges.splice(from, to - from, { start, end });
    }
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
      if (ranges[middle]!.end > start) high = middle;
      else low = middle + 1;
    }
    for (let index = low; index < ranges.length && ranges[index]!.start < start + span; index++) {
      start = ranges[index]!.end;
    }
    return start;
  }
}

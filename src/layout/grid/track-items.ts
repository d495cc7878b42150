/**
 * The items that take part in sizing the tracks of one axis of a grid.
 *
 * In:  a grid whose own tracks they are. Out: its items and those of the subgrids that take the tracks over.
 *
 * CSS Grid 2 §9, §12.5 https://drafts.csswg.org/css-grid-2/#subgrid-size-contribution
 */
import type { AxisName } from './axis-name.ts';
import type { Grid } from './grid-tree.ts';
import { hasIntrinsicMin, raiseBase, type Track } from './track.ts';
import { TrackItem } from './track-item.ts';

/** Tracks of a subgrid, counted in the grid that they come from. */
interface Mapping {
  readonly first: number;
  readonly step: 1 | -1;
}

const OWN: Mapping = { first: 0, step: 1 };

export interface SubgridEnds {
  readonly first: number;
  readonly last: number;
  readonly atFirst: number;
  readonly atLast: number;
}

export interface SizingItems {
  readonly items: readonly TrackItem[];
  /** Of each subgrid: the tracks at its ends and what it has outside its content there. */
  readonly ends: readonly SubgridEnds[];
}

export function sizingItems(grid: Grid, axis: AxisName): SizingItems {
  const items: TrackItem[] = [];
  const ends: SubgridEnds[] = [];
  collect(grid, axis, OWN, items, ends);
  return { items, ends };
}

function collect(grid: Grid, axis: AxisName, mapping: Mapping, items: TrackItem[], ends: SubgridEnds[]): void {
  for (const item of grid.items) {
    const from = item.start(axis);
    const to = item.end(axis);
    const { subgrid } = item;
    if (!item.subgrids(axis)) {
      const start = mapping.step === 1 ? mapping.first + from : mapping.first - to + 1;
      items.push(new TrackItem(grid, item, axis, start, mapping.step === -1));
      continue;
    }
    if (subgrid === null) continue;
    const reversed = item.isReversed(axis, grid.writing);
    const inner: Mapping = {
      first: mapping.first + mapping.step * (reversed ? to - 1 : from),
      step: reversed ? (mapping.step === 1 ? -1 : 1) : mapping.step,
    };
    const own = item.ownAxis(axis);
    const { count } = subgrid.axis(own);
    const start = subgrid.axis(own).extraStart(0);
    const end = subgrid.axis(own).extraEnd(count);
    const last = inner.first + inner.step * (count - 1);
    ends.push({ first: inner.first, last, atFirst: start, atLast: end });
    collect(subgrid, own, inner, items, ends);
  }
}

/** A subgrid is an empty item in the tracks it takes over: they have room for its margin, border and padding. */
export function accommodateSubgrids(tracks: readonly Track[], ends: readonly SubgridEnds[]): void {
  for (const { first, last, atFirst, atLast } of ends) {
    if (first === last) {
      accommodate(tracks[first]!, atFirst + atLast);
    } else {
      accommodate(tracks[first]!, atFirst);
      accommodate(tracks[last]!, atLast);
    }
  }
}

function accommodate(track: Track, size: number): void {
  if (hasIntrinsicMin(track)) raiseBase(track, size);
}

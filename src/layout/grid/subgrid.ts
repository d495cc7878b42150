/**
 * What a subgrid takes over from the grid around it: lines, tracks, gaps and shared baselines.
 *
 * In:  a grid, the item that is a subgrid of it, and an axis of the grid in which it is one.
 * Out: the same tracks along the subgrid's own axis, from its content edge: reversed where the directions differ,
 *      shortened at both ends by its margin, border and padding, and apart by its own gap.
 *
 * CSS Grid 2 §9 https://drafts.csswg.org/css-grid-2/#subgrids
 */

import type { Box } from '../box.ts';
import { BoxCache } from '../cache.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import type { AxisName } from './axis-name.ts';
import { usedGap } from './gaps.ts';
import type { InheritedTracks } from './grid-axis.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { inheritTemplate, type SpannedTracks } from './subgrid-lines.ts';
import { sameTemplate } from './template.ts';
import { TrackBaselines } from './track-baselines.ts';
import { TrackPositions } from './track-positions.ts';

/** Along the subgrid's own axes; `null` where it has tracks of its own. The `extra` of a subgrid's space. */
export class Inheritance {
  readonly inline: InheritedTracks | null;
  readonly block: InheritedTracks | null;

  constructor(inline: InheritedTracks | null, block: InheritedTracks | null) {
    this.inline = inline;
    this.block = block;
  }
}

export const NO_INHERITANCE = new Inheritance(null, null);

/** Everything that a subgrid takes over, as far as it is known. */
export function inheritanceOf(grid: Grid, item: GridItem): Inheritance {
  const ownInline = item.ownAxis('inline');
  const ownBlock = item.ownAxis('block');
  return interned(
    item.box,
    new Inheritance(
      item.subgrids(ownInline) ? inheritTracks(grid, item, ownInline) : null,
      item.subgrids(ownBlock) ? inheritTracks(grid, item, ownBlock) : null,
    ),
  );
}

/**
 * What a subgrid has inherited lately: an equal inheritance is the same object, because the layout cache compares a
 * space's `extra` by identity, and grids are built anew for each layout.
 *
 * Key: the subgrid's box. Value: the last few. Nothing to invalidate: equal is equal.
 */
const KNOWN = new BoxCache<Inheritance[]>();
const MAX_KNOWN = 6;

function interned(box: Box, inheritance: Inheritance): Inheritance {
  let known = KNOWN.get(box);
  if (known === undefined) {
    known = [];
    KNOWN.set(box, known);
  }
  const same = known.find(
    ({ inline, block }) => sameTracks(inline, inheritance.inline) && sameTracks(block, inheritance.block),
  );
  if (same !== undefined) return same;
  known.unshift(inheritance);
  if (known.length > MAX_KNOWN) known.pop();
  return inheritance;
}

function sameTracks(a: InheritedTracks | null, b: InheritedTracks | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.gap === b.gap &&
    a.extraStart === b.extraStart &&
    a.extraEnd === b.extraEnd &&
    a.extraGap === b.extraGap &&
    a.positions.equals(b.positions) &&
    (a.baselines === b.baselines || (a.baselines?.equals(b.baselines) ?? false)) &&
    sameTemplate(a.template, b.template)
  );
}

function inheritTracks(grid: Grid, item: GridItem, axis: AxisName): InheritedTracks {
  const outer = grid.axis(axis);
  const ownAxis = item.ownAxis(axis);
  const range: SpannedTracks = {
    start: item.start(axis),
    end: item.end(axis),
    reversed: item.isReversed(axis, grid.writing),
  };
  const before = outsideOf(grid, item, ownAxis);
  const area = outer.positions.sizeOf(range.start, range.end);
  const content = isDefinite(area) ? Math.max(0, area - before.start - before.end) : INDEFINITE;
  const gap = usedGap(item.box.style, ownAxis, content, outer.positions.gutter);
  const extraGap = gap - outer.positions.gutter;
  const { reversed } = range;
  return {
    template:
      item.subgrid?.axis(ownAxis).template ?? inheritTemplate(outer.template, outer.before, range, item.box, ownAxis),
    gap,
    positions: inheritPositions(outer.positions, range, before, extraGap, gap),
    baselines: outer.baselines === null ? null : inheritBaselines(outer.baselines, range, before, extraGap),
    extraStart: before.start + (reversed ? outer.extraEnd(range.end) : outer.extraStart(range.start)),
    extraEnd: before.end + (reversed ? outer.extraStart(range.start) : outer.extraEnd(range.end)),
    extraGap: extraGap + outer.extraGap,
  };
}

interface Ends {
  readonly start: number;
  readonly end: number;
}

/** Margin, border and padding along an axis of the subgrid itself. Percentages of an unknown size are zero. */
function outsideOf(grid: Grid, item: GridItem, ownAxis: AxisName): Ends {
  const base = Math.max(0, grid.inline.positions.sizeOf(item.columnStart, item.columnEnd));
  const edges = usedEdges(item.box.style, item.writing, base);
  const margins = usedMargins(item.box.style, item.writing, base);
  return ownAxis === 'inline'
    ? { start: margins.inlineStart + edges.inlineStart, end: margins.inlineEnd + edges.inlineEnd }
    : { start: margins.blockStart + edges.blockStart, end: margins.blockEnd + edges.blockEnd };
}

/** Half of what the gaps differ by is taken from, or given to, the tracks on either side of each. */
function inheritPositions(
  outer: TrackPositions,
  range: SpannedTracks,
  ends: Ends,
  extraGap: number,
  gap: number,
): TrackPositions {
  const count = range.end - range.start;
  const starts = new Float64Array(count);
  const stops = new Float64Array(count);
  const unknown = new Int32Array(count + 1);
  for (let track = 0; track < count; track++) {
    const index = range.reversed ? range.end - 1 - track : range.start + track;
    const start = range.reversed
      ? outer.endOf(range.end - 1) - outer.endOf(index)
      : outer.startOf(index) - outer.startOf(range.start);
    const size = outer.endOf(index) - outer.startOf(index);
    starts[track] = track === 0 ? 0 : start - ends.start + extraGap / 2;
    stops[track] = start + size - ends.start - (track === count - 1 ? ends.end : extraGap / 2);
    unknown[track + 1] = unknown[track]! + (outer.isKnown(index, index + 1) ? 0 : 1);
  }
  return new TrackPositions(starts, stops, gap, unknown[count] === 0 ? null : unknown);
}

function inheritBaselines(outer: TrackBaselines, range: SpannedTracks, ends: Ends, extraGap: number): TrackBaselines {
  const count = range.end - range.start;
  const baselines = new TrackBaselines(count);
  for (let track = 0; track < count; track++) {
    const index = range.reversed ? range.end - 1 - track : range.start + track;
    const atStart = track === 0 ? ends.start : extraGap / 2;
    const atEnd = track === count - 1 ? ends.end : extraGap / 2;
    baselines.raise('start', track, outer.distance(range.reversed ? 'end' : 'start', index) - atStart);
    baselines.raise('end', track, outer.distance(range.reversed ? 'start' : 'end', index) - atEnd);
  }
  return baselines;
}

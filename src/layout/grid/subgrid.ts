/**
 * What a subgrid takes over from the grid around it: lines, tracks, gaps and shared baselines.
 *
 * In:  a grid, the item that is a subgrid of it, and an axis of the grid in which it is one.
 * Out: the same tracks along the subgrid's own axis, from its content edge: reversed where the directions differ,
 *      shortened at both ends by its margin, border and padding, and apart by its own gap.
 *
 * CSS Grid 2 §9 https://drafts.csswg.org/css-grid-2/#subgrids
 */
import type { TrackEntry } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import type { AxisName } from './axis-name.ts';
import { usedGap } from './gaps.ts';
import type { GridAxis, InheritedTracks } from './grid-axis.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import {
  type AreaRange,
  type AreaRanges,
  type AxisTemplate,
  addNames,
  areaRanges,
  type LineNames,
} from './template.ts';
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

/** Everything that a subgrid takes over, as far as it is known: the same object as long as nothing in it changes. */
export function inheritanceOf(grid: Grid, item: GridItem): Inheritance {
  const known = item.inherits;
  if (known?.isCurrent(grid)) return known.inheritance;
  const ownInline = item.ownAxis('inline');
  const ownBlock = item.ownAxis('block');
  const inheritance = new Inheritance(
    item.subgrids(ownInline) ? inheritTracks(grid, item, ownInline) : null,
    item.subgrids(ownBlock) ? inheritTracks(grid, item, ownBlock) : null,
  );
  item.inherits = new KnownInheritance(grid, inheritance);
  return inheritance;
}

/** An inheritance and what it was made from. */
export class KnownInheritance {
  readonly inheritance: Inheritance;
  readonly #inline: GridAxis['positions'];
  readonly #block: GridAxis['positions'];
  readonly #inlineBaselines: TrackBaselines | null;
  readonly #blockBaselines: TrackBaselines | null;

  constructor({ inline, block }: Grid, inheritance: Inheritance) {
    this.inheritance = inheritance;
    this.#inline = inline.positions;
    this.#block = block.positions;
    this.#inlineBaselines = inline.baselines;
    this.#blockBaselines = block.baselines;
  }

  isCurrent({ inline, block }: Grid): boolean {
    return (
      this.#inline === inline.positions &&
      this.#block === block.positions &&
      this.#inlineBaselines === inline.baselines &&
      this.#blockBaselines === block.baselines
    );
  }
}

/** A range of tracks of the outer grid, and how to count in it from the subgrid. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly reversed: boolean;
}

function inheritTracks(grid: Grid, item: GridItem, axis: AxisName): InheritedTracks {
  const outer = grid.axis(axis);
  const ownAxis = item.ownAxis(axis);
  const range: Range = { start: item.start(axis), end: item.end(axis), reversed: item.isReversed(axis, grid.writing) };
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
  range: Range,
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

function inheritBaselines(outer: TrackBaselines, range: Range, ends: Ends, extraGap: number): TrackBaselines {
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

// --- Line names ---------------------------------------------------------------------------------------------------

function inheritTemplate(outer: AxisTemplate, before: number, range: Range, box: Box, ownAxis: AxisName): AxisTemplate {
  const { style } = box;
  const count = range.end - range.start;
  const list = ownAxis === 'inline' ? style.gridTemplateColumns : style.gridTemplateRows;
  const own = areaRanges(style.gridTemplateAreas);
  const lineOf = (line: number): number => (range.reversed ? range.end - before - line : line + before - range.start);
  return {
    tracks: [],
    count,
    names: mergeNames(outer.names, lineOf, count, list.kind === 'subgrid' ? list.entries : []),
    areas: mergeAreas(outer.areas, lineOf, count, ownAxis === 'inline' ? own.columns : own.rows),
    autoFit: NO_TRACK,
    isOrphan: false,
  };
}

const NO_TRACK: ReadonlySet<number> = new Set();

/** The outer grid's names of the lines that the subgrid spans, and its own. */
function mergeNames(
  outer: LineNames,
  lineOf: (line: number) => number,
  count: number,
  entries: readonly TrackEntry[],
): LineNames {
  const byLine: string[][] = Array.from({ length: count + 1 }, () => []);
  for (const [name, lines] of outer) {
    for (const line of lines) byLine[lineOf(line)]?.push(name);
  }
  namesInList(entries, count + 1).forEach((names, line) => {
    byLine[line]!.push(...names);
  });
  const merged = new Map<string, number[]>();
  byLine.forEach((names, line) => {
    addNames(merged, names, line);
  });
  return merged;
}

/** A line name list, its automatic repetition as often as there are lines for it; names beyond the last line go. */
function namesInList(entries: readonly TrackEntry[], lines: number): readonly (readonly string[])[] {
  let others = 0;
  let repeated = 0;
  for (const entry of entries) {
    if (entry.kind !== 'repeat') others++;
    else if (typeof entry.count === 'number') others += entry.count * entry.entries.length;
    else repeated = entry.entries.length;
  }
  const repetitions = repeated === 0 ? 0 : Math.max(0, Math.floor((lines - others) / repeated));
  const names: (readonly string[])[] = [];
  const add = (list: readonly TrackEntry[]): void => {
    for (const entry of list) {
      if (names.length >= lines) return;
      if (entry.kind === 'names') names.push(entry.names);
      else if (entry.kind === 'repeat') {
        const count = typeof entry.count === 'number' ? entry.count : repetitions;
        for (let index = 0; index < count && names.length < lines; index++) add(entry.entries);
      }
    }
  };
  add(entries);
  return names;
}

/** §9: an area that is only in part in the subgrid ends at its edge. Of two areas of a name the lines nearest count. */
function mergeAreas(outer: AreaRanges, lineOf: (line: number) => number, count: number, own: AreaRanges): AreaRanges {
  const merged = new Map<string, AreaRange>();
  const clamp = (line: number): number => Math.max(0, Math.min(line, count));
  for (const [name, { start, end }] of own) merged.set(name, { start: clamp(start), end: clamp(end) });
  for (const [name, area] of outer) {
    const a = lineOf(area.start);
    const b = lineOf(area.end);
    const start = Math.min(a, b);
    const end = Math.max(a, b);
    if (end <= 0 || start >= count) continue;
    const same = merged.get(name);
    merged.set(name, {
      start: Math.min(clamp(start), same?.start ?? count),
      end: Math.min(clamp(end), same?.end ?? count),
    });
  }
  return merged;
}

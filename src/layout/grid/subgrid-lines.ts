/**
 * The lines of a subgrid: those it spans in the grid around it, with that grid's names and its own.
 *
 * In:  the lines of the outer grid, the range of tracks that the subgrid spans, its 'grid-template-*'.
 * Out: the subgrid's explicit grid along one of its own axes. It has no tracks of its own.
 *
 * CSS Grid 2 §9 https://drafts.csswg.org/css-grid-2/#subgrid-line-name-inheritance
 */
import type { TrackEntry } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { AxisName } from './axis-name.ts';
import {
  type AreaRange,
  type AreaRanges,
  type AxisTemplate,
  addNames,
  areaRanges,
  type LineNames,
} from './template.ts';

/** A range of tracks of the outer grid, and how to count in it from the subgrid. */
export interface SpannedTracks {
  readonly start: number;
  readonly end: number;
  readonly reversed: boolean;
}

/** `before` is how many implicit tracks the outer grid has before its first explicit line. */
export function inheritTemplate(
  outer: AxisTemplate,
  before: number,
  range: SpannedTracks,
  box: Box,
  ownAxis: AxisName,
): AxisTemplate {
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

/**
 * The explicit grid of one axis: its tracks, and the names of its lines.
 *
 * In:  a computed track list, the named areas, and how many automatic repetitions fit.
 * Out: tracks in order and, for each line between them, its names.
 *
 * CSS Grid 2 §7.2, §7.3 https://drafts.csswg.org/css-grid-2/#explicit-grids
 */
import type { TrackEntry, TrackList, TrackSize } from '../../style/computed-style.ts';

/** Chrome's limit on tracks in one axis. */
export const MAX_TRACKS = 10_000_000;
/** What repeat() may expand to here: a page must not make us allocate more. */
const MAX_EXPANDED = 100_000;

export interface AxisTemplate {
  readonly tracks: readonly TrackSize[];
  /** For each line 0…tracks.length: its names. */
  readonly lineNames: readonly (readonly string[])[];
  /** Tracks that came from repeat(auto-fit, …) and collapse when nothing is placed in them. */
  readonly autoFit: ReadonlySet<number>;
}

export interface AutoRepeat {
  readonly kind: 'auto-fill' | 'auto-fit';
  readonly tracks: readonly TrackSize[];
}

/** The automatic repetition of a list, if it has one. */
export function autoRepeatOf(list: TrackList): AutoRepeat | null {
  if (list.kind !== 'list') return null;
  for (const entry of list.entries) {
    if (entry.kind === 'repeat' && typeof entry.count === 'string') {
      return { kind: entry.count, tracks: sizesOf(entry.entries) };
    }
  }
  return null;
}

/** Sizes of all tracks that are not in the automatic repetition. */
export function fixedTracksOf(list: TrackList): TrackSize[] {
  if (list.kind !== 'list') return [];
  return list.entries.flatMap((entry) => {
    if (entry.kind === 'track') return [entry.size];
    if (entry.kind !== 'repeat' || typeof entry.count === 'string') return [];
    return repeated(sizesOf(entry.entries), entry.count);
  });
}

function repeated<T>(items: readonly T[], count: number): T[] {
  const times = Math.min(count, Math.ceil(MAX_EXPANDED / Math.max(1, items.length)));
  return Array.from({ length: times }, () => items).flat();
}

function sizesOf(entries: readonly TrackEntry[]): TrackSize[] {
  return entries.flatMap((entry) => (entry.kind === 'track' ? [entry.size] : []));
}

/** Expands a list, with `repetitions` of its automatic repetition, and adds the lines that areas name. */
export function expandTemplate(
  list: TrackList,
  repetitions: number,
  areas: ReadonlyMap<string, AreaRange>,
  areaTracks: number,
): AxisTemplate {
  const tracks: TrackSize[] = [];
  const names: string[][] = [[]];
  const autoFit = new Set<number>();

  const add = (entries: readonly TrackEntry[], fits: boolean): void => {
    for (const entry of entries) {
      if (tracks.length >= MAX_EXPANDED) return;
      if (entry.kind === 'names') names[tracks.length].push(...entry.names);
      else if (entry.kind === 'track') {
        if (fits) autoFit.add(tracks.length);
        tracks.push(entry.size);
        names.push([]);
      } else {
        const count = typeof entry.count === 'number' ? entry.count : repetitions;
        for (let index = 0; index < count && tracks.length < MAX_EXPANDED; index++) {
          add(entry.entries, entry.count === 'auto-fit');
        }
      }
    }
  };
  if (list.kind === 'list') add(list.entries, false);

  // §7.1: areas beyond the list of tracks make tracks of their own, sized like implicit ones ('auto' marks them).
  while (tracks.length < areaTracks) {
    tracks.push(AREA_TRACK);
    names.push([]);
  }
  for (const [name, { start, end }] of areas) {
    names[start].push(`${name}-start`);
    names[end].push(`${name}-end`);
  }
  return { tracks, lineNames: names, autoFit };
}

/** A track that only grid-template-areas asks for. It takes its size from grid-auto-rows or grid-auto-columns. */
export const AREA_TRACK: TrackSize = Object.freeze({ kind: 'auto' });

/** A named area's lines in one axis. */
export interface AreaRange {
  readonly start: number;
  readonly end: number;
}

/** §7.3: the rectangle of each named area, by axis. */
export function areaRanges(areas: readonly (readonly string[])[]): {
  readonly rows: ReadonlyMap<string, AreaRange>;
  readonly columns: ReadonlyMap<string, AreaRange>;
} {
  const rows = new Map<string, AreaRange>();
  const columns = new Map<string, AreaRange>();
  areas.forEach((row, rowIndex) => {
    row.forEach((name, columnIndex) => {
      if (/^\.+$/.test(name)) return;
      rows.set(name, widened(rows.get(name), rowIndex));
      columns.set(name, widened(columns.get(name), columnIndex));
    });
  });
  return { rows, columns };
}

function widened(range: AreaRange | undefined, index: number): AreaRange {
  if (range === undefined) return { start: index, end: index + 1 };
  return { start: Math.min(range.start, index), end: Math.max(range.end, index + 1) };
}

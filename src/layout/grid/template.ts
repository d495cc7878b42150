/**
 * The explicit grid of one axis: its tracks, and the names of its lines.
 *
 * In:  a computed track list, the named areas, and how many automatic repetitions fit.
 * Out: tracks in order, and for each name the lines that have it.
 *
 * CSS Grid 2 §7.2, §7.3 https://drafts.csswg.org/css-grid-2/#explicit-grids
 */
import type { TrackEntry, TrackList, TrackSize } from '../../style/computed-style.ts';

/** What repeat() may expand to: a page must not make us allocate more. */
const MAX_EXPANDED = 100_000;

export interface AxisTemplate {
  /** Sizes of the explicit tracks. */
  readonly tracks: readonly TrackSize[];
  /** How many explicit tracks there are, those that only an area asks for included. */
  readonly count: number;
  /** For each name: the lines 0…count that have it, in order. */
  readonly names: LineNames;
  readonly areas: AreaRanges;
  /** Tracks that came from repeat(auto-fit, …) and collapse when nothing is placed in them. */
  readonly autoFit: ReadonlySet<number>;
  /** 'subgrid' in a grid that is not one. */
  readonly isOrphan: boolean;
}

export type LineNames = ReadonlyMap<string, readonly number[]>;
export type AreaRanges = ReadonlyMap<string, AreaRange>;

/** A named area's lines in one axis. */
export interface AreaRange {
  readonly start: number;
  readonly end: number;
}

/** The sizes in the automatic repetition of a list, if it has one. */
export function autoRepeatOf(list: TrackList): readonly TrackSize[] | null {
  if (list.kind !== 'list') return null;
  for (const entry of list.entries) {
    if (entry.kind === 'repeat' && typeof entry.count === 'string') return sizesOf(entry.entries);
  }
  return null;
}

/** Sizes of all tracks that are not in the automatic repetition. */
export function fixedTracksOf(list: TrackList): readonly TrackSize[] {
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

/** Expands a list, with `repetitions` of its automatic repetition. Areas beyond it make tracks of their own (§7.1). */
export function expandTemplate(
  list: TrackList,
  repetitions: number,
  areas: AreaRanges,
  areaTracks: number,
): AxisTemplate {
  const tracks: TrackSize[] = [];
  const names = new Map<string, number[]>();
  const autoFit = new Set<number>();

  const add = (entries: readonly TrackEntry[], fits: boolean): void => {
    for (const entry of entries) {
      if (tracks.length >= MAX_EXPANDED) return;
      if (entry.kind === 'names') addNames(names, entry.names, tracks.length);
      else if (entry.kind === 'track') {
        if (fits) autoFit.add(tracks.length);
        tracks.push(entry.size);
      } else {
        const count = typeof entry.count === 'number' ? entry.count : repetitions;
        for (let index = 0; index < count && tracks.length < MAX_EXPANDED; index++) {
          add(entry.entries, entry.count === 'auto-fit');
        }
      }
    }
  };
  if (list.kind === 'list') add(list.entries, false);
  return {
    tracks,
    count: Math.max(tracks.length, areaTracks),
    names,
    areas,
    autoFit,
    isOrphan: list.kind === 'subgrid',
  };
}

/** A line of a name that has it already counts once. */
export function addNames(names: Map<string, number[]>, added: readonly string[], line: number): void {
  for (const name of added) {
    const lines = names.get(name);
    if (lines === undefined) names.set(name, [line]);
    else if (lines.at(-1) !== line) lines.push(line);
  }
}

/** All lines of a name, in order: those that the list names, and the edges of areas (§7.3.3). */
export function linesNamed(template: AxisTemplate, name: string): readonly number[] {
  const explicit = template.names.get(name) ?? NO_LINES;
  const edge = areaEdge(template.areas, name);
  if (edge === null || explicit.includes(edge)) return explicit;
  return [...explicit, edge].sort((a, b) => a - b);
}

const NO_LINES: readonly number[] = [];

/** The line of an area's edge, if the name is one. */
function areaEdge(areas: AreaRanges, name: string): number | null {
  if (areas.size === 0) return null;
  if (name.endsWith('-start')) return areas.get(name.slice(0, -'-start'.length))?.start ?? null;
  if (name.endsWith('-end')) return areas.get(name.slice(0, -'-end'.length))?.end ?? null;
  return null;
}

/** §7.3: the rectangle of each named area, by axis. */
export function areaRanges(areas: readonly (readonly string[])[]): {
  readonly rows: AreaRanges;
  readonly columns: AreaRanges;
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

/** Whether two templates mean the same lines. */
export function sameTemplate(a: AxisTemplate, b: AxisTemplate): boolean {
  if (a === b) return true;
  if (a.count !== b.count || a.names.size !== b.names.size || a.areas.size !== b.areas.size) return false;
  for (const [name, lines] of a.names) {
    const others = b.names.get(name);
    if (others?.length !== lines.length || lines.some((line, index) => line !== others[index])) return false;
  }
  for (const [name, { start, end }] of a.areas) {
    const other = b.areas.get(name);
    if (other?.start !== start || other.end !== end) return false;
  }
  return true;
}

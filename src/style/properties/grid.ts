/**
 * Longhands of grid layout: track lists, areas, automatic placement and lines.
 *
 * CSS Grid 2 §7 and §8 https://drafts.csswg.org/css-grid-2/
 */
import { asciiLower } from '../code-points.ts';
import type { ComputeContext } from '../compute-context.ts';
import type { GridLine, TrackEntry, TrackList, TrackSize } from '../computed-style.ts';
import {
  computeLength,
  NON_NEGATIVE_LENGTH_PERCENT,
  type SpecifiedLength,
  type SpecifiedNumber,
  takeFlex,
  takeInteger,
  takeLength,
} from '../specified-value.ts';
import type { ValueReader } from '../value-reader.ts';
import { takeCustomIdent } from './lists.ts';
import { computed, type Longhand, plain } from './longhand.ts';

/** Chrome keeps lines within this distance; a larger repeat is cut down to it. */
const MAX_LINES = 10_000;

type SpecifiedTrack =
  | { readonly kind: 'fixed'; readonly size: SpecifiedLength }
  | { readonly kind: 'fr'; readonly value: number }
  | { readonly kind: 'auto' | 'min-content' | 'max-content' }
  | { readonly kind: 'fit-content'; readonly limit: SpecifiedLength }
  | { readonly kind: 'minmax'; readonly min: SpecifiedTrack; readonly max: SpecifiedTrack };

export type SpecifiedEntry =
  | { readonly kind: 'track'; readonly size: SpecifiedTrack }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | {
      readonly kind: 'repeat';
      readonly count: number | 'auto-fill' | 'auto-fit';
      readonly entries: readonly SpecifiedEntry[];
    };

export interface SpecifiedTracks {
  readonly kind: 'none' | 'list' | 'subgrid';
  readonly entries: readonly SpecifiedEntry[];
}

const TRACK_WORDS: ReadonlyMap<string, SpecifiedTrack> = new Map<string, SpecifiedTrack>([
  ['auto', { kind: 'auto' }],
  ['min-content', { kind: 'min-content' }],
  ['max-content', { kind: 'max-content' }],
  ['-webkit-min-content', { kind: 'min-content' }],
  ['-webkit-max-content', { kind: 'max-content' }],
]);

export function takeTrackSize(reader: ValueReader): SpecifiedTrack | undefined {
  switch (reader.peekFunction()) {
    case 'minmax':
      return takeMinMax(reader.takeInside());
    case 'fit-content': {
      const inside = reader.takeInside();
      const limit = takeLength(inside, NON_NEGATIVE_LENGTH_PERCENT);
      return limit === undefined || !inside.done ? undefined : { kind: 'fit-content', limit };
    }
    default:
      return takeBreadth(reader, true);
  }
}

function takeBreadth(reader: ValueReader, allowFlex: boolean): SpecifiedTrack | undefined {
  const word = reader.takeFrom(TRACK_WORDS);
  if (word !== undefined) return word;
  const value = allowFlex ? takeFlex(reader) : undefined;
  if (value !== undefined) return { kind: 'fr', value };
  const size = takeLength(reader, NON_NEGATIVE_LENGTH_PERCENT);
  return size === undefined ? undefined : { kind: 'fixed', size };
}

function takeMinMax(inside: ValueReader): SpecifiedTrack | undefined {
  const min = takeBreadth(inside, false);
  if (min === undefined || !inside.takeComma()) return undefined;
  const max = takeBreadth(inside, true);
  return max === undefined || !inside.done ? undefined : { kind: 'minmax', min, max };
}

/** '[a b]': names of one line. */
export function takeLineNames(reader: ValueReader): readonly string[] | undefined {
  const inside = reader.takeBrackets();
  if (inside === null) return undefined;
  const names: string[] = [];
  while (!inside.done) {
    const name = takeLineName(inside);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

function takeLineName(reader: ValueReader): string | undefined {
  return reader.peekWord() === 'auto' ? undefined : takeCustomIdent(reader, 'span');
}

/** 'none', a track list, or 'subgrid'; stops before '/', so that shorthands can go on. */
export function takeTracks(reader: ValueReader): SpecifiedTracks | undefined {
  if (reader.takeWord('none')) return { kind: 'none', entries: [] };
  if (reader.takeWord('subgrid')) {
    const entries = takeEntries(reader, 'names');
    return entries === undefined ? undefined : { kind: 'subgrid', entries };
  }
  const entries = takeEntries(reader, 'tracks');
  if (entries === undefined || !entries.some((entry) => entry.kind !== 'names')) return undefined;
  return isValidTrackList(entries) ? { kind: 'list', entries } : undefined;
}

function takeEntries(reader: ValueReader, what: 'tracks' | 'names'): SpecifiedEntry[] | undefined {
  const entries: SpecifiedEntry[] = [];
  while (!reader.done && reader.peek()!.type !== 'delim') {
    const names = takeLineNames(reader);
    if (names !== undefined) {
      entries.push({ kind: 'names', names });
      continue;
    }
    if (reader.peekFunction() === 'repeat') {
      const repeat = takeRepeat(reader.takeInside(), what);
      if (repeat === undefined) return undefined;
      entries.push(repeat);
      continue;
    }
    const size = what === 'tracks' ? takeTrackSize(reader) : undefined;
    if (size === undefined) return undefined;
    entries.push({ kind: 'track', size });
  }
  return entries;
}

function takeRepeat(inside: ValueReader, what: 'tracks' | 'names'): SpecifiedEntry | undefined {
  const count = inside.takeFrom(AUTO_REPEAT) ?? takeInteger(inside, 1);
  if (count === undefined || typeof count === 'object' || !inside.takeComma()) return undefined;
  // A repeat cannot hold another one, so that this recursion is one deep.
  const start = inside.position;
  for (; !inside.done; inside.skip()) if (inside.peekFunction() === 'repeat') return undefined;
  inside.rewind(start);
  const entries = takeEntries(inside, what);
  if (entries === undefined || entries.length === 0 || !inside.done) return undefined;
  if (what === 'tracks' && !entries.some((entry) => entry.kind === 'track')) return undefined;
  return { kind: 'repeat', count: typeof count === 'number' ? Math.min(count, MAX_LINES) : count, entries };
}

const AUTO_REPEAT: ReadonlyMap<string, 'auto-fill' | 'auto-fit'> = new Map([
  ['auto-fill', 'auto-fill'],
  ['auto-fit', 'auto-fit'],
]);

/** At most one automatic repetition, and then only tracks of which one bound is fixed (§7.2.3.2). */
function isValidTrackList(entries: readonly SpecifiedEntry[]): boolean {
  const automatic = entries.filter((entry) => entry.kind === 'repeat' && typeof entry.count === 'string');
  if (automatic.length === 0) return true;
  if (automatic.length > 1) return false;
  return entries.every((entry) => {
    if (entry.kind === 'track') return isFixedSize(entry.size);
    if (entry.kind === 'names') return true;
    return entry.entries.every((inner) => inner.kind !== 'track' || isFixedSize(inner.size));
  });
}

function isFixedSize(track: SpecifiedTrack): boolean {
  if (track.kind === 'fixed') return true;
  return track.kind === 'minmax' && (track.min.kind === 'fixed' || track.max.kind === 'fixed');
}

function computeTrack(track: SpecifiedTrack, context: ComputeContext): TrackSize {
  switch (track.kind) {
    case 'fixed':
      return { kind: 'fixed', size: computeLength(track.size, context) };
    case 'fit-content':
      return { kind: 'fit-content', limit: computeLength(track.limit, context) };
    case 'minmax':
      return { kind: 'minmax', min: computeTrack(track.min, context), max: computeTrack(track.max, context) };
    default:
      return track;
  }
}

function computeEntries(entries: readonly SpecifiedEntry[], context: ComputeContext): readonly TrackEntry[] {
  return entries.map((entry): TrackEntry => {
    if (entry.kind === 'track') return { kind: 'track', size: computeTrack(entry.size, context) };
    if (entry.kind === 'names') return entry;
    return { kind: 'repeat', count: entry.count, entries: computeEntries(entry.entries, context) };
  });
}

const NO_TRACKS: TrackList = { kind: 'none' };

function computeTracks(value: SpecifiedTracks, context: ComputeContext): TrackList {
  if (value.kind === 'none') return NO_TRACKS;
  return { kind: value.kind, entries: computeEntries(value.entries, context) };
}

export function takeAutoTracks(reader: ValueReader): readonly SpecifiedTrack[] | undefined {
  const tracks: SpecifiedTrack[] = [];
  while (!reader.done) {
    const token = reader.peek()!;
    if (token.type === 'delim') break;
    const track = takeTrackSize(reader);
    if (track === undefined) return undefined;
    tracks.push(track);
  }
  return tracks.length === 0 ? undefined : tracks;
}

/** One row of named cells: words, and runs of dots for empty cells. */
export function areaRow(text: string): readonly string[] | undefined {
  const cells = text.match(/\.+|[^\s.]+/gu);
  if (cells === null || !cells.every((cell) => cell.startsWith('.') || isAreaName(cell))) return undefined;
  return cells.map((cell) => (cell.startsWith('.') ? '.' : cell));
}

function isAreaName(cell: string): boolean {
  return /^[\w\-\u0080-\u{10ffff}\\]+$/u.test(cell);
}

/** Whether rows are equally long and every name covers one rectangle (§7.3). */
export function areAreasValid(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.some((row) => row.length !== width)) return false;
  const bounds = new Map<string, { top: number; bottom: number; left: number; right: number; count: number }>();
  rows.forEach((row, y) => {
    row.forEach((name, x) => {
      if (name === '.') return;
      const seen = bounds.get(name) ?? { top: y, bottom: y, left: x, right: x, count: 0 };
      seen.bottom = y;
      seen.left = Math.min(seen.left, x);
      seen.right = Math.max(seen.right, x);
      seen.count++;
      bounds.set(name, seen);
    });
  });
  for (const area of bounds.values()) {
    if ((area.bottom - area.top + 1) * (area.right - area.left + 1) !== area.count) return false;
  }
  return true;
}

function parseAreas(reader: ValueReader): readonly (readonly string[])[] | undefined {
  if (reader.takeWord('none')) return [];
  const rows: (readonly string[])[] = [];
  while (!reader.done) {
    const text = reader.takeString();
    const row = text === null ? undefined : areaRow(text);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return areAreasValid(rows) ? rows : undefined;
}

function parseAutoFlow(reader: ValueReader): { column: boolean; dense: boolean } | undefined {
  let direction: string | null = null;
  let dense = false;
  while (!reader.done) {
    const word = reader.peekWord();
    if ((word === 'row' || word === 'column') && direction === null) direction = word;
    else if (word === 'dense' && !dense) dense = true;
    else return undefined;
    reader.skip();
  }
  return direction === null && !dense ? undefined : { column: direction === 'column', dense };
}

export const AUTO_LINE: GridLine = { span: false, integer: null, name: null };

/** 'auto', a name, a number with a name, or a span of either, in any order. */
export function takeGridLine(reader: ValueReader): GridLine | undefined {
  if (reader.takeWord('auto')) return AUTO_LINE;
  let span = false;
  let integer: number | null = null;
  let name: string | null = null;
  for (;;) {
    const token = reader.peek();
    if (token === null || token.type === 'delim') break;
    if (!span && token.type === 'ident' && asciiLower(token.value) === 'span') {
      // 'span' stands first or last, never between number and name.
      if ((integer !== null || name !== null) && !isLast(reader)) return undefined;
      span = true;
      reader.skip();
      continue;
    }
    const number: SpecifiedNumber | undefined = integer === null ? takeInteger(reader) : undefined;
    if (typeof number === 'number') {
      integer = number;
      continue;
    }
    const ident: string | undefined = name === null ? takeLineName(reader) : undefined;
    if (ident === undefined) return undefined;
    name = ident;
  }
  if (integer === 0 || (integer === null && name === null) || (span && integer !== null && integer < 1))
    return undefined;
  const bounded = integer === null ? null : Math.min(MAX_LINES, Math.max(-MAX_LINES, integer));
  return { span, integer: bounded, name };
}

function isLast(reader: ValueReader): boolean {
  const start = reader.position;
  reader.skip();
  const last = reader.done || reader.peek()!.type === 'delim';
  reader.rewind(start);
  return last;
}

export const GRID_LONGHANDS: readonly Longhand[] = [
  computed('grid-template-rows', 'gridTemplateRows', false, takeTracks, computeTracks),
  computed('grid-template-columns', 'gridTemplateColumns', false, takeTracks, computeTracks),
  plain('grid-template-areas', 'gridTemplateAreas', false, parseAreas),
  computed('grid-auto-rows', 'gridAutoRows', false, takeAutoTracks, (value, context) =>
    value.map((track) => computeTrack(track, context)),
  ),
  computed('grid-auto-columns', 'gridAutoColumns', false, takeAutoTracks, (value, context) =>
    value.map((track) => computeTrack(track, context)),
  ),
  plain('grid-auto-flow', 'gridAutoFlow', false, parseAutoFlow),
  plain('grid-row-start', 'gridRowStart', false, takeGridLine),
  plain('grid-row-end', 'gridRowEnd', false, takeGridLine),
  plain('grid-column-start', 'gridColumnStart', false, takeGridLine),
  plain('grid-column-end', 'gridColumnEnd', false, takeGridLine),
];

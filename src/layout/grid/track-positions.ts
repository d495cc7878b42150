/**
 * Where the tracks of one axis are: offsets from the content edge, with gaps and content distribution.
 *
 * In:  tracks, sized or not. Out: the start and end of each, and the size of any area.
 *
 * CSS Grid 2 §10.5, §11.1 https://drafts.csswg.org/css-grid-2/#grid-align
 */
import type { Alignment } from '../../style/computed-style.ts';
import { distribute } from '../alignment.ts';
import { INDEFINITE, isDefinite, toUnit } from '../layout-unit.ts';
import { openTracks, type Track, totalSize } from './track.ts';

export class TrackPositions {
  /** The gap between two tracks, distributed space included. */
  readonly gutter: number;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  /** For each line: how many tracks before it have an unknown size; `null` when all are known. */
  readonly #unknown: Int32Array | null;

  constructor(starts: Float64Array, ends: Float64Array, gutter: number, unknown: Int32Array | null) {
    this.#starts = starts;
    this.#ends = ends;
    this.gutter = gutter;
    this.#unknown = unknown;
  }

  get count(): number {
    return this.#starts.length;
  }

  startOf(track: number): number {
    return this.#starts[track]!;
  }

  endOf(track: number): number {
    return this.#ends[track]!;
  }

  isKnown(start: number, end: number): boolean {
    return this.#unknown === null || this.#unknown[end] === this.#unknown[start];
  }

  equals(other: TrackPositions): boolean {
    if (this === other) return true;
    if (this.count !== other.count || this.gutter !== other.gutter) return false;
    for (let track = 0; track < this.count; track++) {
      if (this.#starts[track] !== other.#starts[track] || this.#ends[track] !== other.#ends[track]) return false;
      if (this.isKnown(track, track + 1) !== other.isKnown(track, track + 1)) return false;
    }
    return true;
  }

  /** The size of an area, gaps inside it included; INDEFINITE while one of its tracks has none. */
  sizeOf(start: number, end: number): number {
    if (!this.isKnown(start, end)) return INDEFINITE;
    return Math.max(0, this.#ends[end - 1]! - this.#starts[start]!);
  }
}

export const NO_TRACKS = new TrackPositions(new Float64Array(0), new Float64Array(0), 0, null);

/** Before sizing: tracks with a finite growth limit have that size for what depends on it, the others have none. */
export function initialPositions(tracks: readonly Track[], gap: number): TrackPositions {
  const unknown = new Int32Array(tracks.length + 1);
  const placed = placeTracks(tracks, gap, 0, (track) => (Number.isFinite(track.limit) ? track.limit : 0));
  tracks.forEach((track, index) => {
    unknown[index + 1] = unknown[index]! + (Number.isFinite(track.limit) ? 0 : 1);
  });
  return new TrackPositions(placed.starts, placed.ends, gap, unknown);
}

/** After sizing, with content distribution where the container's size is known. */
export function finalPositions(
  tracks: readonly Track[],
  gap: number,
  alignment: Alignment,
  size: number,
  rtl: boolean,
): TrackPositions {
  const { before, between } = isDefinite(size)
    ? distribution(tracks, gap, withoutSides(alignment, rtl), size)
    : { before: 0, between: 0 };
  const { starts, ends } = placeTracks(tracks, gap + between, before, (track) => track.base);
  return new TrackPositions(starts, ends, gap + between, null);
}

function distribution(
  tracks: readonly Track[],
  gap: number,
  alignment: Alignment,
  size: number,
): { readonly before: number; readonly between: number } {
  if (alignment.position === 'normal' || alignment.position === 'stretch') return { before: 0, between: 0 };
  const open = openTracks(tracks);
  const spare = size - totalSize(tracks, gap);
  // Without a track there is nothing to put space around: the empty grid is in the middle.
  if (open === 0 && alignment.position === 'space-around')
    return { before: toUnit(Math.max(0, spare) / 2), between: 0 };
  const { before, between } = distribute(alignment, spare, open);
  return { before: toUnit(before), between: toUnit(between) };
}

function placeTracks(
  tracks: readonly Track[],
  gutter: number,
  before: number,
  sizeOf: (track: Track) => number,
): { readonly starts: Float64Array; readonly ends: Float64Array } {
  const starts = new Float64Array(tracks.length);
  const ends = new Float64Array(tracks.length);
  let at = before;
  let isFirst = true;
  tracks.forEach((track, index) => {
    // A collapsed track is a line between two gaps that have become one.
    starts[index] = at;
    if (track.collapsed) {
      ends[index] = isFirst ? at : at - gutter;
      return;
    }
    isFirst = false;
    ends[index] = at + sizeOf(track);
    at = ends[index]! + gutter;
  });
  return { starts, ends };
}

/** 'left' and 'right' are the start or the end of the axis. */
function withoutSides(alignment: Alignment, rtl: boolean): Alignment {
  if (alignment.position !== 'left' && alignment.position !== 'right') return alignment;
  return { ...alignment, position: (alignment.position === 'right') === rtl ? 'start' : 'end' };
}

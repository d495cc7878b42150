/**
 * One track of the grid while it is being sized, and what its sizing functions come to.
 *
 * CSS Grid 2 §7.2.1 and §12.4 https://drafts.csswg.org/css-grid-2/#algo-init
 */
import type { TrackSize } from '../../style/computed-style.ts';
import { dependsOnPercentage, type LengthPercentage, resolveLength } from '../../style/length.ts';
import { isDefinite, toUnit } from '../layout-unit.ts';

export type TrackBreadth = 'auto' | 'min-content' | 'max-content' | number;

const NOT_FLEXIBLE = -1;
/** No item of the current phase spans the track. */
export const UNTOUCHED = -1;

export interface Track {
  /** The sizing functions: an intrinsic keyword or a used length. */
  readonly min: TrackBreadth;
  readonly max: TrackBreadth;
  /** The flex factor; negative for tracks whose maximum is not flexible. */
  readonly flex: number;
  /** The argument of fit-content(), else Infinity. */
  readonly fitLimit: number;
  /** A collapsed auto-fit track and the gaps beside it take no room. */
  readonly collapsed: boolean;
  base: number;
  limit: number;
  infinitelyGrowable: boolean;
  /** What the current phase adds, and what the current item asks for. */
  planned: number;
  increase: number;
}

/** §12.4: a new track. Percentages of an indefinite size behave as 'auto'. */
export function makeTrack(size: TrackSize, percentBase: number): Track {
  switch (size.kind) {
    case 'fixed': {
      const length = usedBreadth(size.size, percentBase);
      return newTrack(length, length, NOT_FLEXIBLE, Number.POSITIVE_INFINITY, false);
    }
    case 'fr':
      return newTrack('auto', 'auto', size.value, Number.POSITIVE_INFINITY, false);
    case 'fit-content': {
      const limit = usedBreadth(size.limit, percentBase);
      const fit = limit === 'auto' ? Number.POSITIVE_INFINITY : limit;
      return newTrack('auto', 'max-content', NOT_FLEXIBLE, fit, false);
    }
    case 'minmax': {
      const min = breadthOf(size.min, percentBase);
      if (size.max.kind === 'fr') return newTrack(min, 'auto', size.max.value, Number.POSITIVE_INFINITY, false);
      return newTrack(min, breadthOf(size.max, percentBase), NOT_FLEXIBLE, Number.POSITIVE_INFINITY, false);
    }
    default:
      return newTrack(size.kind, size.kind, NOT_FLEXIBLE, Number.POSITIVE_INFINITY, false);
  }
}

/** §7.2.3.2: an auto-fit track with nothing in it. */
export function collapsedTrack(): Track {
  return newTrack(0, 0, NOT_FLEXIBLE, Number.POSITIVE_INFINITY, true);
}

/**
 * Differs: §7.2 has 'none' for a 'subgrid' without a grid around it, and so tracks by grid-auto-rows or -columns.
 * Chrome makes 'auto' tracks that stretch but do not grow to their content.
 */
export function orphanTrack(): Track {
  return newTrack('auto', 'auto', NOT_FLEXIBLE, 0, false);
}

function breadthOf(size: TrackSize, percentBase: number): TrackBreadth {
  if (size.kind === 'fixed') return usedBreadth(size.size, percentBase);
  return size.kind === 'min-content' || size.kind === 'max-content' ? size.kind : 'auto';
}

function usedBreadth(size: LengthPercentage, percentBase: number): number | 'auto' {
  if (dependsOnPercentage(size) && !isDefinite(percentBase)) return 'auto';
  return Math.max(0, toUnit(resolveLength(size, Math.max(0, percentBase))));
}

function newTrack(min: TrackBreadth, max: TrackBreadth, flex: number, fitLimit: number, collapsed: boolean): Track {
  const base = typeof min === 'number' ? min : 0;
  const limit = flex < 0 && typeof max === 'number' ? Math.max(max, base) : Number.POSITIVE_INFINITY;
  return {
    min,
    max,
    flex,
    fitLimit,
    collapsed,
    base,
    limit,
    infinitelyGrowable: false,
    planned: UNTOUCHED,
    increase: 0,
  };
}

export function isFlexible(track: Track): boolean {
  return track.flex >= 0;
}

export function hasIntrinsicMin(track: Track): boolean {
  return typeof track.min === 'string';
}

export function hasIntrinsicMax(track: Track): boolean {
  return typeof track.max === 'string' && track.flex < 0;
}

/** The size is known without any content and without the free space. */
export function isFixed(track: Track): boolean {
  return track.base === track.limit && typeof track.min === 'number';
}

/** Raises the base size; a growth limit below it follows. */
export function raiseBase(track: Track, size: number): void {
  if (size > track.base) track.base = size;
  if (track.limit < track.base) track.limit = track.base;
}

export function openTracks(tracks: readonly Track[]): number {
  let count = 0;
  for (const track of tracks) if (!track.collapsed) count++;
  return count;
}

/** Base sizes and the gaps between them; a collapsed track takes the gap beside it away (§7.2.3.2). */
export function totalSize(tracks: readonly Track[], gap: number): number {
  let sum = gap * Math.max(0, openTracks(tracks) - 1);
  for (const track of tracks) sum += track.base;
  return sum;
}

/**
 * One track of the grid while it is being sized, and what its sizing functions come to.
 *
 * CSS Grid 2 §7.2.1 and §12.4 https://drafts.csswg.org/css-grid-2/#algo-init
 */
import type { TrackSize } from '../../style/computed-style.ts';
import { dependsOnPercentage, type LengthPercentage, resolveLength } from '../../style/length.ts';
import { isDefinite, toUnit } from '../layout-unit.ts';

export type TrackBreadth = 'auto' | 'min-content' | 'max-content' | number;

export interface Track {
  /** The sizing functions: an intrinsic keyword or a used length. A flexible maximum is `flex` > 0 with max 'auto'. */
  readonly min: TrackBreadth;
  readonly max: TrackBreadth;
  readonly flex: number;
  /** The argument of fit-content(), else Infinity. */
  readonly fitLimit: number;
  /** A collapsed auto-fit track and the gaps beside it take no room. */
  readonly collapsed: boolean;
  base: number;
  limit: number;
  infinitelyGrowable: boolean;
  /** What the current round of distribution adds. */
  planned: number;
  increase: number;
  /** Offset from the content edge, set when all tracks are known. */
  offset: number;
}

/** §12.4: a new track. Percentages of an indefinite size behave as 'auto'. */
export function makeTrack(size: TrackSize, percentBase: number, collapsed = false): Track {
  if (collapsed) return fresh(0, 0, 0, Number.POSITIVE_INFINITY, true);
  switch (size.kind) {
    case 'fixed': {
      const length = usedBreadth(size.size, percentBase);
      return fresh(length, length, 0, Number.POSITIVE_INFINITY, false);
    }
    case 'fr':
      return fresh('auto', 'auto', size.value, Number.POSITIVE_INFINITY, false);
    case 'fit-content': {
      const limit = usedBreadth(size.limit, percentBase);
      if (limit === 'auto') return fresh('auto', 'auto', 0, Number.POSITIVE_INFINITY, false);
      return fresh('auto', 'max-content', 0, limit, false);
    }
    case 'minmax': {
      const min = breadthOf(size.min, percentBase);
      const flex = size.max.kind === 'fr' ? size.max.value : 0;
      return fresh(
        min,
        size.max.kind === 'fr' ? 'auto' : breadthOf(size.max, percentBase),
        flex,
        Number.POSITIVE_INFINITY,
        false,
      );
    }
    default:
      return fresh(size.kind, size.kind, 0, Number.POSITIVE_INFINITY, false);
  }
}

function breadthOf(size: TrackSize, percentBase: number): TrackBreadth {
  if (size.kind === 'fixed') return usedBreadth(size.size, percentBase);
  return size.kind === 'min-content' || size.kind === 'max-content' ? size.kind : 'auto';
}

function usedBreadth(size: LengthPercentage, percentBase: number): number | 'auto' {
  if (dependsOnPercentage(size) && !isDefinite(percentBase)) return 'auto';
  return Math.max(0, toUnit(resolveLength(size, Math.max(0, percentBase))));
}

function fresh(min: TrackBreadth, max: TrackBreadth, flex: number, fitLimit: number, collapsed: boolean): Track {
  const base = typeof min === 'number' ? min : 0;
  const limit = flex === 0 && typeof max === 'number' ? Math.max(max, base) : Number.POSITIVE_INFINITY;
  return {
    min,
    max,
    flex,
    fitLimit,
    collapsed,
    base,
    limit,
    infinitelyGrowable: false,
    planned: 0,
    increase: 0,
    offset: 0,
  };
}

export function isFlexible(track: Track): boolean {
  return track.flex > 0;
}

export function hasIntrinsicMin(track: Track): boolean {
  return typeof track.min === 'string';
}

export function hasIntrinsicMax(track: Track): boolean {
  return typeof track.max === 'string' && track.flex === 0;
}

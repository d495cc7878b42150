/**
 * How often repeat(auto-fill) and repeat(auto-fit) repeat.
 *
 * In:  a track list, the container's sizes along the axis, its gap. Out: a number, at least 1.
 *
 * CSS Grid 2 §7.2.3.2 https://drafts.csswg.org/css-grid-2/#auto-repeat
 */
import type { TrackList, TrackSize } from '../../style/computed-style.ts';
import { isDefinite } from '../layout-unit.ts';
import { autoRepeatOf, fixedTracksOf } from './template.ts';
import { makeTrack } from './track.ts';

/** Content-box sizes that bound a container along an axis; INDEFINITE, 0 and Infinity where there is none. */
export interface AxisLimits {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

const MAX_REPETITIONS = 10_000;

export function automaticRepetitions(list: TrackList, limits: AxisLimits, gap: number): number {
  const repeat = autoRepeatOf(list);
  if (repeat === null || repeat.length === 0) return 1;
  const known = isDefinite(limits.size);
  const size = known ? limits.size : limits.min;
  const most = known ? limits.size : limits.max;
  // A repeated track counts as one pixel at least, so that the number is finite.
  const step = repeat.reduce((sum, track) => sum + Math.max(1, definiteSize(track, size)) + gap, 0);
  const fixed = fixedTracksOf(list).reduce((sum, track) => sum + definiteSize(track, size) + gap, -gap);
  // A size or a maximum is not exceeded; a minimum alone is reached with the next whole repetition.
  const count =
    most === Number.POSITIVE_INFINITY ? Math.ceil((size - fixed) / step) : Math.floor((most - fixed) / step);
  return Math.max(1, Math.min(count, MAX_REPETITIONS));
}

/** The maximum if it is definite, floored by the minimum; else the minimum. */
function definiteSize(size: TrackSize, percentBase: number): number {
  const { min, max, flex } = makeTrack(size, percentBase);
  const low = typeof min === 'number' ? min : 0;
  return typeof max === 'number' && flex < 0 ? Math.max(max, low) : low;
}

/**
 * Expanding flexible tracks.
 *
 * In:  tracks with their base sizes, the free space, the items that cross a flexible track.
 * Out: flexible tracks grown to their share.
 *
 * CSS Grid 2 §12.7 https://drafts.csswg.org/css-grid-2/#algo-flex-tracks
 */
import { floorUnit } from '../layout-unit.ts';
import { isFlexible, openTracks, raiseBase, type Track } from './track.ts';
import type { TrackItem } from './track-item.ts';

interface FlexSpace {
  /** Infinite where the content decides. */
  readonly free: number;
  readonly available: number;
  readonly gap: number;
}

export function expandFlexible(tracks: readonly Track[], items: readonly TrackItem[], space: FlexSpace): void {
  if (space.free === 0) return;
  const fraction =
    space.free === Number.POSITIVE_INFINITY
      ? contentFraction(tracks, items, space.gap)
      : fractionFor(tracks, 0, tracks.length, space.available - space.gap * Math.max(0, openTracks(tracks) - 1));
  // Sizes are cut to whole units; what is cut off goes to the next flexible track.
  let cut = 0;
  for (const track of tracks) {
    if (!isFlexible(track)) continue;
    const share = fraction * track.flex + cut;
    const size = floorUnit(share + 1e-6);
    if (size < track.base) continue;
    raiseBase(track, size);
    cut = Math.max(0, share - size);
  }
}

/** The content decides: the largest fraction that an item or a base size asks for. */
function contentFraction(tracks: readonly Track[], items: readonly TrackItem[], gap: number): number {
  let fraction = 0;
  for (const track of tracks) {
    if (isFlexible(track)) fraction = Math.max(fraction, track.base / Math.max(track.flex, 1));
  }
  for (const item of items) {
    const room = item.maxContent() - gap * (item.end - item.start - 1);
    fraction = Math.max(fraction, fractionFor(tracks, item.start, item.end, room));
  }
  return fraction;
}

/** §12.7.1: the size of 1fr that fills `room` with the tracks from `start` to `end`; gaps are taken off already. */
function fractionFor(tracks: readonly Track[], start: number, end: number, room: number): number {
  let leftover = room;
  let factors = 0;
  const flexible: Track[] = [];
  for (let index = start; index < end; index++) {
    const track = tracks[index]!;
    if (track.flex > 0) {
      factors += track.flex;
      flexible.push(track);
    } else {
      leftover -= track.base;
    }
  }
  if (leftover < 0 || flexible.length === 0) return 0;

  // A track whose base size is more than its share is inflexible; those with the largest ratio come first.
  if (flexible.some(({ base }) => base > 0)) flexible.sort((a, b) => b.base * a.flex - a.base * b.flex);
  for (let at = 0; at < flexible.length && leftover > 0; at++) {
    const sum = Math.max(factors, 1);
    const track = flexible[at]!;
    if (track.flex * leftover >= track.base * sum) return leftover / sum;
    factors -= track.flex;
    leftover -= track.base;
  }
  return 0;
}

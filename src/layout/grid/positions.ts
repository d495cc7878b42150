/**
 * Where tracks are: offsets from the content edge, with gaps and content distribution.
 *
 * CSS Grid 2 §10.5, §11.2 https://drafts.csswg.org/css-grid-2/#grid-align
 */
import type { Alignment } from '../../style/computed-style.ts';
import { distribute } from '../alignment.ts';
import type { Track } from './track.ts';
import { totalSize } from './track-sizing.ts';

/** Sets `offset` of every track. */
export function positionTracks(
  tracks: readonly Track[],
  gap: number,
  alignment: Alignment,
  size: number,
  rtl: boolean,
): void {
  const open = tracks.reduce((count, track) => count + (track.collapsed ? 0 : 1), 0);
  const { before, between } = distribute(withoutSides(alignment, rtl), size - totalSize(tracks, gap), open);
  let at = before;
  let isFirst = true;
  for (const track of tracks) {
    if (!track.collapsed) {
      if (!isFirst) at += gap + between;
      isFirst = false;
    }
    track.offset = at;
    at += track.base;
  }
}

/** 'left' and 'right' are the start or the end of the axis. */
function withoutSides(alignment: Alignment, rtl: boolean): Alignment {
  if (alignment.position !== 'left' && alignment.position !== 'right') return alignment;
  return { ...alignment, position: (alignment.position === 'right') === rtl ? 'start' : 'end' };
}

/** The size of an area from track `start` up to `end`, gaps inside it included. */
export function areaSize(tracks: readonly Track[], start: number, end: number): number {
  const last = tracks[end - 1];
  return last.offset + last.base - tracks[start].offset;
}

/**
 * Distributing extra space across spanned tracks.
 *
 * In:  one phase of the intrinsic sizing, with the items of one span.
 * Out: base sizes or growth limits, raised so that every item fits.
 *
 * CSS Grid 2 §12.5.1 https://drafts.csswg.org/css-grid-2/#extra-space
 */
import { hasIntrinsicMax, isFlexible, type Track } from './track.ts';
import { gapsInside, type TrackItem } from './track-sizing.ts';

export interface Phase {
  readonly property: 'base' | 'limit';
  readonly affects: (track: Track) => boolean;
  readonly contribution: (item: TrackItem) => number;
}

/** No item of the phase spans the track. A track that is spanned and need not grow still gets a finite limit. */
const UNTOUCHED = -1;

export function distributeSpan(
  tracks: readonly Track[],
  items: readonly TrackItem[],
  phase: Phase,
  gap: number,
  flexible: boolean,
): void {
  for (const track of tracks) track.planned = UNTOUCHED;
  let anyAffected = false;
  for (const item of items) {
    const spanned = tracks.slice(item.start, item.end);
    const affected = spanned.filter((track) => phase.affects(track) && (!flexible || isFlexible(track)));
    if (affected.length === 0) continue;
    anyAffected = true;
    growFor(item, spanned, affected, phase, gapsInside(tracks, item, gap), flexible);
  }
  if (!anyAffected) return;
  for (const track of tracks) {
    if (track.planned === UNTOUCHED) continue;
    if (phase.property === 'base') track.base += track.planned;
    else if (track.limit === Number.POSITIVE_INFINITY) {
      track.limit = track.base + track.planned;
      track.infinitelyGrowable = true;
    } else track.limit += track.planned;
  }
}

function sizeOf(track: Track, property: Phase['property']): number {
  if (property === 'base') return track.base;
  return track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit;
}

function growFor(
  item: TrackItem,
  spanned: readonly Track[],
  affected: readonly Track[],
  phase: Phase,
  gaps: number,
  flexible: boolean,
): void {
  const { property } = phase;
  // 2.1 The space to distribute.
  let space = phase.contribution(item) - gaps;
  for (const track of spanned) space -= sizeOf(track, property);
  for (const track of affected) track.increase = 0;
  if (space > 0) {
    // 2.2 Up to the limits.
    space = flexible && property === 'base' ? growByFactor(affected, space) : growToLimits(affected, space, property);
    // 2.3 Beyond the limits.
    if (space > 1e-6) growBeyond(affected, space, phase);
  }
  // 2.4 The largest increase that any item asks for counts.
  for (const track of affected) track.planned = Math.max(track.planned, track.increase, 0);
}

/** Space for items across flexible tracks goes by their flex factors (§12.5 step 4). */
function growByFactor(affected: readonly Track[], space: number): number {
  const factors = affected.reduce((sum, track) => sum + track.flex, 0);
  if (factors === 0) return growToLimits(affected, space, 'base');
  const share = space / factors;
  for (const track of affected) track.increase += share * track.flex;
  return 0;
}

function growToLimits(affected: readonly Track[], space: number, property: Phase['property']): number {
  const roomOf = (track: Track): number => {
    if (property === 'base') return Math.min(track.limit, track.fitLimit) - track.base - track.increase;
    if (track.limit !== Number.POSITIVE_INFINITY && !track.infinitelyGrowable) return -track.increase;
    return track.fitLimit - sizeOf(track, 'limit') - track.increase;
  };
  return growWithin(affected, space, roomOf);
}

function growWithin(tracks: readonly Track[], space: number, roomOf: (track: Track) => number): number {
  let free = space;
  let growing = tracks.filter((track) => roomOf(track) > 1e-9);
  while (free > 1e-6 && growing.length > 0) {
    const share = free / growing.length;
    const step = growing.reduce((least, track) => Math.min(least, roomOf(track)), share);
    for (const track of growing) track.increase += step;
    free -= step * growing.length;
    growing = growing.filter((track) => roomOf(track) > 1e-9);
  }
  return free;
}

/** Tracks that may grow past their limits: those that the kind of contribution points to, else all affected ones. */
function growBeyond(affected: readonly Track[], space: number, phase: Phase): void {
  let chosen: readonly Track[] = affected;
  if (phase.property === 'base') {
    const intrinsic = affected.filter(hasIntrinsicMax);
    if (intrinsic.length > 0) chosen = intrinsic;
  } else {
    const intrinsic = affected.filter((track) => hasIntrinsicMax(track) && track.fitLimit === Number.POSITIVE_INFINITY);
    if (intrinsic.length > 0) chosen = intrinsic;
  }
  // fit-content() tracks stop at their argument while others can take the space.
  const open = chosen.filter((track) => track.fitLimit === Number.POSITIVE_INFINITY);
  const targets = open.length > 0 ? open : chosen;
  const share = space / targets.length;
  for (const track of targets) track.increase += share;
}

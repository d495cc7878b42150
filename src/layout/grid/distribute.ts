/**
 * Distributing extra space across spanned tracks.
 *
 * In:  one phase of the intrinsic sizing, with the items of one span.
 * Out: base sizes or growth limits, raised so that every item fits.
 *
 * Space is given out in Chrome's units: each track gets its share cut down, and what is cut off goes to those after it.
 *
 * CSS Grid 2 §12.5.1 https://drafts.csswg.org/css-grid-2/#extra-space
 */
import { floorUnit } from '../layout-unit.ts';
import { isFlexible, raiseBase, type Track, UNTOUCHED } from './track.ts';
import type { TrackItem } from './track-item.ts';

export interface Phase {
  readonly property: 'base' | 'limit';
  readonly affects: (track: Track) => boolean;
  /** Which of the affected tracks may grow past their limits; all of them if none may. */
  readonly growsPast: (track: Track) => boolean;
  readonly contribution: (item: TrackItem) => number;
}

/** `flexible`: the items span a flexible track, and only such tracks grow (§12.5 step 4). */
export class SpanDistribution {
  readonly #tracks: readonly Track[];
  readonly #gap: number;
  readonly #flexible: boolean;
  /** Tracks whose growth limit the phase before has made finite. */
  #growable: Track[] = [];

  constructor(tracks: readonly Track[], gap: number, flexible: boolean) {
    this.#tracks = tracks;
    this.#gap = gap;
    this.#flexible = flexible;
  }

  run(items: readonly TrackItem[], phase: Phase): void {
    const touched: Track[] = [];
    const affected: Track[] = [];
    for (const item of items) {
      affected.length = 0;
      let size = this.#gap * (item.end - item.start - 1);
      for (let index = item.start; index < item.end; index++) {
        const track = this.#tracks[index]!;
        size += sizeOf(track, phase.property);
        if (!phase.affects(track) || (this.#flexible && !isFlexible(track))) continue;
        affected.push(track);
        if (track.planned !== UNTOUCHED) continue;
        track.planned = 0;
        touched.push(track);
      }
      if (affected.length > 0) this.#growFor(affected, phase, phase.contribution(item) - size);
    }
    for (const track of this.#growable) track.infinitelyGrowable = false;
    this.#growable = [];
    for (const track of touched) this.#apply(track, phase.property);
  }

  #growFor(affected: Track[], phase: Phase, space: number): void {
    if (space <= 0) return;
    for (const track of affected) track.increase = 0;
    const factors = this.#flexible ? affected.reduce((sum, track) => sum + track.flex, 0) : 0;
    if (factors > 0) shareByFactor(affected, space, factors);
    else growTracks(affected, space, phase);
    for (const track of affected) track.planned = Math.max(track.planned, track.increase);
  }

  #apply(track: Track, property: Phase['property']): void {
    if (property === 'base') {
      raiseBase(track, track.base + track.planned);
    } else {
      if (track.limit === Number.POSITIVE_INFINITY) {
        track.infinitelyGrowable = true;
        this.#growable.push(track);
      }
      track.limit = sizeOf(track, 'limit') + track.planned;
    }
    track.planned = UNTOUCHED;
  }
}

function sizeOf(track: Track, property: Phase['property']): number {
  if (property === 'base') return track.base;
  return track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit;
}

/** Up to the limits first, then beyond them. */
function growTracks(affected: Track[], space: number, phase: Phase): void {
  const isBase = phase.property === 'base';
  const rest = shareEqually(affected, space, isBase ? roomInBase : roomInGrowableLimit);
  if (rest <= 0) return;
  const past = affected.filter(phase.growsPast);
  shareEqually(past.length > 0 ? past : affected, rest, isBase ? noLimit : roomInLimit);
}

function roomInBase(track: Track): number {
  return track.limit - track.base - track.increase;
}

function roomInGrowableLimit(track: Track): number {
  const grows = track.limit === Number.POSITIVE_INFINITY || track.infinitelyGrowable;
  return grows ? roomInLimit(track) : 0;
}

/** A fit-content() track is as if fixed once it has reached its argument. */
function roomInLimit(track: Track): number {
  return Math.max(0, track.fitLimit - sizeOf(track, 'limit') - track.increase);
}

function noLimit(): number {
  return Number.POSITIVE_INFINITY;
}

/** Adds to `increase` of each track, the ones with the least room first; returns what nobody could take. */
export function shareEqually(tracks: readonly Track[], space: number, roomOf: (track: Track) => number): number {
  const open: { readonly track: Track; readonly room: number }[] = [];
  let isOrdered = true;
  for (const track of tracks) {
    const room = roomOf(track);
    if (room <= 0) continue;
    if (open.length > 0 && room < open.at(-1)!.room) isOrdered = false;
    open.push({ track, room });
  }
  if (!isOrdered) open.sort((a, b) => (a.room === b.room ? 0 : a.room - b.room));
  let rest = space;
  open.forEach(({ track, room }, index) => {
    const left = open.length - index;
    const share = Math.min(left === 1 ? rest : floorUnit(rest / left), room);
    track.increase += share;
    rest -= share;
  });
  return rest;
}

function shareByFactor(tracks: readonly Track[], space: number, factors: number): void {
  let rest = space;
  let left = factors;
  for (const track of tracks) {
    const share = track.flex >= left ? rest : floorUnit((rest * track.flex) / left);
    track.increase += share;
    rest -= share;
    left -= track.flex;
  }
}

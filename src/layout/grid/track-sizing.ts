/**
 * The grid track sizing algorithm for one axis.
 *
 * In:  tracks with their sizing functions, items with the tracks they span and their contributions, the space.
 * Out: the tracks' base sizes are their used sizes.
 *
 * CSS Grid 2 §12.3–§12.8 https://drafts.csswg.org/css-grid-2/#algo-track-sizing
 */
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { distributeSpan, type Phase } from './distribute.ts';
import { hasIntrinsicMax, hasIntrinsicMin, isFlexible, type Track } from './track.ts';

/** What the container is sized under. */
export type Constraint = 'definite' | 'min-content' | 'max-content' | 'indefinite';

/** One item in one axis. Contributions are outer sizes, computed when first asked for. */
export interface TrackItem {
  /** First track and one past the last. */
  readonly start: number;
  readonly end: number;
  /** §12.5: the outer size that the item's minimum size asks for. */
  minimumContribution(): number;
  minContentContribution(): number;
  maxContentContribution(): number;
}

export interface TrackSpace {
  readonly constraint: Constraint;
  /** Content-box size of the container in this axis, or INDEFINITE. */
  readonly available: number;
  readonly gap: number;
  /** The container's minimum and maximum content-box size, where it is indefinite: 0 and Infinity if it has none. */
  readonly minSize: number;
  readonly maxSize: number;
  /** 'normal' or 'stretch' content distribution. */
  readonly stretches: boolean;
}

export function sizeTracks(tracks: readonly Track[], items: readonly TrackItem[], space: TrackSpace): void {
  resolveIntrinsicSizes(tracks, items, space);
  maximize(tracks, space);
  expandFlexible(tracks, items, space);
  if (space.stretches) stretchAutoTracks(tracks, space);
}

/** Gaps between tracks; a collapsed track takes the gap beside it away (§7.2.3.2). */
export function totalGap(tracks: readonly Track[], gap: number): number {
  const open = tracks.reduce((count, track) => count + (track.collapsed ? 0 : 1), 0);
  return gap * Math.max(0, open - 1);
}

export function totalSize(tracks: readonly Track[], gap: number): number {
  return tracks.reduce((sum, track) => sum + track.base, totalGap(tracks, gap));
}

// --- §12.5 Resolve intrinsic track sizes --------------------------------------------------------------------------

function resolveIntrinsicSizes(tracks: readonly Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const bySpan = new Map<number, TrackItem[]>();
  const flexible: TrackItem[] = [];
  const flexBefore = prefixCounts(tracks, isFlexible);
  const intrinsicBefore = prefixCounts(tracks, (track) => hasIntrinsicMin(track) || hasIntrinsicMax(track));
  for (const item of items) {
    if (flexBefore[item.end] > flexBefore[item.start]) flexible.push(item);
    else if (intrinsicBefore[item.end] > intrinsicBefore[item.start]) {
      const span = item.end - item.start;
      const group = bySpan.get(span);
      if (group === undefined) bySpan.set(span, [item]);
      else group.push(item);
    }
  }

  // Step 2: items in a single track.
  for (const item of bySpan.get(1) ?? []) sizeToItem(tracks[item.start], item, space.constraint);
  for (const track of tracks) if (track.limit < track.base) track.limit = track.base;

  // Step 3: items across tracks without a flexible one, by increasing span.
  for (const span of [...bySpan.keys()].filter((each) => each > 1).sort((a, b) => a - b)) {
    growForSpans(tracks, bySpan.get(span)!, space, false);
  }
  // Step 4: items across a flexible track, all together.
  if (flexible.length > 0) growForSpans(tracks, flexible, space, true);

  // Step 5: a limit that is still infinite is the base size.
  for (const track of tracks) if (track.limit === Number.POSITIVE_INFINITY) track.limit = track.base;
}

function prefixCounts(tracks: readonly Track[], test: (track: Track) => boolean): Int32Array {
  const counts = new Int32Array(tracks.length + 1);
  tracks.forEach((track, index) => {
    counts[index + 1] = counts[index] + (test(track) ? 1 : 0);
  });
  return counts;
}

function sizeToItem(track: Track, item: TrackItem, constraint: Constraint): void {
  switch (track.min) {
    case 'min-content':
      track.base = Math.max(track.base, item.minContentContribution());
      break;
    case 'max-content':
      track.base = Math.max(track.base, item.maxContentContribution());
      break;
    case 'auto':
      track.base = Math.max(track.base, Math.max(0, autoMinimum(item, track.fitLimit, maxLength(track), constraint)));
      break;
  }
  if (track.max === 'min-content') raiseLimit(track, item.minContentContribution());
  else if (typeof track.max === 'string') raiseLimit(track, Math.min(item.maxContentContribution(), track.fitLimit));
}

function maxLength(track: Track): number {
  return typeof track.max === 'number' ? track.max : Number.POSITIVE_INFINITY;
}

function raiseLimit(track: Track, size: number): void {
  track.limit = track.limit === Number.POSITIVE_INFINITY ? Math.max(0, size) : Math.max(track.limit, size);
}

/** Under a content constraint an auto minimum is the limited min-content contribution, else the minimum one. */
function autoMinimum(item: TrackItem, fitLimit: number, maxSum: number, constraint: Constraint): number {
  const minimum = item.minimumContribution();
  if (constraint !== 'min-content' && constraint !== 'max-content') return minimum;
  return Math.max(minimum, Math.min(item.minContentContribution(), Math.min(fitLimit, maxSum)));
}

/** The six phases of step 3, for one group of items. */
function growForSpans(
  tracks: readonly Track[],
  items: readonly TrackItem[],
  space: TrackSpace,
  flexible: boolean,
): void {
  const contentConstrained = space.constraint === 'min-content' || space.constraint === 'max-content';
  const limited = (item: TrackItem, content: number): number => {
    let fit = 0;
    for (let index = item.start; index < item.end; index++) {
      fit += Math.min(tracks[index].fitLimit, maxLength(tracks[index]));
    }
    return Math.max(item.minimumContribution(), Math.min(content, fit + gapsInside(tracks, item, space.gap)));
  };
  const phases: readonly Phase[] = [
    // 1. Intrinsic minimums.
    {
      property: 'base',
      affects: hasIntrinsicMin,
      contribution: (item) =>
        contentConstrained ? limited(item, item.minContentContribution()) : item.minimumContribution(),
    },
    // 2. Content-based minimums.
    {
      property: 'base',
      affects: ({ min }) => min === 'min-content' || min === 'max-content',
      contribution: (item) => item.minContentContribution(),
    },
    // 3. Max-content minimums; under a max-content constraint 'auto' counts among them.
    {
      property: 'base',
      affects: ({ min }) => min === 'max-content' || (space.constraint === 'max-content' && min === 'auto'),
      contribution: (item) =>
        space.constraint === 'max-content'
          ? limited(item, item.maxContentContribution())
          : item.maxContentContribution(),
    },
    // 5. Intrinsic maximums.
    { property: 'limit', affects: hasIntrinsicMax, contribution: (item) => item.minContentContribution() },
    // 6. Max-content maximums.
    {
      property: 'limit',
      affects: (track) => hasIntrinsicMax(track) && track.max !== 'min-content',
      contribution: (item) => item.maxContentContribution(),
    },
  ];
  for (const phase of phases) {
    if (flexible && phase.property === 'limit') continue;
    distributeSpan(tracks, items, phase, space.gap, flexible);
    // 4. A growth limit below the base size is raised to it.
    for (const track of tracks) if (track.limit < track.base) track.limit = track.base;
  }
  for (const track of tracks) track.infinitelyGrowable = false;
}

/** The gaps an item spans. */
export function gapsInside(tracks: readonly Track[], item: TrackItem, gap: number): number {
  if (gap === 0) return 0;
  let open = 0;
  for (let index = item.start; index < item.end; index++) if (!tracks[index].collapsed) open++;
  return gap * Math.max(0, open - 1);
}

// --- §12.6 Maximize tracks ----------------------------------------------------------------------------------------

function maximize(tracks: readonly Track[], space: TrackSpace): void {
  if (space.constraint === 'min-content') return;
  if (!isDefinite(space.available)) {
    const growth = tracks.reduce((sum, track) => sum + track.limit - track.base, 0);
    const total = totalSize(tracks, space.gap);
    // §12.6: a definite maximum of the container limits how far its tracks are maximized.
    if (total + growth <= space.maxSize) for (const track of tracks) track.base = track.limit;
    else growEqually(tracks, Math.max(0, space.maxSize - total));
    return;
  }
  growEqually(tracks, space.available - totalSize(tracks, space.gap));
}

/** Gives each track the same, up to its growth limit, until nothing is left. */
function growEqually(tracks: readonly Track[], space: number): void {
  let free = space;
  let growing = tracks.filter((track) => track.base < track.limit);
  while (free > 1e-6 && growing.length > 0) {
    const share = free / growing.length;
    const step = growing.reduce((least, track) => Math.min(least, track.limit - track.base), share);
    for (const track of growing) track.base += step;
    free -= step * growing.length;
    growing = growing.filter((track) => track.limit - track.base > 1e-9);
  }
}

// --- §12.7 Expand flexible tracks ---------------------------------------------------------------------------------

function expandFlexible(tracks: readonly Track[], items: readonly TrackItem[], space: TrackSpace): void {
  if (!tracks.some(isFlexible)) return;
  let fraction: number;
  if (isDefinite(space.available)) {
    const free = space.available - totalSize(tracks, space.gap);
    fraction = free <= 0 ? 0 : fractionFor(tracks, 0, tracks.length, space.available, space.gap);
  } else if (space.constraint === 'min-content') {
    fraction = 0;
  } else {
    fraction = indefiniteFraction(tracks, items, space);
  }
  for (const track of tracks) {
    if (isFlexible(track)) track.base = Math.max(track.base, fraction * track.flex);
  }
}

/** Free space is indefinite: as large as the content asks for, and within the container's own limits. */
function indefiniteFraction(tracks: readonly Track[], items: readonly TrackItem[], space: TrackSpace): number {
  let fraction = 0;
  for (const track of tracks)
    if (isFlexible(track)) fraction = Math.max(fraction, track.base / Math.max(track.flex, 1));
  for (const item of items) {
    let crosses = false;
    for (let index = item.start; index < item.end; index++) if (isFlexible(tracks[index])) crosses = true;
    if (!crosses) continue;
    const size = item.maxContentContribution();
    fraction = Math.max(fraction, fractionFor(tracks, item.start, item.end, size, space.gap));
  }
  const sizeWith = (each: number): number =>
    tracks.reduce(
      (sum, track) => sum + (isFlexible(track) ? Math.max(track.base, each * track.flex) : track.base),
      totalGap(tracks, space.gap),
    );
  const size = sizeWith(fraction);
  if (size < space.minSize) return fractionFor(tracks, 0, tracks.length, space.minSize, space.gap);
  if (size > space.maxSize) return fractionFor(tracks, 0, tracks.length, space.maxSize, space.gap);
  return fraction;
}

/** §12.7.1: the size of 1fr that fills `size` with the tracks from `start` to `end`. */
function fractionFor(tracks: readonly Track[], start: number, end: number, size: number, gap: number): number {
  const inflexible = new Set<Track>();
  const range = tracks.slice(start, end);
  const gaps = totalGap(range, gap);
  for (;;) {
    let leftover = size - gaps;
    let factors = 0;
    for (const track of range) {
      if (isFlexible(track) && !inflexible.has(track)) factors += track.flex;
      else leftover -= track.base;
    }
    if (factors === 0) return 0;
    const fraction = Math.max(0, leftover) / Math.max(factors, 1);
    const tooSmall = range.filter(
      (track) => isFlexible(track) && !inflexible.has(track) && fraction * track.flex < track.base,
    );
    if (tooSmall.length === 0) return fraction;
    for (const track of tooSmall) inflexible.add(track);
  }
}

// --- §12.8 Stretch auto tracks ------------------------------------------------------------------------------------

function stretchAutoTracks(tracks: readonly Track[], space: TrackSpace): void {
  const stretchable = tracks.filter((track) => track.max === 'auto' && !isFlexible(track) && !track.collapsed);
  if (stretchable.length === 0) return;
  const size = isDefinite(space.available) ? space.available : space.minSize > 0 ? space.minSize : INDEFINITE;
  if (!isDefinite(size)) return;
  const free = size - totalSize(tracks, space.gap);
  if (free <= 0) return;
  for (const track of stretchable) track.base += free / stretchable.length;
}

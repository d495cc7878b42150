/**
 * The grid track sizing algorithm for one axis.
 *
 * In:  tracks with their sizing functions, items with the tracks they span and their contributions, the space.
 * Out: the tracks' base sizes are their used sizes.
 *
 * Differs: as in Chrome, an auto minimum takes the items' minimum contributions under every constraint, and neither
 * growth nor 'fr' looks at the container's maximum size; the container sizes its rows again when it knows its height.
 *
 * CSS Grid 2 §12.3–§12.8 https://drafts.csswg.org/css-grid-2/#algo-track-sizing
 */
import { isDefinite } from '../layout-unit.ts';
import { type Phase, SpanDistribution, shareEqually } from './distribute.ts';
import { expandFlexible } from './flexible-tracks.ts';
import { hasIntrinsicMax, hasIntrinsicMin, isFlexible, raiseBase, type Track, totalSize } from './track.ts';
import type { TrackItem } from './track-item.ts';

/** What the container is sized under. */
export type Constraint = 'layout' | 'min-content' | 'max-content';

export interface TrackSpace {
  readonly constraint: Constraint;
  /** Content-box size of the container in this axis, or INDEFINITE. */
  readonly available: number;
  /** The container's minimum content-box size: what it is at least where its size is indefinite. */
  readonly minSize: number;
  readonly gap: number;
  /** 'normal' or 'stretch' content distribution. */
  readonly stretches: boolean;
}

export function sizeTracks(tracks: readonly Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const flexible: TrackItem[] = [];
  resolveIntrinsicSizes(tracks, items, space.gap, flexible);
  for (const track of tracks) if (track.limit === Number.POSITIVE_INFINITY) track.limit = track.base;
  maximize(tracks, freeSpace(tracks, space));
  if (tracks.some(isFlexible)) {
    expandFlexible(tracks, flexible, { free: freeSpace(tracks, space), available: space.available, gap: space.gap });
  }
  if (space.stretches) stretchAutoTracks(tracks, space);
}

/** Infinite where the content decides, zero under a min-content constraint. */
function freeSpace(tracks: readonly Track[], { constraint, available, gap }: TrackSpace): number {
  if (constraint === 'min-content') return 0;
  if (constraint === 'max-content' || !isDefinite(available)) return Number.POSITIVE_INFINITY;
  return Math.max(0, available - totalSize(tracks, gap));
}

// --- §12.5 Resolve intrinsic track sizes --------------------------------------------------------------------------

/** Also gives the items that span a flexible track, which §12.7 asks for again. */
function resolveIntrinsicSizes(
  tracks: readonly Track[],
  items: readonly TrackItem[],
  gap: number,
  flexible: TrackItem[],
): void {
  const groups = new Map<number, TrackItem[]>();
  const flexBefore = prefixCounts(tracks, isFlexible);
  const intrinsicBefore = prefixCounts(tracks, (track) => hasIntrinsicMin(track) || hasIntrinsicMax(track));
  const autoBefore = prefixCounts(tracks, ({ min }) => min === 'auto');
  for (const item of items) {
    const { start, end } = item;
    const crossesFlexible = flexBefore[end]! > flexBefore[start]!;
    item.setSpanned(autoBefore[end]! > autoBefore[start]!, crossesFlexible);
    if (crossesFlexible) flexible.push(item);
    else if (intrinsicBefore[end]! > intrinsicBefore[start]!) {
      const group = groups.get(end - start);
      if (group === undefined) groups.set(end - start, [item]);
      else group.push(item);
    }
  }

  // Step 2: items in a single track.
  sizeToSingleItems(tracks, groups.get(1) ?? []);
  // Step 3: items across tracks without a flexible one, by increasing span.
  for (const span of [...groups.keys()].sort((a, b) => a - b)) {
    if (span === 1) continue;
    const distribution = new SpanDistribution(tracks, gap, false);
    for (const phase of PHASES) distribution.run(groups.get(span)!, phase);
  }
  // Step 4: items across a flexible track, all together. Flexible tracks have no intrinsic maximum.
  const intrinsic = flexible.filter(({ start, end }) => intrinsicBefore[end]! > intrinsicBefore[start]!);
  if (intrinsic.length === 0) return;
  const distribution = new SpanDistribution(tracks, gap, true);
  for (const phase of PHASES) if (phase.property === 'base') distribution.run(intrinsic, phase);
}

function prefixCounts(tracks: readonly Track[], test: (track: Track) => boolean): Int32Array {
  const counts = new Int32Array(tracks.length + 1);
  tracks.forEach((track, index) => {
    counts[index + 1] = counts[index]! + (test(track) ? 1 : 0);
  });
  return counts;
}

/** Faster: what the phases come to when every item is in one track. */
function sizeToSingleItems(tracks: readonly Track[], items: readonly TrackItem[]): void {
  for (const item of items) {
    const track = tracks[item.start]!;
    if (hasIntrinsicMin(track)) track.base = Math.max(track.base, item.minimum());
    if (track.min === 'min-content') track.base = Math.max(track.base, item.minContent());
    else if (track.min === 'max-content') track.base = Math.max(track.base, item.maxContent());
  }
  for (const { start } of items) raiseBase(tracks[start]!, 0);
  for (const item of items) {
    const track = tracks[item.start]!;
    if (!hasIntrinsicMax(track)) continue;
    const least = track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit;
    const size = track.max === 'min-content' ? item.minContent() : Math.max(item.minContent(), item.maxContent());
    track.limit = Math.max(least, Math.min(size, track.fitLimit));
  }
}

/** The phases of step 3, in order. */
const PHASES: readonly Phase[] = [
  // 1. For intrinsic minimums.
  {
    property: 'base',
    affects: hasIntrinsicMin,
    growsPast: hasIntrinsicMax,
    contribution: (item) => item.minimum(),
  },
  // 2. For content-based minimums.
  {
    property: 'base',
    affects: ({ min }) => min === 'min-content' || min === 'max-content',
    growsPast: hasIntrinsicMax,
    contribution: (item) => item.minContent(),
  },
  // 3. For max-content minimums.
  {
    property: 'base',
    affects: ({ min }) => min === 'max-content',
    growsPast: growsToMaxContent,
    contribution: (item) => item.maxContent(),
  },
  // 5. For intrinsic maximums. (4, a growth limit below the base size, is seen to where base sizes are raised.)
  {
    property: 'limit',
    affects: hasIntrinsicMax,
    growsPast: () => false,
    contribution: (item) => item.minContent(),
  },
  // 6. For max-content maximums.
  {
    property: 'limit',
    affects: growsToMaxContent,
    growsPast: () => false,
    contribution: (item) => item.maxContent(),
  },
];

function growsToMaxContent(track: Track): boolean {
  return hasIntrinsicMax(track) && track.max !== 'min-content';
}

// --- §12.6 Maximize tracks ----------------------------------------------------------------------------------------

function maximize(tracks: readonly Track[], free: number): void {
  if (free === 0) return;
  if (free === Number.POSITIVE_INFINITY) {
    for (const track of tracks) track.base = track.limit;
    return;
  }
  for (const track of tracks) track.increase = 0;
  shareEqually(tracks, free, (track) => track.limit - track.base);
  for (const track of tracks) track.base += track.increase;
}

// --- §12.8 Stretch auto tracks ------------------------------------------------------------------------------------

function stretchAutoTracks(tracks: readonly Track[], space: TrackSpace): void {
  const stretchable = tracks.filter((track) => track.max === 'auto' && track.flex < 0);
  if (stretchable.length === 0) return;
  let free = freeSpace(tracks, space);
  if (free === Number.POSITIVE_INFINITY) free = space.minSize - totalSize(tracks, space.gap);
  if (free <= 0) return;
  for (const track of stretchable) track.increase = 0;
  shareEqually(stretchable, free, () => Number.POSITIVE_INFINITY);
  for (const track of stretchable) raiseBase(track, track.base + track.increase);
}

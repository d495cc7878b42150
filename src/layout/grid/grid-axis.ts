/**
 * One axis of one grid: its lines, its tracks and where they are.
 *
 * The fields that change are those that §12.1 computes in turn. A subgridded axis has no tracks of its own: everything
 * in it is handed down by the grid around it (subgrid.ts).
 *
 * CSS Grid 2 §7, §9 https://drafts.csswg.org/css-grid-2/#grid-model
 */
import type { TrackSize } from '../../style/computed-style.ts';
import { dependsOnPercentage } from '../../style/length.ts';
import type { AxisLimits } from './auto-repeat.ts';
import type { AxisName } from './axis-name.ts';
import type { AxisTemplate } from './template.ts';
import { collapsedTrack, makeTrack, orphanTrack, type Track } from './track.ts';
import type { TrackBaselines } from './track-baselines.ts';
import { NO_TRACKS, type TrackPositions } from './track-positions.ts';

/** What a subgrid gets from the grid around it, along one of its own axes. */
export interface InheritedTracks {
  readonly template: AxisTemplate;
  readonly gap: number;
  readonly positions: TrackPositions;
  readonly baselines: TrackBaselines | null;
  /** Margins, borders and padding of this and all outer subgrids at either end. */
  readonly extraStart: number;
  readonly extraEnd: number;
  /** By how much the gap is larger than that of the grid whose tracks these are. */
  readonly extraGap: number;
}

export class GridAxis {
  readonly name: AxisName;
  readonly template: AxisTemplate;
  /** How many implicit tracks come before the explicit grid, and how many tracks there are. */
  readonly before: number;
  readonly count: number;
  readonly limits: AxisLimits;
  /** Content-box size, or INDEFINITE. */
  size: number;
  gap: number;
  tracks: readonly Track[] = [];
  positions: TrackPositions = NO_TRACKS;
  baselines: TrackBaselines | null = null;
  /** Tracks whose sizes are not the same once the container's size is known: percentages and 'fr'. */
  dependsOnSize = false;
  #inherited: InheritedTracks | null = null;

  constructor(
    name: AxisName,
    template: AxisTemplate,
    extent: { readonly start: number; readonly end: number },
    limits: AxisLimits,
    gap: number,
  ) {
    this.name = name;
    this.template = template;
    this.before = -extent.start;
    this.count = extent.end - extent.start;
    this.limits = limits;
    this.size = limits.size;
    this.gap = gap;
  }

  get isSubgridded(): boolean {
    return this.#inherited !== null;
  }

  inherit(inherited: InheritedTracks): void {
    this.#inherited = inherited;
    this.gap = inherited.gap;
    this.positions = inherited.positions;
    this.baselines = inherited.baselines;
  }

  /** §9: what counts as margin of an item that begins at a line, or ends there, beside its own. */
  extraStart(line: number): number {
    if (this.#inherited === null) return 0;
    return line === 0 ? this.#inherited.extraStart : this.#inherited.extraGap / 2;
  }

  extraEnd(line: number): number {
    if (this.#inherited === null) return 0;
    return line === this.count ? this.#inherited.extraEnd : this.#inherited.extraGap / 2;
  }

  get extraGap(): number {
    return this.#inherited?.extraGap ?? 0;
  }
}

/** §7.2, §7.6: the tracks of an axis: explicit ones, and implicit ones around them by grid-auto-rows or -columns. */
export function makeTracks(
  axis: GridAxis,
  autoSizes: readonly TrackSize[],
  isEmpty: (track: number) => boolean,
): Track[] {
  const { template, before, count, size } = axis;
  if (template.isOrphan) return Array.from({ length: count }, orphanTrack);
  const explicit = template.tracks.length;
  const auto = autoSizes.length > 0 ? autoSizes : [AUTO_TRACK];
  const tracks: Track[] = [];
  axis.dependsOnSize = false;
  const add = (trackSize: TrackSize): void => {
    axis.dependsOnSize ||= dependsOnSize(trackSize);
    tracks.push(makeTrack(trackSize, size));
  };
  for (let index = 0; index < count; index++) {
    const line = index - before;
    if (line >= 0 && line < explicit) {
      if (template.autoFit.has(line) && isEmpty(index)) tracks.push(collapsedTrack());
      else add(template.tracks[line]!);
    } else {
      // The pattern of sizes runs on from the explicit grid's edges, backwards from its start.
      const away = line < 0 ? line % auto.length : (line - explicit) % auto.length;
      add(auto[away < 0 ? away + auto.length : away]!);
    }
  }
  return tracks;
}

const AUTO_TRACK: TrackSize = Object.freeze({ kind: 'auto' });

function dependsOnSize(size: TrackSize): boolean {
  if (size.kind === 'fr') return true;
  if (size.kind === 'fixed') return dependsOnPercentage(size.size);
  if (size.kind === 'fit-content') return dependsOnPercentage(size.limit);
  return size.kind === 'minmax' && (dependsOnSize(size.min) || dependsOnSize(size.max));
}

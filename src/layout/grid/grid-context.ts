/**
 * The grid of one container: its explicit tracks, its items with their areas, and the gaps.
 *
 * In:  a grid container and its geometry. Out: everything that does not depend on the content's sizes.
 *
 * CSS Grid 2 §7, §8 https://drafts.csswg.org/css-grid-2/
 */
import type { TrackList, TrackSize } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { type Edges, usedEdges } from '../edges.ts';
import { isDefinite, toUnit } from '../layout-unit.ts';
import { blockLength, type Geometry, inlineLength } from '../sizing.ts';
import type { Space } from '../space.ts';
import { logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { resolvePlacement } from './lines.ts';
import { type GridPlacement, placeItems } from './place.ts';
import {
  AREA_TRACK,
  type AreaRange,
  type AxisTemplate,
  areaRanges,
  autoRepeatOf,
  expandTemplate,
  fixedTracksOf,
} from './template.ts';
import { makeTrack, type Track } from './track.ts';

export interface GridItem {
  readonly box: Box;
  readonly writing: Writing;
  readonly edges: Edges;
  /** Track indices, first and one past the last, counted from the implicit grid's start. */
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
}

export interface GridContext {
  readonly box: Box;
  readonly space: Space;
  readonly geometry: Geometry;
  readonly columns: AxisTemplate;
  readonly rows: AxisTemplate;
  readonly items: readonly GridItem[];
  /** How many implicit tracks come before the explicit grid. */
  readonly columnsBefore: number;
  readonly rowsBefore: number;
  readonly columnCount: number;
  readonly rowCount: number;
  readonly columnGap: number;
}

/** `contentInline` and `contentBlock` are the container's content box, INDEFINITE where the content decides. */
export function gridContext(box: Box, space: Space, geometry: Geometry, contentInline: number): GridContext {
  const { style } = box;
  const areas = areaRanges(style.gridTemplateAreas);
  const columnGap = usedGap(style.columnGap, contentInline);
  const columns = axisTemplate({
    list: style.gridTemplateColumns,
    areas: areas.columns,
    areaTracks: Math.max(0, ...style.gridTemplateAreas.map((row) => row.length)),
    limits: inlineLimits(box, space, geometry, contentInline),
    gap: columnGap,
  });
  const rows = axisTemplate({
    list: style.gridTemplateRows,
    areas: areas.rows,
    areaTracks: style.gridTemplateAreas.length,
    limits: blockLimits(box, space, geometry),
    gap: usedGap(style.rowGap, geometry.contentBlock),
  });
  const children = orderedChildren(box);
  const placement = placeChildren(box, children, rows, columns);
  const columnsBefore = -placement.columns.start;
  const rowsBefore = -placement.rows.start;
  return {
    box,
    space,
    geometry,
    columns,
    rows,
    columnsBefore,
    rowsBefore,
    columnCount: placement.columns.end - placement.columns.start,
    rowCount: placement.rows.end - placement.rows.start,
    columnGap,
    items: children.map((child, index): GridItem => {
      const writing = writingOf(child.style);
      const { row, column } = placement.items[index];
      return {
        box: child,
        writing,
        edges: usedEdges(child.style, writing, contentInline),
        rowStart: row.start + rowsBefore,
        rowEnd: row.end + rowsBefore,
        columnStart: column.start + columnsBefore,
        columnEnd: column.end + columnsBefore,
      };
    }),
  };
}

function orderedChildren(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some(({ style }) => style.order !== 0)) children.sort((a, b) => a.style.order - b.style.order);
  return children;
}

function placeChildren(box: Box, children: readonly Box[], rows: AxisTemplate, columns: AxisTemplate): GridPlacement {
  const placements = children.map(({ style }) => ({
    row: resolvePlacement(style.gridRowStart, style.gridRowEnd, rows),
    column: resolvePlacement(style.gridColumnStart, style.gridColumnEnd, columns),
  }));
  return placeItems(placements, box.style.gridAutoFlow, rows.tracks.length, columns.tracks.length);
}

/** CSS Align 3 §8.1: 'normal' is zero; a percentage of an indefinite size is zero too. */
export function usedGap(gap: Box['style']['rowGap'], base: number): number {
  if (gap === 'normal') return 0;
  return toUnit(Math.max(0, resolveLength(gap, isDefinite(base) ? base : 0)));
}

interface AxisInput {
  readonly list: TrackList;
  readonly areas: ReadonlyMap<string, AreaRange>;
  readonly areaTracks: number;
  readonly limits: AxisLimits;
  readonly gap: number;
}

/** Content-box sizes that bound a container along an axis; INDEFINITE and Infinity where there is none. */
interface AxisLimits {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

function axisTemplate({ list, areas, areaTracks, limits, gap }: AxisInput): AxisTemplate {
  return expandTemplate(list, repetitionsOf(list, limits, gap), areas, areaTracks);
}

/** §7.2.3.2: how often an automatic repetition fits, at least once. */
function repetitionsOf(list: TrackList, limits: AxisLimits, gap: number): number {
  const repeat = autoRepeatOf(list);
  if (repeat === null || repeat.tracks.length === 0) return 1;
  const fits = isDefinite(limits.size) ? limits.size : limits.max !== Number.POSITIVE_INFINITY ? limits.max : null;
  const size = fits ?? limits.min;
  if (fits === null && size <= 0) return 1;
  const repeated = repeat.tracks.reduce((sum, track) => sum + definiteSize(track, size), 0);
  const fixedTracks = fixedTracksOf(list);
  const fixed = fixedTracks.reduce((sum, track) => sum + definiteSize(track, size) + gap, 0);
  const step = repeated + gap * repeat.tracks.length;
  if (!(step > 0)) return 1;
  const room = size - fixed + gap;
  // A minimum is reached with the next whole repetition; a size or a maximum is not exceeded.
  const count = fits === null ? Math.ceil(room / step - 1e-9) : Math.floor(room / step + 1e-9);
  return Math.max(1, Math.min(count, 10_000));
}

/** The definite size of a track for counting repetitions: its maximum if definite, else its minimum; at least 1 px. */
function definiteSize(track: TrackSize, base: number): number {
  const { min, max } = makeTrack(track, base);
  const size = typeof max === 'number' && track.kind !== 'fr' ? max : typeof min === 'number' ? min : 0;
  return Math.max(1, typeof min === 'number' ? Math.max(size, min) : size);
}

function inlineLimits(box: Box, space: Space, { writing, edges }: Geometry, contentInline: number): AxisLimits {
  if (isDefinite(contentInline)) return { size: contentInline, min: 0, max: Number.POSITIVE_INFINITY };
  const sizes = logicalSizes(box.style, writing);
  const lengthOf = (size: Parameters<typeof inlineLength>[0]): number | null =>
    typeof size === 'string' ? null : inlineLength(size, box, space, writing, edges);
  const min = lengthOf(sizes.minInlineSize);
  const max = lengthOf(sizes.maxInlineSize);
  return contentLimits(contentInline, min, max, edges.inlineSum);
}

export function blockLimits(box: Box, space: Space, { writing, edges, contentBlock }: Geometry): AxisLimits {
  const sizes = logicalSizes(box.style, writing);
  const min = blockLength(sizes.minBlockSize, box, space, writing, edges, -1);
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, -1);
  return contentLimits(contentBlock, min, max, edges.blockSum);
}

function contentLimits(size: number, min: number | null, max: number | null, edgeSum: number): AxisLimits {
  return {
    size,
    min: min === null ? 0 : Math.max(0, min - edgeSum),
    max: max === null ? Number.POSITIVE_INFINITY : Math.max(0, max - edgeSum),
  };
}

/** The tracks of one axis: explicit ones, and implicit ones around them by grid-auto-rows or -columns. */
export function makeTracks(
  template: AxisTemplate,
  autoSizes: readonly TrackSize[],
  before: number,
  count: number,
  percentBase: number,
  isEmpty: (index: number) => boolean,
): Track[] {
  const explicit = template.tracks.length;
  const auto = autoSizes.length > 0 ? autoSizes : [AREA_TRACK];
  return Array.from({ length: count }, (_, index) => {
    const line = index - before;
    if (line < 0) return makeTrack(auto[(((line % auto.length) + auto.length) % auto.length) | 0], percentBase);
    const size = line < explicit ? template.tracks[line] : auto[(line - explicit) % auto.length];
    if (line < explicit && size === AREA_TRACK) return makeTrack(auto[line % auto.length], percentBase);
    return makeTrack(size, percentBase, template.autoFit.has(line) && isEmpty(index));
  });
}

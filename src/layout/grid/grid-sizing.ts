/**
 * The sizes of all tracks of a grid, and of the subgrids in it.
 *
 * In:  a grid as built, with the container's sizes as far as they are known.
 * Out: where the tracks of both axes are.
 *
 * CSS Grid 2 §12.1 https://drafts.csswg.org/css-grid-2/#algo-overview
 */

import type { Box } from '../box.ts';
import { BoxCache } from '../cache.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { boxGeometry } from '../sizing.ts';
import { logicalSizes } from '../writing-mode.ts';
import type { AxisLimits } from './auto-repeat.ts';
import type { AxisName } from './axis-name.ts';
import { measureItem } from './contributions.ts';
import { makeTracks } from './grid-axis.ts';
import { baselineGroup, baselineMargin, baselineTrack, isCyclic, itemBaseline } from './grid-baseline.ts';
import type { GridItem } from './grid-item.ts';
import { buildGrid, type Grid } from './grid-tree.ts';
import { itemEdges, itemSpace } from './item-space.ts';
import { standaloneLimits } from './limits.ts';
import { type Inheritance, inheritanceOf } from './subgrid.ts';
import { hasIntrinsicMax, hasIntrinsicMin, isFixed, isFlexible, type Track, totalSize } from './track.ts';
import { TrackBaselines } from './track-baselines.ts';
import type { TrackItem } from './track-item.ts';
import { accommodateSubgrids, type SizingItems, sizingItems } from './track-items.ts';
import { finalPositions, initialPositions } from './track-positions.ts';
import { type Constraint, sizeTracks } from './track-sizing.ts';

/** Makes the tracks of both axes, and the subgrids that take part in sizing the columns. */
export function initializeGrid(grid: Grid): void {
  makeAxisTracks(grid, 'inline');
  makeAxisTracks(grid, 'block');
  if (!grid.hasSubgrids) return;
  for (const item of grid.items) {
    // One that takes over rows alone has columns of its own, which are sized once those around it are.
    if (item.subgridsInline || (item.isSubgrid && item.orthogonal)) {
      item.subgrid = buildSubgrid(grid, item, grid.inline.positions.sizeOf(item.columnStart, item.columnEnd));
    }
  }
}

/** Makes the tracks of an axis anew. */
export function initializeAxis(grid: Grid, axis: AxisName): void {
  makeAxisTracks(grid, axis);
  handDown(grid, axis);
}

/** What has a fixed size is known from now on. */
function makeAxisTracks(grid: Grid, axis: AxisName): void {
  const gridAxis = grid.axis(axis);
  if (gridAxis.isSubgridded) return;
  const { style } = grid.box;
  const taken = takenTracks(grid, axis);
  const autoSizes = axis === 'inline' ? style.gridAutoColumns : style.gridAutoRows;
  gridAxis.tracks = makeTracks(gridAxis, autoSizes, (track) => taken[track] === 0);
  gridAxis.baselines = null;
  if (gridAxis.tracks.every(isFixed)) positionAxis(grid, axis);
  else gridAxis.positions = initialPositions(gridAxis.tracks, gridAxis.gap);
}

/** How many items are in each track, for auto-fit. */
function takenTracks(grid: Grid, axis: AxisName): Int32Array {
  const counts = new Int32Array(grid.axis(axis).count + 1);
  for (const item of grid.items) {
    counts[item.start(axis)]!++;
    counts[item.end(axis)]!--;
  }
  for (let index = 1; index < counts.length; index++) counts[index]! += counts[index - 1]!;
  return counts;
}

/** Sizes an axis that has been initialized. */
export function sizeAxis(grid: Grid, axis: AxisName, constraint: Constraint): void {
  const gridAxis = grid.axis(axis);
  const { tracks } = gridAxis;
  if (!gridAxis.isSubgridded && !tracks.every(isFixed)) {
    const { position } = axis === 'inline' ? grid.box.style.justifyContent : grid.box.style.alignContent;
    if (axis === 'inline') measureInnerColumns(grid);
    const sizing = sizingItems(grid, axis);
    shareBaselines(grid, axis, sizing, ({ areaInline, areaBlock }) => ({ inline: areaInline, block: areaBlock }));
    accommodateSubgrids(tracks, sizing.ends);
    sizeTracks(tracks, sizing.items, {
      constraint: axis === 'inline' ? constraint : 'layout',
      available: gridAxis.size,
      minSize: gridAxis.limits.min,
      gap: gridAxis.gap,
      stretches: position === 'normal' || position === 'stretch',
    });
    positionAxis(grid, axis);
    handDown(grid, axis);
  }
  if (axis === 'inline') sizeInnerColumns(grid, constraint);
}

/** Places the tracks by content distribution, as far as the container's size is known. */
export function positionAxis(grid: Grid, axis: AxisName): void {
  const gridAxis = grid.axis(axis);
  const { justifyContent, alignContent } = grid.box.style;
  const alignment = axis === 'inline' ? justifyContent : alignContent;
  gridAxis.positions = finalPositions(gridAxis.tracks, gridAxis.gap, alignment, gridAxis.size, grid.writing.rtl);
}

// --- Subgrids -----------------------------------------------------------------------------------------------------

/** Gives subgrids the tracks as they are now. */
function handDown(grid: Grid, axis: AxisName): void {
  if (!grid.hasSubgrids) return;
  for (const item of grid.items) {
    if (item.subgrid === null || !item.subgrids(axis)) continue;
    const own = item.ownAxis(axis);
    item.subgrid.axis(own).inherit(inheritanceOf(grid, item)[own]!);
    handDown(item.subgrid, own);
  }
}

/** Subgrids that take over rows only: what they contribute to the columns is their own columns. */
function measureInnerColumns(grid: Grid): void {
  if (!grid.hasSubgrids) return;
  for (const item of grid.items) {
    if (!item.isSubgrid || item.subgridsInline || item.orthogonal) continue;
    item.subgridSizes = innerSizes(grid, item);
  }
}

interface InnerSizes {
  readonly inheritance: Inheritance;
  readonly layouts: Box['cachedLayouts'];
  readonly min: number;
  readonly max: number;
}

/**
 * Key: the subgrid's box, and the inheritance they were measured with. Value: the last answer. Without it, nested
 * subgrids would be measured twice for each one around them. Invalidation: with the layouts of the box, whose list is
 * then another one.
 */
const INNER_SIZES = new BoxCache<InnerSizes>();

function innerSizes(grid: Grid, item: GridItem): InnerSizes {
  const inheritance = inheritanceOf(grid, item);
  const known = INNER_SIZES.get(item.box);
  if (known?.inheritance === inheritance && known.layouts === item.box.cachedLayouts) return known;
  const sizeUnder = (constraint: Constraint): number => {
    const subgrid = buildSubgrid(grid, item, INDEFINITE);
    sizeAxis(subgrid, 'inline', constraint);
    return totalSize(subgrid.inline.tracks, subgrid.inline.gap) + itemEdges(item, 0).inlineSum;
  };
  const { cachedLayouts: layouts } = item.box;
  const sizes = { inheritance, layouts, min: sizeUnder('min-content'), max: sizeUnder('max-content') };
  INNER_SIZES.set(item.box, sizes);
  return sizes;
}

/** Subgrids that take over rows only: their columns decide how high their items are. */
function sizeInnerColumns(grid: Grid, constraint: Constraint): void {
  if (!grid.hasSubgrids) return;
  for (const item of grid.items) {
    if (!item.isSubgrid) continue;
    if (!item.subgridsInline && !item.orthogonal) {
      item.subgrid = buildSubgrid(grid, item, grid.inline.positions.sizeOf(item.columnStart, item.columnEnd));
      sizeAxis(item.subgrid, 'inline', constraint);
    } else if (item.subgrid !== null && item.ownAxis('inline') === 'inline') {
      sizeInnerColumns(item.subgrid, constraint);
    }
  }
}

function buildSubgrid(grid: Grid, item: GridItem, areaInline: number): Grid {
  const { box, writing } = item;
  const areaBlock = grid.block.positions.sizeOf(item.rowStart, item.rowEnd);
  const inheritance = inheritanceOf(grid, item);
  const edges = itemEdges(item, Math.max(0, areaInline));
  const space = itemSpace(grid, item, areaInline, areaBlock, null);
  const limits = standaloneLimits(box, space, writing, edges);
  let inline = limits.inline;
  const ownArea = item.orthogonal ? areaBlock : areaInline;
  if (isDefinite(ownArea)) inline = definiteLimits(boxGeometry(box, space).contentInline);
  const subgrid = buildGrid({
    box,
    ports: grid.ports,
    writing,
    inline,
    block: limits.block,
    inheritance,
    ignoresItems: false,
    depth: grid.depth + 1,
  });
  initializeGrid(subgrid);
  return subgrid;
}

function definiteLimits(size: number): AxisLimits {
  return { size, min: size, max: size };
}

// --- §12.5 step 1: baselines --------------------------------------------------------------------------------------

interface AreaSize {
  readonly inline: number;
  readonly block: number;
}

/** Lays out the items that are aligned by a baseline and notes where the farthest of each track is. */
export function shareBaselines(
  grid: Grid,
  axis: AxisName,
  { items }: SizingItems,
  areaOf: (entry: TrackItem) => AreaSize,
): void {
  const gridAxis = grid.axis(axis);
  const entries = items.filter(({ item, axis: own }) => item.align(own).baseline !== null);
  if (entries.length === 0) return;
  const baselines = new TrackBaselines(gridAxis.count);
  for (const entry of entries) {
    const { grid: owner, item, axis: own } = entry;
    const area = areaOf(entry);
    if (!hasInlineSize(item, area)) continue;
    const result = measureItem(owner, item, area.inline, area.block, 'min');
    const cyclic = isCyclic(item, own, spansIntrinsic(gridAxis.tracks, entry), result);
    if (cyclic || item.withoutBaseline !== null) {
      item.withoutBaseline ??= { inline: false, block: false };
      item.withoutBaseline[own] = cyclic;
    }
    if (cyclic) continue;
    const group = baselineGroup(owner, item, own);
    const horizontal = (own === 'inline') === owner.writing.horizontal;
    const size = horizontal ? result.fragment.width : result.fragment.height;
    const ownerAxis = owner.axis(own);
    const extra = group === 'start' ? ownerAxis.extraStart(item.start(own)) : ownerAxis.extraEnd(item.end(own));
    const distance =
      itemBaseline(owner, item, own, size, result) + baselineMargin(owner, item, own, group, area.inline) + extra;
    const track = baselineTrack(item, own, group);
    const mapped = entry.trackOf(track);
    baselines.raise(entry.isReversed ? (group === 'start' ? 'end' : 'start') : group, mapped, distance);
  }
  gridAxis.baselines = baselines;
  handDown(grid, axis);
}

/** An item that is to fill an area of which the size is not known has no size yet to find a baseline in. */
function hasInlineSize(item: GridItem, area: AreaSize): boolean {
  if (isDefinite(item.orthogonal ? area.block : area.inline)) return true;
  return item.ownAlign('inline').stretch === 'no' || logicalSizes(item.box.style, item.writing).inlineSize !== 'auto';
}

function spansIntrinsic(tracks: readonly Track[], { start, end }: TrackItem): boolean {
  for (let index = start; index < end; index++) {
    const track = tracks[index]!;
    if (hasIntrinsicMin(track) || hasIntrinsicMax(track) || isFlexible(track)) return true;
  }
  return false;
}

// --- §12.1 step 3 -------------------------------------------------------------------------------------------------

/** Asked after the rows have been sized: whether the area of an item whose width depends on it is no longer the same. */
export function rowsChanged(grid: Grid): () => boolean {
  const before = grid.block.positions;
  return () => {
    const now = grid.block.positions;
    return (
      mayRepeat(grid.box) &&
      grid.items.some(
        ({ dependsOnRows, rowStart, rowEnd }) =>
          dependsOnRows && before.sizeOf(rowStart, rowEnd) !== now.sizeOf(rowStart, rowEnd),
      )
    );
  };
}

/**
 * Sizing columns again lays out every item in other spaces, and so do the grids in them: the cost would be multiplied
 * at each level. Deep down the first sizes are good enough.
 */
export function mayRepeat(box: Box): boolean {
  let grids = 0;
  for (let at = box.parent; at !== null && grids < MAX_REPEATS; at = at.parent) if (at.kind === 'grid') grids++;
  return grids < MAX_REPEATS;
}

const MAX_REPEATS = 4;

/**
 * Grid layout: columns, then rows, then items in their areas.
 *
 * In:  a grid container and the space it is offered. Out: its fragment with all items placed.
 *
 * CSS Grid 2 §6, §12.1 https://drafts.csswg.org/css-grid-2/#layout-algorithm
 */
import type { TrackList, TrackSize } from '../../style/computed-style.ts';
import { dependsOnPercentage } from '../../style/length.ts';
import { edgeOffset } from '../alignment.ts';
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { usedEdges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { measuringSpace } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, boxGeometry, type Geometry, usedBlockSize } from '../sizing.ts';
import type { LayoutPorts, Space } from '../space.ts';
import { logicalSizes, writingOf } from '../writing-mode.ts';
import { selfAlignment } from './grid-align.ts';
import { alignRowBaselines, type BaselineShims, baselineOfGrid } from './grid-baseline.ts';
import { blockLimits, type GridContext, type GridItem, gridContext, makeTracks, usedGap } from './grid-context.ts';
import { areaMargins, areaSpace, blockExtent, columnItem, rowItem } from './grid-items.ts';
import { areaSize, positionTracks } from './positions.ts';
import type { Track } from './track.ts';
import { type Constraint, sizeTracks, totalSize } from './track-sizing.ts';

export function layoutGrid(box: Box, space: Space): LayoutResult {
  const geometry = boxGeometry(box, space);
  const context = gridContext(box, space, geometry, geometry.contentInline);

  // §12.1 step 1: columns.
  const columns = sizeColumns(context, 'definite', geometry.contentInline);
  positionTracks(columns, context.columnGap, box.style.justifyContent, geometry.contentInline, geometry.writing.rtl);

  // §12.1 step 2: rows, with the items laid out in their columns.
  const shims = alignRowBaselines(context, columns);
  let contentBlock = geometry.contentBlock;
  let rowGap = usedGap(box.style.rowGap, contentBlock);
  let rows = sizeRows(context, columns, shims, contentBlock, rowGap);
  const content = totalSize(rows, rowGap);
  if (!isDefinite(contentBlock)) {
    contentBlock = contentBlockSize(context, content);
    // Percentages that waited for the height are resolved now, and the rows sized again within it.
    if (rowsHavePercentages(box)) {
      rowGap = usedGap(box.style.rowGap, contentBlock);
      rows = sizeRows(context, columns, shims, contentBlock, rowGap);
    }
  }
  positionTracks(rows, rowGap, box.style.alignContent, contentBlock, false);
  return placeAll(context, { columns, rows, shims, contentBlock, content });
}

/** Border-box min-content and max-content of the container: its columns under each constraint. */
export function gridIntrinsicSizes(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, 0);
  const contained = sizeContainedInline(box.style);
  if (contained !== null) {
    const size = contained + edges.inlineSum;
    return { min: size, max: size, dependsOnBlock: false };
  }
  const space = measuringSpace(ports, percentBlock);
  const height = blockLength(logicalSizes(box.style, writing).blockSize, box, space, writing, edges, INDEFINITE);
  const contentBlock = height === null ? INDEFINITE : Math.max(0, height - edges.blockSum);
  // The inline size is what is being asked for.
  const geometry: Geometry = {
    writing,
    edges,
    inlineSize: INDEFINITE,
    contentInline: INDEFINITE,
    blockSize: height ?? INDEFINITE,
    contentBlock,
    percentBlock: contentBlock,
  };
  const context = gridContext(box, space, geometry, INDEFINITE);
  const sizeUnder = (constraint: Constraint): number =>
    totalSize(sizeColumns(context, constraint, INDEFINITE), context.columnGap) + edges.inlineSum;
  return { min: sizeUnder('min-content'), max: sizeUnder('max-content'), dependsOnBlock: false };
}

function sizeColumns(context: GridContext, constraint: Constraint, available: number): Track[] {
  const { box, items, columnsBefore, columnCount, columnGap } = context;
  const occupied = occupiedTracks(columnCount, items, (item) => [item.columnStart, item.columnEnd]);
  const tracks = makeTracks(
    context.columns,
    box.style.gridAutoColumns,
    columnsBefore,
    columnCount,
    available,
    (index) => occupied[index] === 0,
  );
  const { position } = box.style.justifyContent;
  sizeTracks(
    tracks,
    items.map((item) => columnItem(context, item, tracks)),
    {
      constraint,
      available,
      gap: columnGap,
      minSize: 0,
      maxSize: Number.POSITIVE_INFINITY,
      stretches: position === 'normal' || position === 'stretch',
    },
  );
  return tracks;
}

function sizeRows(
  context: GridContext,
  columns: readonly Track[],
  shims: BaselineShims,
  available: number,
  gap: number,
): Track[] {
  const { box, space, geometry, items, rowsBefore, rowCount } = context;
  const occupied = occupiedTracks(rowCount, items, (item) => [item.rowStart, item.rowEnd]);
  const tracks = makeTracks(
    context.rows,
    box.style.gridAutoRows,
    rowsBefore,
    rowCount,
    available,
    (index) => occupied[index] === 0,
  );
  const limits = blockLimits(box, space, geometry);
  const { position } = box.style.alignContent;
  sizeTracks(
    tracks,
    items.map((item) => {
      const inline = areaSize(columns, item.columnStart, item.columnEnd);
      return rowItem(context, item, tracks, inline, (each) => shims.get(each)?.extra ?? 0);
    }),
    {
      constraint: isDefinite(available) ? 'definite' : 'indefinite',
      available,
      gap,
      minSize: limits.min,
      maxSize: limits.max,
      stretches: position === 'normal' || position === 'stretch',
    },
  );
  return tracks;
}

/** How many items are in each track, for auto-fit. */
function occupiedTracks(
  count: number,
  items: readonly GridItem[],
  rangeOf: (item: GridItem) => readonly [number, number],
): Int32Array {
  const counts = new Int32Array(count + 1);
  for (const item of items) {
    const [start, end] = rangeOf(item);
    counts[start]++;
    counts[end]--;
  }
  for (let index = 1; index <= count; index++) counts[index] += counts[index - 1];
  return counts;
}

function rowsHavePercentages({ style }: Box): boolean {
  if (dependsOnPercentage(style.rowGap)) return true;
  return listHasPercentages(style.gridTemplateRows) || style.gridAutoRows.some(sizeHasPercentage);
}

function listHasPercentages(list: TrackList): boolean {
  if (list.kind !== 'list') return false;
  return list.entries.some((entry) => {
    if (entry.kind === 'track') return sizeHasPercentage(entry.size);
    return entry.kind === 'repeat' && listHasPercentages({ kind: 'list', entries: entry.entries });
  });
}

function sizeHasPercentage(size: TrackSize): boolean {
  if (size.kind === 'fixed') return dependsOnPercentage(size.size);
  if (size.kind === 'fit-content') return dependsOnPercentage(size.limit);
  return size.kind === 'minmax' && (sizeHasPercentage(size.min) || sizeHasPercentage(size.max));
}

function contentBlockSize({ box, space, geometry }: GridContext, content: number): number {
  const { writing, edges, inlineSize } = geometry;
  const size = usedBlockSize(box, space, writing, edges, inlineSize, content + edges.blockSum);
  return Math.max(0, size - edges.blockSum);
}

interface SizedGrid {
  readonly columns: readonly Track[];
  readonly rows: readonly Track[];
  readonly shims: BaselineShims;
  readonly contentBlock: number;
  /** What the rows come to. */
  readonly content: number;
}

function placeAll(context: GridContext, grid: SizedGrid): LayoutResult {
  const { box, space, geometry } = context;
  const { edges } = geometry;
  const builder = new FragmentBuilder(box, space);
  const placed = context.items.map((item) => placeItem(context, grid, item));
  for (const { result, inlineOffset, blockOffset } of placed) {
    builder.addChild(result, edges.inlineStart + inlineOffset, edges.blockStart + blockOffset);
  }
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    // §9.2: without a containing area of its own, the static position is in the container's content box.
    builder.addStaticPosition({
      box: child,
      inlineOffset: edges.inlineStart,
      blockOffset: edges.blockStart,
      inlineSize: geometry.contentInline,
      blockSize: grid.contentBlock,
      alignInline: staticEdge(context, child, 'inline'),
      alignBlock: staticEdge(context, child, 'block'),
    });
  }
  const baselines = baselineOfGrid(context, placed);
  return builder.finish({
    inlineSize: geometry.inlineSize,
    blockSize: grid.contentBlock + edges.blockSum,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline: baselines.first === null ? null : baselines.first + edges.blockStart,
    lastBaseline: baselines.last === null ? null : baselines.last + edges.blockStart,
    intrinsicBlockSize: grid.content + edges.blockSum,
    flow: null,
  });
}

function staticEdge(context: GridContext, child: Box, axis: 'inline' | 'block'): 'start' | 'center' | 'end' {
  const item = { box: child, writing: context.geometry.writing } as GridItem;
  return selfAlignment(context, item, axis).edge;
}

export interface PlacedGridItem {
  readonly item: GridItem;
  readonly result: LayoutResult;
  /** From the content box's start corner. */
  readonly inlineOffset: number;
  readonly blockOffset: number;
}

function placeItem(context: GridContext, { columns, rows, shims }: SizedGrid, item: GridItem): PlacedGridItem {
  const inline = areaSize(columns, item.columnStart, item.columnEnd);
  const block = areaSize(rows, item.rowStart, item.rowEnd);
  const inlineAlign = selfAlignment(context, item, 'inline');
  const blockAlign = selfAlignment(context, item, 'block');
  const space = areaSpace(context, item, inline, block, {
    inlineSizing: inlineAlign.stretches ? 'stretch' : 'fit-content',
    blockSizing: blockAlign.stretches ? 'stretch' : 'auto',
  });
  const result = space.layoutChild(item.box, space);
  const margin = areaMargins(context, item, inline);
  const width = context.geometry.writing.horizontal ? result.fragment.width : result.fragment.height;
  const height = blockExtent(context, result);

  const inlineOffset = alongAxis(inline, width, margin.inlineStart, margin.inlineEnd, inlineAlign);
  const shim = shims.get(item);
  const blockOffset =
    shim === undefined || margin.blockStart === null || margin.blockEnd === null
      ? alongAxis(block, height, margin.blockStart, margin.blockEnd, blockAlign)
      : shim.which === 'first'
        ? margin.blockStart + shim.extra
        : block - margin.blockEnd - shim.extra - height;
  return {
    item,
    result,
    inlineOffset: columns[item.columnStart].offset + inlineOffset,
    blockOffset: rows[item.rowStart].offset + blockOffset,
  };
}

/** Where a box begins in its area: auto margins take spare room, then the alignment does. */
function alongAxis(
  area: number,
  size: number,
  start: number | null,
  end: number | null,
  align: { readonly edge: 'start' | 'center' | 'end'; readonly safe: boolean },
): number {
  const spare = area - size - (start ?? 0) - (end ?? 0);
  if (start === null || end === null) {
    const room = Math.max(0, spare);
    return start === null ? (end === null ? room / 2 : room) : start;
  }
  return start + edgeOffset(align.edge, spare, align.safe);
}

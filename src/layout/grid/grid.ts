/**
 * Grid layout: columns, then rows, then items in their areas.
 *
 * In:  a grid container and the space it is offered. Out: its fragment with all items placed.
 *
 * CSS Grid 2 §6, §12.1 https://drafts.csswg.org/css-grid-2/#layout-algorithm
 */
import { dependsOnPercentage } from '../../style/length.ts';
import { aspectRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { containsOutOfFlow } from '../containing-block.ts';
import { sizeContainedBlock } from '../containment.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { boxGeometry, type Geometry, isContentKeyword, scrollsAlong, usedBlockSize } from '../sizing.ts';
import type { Space } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { gridBaselines } from './container-baseline.ts';
import { usedGap } from './gaps.ts';
import { positionedArea, staticPosition, tracksArea } from './grid-positioned.ts';
import { initializeAxis, initializeGrid, positionAxis, rowsChanged, sizeAxis } from './grid-sizing.ts';
import { buildGrid, type Grid } from './grid-tree.ts';
import { knownLimits, standaloneLimits } from './limits.ts';
import { finalBaselines, placeGridItem } from './place-item.ts';
import { Inheritance, NO_INHERITANCE } from './subgrid.ts';
import { totalSize } from './track.ts';
import { noteTracks } from './used-tracks.ts';

export function layoutGrid(box: Box, space: Space): LayoutResult {
  const geometry = boxGeometry(box, space);
  const contained = containedBlock(box, space, geometry);
  const grid = makeGrid(box, space, geometry, contained ?? geometry.contentBlock, false);
  initializeGrid(grid);
  const { block } = grid;

  // §12.1 steps 1 and 2: columns, then rows with the items laid out in their columns.
  const changed = rowsChanged(grid);
  sizeAxis(grid, 'inline', 'layout');
  sizeAxis(grid, 'block', 'layout');
  let again = changed();
  const content = block.isSubgridded
    ? Math.max(0, block.positions.sizeOf(0, block.count))
    : totalSize(block.tracks, block.gap);

  // The height is known now: what waited for it is resolved.
  if (!block.isSubgridded && (!isDefinite(block.size) || hasAutomaticMinimum(box, geometry))) {
    block.size = contentBlockSize(box, space, geometry, content);
    block.gap = usedGap(box.style, 'block', block.size, 0);
    if (block.dependsOnSize || dependsOnPercentage(box.style.rowGap)) again = true;
    else if (!again) positionAxis(grid, 'block');
  }
  // §12.1 steps 3 and 4: once more.
  if (again) {
    initializeAxis(grid, 'inline');
    sizeAxis(grid, 'inline', 'layout');
    initializeAxis(grid, 'block');
    sizeAxis(grid, 'block', 'layout');
  }
  finalBaselines(grid);
  return placeAll(grid, space, geometry, finalBlockSize(grid, space, geometry, content), contained ?? content);
}

/** The content box: limits by content can still change a height that was definite. */
function finalBlockSize({ box, block }: Grid, space: Space, geometry: Geometry, content: number): number {
  if (block.isSubgridded) return geometry.contentBlock;
  const { minBlockSize, maxBlockSize } = logicalSizes(box.style, geometry.writing);
  const byContent = isContentKeyword(minBlockSize) || isContentKeyword(maxBlockSize);
  return byContent ? contentBlockSize(box, space, geometry, content) : block.size;
}

function makeGrid(box: Box, space: Space, geometry: Geometry, contentBlock: number, ignoresItems: boolean): Grid {
  const { writing, edges } = geometry;
  const limits = standaloneLimits(box, space, writing, edges);
  return buildGrid({
    box,
    ports: space.ports,
    writing,
    inline: knownLimits(limits.inline, geometry.contentInline),
    block: knownLimits(limits.block, contentBlock),
    inheritance: space.extra instanceof Inheritance ? space.extra : NO_INHERITANCE,
    ignoresItems,
    depth: 0,
  });
}

/** CSS Contain 2 §3.1: the content block size of a container whose rows are sized as if they were empty. */
function containedBlock(box: Box, space: Space, geometry: Geometry): number | null {
  const given = sizeContainedBlock(box);
  if (given === null || isDefinite(geometry.contentBlock)) return null;
  let content = given;
  if (given === 0) {
    const grid = makeGrid(box, space, geometry, INDEFINITE, true);
    initializeGrid(grid);
    sizeAxis(grid, 'block', 'layout');
    content = totalSize(grid.block.tracks, grid.block.gap);
  }
  return contentBlockSize(box, space, geometry, content);
}

/** CSS Sizing 4 §6.2: a height that comes from a ratio is not less than the content. */
function hasAutomaticMinimum(box: Box, { writing }: Geometry): boolean {
  const { minBlockSize } = logicalSizes(box.style, writing);
  return minBlockSize === 'auto' && aspectRatio(box, writing) !== null && !scrollsAlong(box.style, !writing.horizontal);
}

function contentBlockSize(box: Box, space: Space, { writing, edges, inlineSize }: Geometry, content: number): number {
  const size = usedBlockSize(box, space, writing, edges, inlineSize, content + edges.blockSum);
  return Math.max(0, size - edges.blockSum);
}

function placeAll(grid: Grid, space: Space, geometry: Geometry, contentBlock: number, content: number): LayoutResult {
  const { box } = grid;
  const { edges, inlineSize } = geometry;
  const blockSize = contentBlock + edges.blockSum;
  const builder = new FragmentBuilder(box, space);
  const placed = grid.items.map((item) => placeGridItem(grid, item));
  for (const { result, inlineOffset, blockOffset, area } of placed) {
    builder.addChild(result, edges.inlineStart + inlineOffset, edges.blockStart + blockOffset, area);
  }
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    const area = containsOutOfFlow(box, child)
      ? positionedArea(grid, child, edges, inlineSize, blockSize)
      : {
          inlineOffset: edges.inlineStart,
          blockOffset: edges.blockStart,
          inlineSize: geometry.contentInline,
          blockSize: contentBlock,
        };
    builder.addStaticPosition(staticPosition(grid, child, area));
  }
  const baselines = gridBaselines(grid, placed);
  const result = builder.finish({
    inlineSize,
    blockSize,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline: baselines.first === null ? null : baselines.first + edges.blockStart,
    lastBaseline: baselines.last === null ? null : baselines.last + edges.blockStart,
    intrinsicBlockSize: content + edges.blockSum,
    flow: null,
    contentArea: tracksArea(grid, edges),
    areaOf: (positioned) => positionedArea(grid, positioned, edges, inlineSize, blockSize),
  });
  noteTracks(result.fragment, grid);
  return result;
}

/**
 * Min-content and max-content inline sizes of grid containers.
 *
 * In:  a grid container, what percentages of its block size resolve against.
 * Out: border-box sizes: its columns under each constraint.
 *
 * CSS Grid 2 §5.2 https://drafts.csswg.org/css-grid-2/#intrinsic-sizes
 */
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { measuringGeometry } from '../measuring-geometry.ts';
import type { LayoutPorts } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { initializeAxis, initializeGrid, mayRepeat, rowsChanged, sizeAxis } from './grid-sizing.ts';
import { buildGrid } from './grid-tree.ts';
import { knownLimits, standaloneLimits } from './limits.ts';
import { NO_INHERITANCE } from './subgrid.ts';
import { totalSize } from './track.ts';
import type { Constraint } from './track-sizing.ts';

/** `blockSize` is the border-box block size if the parent has decided it, else INDEFINITE. */
export function gridIntrinsicSizes(
  box: Box,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number = INDEFINITE,
): IntrinsicSizes {
  const { space, geometry } = measuringGeometry(box, ports, percentBlock);
  const { writing, edges } = geometry;
  const contained = sizeContainedInline(box);
  if (contained !== null && contained > 0) return sameSizes(contained + edges.inlineSum);
  const limits = standaloneLimits(box, space, writing, edges);
  const contentBlock = isDefinite(blockSize) ? Math.max(0, blockSize - edges.blockSum) : geometry.contentBlock;
  let dependsOnBlock = typeof logicalSizes(box.style, writing).blockSize === 'object';
  const sizeUnder = (constraint: Constraint): number => {
    const grid = buildGrid({
      box,
      ports,
      writing,
      inline: knownLimits(limits.inline, INDEFINITE),
      block: knownLimits(limits.block, contentBlock),
      inheritance: NO_INHERITANCE,
      ignoresItems: contained !== null,
      depth: 0,
    });
    initializeGrid(grid);
    const changed = rowsChanged(grid);
    sizeAxis(grid, 'inline', constraint);
    const needsRows = grid.items.some((item) => item.dependsOnRows);
    dependsOnBlock ||= needsRows;
    if (needsRows && mayRepeat(box)) {
      sizeAxis(grid, 'block', constraint);
      if (changed()) {
        initializeAxis(grid, 'inline');
        sizeAxis(grid, 'inline', constraint);
      }
    }
    return totalSize(grid.inline.tracks, grid.inline.gap) + edges.inlineSum;
  };
  // Differs: as in Chrome, an item that is wider where rows are higher can make the minimum the larger one.
  const max = sizeUnder('max-content');
  const min = sizeUnder('min-content');
  return { min, max, dependsOnBlock };
}

function sameSizes(size: number): IntrinsicSizes {
  return { min: size, max: size, dependsOnBlock: false };
}

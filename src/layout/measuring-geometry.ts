/**
 * The geometry of a box whose inline size is what is being asked for.
 *
 * Intrinsic sizes of flex and grid containers follow from laying their items out with nothing known about the inline
 * axis; the block axis may be definite.
 */
import type { Box } from './box.ts';
import { usedEdges } from './edges.ts';
import { measuringSpace } from './intrinsic.ts';
import { INDEFINITE } from './layout-unit.ts';
import { blockLength, type Geometry } from './sizing.ts';
import type { LayoutPorts, Space } from './space.ts';
import { logicalSizes, writingOf } from './writing-mode.ts';

export function measuringGeometry(
  box: Box,
  ports: LayoutPorts,
  percentBlock: number,
): { readonly space: Space; readonly geometry: Geometry } {
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, 0);
  const space = measuringSpace(ports, percentBlock);
  const sizes = logicalSizes(box.style, writing);
  const height = blockLength(sizes.blockSize, box, space, writing, edges, INDEFINITE);
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  const min = blockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE) ?? 0;
  const blockSize = height === null ? INDEFINITE : Math.max(min, Math.min(height, max));
  const contentBlock = height === null ? INDEFINITE : Math.max(0, blockSize - edges.blockSum);
  const geometry: Geometry = {
    writing,
    edges,
    inlineSize: INDEFINITE,
    contentInline: INDEFINITE,
    blockSize,
    contentBlock,
    percentBlock: contentBlock,
  };
  return { space, geometry };
}

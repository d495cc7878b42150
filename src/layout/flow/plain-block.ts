/**
 * The shortest way through block layout: a block whose content is one line of plain text (inline/plain-text.ts).
 *
 * In:  the box, the space it is offered, what is known of its size. Out: the same result as block.ts gives, or `null`
 *      where something needs a closer look: a marker, floats beside the line, sizes that do not follow the content.
 */
import type { Box } from '../box.ts';
import { sizeContainedBlock } from '../containment.ts';
import { NO_EXCLUSIONS } from '../exclusions.ts';
import type { LayoutResult, OutOfFlow } from '../fragment.ts';
import { fillsViewport, type Geometry, isScrollContainer, usedBlockSize } from '../sizing.ts';
import type { Space } from '../space.ts';
import { contentShift } from './block-end.ts';
import { FlowCursor } from './flow-cursor.ts';
import { NO_MARGIN } from './margin-collapse.ts';

export function layoutPlainBlock(box: Box, space: Space, geometry: Geometry): LayoutResult | null {
  const { style } = box;
  if (box.marker !== null || sizeContainedBlock(style) !== null || fillsViewport(box, space)) return null;
  const { edges, writing, inlineSize, contentInline } = geometry;
  // Text separates margins: the box begins where they add up to, and no later try could find another place.
  const cursor = space.newFormattingContext || space.flow === null ? null : new FlowCursor(box, space, null, true);
  cursor?.resolve();
  const start = edges.blockStart;
  const line = space.ports.layoutPlainLine(
    box,
    contentInline,
    cursor?.exclusions ?? NO_EXCLUSIONS,
    (cursor?.line ?? 0) + edges.inlineStart,
    (cursor?.bfcBlockOffset ?? 0) + start,
  );
  if (line === null) return null;

  const intrinsic = start + line.fragment.height + edges.blockEnd;
  const blockSize = usedBlockSize(box, space, writing, edges, inlineSize, intrinsic, null);
  const baseline = start + line.baseline;
  const shift = contentShift(box, space, blockSize - intrinsic, baseline);
  const placed = { fragment: line.fragment, x: edges.inlineStart + line.inlineOffset, y: start + shift };
  const { border, padding } = edges.physical(writing);
  const shifted = isScrollContainer(style) ? Math.max(0, Math.min(baseline + shift, blockSize)) : baseline + shift;
  return {
    fragment: {
      kind: 'box',
      box,
      width: inlineSize,
      height: blockSize,
      children: [placed],
      border,
      padding,
    },
    firstBaseline: shifted,
    lastBaseline: shifted,
    outOfFlow: NO_OUT_OF_FLOW,
    intrinsicBlockSize: intrinsic,
    flow: cursor?.result(NO_MARGIN, 1) ?? null,
  };
}

const NO_OUT_OF_FLOW: OutOfFlow[] = [];

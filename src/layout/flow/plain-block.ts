/**
 * The shortest way through block layout: a block whose content is plain text (inline/plain-text.ts).
 *
 * In:  the box, the space it is offered, what is known of its size. Out: the same result as block.ts gives, or `null`
 *      where something needs a closer look: a marker, floats beside the line, sizes that do not follow the content.
 */
import type { Box } from '../box.ts';
import { isLayoutContained, sizeContainedBlock } from '../containment.ts';
import { NO_EXCLUSIONS } from '../exclusions.ts';
import type { LayoutResult, OutOfFlow, Placed } from '../fragment.ts';
import type { PlainContent } from '../inline-content.ts';
import { fillsViewport, type Geometry, isScrollContainer, usedBlockSize } from '../sizing.ts';
import type { Space } from '../space.ts';
import { contentShift } from './block-end.ts';
import { FlowCursor } from './flow-cursor.ts';
import { NO_MARGIN } from './margin-collapse.ts';

export function layoutPlainBlock(box: Box, space: Space, geometry: Geometry): LayoutResult | null {
  const { style } = box;
  if (style.textBoxTrim !== 'none' || space.extra !== null || isLayoutContained(box)) return null;
  if (box.marker !== null || sizeContainedBlock(box) !== null || fillsViewport(box, space)) return null;
  const { edges, writing, inlineSize, contentInline } = geometry;
  // Text separates margins: the box begins where they add up to, and no later try could find another place.
  const cursor = space.newFormattingContext || space.flow === null ? null : new FlowCursor(box, space, null, true);
  cursor?.resolve();
  const start = edges.blockStart;
  const content = space.ports.layoutPlainText(
    box,
    contentInline,
    cursor?.exclusions ?? NO_EXCLUSIONS,
    (cursor?.line ?? 0) + edges.inlineStart,
    (cursor?.bfcBlockOffset ?? 0) + start,
  );
  if (content === null) return null;

  const intrinsic = start + content.blockSize + edges.blockEnd;
  const blockSize = usedBlockSize(box, space, writing, edges, inlineSize, intrinsic, null);
  const first = start + content.firstBaseline;
  const shift = contentShift(box, space, blockSize - intrinsic, first);
  const last = start + content.lastBaseline;
  const clamps = isScrollContainer(style);
  const { border, padding } = edges.physical(writing);
  return {
    fragment: {
      kind: 'box',
      box,
      width: inlineSize,
      height: blockSize,
      children: placedLines(content, edges.inlineStart, start + shift),
      border,
      padding,
      inflow: null,
    },
    firstBaseline: clamps ? Math.max(0, Math.min(first + shift, blockSize)) : first + shift,
    lastBaseline: clamps ? Math.max(0, Math.min(last + shift, blockSize)) : last + shift,
    outOfFlow: NO_OUT_OF_FLOW,
    intrinsicBlockSize: intrinsic,
    flow: cursor?.result(NO_MARGIN, Math.max(1, content.lines.length)) ?? null,
  };
}

function placedLines({ line, lines }: PlainContent, left: number, top: number): Placed[] {
  if (line !== null) return [{ fragment: line, x: left, y: top }];
  return lines.map(({ fragment, x, y }) => ({ fragment, x: left + x, y: top + y }));
}

const NO_OUT_OF_FLOW: OutOfFlow[] = [];

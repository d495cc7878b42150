/**
 * Where a box would have stood, had it not been taken out of flow.
 *
 * In:  the place that its block container has come to; for an inline-level box also the floats beside the line.
 * Out: its static position.
 *
 * CSS 2.2 §10.3.7 https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-width
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { outOfFlowEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import type { Exclusions } from '../exclusions.ts';
import type { StaticPosition } from '../fragment-builder.ts';
import type { Geometry } from '../sizing.ts';
import { type Writing, writingOf } from '../writing-mode.ts';
import type { FloatContainer } from './float.ts';
import type { FlowCursor } from './flow-cursor.ts';
import { marginSum } from './margin-collapse.ts';

/** In flow, a static position is a line across the container that the box begins at. */
export function staticPosition(
  box: Box,
  container: FloatContainer,
  { writing, edges }: Geometry,
  cursor: FlowCursor,
): StaticPosition {
  // Margins before it count only once it is certain that they will not collapse through the container.
  const blockOffset = cursor.offset + (cursor.isResolved ? marginSum(cursor.margin) : 0);
  let inlineOffset = edges.inlineStart;
  const isInline = box.style.originalDisplay.startsWith('inline');
  if (isInline) {
    cursor.relyOnExpectation();
    const origin = (cursor.bfcBlockOffset ?? cursor.expected) + blockOffset;
    inlineOffset += inlineLevelOffset(container, writing, cursor.exclusions, origin);
  }
  // CSS Position 3 §4.2: as wide as the content box, without height; self-alignment acts in it.
  const self = writingOf(box.style);
  return {
    box,
    inlineOffset,
    blockOffset,
    inlineSize: isInline ? 0 : container.contentInline,
    blockSize: 0,
    alignInline: (isInline ? null : outOfFlowEdge(box.style.justifySelf, 'inline', writing, self)) ?? 'start',
    alignBlock: outOfFlowEdge(box.style.alignSelf, 'block', writing, self) ?? 'start',
    safeInline: box.style.justifySelf.overflow === 'safe',
    safeBlock: box.style.alignSelf.overflow === 'safe',
  };
}

function inlineLevelOffset(
  container: FloatContainer,
  writing: Writing,
  exclusions: Exclusions,
  bfcBlockOffset: number,
): number {
  const { contentLine, contentInline } = container;
  const contentEnd = contentLine + contentInline;
  const line = exclusions.findOpportunity(contentLine, contentEnd, bfcBlockOffset, 0, 0);
  const room = line.lineEnd - line.lineStart;
  const before = writing.rtl ? contentEnd - line.lineEnd : line.lineStart - contentLine;
  return before + alignedStart(container.style.textAlign, writing, room);
}

/** The distance from the start of a line to an empty piece of text in it. */
function alignedStart(textAlign: ComputedStyle['textAlign'], writing: Writing, room: number): number {
  switch (textAlign) {
    case 'center':
    case '-webkit-center':
      return room / 2;
    case 'end':
      return room;
    case 'left':
    case '-webkit-left':
      return writing.rtl ? room : 0;
    case 'right':
    case '-webkit-right':
      return writing.rtl ? 0 : room;
    default:
      return 0;
  }
}

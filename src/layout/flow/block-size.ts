/**
 * Inline sizes of blocks that share their container's formatting context.
 *
 * In:  a child and the content box of its container.
 * Out: its border-box inline size, and the space it is laid out in.
 *
 * CSS 2.2 §10.3.3 https://www.w3.org/TR/CSS22/visudet.html#blockwidth
 */
import type { Box } from '../box.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { usedInlineSize } from '../sizing.ts';
import { type FlowPosition, Space } from '../space.ts';
import { writingOf } from '../writing-mode.ts';
import type { FloatContainer } from './float.ts';

export function inlineSizeIn(child: Box, container: FloatContainer): number {
  const { contentInline } = container;
  const writing = writingOf(child.style);
  const edges = usedEdges(child.style, writing, contentInline);
  if (fillsContainer(child)) {
    const { inlineStart, inlineEnd } = usedMargins(child.style, writing, contentInline);
    return Math.max(edges.inlineSum, contentInline - inlineStart - inlineEnd);
  }
  return usedInlineSize(child, spaceIn(container, contentInline, 'stretch', null), writing, edges);
}

export function spaceIn(
  container: FloatContainer,
  availableInline: number,
  inlineSizing: 'fixed' | 'stretch',
  flow: FlowPosition | null,
): Space {
  return new Space(container.ports, {
    availableInline,
    availableBlock: container.contentBlock,
    percentInline: container.contentInline,
    percentBlock: container.percentBlock,
    inlineSizing,
    newFormattingContext: false,
    collapsesAt: container.collapsesAt,
    flow,
  });
}

// Faster: most blocks are as wide as their container, and need no space of their own to find that out.
function fillsContainer({ style, shrinksToFit }: Box): boolean {
  return (
    style.writingMode === 'horizontal-tb' &&
    style.width === 'auto' &&
    style.minWidth === 'auto' &&
    style.maxWidth === 'none' &&
    style.aspectRatio.ratio === null &&
    !shrinksToFit
  );
}

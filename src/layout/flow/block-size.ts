/**
 * The content box of a block container, and the inline sizes of blocks in it that share its formatting context.
 *
 * In:  a container and its place; a child.
 * Out: the content box in BFC coordinates; the child's border-box inline size, and the space it is laid out in.
 *
 * CSS 2.2 §10.3.3 https://www.w3.org/TR/CSS22/visudet.html#blockwidth
 */
import type { Box } from '../box.ts';
import { usedEdges, usedMargins } from '../edges.ts';
import { type Geometry, usedInlineSize } from '../sizing.ts';
import { type FlowPosition, Space } from '../space.ts';
import { writingOf } from '../writing-mode.ts';
import type { FloatContainer } from './float.ts';
import type { FlowCursor } from './flow-cursor.ts';
import { justifiedSelf } from './inline-axis.ts';

export function contentBoxOf(box: Box, space: Space, geometry: Geometry, cursor: FlowCursor): FloatContainer {
  // An anonymous block is no containing block: what its children stretch to is outside of it.
  const isAround = box.isAnonymous && space.flow !== null;
  return {
    ports: space.ports,
    style: box.style,
    contentLine: cursor.line + geometry.edges.lineLeft(geometry.writing),
    contentInline: geometry.contentInline,
    contentBlock: isAround ? space.availableBlock : geometry.contentBlock,
    percentBlock: geometry.percentBlock,
    collapsesAt: isAround ? space.collapsesAt : cursor.isRoot ? 'none' : openEdges(geometry),
    isMeasuringCell: box.kind === 'table-cell' && space.measuringCell,
  };
}

/** The edges without border and padding, through which margins collapse. */
function openEdges({ edges }: Geometry): FloatContainer['collapsesAt'] {
  if (edges.blockStart === 0) return edges.blockEnd === 0 ? 'both' : 'start';
  return edges.blockEnd === 0 ? 'end' : 'none';
}

export function inlineSizeIn(child: Box, container: FloatContainer): number {
  const { contentInline } = container;
  const writing = writingOf(child.style);
  const edges = usedEdges(child.style, writing, contentInline);
  const isJustified = !child.isAnonymous && justifiedSelf(child.style, container.style) !== null;
  if (fillsContainer(child) && !isJustified) {
    const { inlineStart, inlineEnd } = usedMargins(child.style, writing, contentInline);
    return Math.max(edges.inlineSum, contentInline - inlineStart - inlineEnd);
  }
  const sizing = isJustified ? 'fit-content' : 'stretch';
  return usedInlineSize(child, spaceIn(container, contentInline, sizing, null), writing, edges);
}

export function spaceIn(
  container: FloatContainer,
  availableInline: number,
  inlineSizing: 'fixed' | 'stretch' | 'fit-content',
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
    measuringCell: container.isMeasuringCell,
    extra: container.extra,
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

/**
 * Placing floats.
 *
 * In:  a float, its container's content box in BFC coordinates, the floats before it, the highest place it may take.
 * Out: its result, its margin box, and the set of floats with it.
 *
 * CSS 2.2 §9.5.1 https://www.w3.org/TR/CSS22/visuren.html#float-position
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { inlineContainerAround } from '../containing-block.ts';
import { lineLeftMargin, usedMargins } from '../edges.ts';
import type { ClearSides, Exclusions } from '../exclusions.ts';
import type { LayoutResult } from '../fragment.ts';
import type { PlacedFloat } from '../inline-content.ts';
import type { LayoutPorts, SpaceFields } from '../space.ts';
import { type Writing, writingOf } from '../writing-mode.ts';

/** The content box that a float is placed in. */
export interface FloatContainer {
  readonly ports: LayoutPorts;
  readonly style: ComputedStyle;
  readonly contentLine: number;
  readonly contentInline: number;
  readonly contentBlock: number;
  readonly percentBlock: number;
  /** Edges where margins of its children may collapse with its own. */
  readonly collapsesAt: SpaceFields['collapsesAt'];
  /** It is a cell whose height is being measured, and which has one to keep to. */
  readonly isMeasuringCell: boolean;
  /** What is handed down to the child besides (text-trim.ts). */
  readonly extra?: unknown;
}

export interface FloatPlacement extends PlacedFloat {
  readonly result: LayoutResult;
  /** Border box in BFC coordinates. */
  readonly borderLine: number;
  readonly borderBlock: number;
}

/** The side that 'float' names in a container of this direction. */
export function floatSide(style: ComputedStyle, container: ComputedStyle): 'left' | 'right' {
  const rtl = container.direction === 'rtl';
  switch (style.float) {
    case 'right':
      return 'right';
    case 'inline-end':
      return rtl ? 'left' : 'right';
    case 'inline-start':
      return rtl ? 'right' : 'left';
    default:
      return 'left';
  }
}

/** The sides that 'clear' names in a container of this direction. */
export function clearSides(style: ComputedStyle, container: ComputedStyle): ClearSides {
  const rtl = container.direction === 'rtl';
  switch (style.clear) {
    case 'inline-start':
      return rtl ? 'right' : 'left';
    case 'inline-end':
      return rtl ? 'left' : 'right';
    default:
      return style.clear;
  }
}

export function placeFloat(
  float: Box,
  container: FloatContainer,
  bfcBlockOffset: number,
  exclusions: Exclusions,
): FloatPlacement {
  const writing = writingOf(container.style);
  const result = layoutFloat(float, container, writing);
  const margins = usedMargins(float.style, writing, container.contentInline);
  const inlineSize = inlineSizeOf(result.fragment, writing) + margins.inlineStart + margins.inlineEnd;
  const blockSize = blockSizeOf(result.fragment, writing) + margins.blockStart + margins.blockEnd;

  // Rules 4 to 6: not above its place in the flow, nor above an earlier float; and below those it clears.
  const clearance = exclusions.clearance(clearSides(float.style, container.style));
  const side = floatSide(float.style, container.style);
  // CSS Inline 3 §7.9: floats go below an initial letter on their side.
  const letters = side === 'left' ? exclusions.leftLetters : exclusions.rightLetters;
  const top = Math.max(bfcBlockOffset, exclusions.lastFloatTop, clearance, letters);

  // Rules 1 to 3, 7 to 9: as high as it fits between the floats, then as far to its side as possible.
  const lineEnd = container.contentLine + container.contentInline;
  const found = exclusions.findOpportunity(container.contentLine, lineEnd, top, inlineSize, 0);
  const lineStart = side === 'left' ? found.lineStart : found.lineEnd - inlineSize;
  const blockStart = found.blockOffset;
  const box = {
    lineStart,
    lineEnd: lineStart + Math.max(0, inlineSize),
    blockStart,
    blockEnd: blockStart + Math.max(0, blockSize),
  };
  return {
    ...box,
    exclusions: exclusions.add({ side, ...box }),
    result: withInlineContainers(result, float),
    borderLine: lineStart + lineLeftMargin(margins, writing),
    borderBlock: blockStart + margins.blockStart,
  };
}

function layoutFloat(float: Box, container: FloatContainer, writing: Writing): LayoutResult {
  const space = childSpace(float, writing, container.ports, {
    availableInline: container.contentInline,
    availableBlock: container.contentBlock,
    percentInline: container.contentInline,
    percentBlock: container.percentBlock,
    inlineSizing: 'fit-content',
  });
  return container.ports.layoutChild(float, space);
}

/** What is positioned inside a float may have an inline box around the float for its containing block. */
function withInlineContainers(result: LayoutResult, float: Box): LayoutResult {
  if (result.outOfFlow.length === 0 || float.parent?.kind !== 'inline') return result;
  const outOfFlow = result.outOfFlow.map((item) => ({
    ...item,
    inlineContainer: item.inlineContainer ?? inlineContainerAround(float, item.box),
  }));
  return { ...result, outOfFlow };
}

/**
 * How an atomic inline stands on the line: the height of its margin box above and below the baseline.
 *
 * In:  its layout and margins. Out: metrics of the margin box, the block size and the margin towards the line's top.
 *
 * CSS 2.2 §10.8.1, 'vertical-align: baseline' https://www.w3.org/TR/CSS22/visudet.html#propdef-vertical-align
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { isElement } from '../../html/node-tree.ts';
import type { Box } from '../box.ts';
import { isCheckInput } from '../boxes/element-role.ts';
import type { LayoutResult } from '../fragment.ts';
import { isScrollContainer } from '../sizing.ts';
import { isOrthogonal, type LogicalSides, writingOf } from '../writing-mode.ts';
import type { Baseline, FontHeight } from './font-height.ts';
import { isFlipped } from './inline-edges.ts';

export interface AlignedAtomic {
  readonly metrics: FontHeight;
  /** Border-box size across the line. */
  readonly blockSize: number;
  /** Margin on the side that letters point to. */
  readonly over: number;
}

export function alignedBaseline(
  box: Box,
  layout: LayoutResult,
  margins: LogicalSides<number>,
  container: Box,
  baseline: Baseline,
): AlignedAtomic {
  const writing = writingOf(container.style);
  const { fragment } = layout;
  const blockSize = writing.horizontal ? fragment.height : fragment.width;
  const flipped = isFlipped(container);
  const over = flipped ? margins.blockEnd : margins.blockStart;
  const under = flipped ? margins.blockStart : margins.blockEnd;
  const isAcross = isOrthogonal(writing, writingOf(box.style));
  const own = isAcross ? null : (ownBaseline(box, layout) ?? emptyButton(box, layout));
  if (own !== null) {
    const ascent = flipped ? blockSize - own : own;
    return { metrics: { ascent: ascent + over, descent: blockSize - ascent + under }, blockSize, over };
  }
  if (isCheckable(box) && baseline !== 'central') {
    return { metrics: { ascent: blockSize + over, descent: under }, blockSize, over };
  }
  const size = blockSize + over + under;
  // As in Chrome, a button across the flow stands with its middle on the line.
  const isCentral = baseline === 'central' || (isAcross && box.kind !== 'replaced' && isButton(box));
  const ascent = isCentral ? size - size / 2 : size;
  return { metrics: { ascent, descent: size - ascent }, blockSize, over };
}

/** A button without a line stands on the end of its content box. */
function emptyButton(box: Box, { fragment }: LayoutResult): number | null {
  const isEmptyControl = box.shrinksToFit && box.children.length === 0;
  if (box.kind === 'replaced' || (!isButton(box) && !isEmptyControl)) return null;
  const { border, padding, width, height } = fragment;
  const { horizontal, blockReversed } = writingOf(box.style);
  if (horizontal) return height - border.bottom - padding.bottom;
  return blockReversed ? width - border.left - padding.left : width - border.right - padding.right;
}

/** From the block-start border edge; `null` when the bottom margin edge stands in. */
function ownBaseline(box: Box, layout: LayoutResult): number | null {
  // An inline-block is aligned by its last line, if that cannot be scrolled away; others by their first. Inside a button,
  // what scrolls is a box within (HTML §15.5.4).
  const { baselineSource } = box.style;
  if (baselineSource !== 'auto') return baselineSource === 'first' ? layout.firstBaseline : layout.lastBaseline;
  if (box.kind !== 'flow' && box.kind !== 'replaced') return layout.firstBaseline;
  if (isButton(box)) return layout.lastBaseline;
  return isScrollContainer(box.style) ? null : layout.lastBaseline;
}

function isButton({ node }: Box): boolean {
  return node !== null && isElement(node) && (node[LOCAL_NAME] === 'button' || node[LOCAL_NAME] === 'input');
}

/** Checkboxes and radio buttons stand with their border edge on the baseline, also where their own flow is across it. */
function isCheckable({ kind, node }: Box): boolean {
  return kind === 'replaced' && node !== null && isElement(node) && isCheckInput(node);
}

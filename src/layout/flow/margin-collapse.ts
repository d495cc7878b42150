/**
 * Margin struts: margins that have met, and the space they come to.
 *
 * In:  block margins in the order they meet.
 * Out: the largest positive plus the most negative of them.
 *
 * CSS 2.2 §8.3.1 https://www.w3.org/TR/CSS22/box.html#collapsing-margins, CSS Box 4 §3.3
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import type { Box } from '../box.ts';
import type { MarginStrut } from '../fragment.ts';

export const NO_MARGIN: MarginStrut = { positive: 0, negative: 0, quirky: 0, dropsQuirky: false, trimmed: false };

/** The strut after one more margin has met it. */
export function collapseMargin(strut: MarginStrut, margin: number, quirky: boolean): MarginStrut {
  if (margin === 0 || strut.trimmed) return strut;
  if (margin < 0) return margin >= strut.negative ? strut : { ...strut, negative: margin };
  if (quirky) return strut.dropsQuirky || margin <= strut.quirky ? strut : { ...strut, quirky: margin };
  return margin <= strut.positive ? strut : { ...strut, positive: margin };
}

/** The strut at the start of a container's content, after the margins that lead up to it. */
export function enterContainer(strut: MarginStrut, box: Box, quirks: boolean): MarginStrut {
  const dropsQuirky = strut.dropsQuirky || isQuirkyContainer(box, quirks);
  const trimmed = strut.trimmed || trimsMargin(box, 'block-start');
  return dropsQuirky === strut.dropsQuirky && trimmed === strut.trimmed ? strut : { ...strut, dropsQuirky, trimmed };
}

/** CSS Box 4 §3.3: whether a block container drops the margins of its content at an edge. */
export function trimsMargin(box: Box, edge: 'block-start' | 'block-end'): boolean {
  const { marginTrim } = box.style;
  return marginTrim.length > 0 && !box.isAnonymous && marginTrim.includes(edge);
}

/** The space between two boxes whose margins are in the strut. */
export function marginSum(strut: MarginStrut): number {
  return Math.max(strut.positive, strut.quirky) + strut.negative;
}

/** The space at the end of body or a table cell in quirks mode, where the user agent's own margins do not count. */
export function marginSumWithoutQuirks(strut: MarginStrut): number {
  return strut.positive + strut.negative;
}

/** Body and table cells in quirks mode: quirky margins at their edges take no space. */
export function isQuirkyContainer(box: Box, quirks: boolean): boolean {
  if (!quirks) return false;
  return box.kind === 'table-cell' || (box.node !== null && box.pseudo === null && box.node[LOCAL_NAME] === 'body');
}

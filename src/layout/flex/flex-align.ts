/**
 * Alignment in flex containers: which edge an item or line keeps to, and how spare room is shared out.
 *
 * Edges are those of the container's flow: 'flex-start' has been turned where the axis is reversed.
 *
 * CSS Flexbox 1 §8, CSS Align 3 §4, §5 https://drafts.csswg.org/css-flexbox-1/#alignment
 */
import type { Alignment } from '../../style/computed-style.ts';
import { type Distribution, type Edge, selfAlignmentEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import { type LogicalSides, logicalSizes, writingOf } from '../writing-mode.ts';
import { crossEnd, crossStart, type FlexAxes, mainIsItemInline } from './flex-axes.ts';

export type ItemAlign = Edge | 'stretch' | 'first baseline' | 'last baseline';

/** 'align-self', with 'auto' taken from the container. */
function alignSelfOf(container: Box, child: Box): Alignment {
  const own = child.style.alignSelf;
  return own.position === 'auto' ? container.style.alignItems : own;
}

export function itemAlign(container: Box, axes: FlexAxes, child: Box): ItemAlign {
  const alignment = alignSelfOf(container, child);
  switch (alignment.position) {
    case 'normal':
    case 'auto':
    case 'stretch':
      return 'stretch';
    case 'flex-start':
      return axes.crossReversed ? 'end' : 'start';
    case 'flex-end':
      return axes.crossReversed ? 'start' : 'end';
    case 'baseline':
      return 'first baseline';
    case 'last baseline':
      return 'last baseline';
    default:
      return (
        selfAlignmentEdge(alignment, axes.row ? 'block' : 'inline', axes.writing, writingOf(child.style)) ?? 'start'
      );
  }
}

/** §8.1: auto margins come before alignment. */
export function alignInFlow(
  container: Box,
  axes: FlexAxes,
  child: Box,
  margin: LogicalSides<number | null>,
): ItemAlign {
  if (crossStart(axes, margin) === null || crossEnd(axes, margin) === null) return 'start';
  return itemAlign(container, axes, child);
}

/** §9.4 step 11: whether an item stretches: its cross size is automatic. */
export function stretches(axes: FlexAxes, child: Box, align: ItemAlign): boolean {
  if (align !== 'stretch') return false;
  const writing = writingOf(child.style);
  const sizes = logicalSizes(child.style, writing);
  return (mainIsItemInline(axes, writing) ? sizes.blockSize : sizes.inlineSize) === 'auto';
}

/** Whether content that does not fit is kept at the start edge. */
export function isSafe(container: Box, child: Box): boolean {
  return alignSelfOf(container, child).overflow === 'safe';
}

/** Space along the main axis, from the start of the flow. */
export function justify({ style }: Box, axes: FlexAxes, spare: number, count: number): Distribution {
  return shareSpace(justifyContentOf(style.justifyContent, axes), spare, count, axes.mainReversed);
}

/** Space between lines, from the start of the flow. */
export function alignLines({ style }: Box, axes: FlexAxes, spare: number, count: number): Distribution {
  return shareSpace(style.alignContent, spare, count, axes.crossReversed);
}

/** 'left' and 'right' are sides of a line in a row, and of the page in a column; down the page they are 'start'. */
function justifyContentOf(alignment: Alignment, { row, writing }: FlexAxes): Alignment {
  const { position } = alignment;
  if (position !== 'left' && position !== 'right') return alignment;
  const fromRight = row ? writing.rtl : writing.blockReversed;
  const isStart = (!row && writing.horizontal) || (position === 'right') === fromRight;
  return { ...alignment, position: isStart ? 'start' : 'end' };
}

function shareSpace(alignment: Alignment, spare: number, count: number, reversed: boolean): Distribution {
  const { position } = alignment;
  const isSpread = spare > 0 && count > 0;
  switch (position) {
    case 'space-between':
      if (spare > 0 && count > 1) return { before: 0, between: spare / (count - 1) };
      return { before: reversed ? spare : 0, between: 0 };
    // The fallback of these two is a safe centring.
    case 'space-around':
      return isSpread ? { before: spare / count / 2, between: spare / count } : NONE;
    case 'space-evenly':
      return isSpread ? { before: spare / (count + 1), between: spare / (count + 1) } : NONE;
    default:
      return { before: contentOffset(alignment, spare, reversed), between: 0 };
  }
}

const NONE: Distribution = { before: 0, between: 0 };

function contentOffset({ position, overflow }: Alignment, spare: number, reversed: boolean): number {
  if (overflow === 'safe' && spare <= 0) return 0;
  switch (position) {
    case 'center':
      return spare / 2;
    case 'start':
      return 0;
    case 'end':
      return spare;
    case 'flex-end':
      return reversed ? 0 : spare;
    default:
      return reversed ? spare : 0;
  }
}

/** §4.1: an absolutely positioned child is placed as if it were the only item. */
export function staticMainEdge({ style }: Box, axes: FlexAxes): Edge {
  const { position } = justifyContentOf(style.justifyContent, axes);
  switch (position) {
    case 'center':
    case 'space-around':
    case 'space-evenly':
      return 'center';
    case 'start':
    case 'end':
      return position;
    case 'flex-end':
      return axes.mainReversed ? 'start' : 'end';
    default:
      return axes.mainReversed ? 'end' : 'start';
  }
}

export function staticCrossEdge(container: Box, axes: FlexAxes, child: Box): Edge {
  const align = itemAlign(container, axes, child);
  switch (align) {
    case 'stretch':
      return axes.crossReversed ? 'end' : 'start';
    case 'first baseline':
      return 'start';
    case 'last baseline':
      return 'end';
    default:
      return align;
  }
}

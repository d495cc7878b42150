/**
 * Alignment of flex items and lines: which edge, and whether an item stretches.
 *
 * Positions along an axis are in flow order of that axis of the container; a reversed axis is turned when the item is
 * placed, so 'flex-start' is always 'start' here and 'start' is turned where the axis is reversed.
 *
 * CSS Flexbox 1 §8, CSS Align 3 §4, §5 https://drafts.csswg.org/css-flexbox-1/#alignment
 */
import type { Alignment } from '../../style/computed-style.ts';
import { type Distribution, distribute, type Edge, edgeOffset, selfAlignmentEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import { isDefinite } from '../layout-unit.ts';
import { isOrthogonal, type LogicalSides, logicalSizes, writingOf } from '../writing-mode.ts';
import { type FlexAxes, mainIsItemInline } from './flex-axes.ts';
import type { FlexContext } from './flex-context.ts';

/** 'align-self', with 'auto' taken from the container and 'normal' as 'stretch'. */
export function alignSelfOf(container: Box, child: Box): Alignment {
  const own = child.style.alignSelf;
  const used = own.position === 'auto' ? container.style.alignItems : own;
  return used.position === 'normal' || used.position === 'auto' ? { ...used, position: 'stretch' } : used;
}

/** §9.4 step 11: an item with an automatic cross size and no auto margins across stretches. */
export function stretches(context: FlexContext, child: Box, margin: LogicalSides<number | null>): boolean {
  const { axes, box } = context;
  if (alignSelfOf(box, child).position !== 'stretch') return false;
  const [before, after] = axes.row ? [margin.blockStart, margin.blockEnd] : [margin.inlineStart, margin.inlineEnd];
  if (before === null || after === null) return false;
  const sizes = logicalSizes(child.style, writingOf(child.style));
  const cross = mainIsItemInline(axes, writingOf(child.style)) ? sizes.blockSize : sizes.inlineSize;
  return cross === 'auto';
}

/** The same, where the cross size of the only line is known beforehand. */
export function stretchesInto(context: FlexContext, child: Box, margin: LogicalSides<number | null>): boolean {
  return isDefinite(context.availableCross) && !context.axes.wraps && stretches(context, child, margin);
}

/** Whether an item takes part in baseline alignment along the cross axis. */
export function baselineOf(
  context: FlexContext,
  child: Box,
  margin: LogicalSides<number | null>,
): 'first' | 'last' | null {
  const { axes, box } = context;
  const { position } = alignSelfOf(box, child);
  if (position !== 'baseline' && position !== 'last baseline') return null;
  if (!axes.row || isOrthogonal(axes.writing, writingOf(child.style))) return null;
  if (margin.blockStart === null || margin.blockEnd === null) return null;
  return position === 'baseline' ? 'first' : 'last';
}

/** The edge of its line that an item keeps to, along a cross axis that runs as `axes` says. */
export function crossEdge(context: FlexContext, child: Box): Edge {
  const { axes, box } = context;
  const alignment = alignSelfOf(box, child);
  switch (alignment.position) {
    case 'stretch':
    case 'flex-start':
    case 'baseline':
      return 'start';
    case 'flex-end':
    case 'last baseline':
      return 'end';
    default: {
      const axis = axes.row ? 'block' : 'inline';
      const edge = selfAlignmentEdge(alignment, axis, axes.writing, writingOf(child.style)) ?? 'start';
      return axes.crossReversed ? turned(edge) : edge;
    }
  }
}

export function crossOffsetIn(context: FlexContext, child: Box, spare: number): number {
  return edgeOffset(crossEdge(context, child), spare, alignSelfOf(context.box, child).overflow === 'safe');
}

/** Space along the main axis, from main start. */
export function justify(context: FlexContext, spare: number, count: number): Distribution {
  const { axes, box } = context;
  return distribute(inAxis(safely(box.style.justifyContent, spare), axes, axes.row, axes.mainReversed), spare, count);
}

/** Space between lines, from cross start. */
export function alignLines(context: FlexContext, spare: number, count: number): Distribution {
  const { axes, box } = context;
  return distribute(inAxis(safely(box.style.alignContent, spare), axes, !axes.row, axes.crossReversed), spare, count);
}

/** CSS Align 3 §4.4: content that overflows a safe alignment begins at the start of the flow. */
function safely(alignment: Alignment, spare: number): Alignment {
  if (alignment.overflow !== 'safe' || spare >= 0) return alignment;
  return { position: 'start', overflow: 'unsafe', legacy: false };
}

/** 'start', 'end', 'left' and 'right' do not follow a reversed axis: in flex terms they are turned there. */
function inAxis(alignment: Alignment, axes: FlexAxes, inline: boolean, reversed: boolean): Alignment {
  const { position } = alignment;
  let edge: 'start' | 'end' | null = null;
  if (position === 'start' || position === 'end') edge = position;
  else if (position === 'left' || position === 'right') {
    edge = inline && (position === 'right') !== axes.writing.rtl ? 'end' : 'start';
  }
  if (edge === null) return alignment;
  return { ...alignment, position: (edge === 'end') === reversed ? 'flex-start' : 'flex-end' };
}

export function turned(edge: Edge): Edge {
  if (edge === 'center') return 'center';
  return edge === 'start' ? 'end' : 'start';
}

/** §4.1: an absolutely positioned child is placed as if it were the only item. */
export function staticMainEdge(context: FlexContext): Edge {
  const { axes, box } = context;
  const { position } = inAxis(box.style.justifyContent, axes, axes.row, axes.mainReversed);
  const centred = position === 'center' || position === 'space-around' || position === 'space-evenly';
  const edge: Edge = centred ? 'center' : position === 'flex-end' ? 'end' : 'start';
  return axes.mainReversed ? turned(edge) : edge;
}

export function staticCrossEdge(context: FlexContext, child: Box): Edge {
  const edge = crossEdge(context, child);
  return context.axes.crossReversed ? turned(edge) : edge;
}

/**
 * How grid items are aligned in their areas, and whether they fill them.
 *
 * In:  an item's style, its container's, and an axis of the container.
 * Out: the edge it keeps to, whether an automatic size stretches, and the baseline it shares.
 *
 * CSS Grid 2 §10 (alignment) and §6.2 (sizing of items) https://drafts.csswg.org/css-grid-2/#alignment
 */
import type { Alignment } from '../../style/computed-style.ts';
import { type Edge, edgeOffset, selfAlignmentEdge } from '../alignment.ts';
import type { Box } from '../box.ts';
import { toUnit } from '../layout-unit.ts';
import type { Writing } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';

export interface SelfAlignment {
  /** An automatic size fills the area. 'normal' gives way to an aspect ratio, 'stretch' does not. */
  readonly stretch: 'no' | 'normal' | 'stretch';
  readonly edge: Edge;
  readonly safe: boolean;
  readonly baseline: 'first' | 'last' | null;
}

/** §9: a subgrid always fills its area in its subgridded axes. */
export const SUBGRIDDED: SelfAlignment = { stretch: 'stretch', edge: 'start', safe: true, baseline: null };

// Faster: what most items have is made once.
const NORMAL: SelfAlignment = { stretch: 'normal', edge: 'start', safe: false, baseline: null };
const FILLS: SelfAlignment = { stretch: 'stretch', edge: 'start', safe: false, baseline: null };
const KEEPS_SIZE: SelfAlignment = { stretch: 'no', edge: 'start', safe: false, baseline: null };

export function selfAlignment(
  container: Box,
  item: Box,
  axis: AxisName,
  writing: Writing,
  own: Writing,
): SelfAlignment {
  const alignment = usedAlignment(container, item, axis);
  const safe = alignment.overflow === 'safe';
  const margin = item.isOutOfFlow ? null : autoMarginEdge(item, axis, writing);
  if (margin !== null) return { stretch: 'no', edge: margin, safe: true, baseline: null };
  switch (alignment.position) {
    case 'stretch':
      return FILLS;
    case 'normal':
      return isReplaced(item) ? KEEPS_SIZE : NORMAL;
    case 'baseline':
      return { stretch: 'no', edge: 'start', safe, baseline: 'first' };
    case 'last baseline':
      return { stretch: 'no', edge: 'end', safe, baseline: 'last' };
    default: {
      const edge = selfAlignmentEdge(alignment, axis, writing, own) ?? 'start';
      return { stretch: 'no', edge, safe, baseline: null };
    }
  }
}

/** 'auto' takes the container's justify-items or align-items. */
function usedAlignment(container: Box, item: Box, axis: AxisName): Alignment {
  const own = axis === 'inline' ? item.style.justifySelf : item.style.alignSelf;
  if (own.position !== 'auto') return own;
  return axis === 'inline' ? container.style.justifyItems : container.style.alignItems;
}

/** Controls are laid out like replaced content but fill their areas like any other box. */
function isReplaced(box: Box): boolean {
  return box.kind === 'replaced' && !box.shrinksToFit;
}

/** Auto margins take the spare room before any alignment does, and never let the item overflow at its start. */
function autoMarginEdge(
  { style }: Box,
  axis: AxisName,
  { horizontal, inlineReversed, blockReversed }: Writing,
): Edge | null {
  const { marginLeft, marginRight, marginTop, marginBottom } = style;
  const along = (axis === 'inline') === horizontal;
  const reversed = axis === 'inline' ? inlineReversed : blockReversed;
  const near = along ? marginLeft : marginTop;
  const far = along ? marginRight : marginBottom;
  const start = (reversed ? far : near) === 'auto';
  const end = (reversed ? near : far) === 'auto';
  if (!start && !end) return null;
  return start && end ? 'center' : start ? 'end' : 'start';
}

/** Where a box begins in its area: the margins are used ones, zero for 'auto'. */
export function offsetInArea(area: number, size: number, start: number, end: number, align: SelfAlignment): number {
  return start + toUnit(edgeOffset(align.edge, area - size - start - end, align.safe));
}

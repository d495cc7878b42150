/**
 * Alignment of grid items in their areas.
 *
 * CSS Grid 2 §10 (alignment) and §6.2 (sizing of items) https://drafts.csswg.org/css-grid-2/#alignment
 */
import type { Alignment } from '../../style/computed-style.ts';
import { type Edge, selfAlignmentEdge } from '../alignment.ts';
import { isOrthogonal, logicalSizes } from '../writing-mode.ts';
import type { GridContext, GridItem } from './grid-context.ts';

export interface SelfAlignment {
  /** The item fills its area along the axis. */
  readonly stretches: boolean;
  readonly edge: Edge;
  readonly safe: boolean;
  readonly baseline: 'first' | 'last' | null;
}

type Axis = 'inline' | 'block';

export function selfAlignment(context: GridContext, item: GridItem, axis: Axis): SelfAlignment {
  const alignment = usedAlignment(context, item, axis);
  const { position, overflow } = alignment;
  const safe = overflow === 'safe';
  const stretches = (position === 'stretch' || position === 'normal') && canStretch(context, item, axis, position);
  const baseline = position === 'baseline' ? 'first' : position === 'last baseline' ? 'last' : null;
  const edge = selfAlignmentEdge(alignment, axis, context.geometry.writing, item.writing);
  return { stretches, edge: edge ?? (baseline === 'last' ? 'end' : 'start'), safe, baseline };
}

/** 'auto' takes the container's justify-items or align-items. */
function usedAlignment({ box }: GridContext, item: GridItem, axis: Axis): Alignment {
  const own = axis === 'inline' ? item.box.style.justifySelf : item.box.style.alignSelf;
  if (own.position !== 'auto') return own;
  return axis === 'inline' ? box.style.justifyItems : box.style.alignItems;
}

/** §6.2: 'normal' is 'start' for replaced content and boxes that keep a ratio; auto margins stop any stretching. */
function canStretch(context: GridContext, item: GridItem, axis: Axis, position: 'stretch' | 'normal'): boolean {
  const { writing } = context.geometry;
  const { style } = item.box;
  const sizes = logicalSizes(style, writing);
  if ((axis === 'inline' ? sizes.inlineSize : sizes.blockSize) !== 'auto') return false;
  if (hasAutoMargin(item, axis, writing.horizontal)) return false;
  if (position === 'stretch') return true;
  if (item.box.kind === 'replaced') return false;
  if (style.aspectRatio.ratio === null) return true;
  // With a ratio the inline axis is filled and the block axis follows it, unless the other way round is asked for.
  return axis === 'inline' && !isOrthogonal(writing, item.writing) && sizes.blockSize === 'auto';
}

function hasAutoMargin(item: GridItem, axis: Axis, horizontal: boolean): boolean {
  const { marginLeft, marginRight, marginTop, marginBottom } = item.box.style;
  return (axis === 'inline') === horizontal
    ? marginLeft === 'auto' || marginRight === 'auto'
    : marginTop === 'auto' || marginBottom === 'auto';
}

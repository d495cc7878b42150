/**
 * One positioned box in its containing block, solved along the axes of the page.
 *
 * In:  a box with its static position, the rectangle of its containing block, and for 'anchor-center' the middle of the
 *      anchor. Out: the space it is laid out in, and its place once its size is known.
 *
 * Insets and auto margins are physical, and each axis asks the containing block's writing mode only for which side is its
 * start.
 *
 * CSS Position 3 §4 https://drafts.csswg.org/css-position-3/#abspos-layout, CSS 2.2 §10.3.7, §10.6.4
 */
import type { Alignment, ComputedStyle } from '../style/computed-style.ts';
import type { Size } from '../style/length.ts';
import { type Edge, edgeOffset, outOfFlowEdge, startsAtFarEdge } from './alignment.ts';
import { aspectRatio } from './aspect-ratio.ts';
import type { Box } from './box.ts';
import { usedMargin } from './edges.ts';
import type { LayoutResult, OutOfFlow, Placed } from './fragment.ts';
import type { ScrollOrigin } from './overflow.ts';
import { type LayoutPorts, Space } from './space.ts';
import { logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** A containing block's padding box, from the corner of the fragment that becomes the parent. */
export interface ContainingRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly writing: Writing;
  /** Of a scroll container: the sides on which scrolling begins. */
  readonly scrolls?: ScrollOrigin;
  /** Where it is an area beside an anchor: the containing block that it is a part of. */
  readonly whole?: ContainingRect;
}

/** One page axis of the problem; lengths are from the containing block's left or top edge. */
export interface Axis {
  readonly containing: number;
  /** Of the anchor, with 'anchor-center'. */
  readonly center: number | null;
  readonly insetStart: number | null;
  readonly insetEnd: number | null;
  readonly marginStart: number | null;
  readonly marginEnd: number | null;
  readonly staticStart: number;
  readonly staticEnd: number;
  readonly staticAlign: Edge;
  readonly staticIsSafe: boolean;
  /** §4.3: the inset-modified containing block. */
  readonly areaStart: number;
  readonly areaSize: number;
  /** The containing block's lines run along it. */
  readonly inline: boolean;
  /** The containing block's flow starts at the right or bottom. */
  readonly fromEnd: boolean;
  /** Where self-alignment wants the box, as page start or end; `null` for 'normal' and 'stretch'. */
  readonly align: Edge | null;
  readonly overflow: Alignment['overflow'];
  /** §4.4: what a box that does not fit is kept in: the containing block, and the area if that reaches further. */
  readonly limitStart: number;
  readonly limitEnd: number;
  /** Both insets are given: 'auto' fills the area when self-alignment is 'stretch', and most boxes when it is 'normal'. */
  readonly stretches: 'explicitly' | 'normally' | null;
}

export function makeAxis(
  item: OutOfFlow,
  rect: ContainingRect,
  horizontal: boolean,
  center: number | null = null,
  style = item.box.style,
): Axis {
  const containing = horizontal ? rect.width : rect.height;
  const inlineBase = rect.writing.horizontal ? rect.width : rect.height;
  const insetStart = usedMargin(horizontal ? style.left : style.top, containing);
  const insetEnd = usedMargin(horizontal ? style.right : style.bottom, containing);
  const staticStart = horizontal ? item.x - rect.x : item.y - rect.y;
  const staticEnd = staticStart + (horizontal ? item.width : item.height);
  const staticAlign = horizontal ? item.alignX : item.alignY;
  const fromEnd = startsAtFarEdge(rect.writing, horizontal);
  const align = selfAlign(style, rect.writing, horizontal);
  let areaStart = insetStart ?? 0;
  let areaEnd = containing - (insetEnd ?? 0);
  if (insetStart === null && insetEnd === null) {
    // §4.2: from the static position to the far edge of the containing block.
    if (staticAlign === 'start') areaStart = staticStart;
    else if (staticAlign === 'end') areaEnd = staticEnd;
    else {
      const centre = (staticStart + staticEnd) / 2;
      const half = Math.min(centre, containing - centre);
      areaStart = centre - half;
      areaEnd = centre + half;
    }
  }
  const own = horizontal === rect.writing.horizontal ? style.justifySelf : style.alignSelf;
  return {
    center,
    containing,
    insetStart,
    insetEnd,
    marginStart: usedMargin(horizontal ? style.marginLeft : style.marginTop, inlineBase),
    marginEnd: usedMargin(horizontal ? style.marginRight : style.marginBottom, inlineBase),
    staticStart,
    staticEnd,
    staticAlign,
    staticIsSafe: horizontal ? item.safeX : item.safeY,
    areaStart,
    areaSize: Math.max(0, areaEnd - areaStart),
    inline: horizontal === rect.writing.horizontal,
    fromEnd,
    align,
    overflow: own.overflow,
    ...limits(rect, horizontal, areaStart, areaEnd),
    stretches:
      insetStart === null || insetEnd === null || align !== null
        ? null
        : own.position === 'stretch'
          ? 'explicitly'
          : 'normally',
  };
}

/** CSS Align 3 §4.4: the overflow limit rectangle. Where scrolling leads to, there is no limit. */
function limits(
  rect: ContainingRect,
  horizontal: boolean,
  areaStart: number,
  areaEnd: number,
): Pick<Axis, 'limitStart' | 'limitEnd'> {
  const whole = rect.whole ?? rect;
  const start = horizontal ? whole.x - rect.x : whole.y - rect.y;
  const end = start + (horizontal ? whole.width : whole.height);
  const fromEnd = whole.scrolls === undefined ? null : horizontal ? whole.scrolls.right : whole.scrolls.bottom;
  return {
    limitStart: fromEnd === true ? Number.NEGATIVE_INFINITY : Math.min(areaStart, start),
    limitEnd: fromEnd === false ? Number.POSITIVE_INFINITY : Math.max(areaEnd, end),
  };
}

/** justify-self acts along the containing block's inline axis, align-self along its block axis. */
function selfAlign(style: ComputedStyle, container: Writing, horizontal: boolean): Edge | null {
  const inlineAxis = horizontal === container.horizontal;
  const alignment = inlineAxis ? style.justifySelf : style.alignSelf;
  const edge = outOfFlowEdge(alignment, inlineAxis ? 'inline' : 'block', container, writingOf(style));
  if (edge === null || edge === 'center' || !startsAtFarEdge(container, horizontal)) return edge;
  return edge === 'start' ? 'end' : 'start';
}

/** §4.4, §4.5: automatic sizes stretch between two insets, else shrink to fit the area. */
export function positionedSpace(box: Box, horizontal: Axis, vertical: Axis, ports: LayoutPorts): Space {
  const writing = writingOf(box.style);
  const inline = writing.horizontal ? horizontal : vertical;
  const block = writing.horizontal ? vertical : horizontal;
  const sizes = logicalSizes(box.style, writing);
  const inlineStretches = fillsArea(box, inline);
  const blockStretches = fillsArea(box, block);
  const hasRatio = box.kind !== 'replaced' && aspectRatio(box, writing) !== null;
  // Of two automatic sizes with a ratio, one stretches and the other follows it, unless both are asked to stretch.
  const bothStretch = hasRatio && isExplicit(inline, sizes.inlineSize) && isExplicit(block, sizes.blockSize);
  const inlineFollows = hasRatio && inline.stretches !== 'explicitly' && isExplicit(block, sizes.blockSize);
  const blockFollows = hasRatio && !inlineFollows && (inlineStretches || sizes.inlineSize !== 'auto');
  const blockLeads = hasRatio && !blockFollows && blockStretches && sizes.blockSize === 'auto';
  const blockIsStrong = isExplicit(block, sizes.blockSize) && sizes.inlineSize !== 'auto';
  // Chrome: insets that reach out of the containing block do not widen a table.
  const areaInline = box.kind === 'table' ? Math.min(inline.areaSize, inline.containing) : inline.areaSize;
  return new Space(ports, {
    availableInline: bothStretch ? withoutMargins(inline) : areaInline,
    availableBlock: blockLeads || bothStretch ? withoutMargins(block) : block.areaSize,
    percentInline: inline.containing,
    percentBlock: block.containing,
    inlineSizing: bothStretch ? 'fixed' : inlineStretches && !blockLeads ? 'stretch' : 'fit-content',
    blockSizing:
      blockLeads || bothStretch ? 'fixed' : blockStretches && (!blockFollows || blockIsStrong) ? 'stretch' : 'auto',
    newFormattingContext: true,
  });
}

/** Tables and replaced boxes other than controls have their own size unless they are asked to stretch. */
function fillsArea(box: Box, { stretches }: Axis): boolean {
  if (stretches !== 'normally') return stretches === 'explicitly';
  return box.kind !== 'table' && (box.kind !== 'replaced' || box.shrinksToFit);
}

function isExplicit({ stretches }: Axis, size: Size): boolean {
  return size === 'auto' && stretches === 'explicitly';
}

function withoutMargins({ areaSize, marginStart, marginEnd }: Axis): number {
  return Math.max(0, areaSize - (marginStart ?? 0) - (marginEnd ?? 0));
}

/** The position of the border box along one axis, from the containing block's left or top edge. */
export function solveAxis(axis: Axis, size: number): number {
  const { insetStart, insetEnd, marginStart, marginEnd } = axis;
  const start = marginStart ?? 0;
  const end = marginEnd ?? 0;
  if (insetStart === null && insetEnd === null) return staticOffset(axis, size, start, end);
  if (insetEnd === null) return insetStart! + start;
  if (insetStart === null) return axis.containing - insetEnd - end - size;

  const spare = axis.containing - insetStart - insetEnd - size - start - end;
  if (marginStart === null || marginEnd === null) {
    // Auto margins share what is spare; along lines the start edge stays where it is when there is none.
    if (marginStart === null && marginEnd === null) {
      if (spare >= 0 || !axis.inline) return insetStart + spare / 2;
      return axis.fromEnd ? insetStart + spare : insetStart;
    }
    return marginStart === null ? insetStart + spare : insetStart + start;
  }
  const stretched = axis.stretches === 'explicitly' ? (axis.fromEnd ? 'end' : 'start') : null;
  const align = axis.align ?? stretched;
  if (align === null) return insetStart + start + (axis.fromEnd ? spare : 0);
  return start + alignedStart(axis, align, insetStart, spare, size + start + end);
}

function staticOffset(axis: Axis, size: number, start: number, end: number): number {
  const room = axis.staticEnd - axis.staticStart;
  const overflows = axis.staticIsSafe && room > 0 && size + start + end > room;
  switch (overflows ? (axis.fromEnd ? 'end' : 'start') : axis.staticAlign) {
    case 'start':
      return axis.staticStart + start;
    case 'end':
      return axis.staticEnd - end - size;
    case 'center':
      return (axis.staticStart + axis.staticEnd - size - start - end) / 2 + start;
  }
}

/** CSS Align 3 §4.4: where the margin box begins, as it is aligned and kept from overflowing. */
function alignedStart(axis: Axis, edge: Edge, insetStart: number, spare: number, size: number): number {
  const { center, overflow, limitStart, limitEnd, fromEnd } = axis;
  const wanted = center === null ? insetStart + edgeOffset(edge, spare, false) : center - size / 2;
  if (overflow === 'unsafe') return wanted;
  // What fits is in its area; 'anchor-center' comes as near to the middle of the anchor as that allows.
  if (spare >= 0) return Math.max(insetStart, Math.min(insetStart + spare, wanted));
  if (overflow === 'safe') return fromEnd ? insetStart + spare : insetStart;
  if (size > limitEnd - limitStart) return fromEnd ? limitEnd - size : limitStart;
  return Math.max(limitStart, Math.min(limitEnd - size, wanted));
}

/** A positioned box in its place, and what it does not contain itself. */
export interface Positioned {
  readonly placed: Placed;
  readonly outOfFlow: LayoutResult['outOfFlow'];
}

/** The middle of an anchor, from the corner of the containing block. */
export interface AnchorCenter {
  readonly centerX: number | null;
  readonly centerY: number | null;
}

export const NO_CENTER: AnchorCenter = { centerX: null, centerY: null };

export function layoutIn(item: OutOfFlow, rect: ContainingRect, ports: LayoutPorts, center: AnchorCenter): Positioned {
  const { box } = item;
  const horizontal = makeAxis(item, rect, true, center.centerX);
  const vertical = makeAxis(item, rect, false, center.centerY);
  const result = ports.layoutChild(box, positionedSpace(box, horizontal, vertical, ports));
  const x = rect.x + solveAxis(horizontal, result.fragment.width);
  const y = rect.y + solveAxis(vertical, result.fragment.height);
  return { placed: { fragment: result.fragment, x, y }, outOfFlow: result.outOfFlow };
}

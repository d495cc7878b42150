/**
 * Absolutely and fixed positioned boxes.
 *
 * In:  a box with its static position, and the rectangle of its containing block.
 * Out: its fragment and place, and the out-of-flow boxes below it that it does not contain.
 *
 * Everything is solved along the page's axes: insets and auto margins are physical, and each axis asks the containing
 * block's writing mode only for which side is its start.
 *
 * CSS Position 3 §4 https://drafts.csswg.org/css-position-3/#abspos-layout, CSS 2.2 §10.3.7, §10.6.4
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import { type Edge, edgeOffset, selfAlignmentEdge, startsAtFarEdge } from './alignment.ts';
import { type AnchorFinder, anchorFinder, isAnchored, positionOptions, resolveAnchors } from './anchor.ts';
import { aspectRatio } from './aspect-ratio.ts';
import type { Box } from './box.ts';
import { usedMargin } from './edges.ts';
import type { LayoutResult, OutOfFlow, Placed } from './fragment.ts';
import { EPSILON } from './layout-unit.ts';
import { NO_OFFSET, type Offset } from './relative-position.ts';
import { type LayoutPorts, Space } from './space.ts';
import { logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** A containing block's padding box, from the corner of the fragment that becomes the parent. */
export interface ContainingRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly writing: Writing;
}

/** One page axis of the problem; lengths are from the containing block's left or top edge. */
interface Axis {
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
  /** §4.3: the inset-modified containing block. */
  readonly areaStart: number;
  readonly areaSize: number;
  /** The containing block's lines run along it. */
  readonly inline: boolean;
  /** The containing block's flow starts at the right or bottom. */
  readonly fromEnd: boolean;
  /** Where self-alignment wants the box, as page start or end; `null` for 'normal' and 'stretch'. */
  readonly align: Edge | null;
  readonly safe: boolean;
  /** 'auto' fills the area. */
  readonly stretches: boolean;
}

/** A positioned box in its place, and what it does not contain itself. */
interface Positioned {
  readonly placed: Placed;
  readonly outOfFlow: LayoutResult['outOfFlow'];
}

/** `siblings` are the fragments that are in the containing block already, scrolled by `scroll`: anchors are among them. */
export function layoutPositioned(
  item: OutOfFlow,
  rect: ContainingRect,
  ports: LayoutPorts,
  siblings: readonly Placed[],
  scroll: Offset = NO_OFFSET,
): Positioned {
  const style = item.box.anchoredStyle ?? item.box.style;
  return isAnchored(style)
    ? layoutAnchored(item, style, rect, ports, anchorFinder(siblings, scroll))
    : layoutIn(item, rect, ports, NO_CENTER);
}

/** CSS Anchor Positioning 1 §5: the first of the position options that does not overflow, or the first of all. */
function layoutAnchored(
  item: OutOfFlow,
  style: ComputedStyle,
  containing: ContainingRect,
  ports: LayoutPorts,
  find: AnchorFinder,
): Positioned {
  const options = positionOptions(style);
  for (const [index, option] of [...options, options[0]!].entries()) {
    const { style: used, rect, ...center } = resolveAnchors(item.box, style, containing, find, option);
    setAnchoredStyle(item.box, style, used);
    const isLast = index === options.length || options.length === 1;
    if (isLast || fits(item, rect, ports)) return layoutIn(item, rect, ports, center);
  }
  return layoutIn(item, containing, ports, NO_CENTER);
}

/** The box in a style of numbers. What was laid out in another one is of no use; what is around it does not see it. */
function setAnchoredStyle(box: Box, anchored: ComputedStyle, used: ComputedStyle): void {
  box.anchoredStyle = anchored;
  box.style = used;
  box.cachedLayouts = [];
  box.cachedIntrinsic = null;
  box.fixedIntrinsic = null;
}

function fits(item: OutOfFlow, rect: ContainingRect, ports: LayoutPorts): boolean {
  const horizontal = makeAxis(item, rect, true);
  const vertical = makeAxis(item, rect, false);
  const { fragment } = ports.layoutChild(item.box, positionedSpace(item.box, horizontal, vertical, ports));
  const fitsAlong = (axis: Axis, size: number) =>
    size + (axis.marginStart ?? 0) + (axis.marginEnd ?? 0) <= axis.areaSize + EPSILON;
  return fitsAlong(horizontal, fragment.width) && fitsAlong(vertical, fragment.height);
}

interface AnchorCenter {
  readonly centerX: number | null;
  readonly centerY: number | null;
}

const NO_CENTER: AnchorCenter = { centerX: null, centerY: null };

function layoutIn(item: OutOfFlow, rect: ContainingRect, ports: LayoutPorts, center: AnchorCenter): Positioned {
  const { box } = item;
  const horizontal = makeAxis(item, rect, true, center.centerX);
  const vertical = makeAxis(item, rect, false, center.centerY);
  const result = ports.layoutChild(box, positionedSpace(box, horizontal, vertical, ports));
  const x = rect.x + solveAxis(horizontal, result.fragment.width);
  const y = rect.y + solveAxis(vertical, result.fragment.height);
  return { placed: { fragment: result.fragment, x, y }, outOfFlow: result.outOfFlow };
}

function makeAxis(item: OutOfFlow, rect: ContainingRect, horizontal: boolean, center: number | null = null): Axis {
  const { style } = item.box;
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
  const own = horizontal ? style.justifySelf : style.alignSelf;
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
    areaStart,
    areaSize: Math.max(0, areaEnd - areaStart),
    inline: horizontal === rect.writing.horizontal,
    fromEnd,
    align,
    safe: own.overflow === 'safe',
    stretches: insetStart !== null && insetEnd !== null && align === null && item.box.kind !== 'table',
  };
}

/** justify-self acts along the containing block's inline axis, align-self along its block axis. */
function selfAlign(style: ComputedStyle, container: Writing, horizontal: boolean): Edge | null {
  const inlineAxis = horizontal === container.horizontal;
  const alignment = inlineAxis ? style.justifySelf : style.alignSelf;
  const edge = selfAlignmentEdge(alignment, inlineAxis ? 'inline' : 'block', container, writingOf(style));
  if (edge === null || edge === 'center' || !startsAtFarEdge(container, horizontal)) return edge;
  return edge === 'start' ? 'end' : 'start';
}

/** §4.4, §4.5: automatic sizes stretch between two insets, else shrink to fit the area. */
function positionedSpace(box: Box, horizontal: Axis, vertical: Axis, ports: LayoutPorts): Space {
  const writing = writingOf(box.style);
  const inline = writing.horizontal ? horizontal : vertical;
  const block = writing.horizontal ? vertical : horizontal;
  const sizes = logicalSizes(box.style, writing);
  const hasRatio = box.kind !== 'replaced' && aspectRatio(box, writing) !== null;
  // Of two automatic sizes with a ratio, one stretches and the other follows it.
  const blockFollows = hasRatio && (inline.stretches || sizes.inlineSize !== 'auto');
  const blockLeads = hasRatio && !blockFollows && block.stretches && sizes.blockSize === 'auto';
  const leading = block.areaSize - (block.marginStart ?? 0) - (block.marginEnd ?? 0);
  return new Space(ports, {
    availableInline: inline.areaSize,
    availableBlock: blockLeads ? Math.max(0, leading) : block.areaSize,
    percentInline: inline.containing,
    percentBlock: block.containing,
    inlineSizing: inline.stretches && !blockLeads ? 'stretch' : 'fit-content',
    blockSizing: blockLeads ? 'fixed' : block.stretches && !blockFollows ? 'stretch' : 'auto',
    newFormattingContext: true,
  });
}

/** The position of the border box along one axis, from the containing block's left or top edge. */
function solveAxis(axis: Axis, size: number): number {
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
  if (axis.center !== null) {
    // As near to the middle of the anchor as the containing block allows.
    const most = Math.max(insetStart, axis.containing - insetEnd - size - start - end);
    return Math.max(insetStart, Math.min(most, axis.center - (size + start + end) / 2)) + start;
  }
  const edge = axis.align ?? (axis.fromEnd ? 'end' : 'start');
  return insetStart + start + alignedOffset(axis, edge, spare);
}

function staticOffset(axis: Axis, size: number, start: number, end: number): number {
  switch (axis.staticAlign) {
    case 'start':
      return axis.staticStart + start;
    case 'end':
      return axis.staticEnd - end - size;
    case 'center':
      return (axis.staticStart + axis.staticEnd - size - start - end) / 2 + start;
  }
}

function alignedOffset(axis: Axis, edge: Edge, spare: number): number {
  if (axis.align === null || spare >= 0 || !axis.safe) return edgeOffset(edge, spare, false);
  return axis.fromEnd ? spare : 0;
}

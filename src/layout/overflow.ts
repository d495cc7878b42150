/**
 * Scrollable overflow: how far the content of a box reaches, and how far it can be scrolled.
 *
 * In:  a fragment. Out: the scrollable area, at least its padding box.
 *
 * CSS Overflow 3 §2.2 https://drafts.csswg.org/css-overflow-3/#scrollable
 */
import { type Rect, unionRect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { Box } from './box.ts';
import { overflowIsTheViewports, scrollsItself } from './flow/formatting-context.ts';
import type { BoxFragment, Fragment } from './fragment.ts';
import { type Matrix, multiply, transformRect, translation } from './matrix.ts';
import { scrollsAlong } from './sizing.ts';
import { hasTransform, transformOf } from './transform.ts';
import { writingOf } from './writing-mode.ts';

/** What a box between the container and a fragment lets out along one axis. */
interface Limit {
  readonly start: number;
  readonly end: number;
}

interface Pending {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
  readonly matrix: Matrix | null;
  readonly limitX: Limit | null;
  readonly limitY: Limit | null;
}

/** Sides on which scrolling begins: content beyond them is out of reach. */
export interface ScrollOrigin {
  readonly right: boolean;
  readonly bottom: boolean;
}

/** How far a box can be scrolled from where its scrolling begins; the lower limits are zero or less. */
export interface ScrollRange {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

const UNSCROLLED: ScrollRange = { minX: 0, maxX: 0, minY: 0, maxY: 0 };

/** Width and height of the scrollable area. */
export function contentExtent(
  root: BoxFragment,
  content: Rect | null = null,
): { readonly width: number; readonly height: number } {
  const { w, h } = scrollableArea(root, content);
  return { width: w, height: h };
}

/** Both axes; zero along one that does not scroll. */
export function scrollRange(fragment: BoxFragment, content: Rect | null = null): ScrollRange {
  const { box } = fragment;
  if (box.isAnonymous || box.kind === 'inline' || !scrollsItself(box)) return UNSCROLLED;
  const port = paddingBox(fragment);
  const area = scrollableArea(fragment, content);
  const alongX = scrollsAlong(box.style, true);
  const alongY = scrollsAlong(box.style, false);
  return {
    minX: alongX ? Math.min(0, Math.round(area.x - port.x)) : 0,
    maxX: alongX ? Math.max(0, Math.round(area.x + area.w - port.x - port.w)) : 0,
    minY: alongY ? Math.min(0, Math.round(area.y - port.y)) : 0,
    maxY: alongY ? Math.max(0, Math.round(area.y + area.h - port.y - port.h)) : 0,
  };
}

function paddingBox({ border, width, height }: BoxFragment): Rect {
  return {
    x: border.left,
    y: border.top,
    w: width - border.left - border.right,
    h: height - border.top - border.bottom,
  };
}

/**
 * From the border-box corner.
 *
 * @param content of a control, which has no fragments (text-area-content.ts).
 */
export function scrollableArea(root: BoxFragment, content: Rect | null = null): Rect {
  const port = paddingBox(root);
  const origin = scrollOrigin(root.box);
  let area = port;
  const add = (rect: Rect) => {
    if (rect.w <= 0 || rect.h <= 0) return;
    const reachable = withinReach(rect, port, origin);
    if (reachable !== null) area = unionRect(area, reachable);
  };
  const stack: Pending[] = root.children.map(({ fragment, x, y }) => ({
    fragment,
    x,
    y,
    matrix: null,
    limitX: null,
    limitY: null,
  }));
  // What is fixed to the viewport does not make it scroll.
  const isViewport = root.box.node === null;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { fragment, limitX, limitY } = at;
    if (isViewport && isFixed(fragment)) continue;
    let { x, y, matrix } = at;
    if (fragment.kind === 'box' && hasTransform(fragment.box.style) && fragment.box.kind !== 'inline') {
      const own = multiply(translation(x, y), transformOf(fragment.box.style, fragment.width, fragment.height));
      matrix = matrix === null ? own : multiply(matrix, own);
      x = 0;
      y = 0;
    }
    add(limited(placed(fragment, x, y, matrix), limitX, limitY));
    if (fragment.kind === 'text' || fragment.children.length === 0) continue;
    let innerX = limitX;
    let innerY = limitY;
    if (fragment.kind === 'box') {
      const clips = clippedAxes(fragment.box);
      if (clips.x && clips.y) continue;
      if (clips.x || clips.y) {
        const rect = placed(fragment, x, y, matrix);
        if (clips.x) innerX = { start: rect.x, end: rect.x + rect.w };
        if (clips.y) innerY = { start: rect.y, end: rect.y + rect.h };
      }
    }
    for (const child of fragment.children) {
      const { fragment: inner } = child;
      stack.push({ fragment: inner, x: x + child.x, y: y + child.y, matrix, limitX: innerX, limitY: innerY });
    }
  }
  const inflow = scrollsItself(root.box) ? paddedInflow(root) : null;
  if (content !== null) add(content);
  const reachable = inflow === null ? null : withinReach(inflow, port, origin);
  return reachable === null ? area : unionRect(area, reachable);
}

/**
 * CSS Position 3 §2.1: the containing block that scrolls with its content, which is as large as what is in flow lets it be.
 * From the border-box corner.
 */
export function scrollableContainer(root: BoxFragment): Rect {
  const port = paddingBox(root);
  const inflow = paddedInflow(root);
  const reachable = inflow === null ? null : withinReach(inflow, port, scrollOrigin(root.box));
  return reachable === null ? port : unionRect(port, reachable);
}

/** The in-flow content with the container's padding around it. */
function paddedInflow({ inflow, children, padding }: BoxFragment): Rect | null {
  let bounds = inflow;
  for (const { fragment, x, y } of children) {
    if (fragment.kind !== 'line') continue;
    const line = { x, y, w: fragment.width, h: fragment.height };
    bounds = bounds === null ? line : unionRect(bounds, line);
  }
  if (bounds === null) return null;
  return {
    x: bounds.x - padding.left,
    y: bounds.y - padding.top,
    w: bounds.w + padding.left + padding.right,
    h: bounds.h + padding.top + padding.bottom,
  };
}

function isFixed(fragment: Fragment): boolean {
  return fragment.kind === 'box' && fragment.box.style.position === 'fixed';
}

function placed(fragment: Fragment, x: number, y: number, matrix: Matrix | null): Rect {
  if (matrix === null) return { x, y, w: fragment.width, h: fragment.height };
  return transformRect(matrix, x, y, fragment.width, fragment.height);
}

function limited(rect: Rect, limitX: Limit | null, limitY: Limit | null): Rect {
  if (limitX === null && limitY === null) return rect;
  const left = limitX === null ? rect.x : Math.max(rect.x, limitX.start);
  const right = limitX === null ? rect.x + rect.w : Math.min(rect.x + rect.w, limitX.end);
  const top = limitY === null ? rect.y : Math.max(rect.y, limitY.start);
  const bottom = limitY === null ? rect.y + rect.h : Math.min(rect.y + rect.h, limitY.end);
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** What of a rectangle is not before the sides on which scrolling begins; `null` when nothing is. */
function withinReach(rect: Rect, port: Rect, origin: ScrollOrigin): Rect | null {
  const left = origin.right ? rect.x : Math.max(rect.x, port.x);
  const right = origin.right ? Math.min(rect.x + rect.w, port.x + port.w) : rect.x + rect.w;
  const top = origin.bottom ? rect.y : Math.max(rect.y, port.y);
  const bottom = origin.bottom ? Math.min(rect.y + rect.h, port.y + port.h) : rect.y + rect.h;
  return right < left || bottom < top ? null : { x: left, y: top, w: right - left, h: bottom - top };
}

/** By the writing mode, and for flex containers by the direction in which they are filled. */
export function scrollOrigin({ style, kind }: Pick<Box, 'style' | 'kind'>): ScrollOrigin {
  const { horizontal, inlineReversed, blockReversed } = writingOf(style);
  const isFlex = kind === 'flex';
  const column = style.flexDirection === 'column' || style.flexDirection === 'column-reverse';
  const mainReversed = isFlex && style.flexDirection.endsWith('-reverse');
  const crossReversed = isFlex && style.flexWrap.startsWith('wrap-reverse');
  const inline = inlineReversed !== (column ? crossReversed : mainReversed);
  const block = blockReversed !== (column ? mainReversed : crossReversed);
  return horizontal ? { right: inline, bottom: block } : { right: block, bottom: inline };
}

const NO_AXES = { x: false, y: false } as const;
const BOTH_AXES = { x: true, y: true } as const;

/** The axes along which what is in a box does not reach its ancestors. */
function clippedAxes(box: Box): { readonly x: boolean; readonly y: boolean } {
  const { style, node } = box;
  if (box.isAnonymous || box.kind === 'inline') return NO_AXES;
  if (node?.[LOCAL_NAME] === 'html' || (node?.[LOCAL_NAME] === 'body' && overflowIsTheViewports(box))) return NO_AXES;
  if (style.contain.includes('paint') || style.contentVisibility !== 'visible') return BOTH_AXES;
  return { x: style.overflowX !== 'visible', y: style.overflowY !== 'visible' };
}

/**
 * What fragments below the same ancestors share: transform, clip, scrolling, containing block.
 *
 * In:  a box fragment and the frame it stands in.
 * Out: the frame of its children.
 *
 * CSS Overflow 3 §3, CSS Transforms 1 §3
 */

import { intersectRect, type Rect } from '../geometry.ts';
import { LOCAL_NAME } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import type { Box } from './box.ts';
import { clipShape } from './clip-shape.ts';
import { overflowIsTheViewports } from './flow/formatting-context.ts';
import type { BoxFragment, Fragment } from './fragment.ts';
import { type Matrix, multiply, transformRect, translation } from './matrix.ts';
import { contentExtent, type ScrollRange, scrollRange } from './overflow.ts';
import { NO_OFFSET, type Offset } from './relative-position.ts';
import { isScrollContainer, scrollsAlong } from './sizing.ts';
import { hasTransform, transformOf } from './transform.ts';

/** A fragment still to be visited. */
export interface Visit {
  readonly fragment: Fragment;
  /** Corner, before the frame's matrix. */
  readonly x: number;
  readonly y: number;
  readonly frame: Frame;
}

/** What fragments below the same ancestors share. Rectangles other than `clip` are before the matrix. */
export interface Frame {
  /** `null` without a transform. */
  readonly matrix: Matrix | null;
  /** What ancestors leave visible, on the page. */
  readonly clip: Rect | null;
  /** What the nearest scroll container shows. */
  readonly port: Rect;
  /** The content box of the containing block. */
  readonly container: Rect;
  /** What leads from a place before the matrix to the one it has without transforms and scrolling. */
  readonly unmoved: Offset;
}

/** Children are pushed last first, so that they are visited in order. */
export function pushChildren(
  stack: Visit[],
  children: BoxFragment['children'],
  x: number,
  y: number,
  frame: Frame,
): void {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]!;
    stack.push({ fragment: child.fragment, x: x + child.x, y: y + child.y, frame });
  }
}

/** The frame of a box's children. */
export function frameWithin(frame: Frame, fragment: BoxFragment, x: number, y: number, scroll: Offset): Frame {
  const { box, border, padding, width, height } = fragment;
  const clips = clipsContent(box);
  // Sticky boxes stay in their containing block: not in a row, nor in an anonymous block.
  const contains = box.kind !== 'inline' && box.kind !== 'table-row' && box.kind !== 'table-row-group';
  if (!clips && (box.isAnonymous || !contains)) return frame;
  const left = border.left + padding.left;
  const top = border.top + padding.top;
  const container = {
    x: x + left - scroll.x,
    y: y + top - scroll.y,
    w: Math.max(0, width - left - border.right - padding.right),
    h: Math.max(0, height - top - border.bottom - padding.bottom),
  };
  if (!clips) return { ...frame, container };
  // A box may scroll along one axis and only clip along the other.
  const { style } = box;
  const alongX = scrollsAlong(style, true) ? { x: x + border.left, w: width - border.left - border.right } : frame.port;
  const alongY = scrollsAlong(style, false)
    ? { y: y + border.top, h: height - border.top - border.bottom }
    : frame.port;
  return {
    matrix: frame.matrix,
    clip: clipWith(frame.clip, frame.matrix, x, y, fragment),
    port: { x: alongX.x, y: alongY.y, w: alongX.w, h: alongY.h },
    // What scrolls is contained by all of the content.
    container: isScrollContainer(style) ? scrolledArea(fragment, container) : container,
    unmoved: scroll === NO_OFFSET ? frame.unmoved : { x: frame.unmoved.x + scroll.x, y: frame.unmoved.y + scroll.y },
  };
}

/** The containing block inside a scroll container reaches as far as its content. */
function scrolledArea(fragment: BoxFragment, content: Rect): Rect {
  const { width, height } = contentExtent(fragment);
  return { ...content, w: Math.max(content.w, width), h: Math.max(content.h, height) };
}

/** The frame inside a transformed box, whose corner is its origin. */
export function transformedFrame(frame: Frame, fragment: BoxFragment, x: number, y: number): Frame {
  const own = multiply(translation(x, y), transformOf(fragment.box.style, fragment.width, fragment.height));
  const { port, container } = frame;
  return {
    matrix: frame.matrix === null ? own : multiply(frame.matrix, own),
    clip: frame.clip,
    port: { ...port, x: port.x - x, y: port.y - y },
    container: { ...container, x: container.x - x, y: container.y - y },
    unmoved: { x: frame.unmoved.x + x, y: frame.unmoved.y + y },
  };
}

/**
 * The frame of a box that 'clip-path' or 'clip' cuts something off, and of all that is in it.
 *
 * Differs: what is positioned by a box further out is not cut.
 */
export function clippedFrame(frame: Frame, fragment: BoxFragment, x: number, y: number): Frame {
  const shape = clipShape(fragment);
  if (shape === null) return frame;
  const rect =
    frame.matrix === null
      ? { ...shape, x: x + shape.x, y: y + shape.y }
      : transformRect(frame.matrix, x + shape.x, y + shape.y, shape.w, shape.h);
  const clip = frame.clip === null ? rect : (intersectRect(frame.clip, rect) ?? { x: rect.x, y: rect.y, w: 0, h: 0 });
  return { ...frame, clip };
}

export function isTransformed(box: Box): boolean {
  return box.kind !== 'inline' && !box.isAnonymous && hasTransform(box.style);
}

export function pageRect(matrix: Matrix | null, x: number, y: number, size: Pick<Fragment, 'width' | 'height'>): Rect {
  if (matrix === null) return { x, y, w: size.width, h: size.height };
  return transformRect(matrix, x, y, size.width, size.height);
}

function clipsContent(box: Box): boolean {
  const { style } = box;
  if (box.isAnonymous || box.kind === 'inline') return false;
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
    return !overflowIsTheViewports(box) && box.node?.[LOCAL_NAME] !== 'html';
  }
  // What is skipped is content of the page all the same: it is cut off when it comes near.
  return style.contain.includes('paint') || (style.contentVisibility !== 'visible' && !box.skipsContent);
}

/** The padding box of a clipping box, within what clipped before. */
function clipWith(clip: Rect | null, matrix: Matrix | null, x: number, y: number, fragment: BoxFragment): Rect {
  const { border, width, height } = fragment;
  const { overflowX, overflowY } = fragment.box.style;
  const inner = {
    width: Math.max(0, width - border.left - border.right),
    height: Math.max(0, height - border.top - border.bottom),
  };
  let rect = pageRect(matrix, x + border.left, y + border.top, inner);
  // 'overflow: clip' may clip along one axis only.
  if (overflowX === 'visible') rect = { ...rect, x: -FAR, w: 2 * FAR };
  if (overflowY === 'visible') rect = { ...rect, y: -FAR, h: 2 * FAR };
  if (clip === null) return rect;
  return intersectRect(clip, rect) ?? { x: rect.x, y: rect.y, w: 0, h: 0 };
}

const FAR = 1e7;

/**
 * How far a scroll container is scrolled: not further than its content reaches now. The viewport's own scrolling does not
 * move page coordinates.
 */
export function scrollOf(fragment: BoxFragment): Offset {
  const { box } = fragment;
  const { node, style } = box;
  if (node === null || box.pseudo !== null || !isScrollContainer(style)) return NO_OFFSET;
  if (node[LOCAL_NAME] === 'html') return NO_OFFSET;
  const { scrollLeft = 0, scrollTop = 0 } = elementState(node);
  if (scrollLeft === 0 && scrollTop === 0) return NO_OFFSET;
  return clampScroll(scrollLeft, scrollTop, scrollRange(fragment));
}

export function clampScroll(x: number, y: number, { minX, maxX, minY, maxY }: ScrollRange): Offset {
  return { x: Math.max(minX, Math.min(maxX, x)), y: Math.max(minY, Math.min(maxY, y)) };
}

/**
 * Which of two elements is painted above the other, and what is covered because of it.
 *
 * In:  elements on the way down the tree, with their styles. Out: keys that compare in the order of painting.
 *
 * CSS 2.2 Appendix E https://www.w3.org/TR/CSS22/zindex.html: within a stacking context negative levels come first, then
 * what is in flow, then positioned boxes and level 0, then positive levels; equal ones in tree order.
 */
import type { Rect } from '../geometry.ts';
import { elementState } from '../html/node-state.ts';
import type { DomElement } from '../html/node-tree.ts';
import type { ComputedStyle } from '../style/computed-style.ts';

/** Pairs of level and tree order, from the outermost stacking context inwards. */
export type PaintKey = readonly number[];

export interface PaintFrame {
  /** Of the stacking context. */
  readonly context: PaintKey;
  /** Of the nearest box that paints as if it were one: a stacking context, or a positioned box without a level. */
  readonly layer: PaintKey;
}

export const ROOT_PAINT: PaintFrame = { context: [], layer: [] };

const IN_FLOW = -0.5;
/** Above any 'z-index'. */
const TOP_LAYER = 2 ** 32;

/** The frame of what is inside an element; the element itself is painted first in it. */
export function paintWithin(frame: PaintFrame, element: DomElement, style: ComputedStyle, order: number): PaintFrame {
  const isPositioned = style.position !== 'static';
  if (elementState(element).topLayer === true) {
    const key = [TOP_LAYER, order];
    return { context: key, layer: key };
  }
  if (isPositioned && style.zIndex !== 'auto') {
    const key = [...frame.context, style.zIndex, order];
    return { context: key, layer: key };
  }
  if (isStackingContext(style)) {
    const key = [...frame.context, 0, order];
    return { context: key, layer: key };
  }
  if (!isPositioned) return frame;
  return { context: frame.context, layer: [...frame.context, 0, order] };
}

function isStackingContext({ position, opacity, transform, hasFilter }: ComputedStyle): boolean {
  return position === 'fixed' || position === 'sticky' || opacity < 1 || transform.length > 0 || hasFilter;
}

/** The key of an element with this frame inside of it. */
export function paintKey({ layer }: PaintFrame, order: number): PaintKey {
  return [...layer, IN_FLOW, order];
}

export function isAbove(a: PaintKey, b: PaintKey): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return a[at]! > b[at]!;
  return a.length > b.length;
}

/** Something opaque that may lie above other things. */
export interface Cover {
  readonly element: DomElement;
  readonly rect: Rect;
  readonly key: PaintKey;
  readonly isFixed: boolean;
}

/** Boxes in flow do not cover each other; only positioned ones and the top layer are looked at. */
export function isCover(element: DomElement, style: ComputedStyle): boolean {
  if (style.position === 'static' && elementState(element).topLayer !== true) return false;
  return style.backgroundColor[3] >= 0.99 && style.opacity === 1 && style.pointerEvents !== 'none';
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

/**
 * Which of two elements is painted above the other, and what is covered because of it.
 *
 * In:  elements on the way down the tree, with their styles. Out: keys that compare in the order of painting.
 *
 * CSS 2.2 Appendix E https://www.w3.org/TR/CSS22/zindex.html: within a stacking context negative levels come first, then
 * blocks in flow, floats, what is inline, positioned boxes and level 0, positive levels; equal ones in tree order.
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
  /** Of the nearest box that paints as if it were one: a positioned box without a level, a float, an item. */
  readonly layer: PaintKey;
  /** Of the element itself, in its layer. */
  readonly level: number;
  readonly order: number;
  /** How its children are laid out; `null` around the root. */
  readonly display: ComputedStyle['display'] | null;
}

export const ROOT_PAINT: PaintFrame = { context: [], layer: [], level: 0, order: 0, display: null };

/** The background of a box with a layer of its own. */
const OWN = Number.NEGATIVE_INFINITY;
/** Between negative levels and those from zero on: blocks, floats, what is inline (Appendix E.2, steps 4, 5 and 7). */
const BLOCK = -0.5;
const FLOAT = -0.4;
const INLINE = -0.3;
/** Above any 'z-index'. */
const TOP_LAYER = 2 ** 32;

/** The frame of an element, from that of its parent in the flat tree. */
export function paintWithin(frame: PaintFrame, element: DomElement, style: ComputedStyle, order: number): PaintFrame {
  const { display } = style;
  const top = elementState(element).topLayer;
  if (top !== undefined) return contextAt([TOP_LAYER, top], display, order);
  const isPositioned = style.position !== 'static';
  const isItem = frame.display !== null && ITEMS.has(frame.display);
  if ((isPositioned || isItem) && style.zIndex !== 'auto') {
    return contextAt([...frame.context, style.zIndex, order], display, order);
  }
  if (frame.display === null || isStackingContext(style))
    return contextAt([...frame.context, 0, order], display, order);
  if (isPositioned) return layerAt(frame, [...frame.context, 0, order], display, order);
  // Items are painted like inline blocks, in the order that 'order' gives them.
  if (isItem) return layerAt(frame, [...frame.layer, INLINE, frame.order, style.order, order], display, order);
  if (style.float !== 'none') return layerAt(frame, [...frame.layer, FLOAT, order], display, order);
  if (ATOMIC_INLINES.has(display)) return layerAt(frame, [...frame.layer, INLINE, order], display, order);
  const level = display === 'inline' ? INLINE : BLOCK;
  return { context: frame.context, layer: frame.layer, level, order, display: shownDisplay(frame, display) };
}

const ITEMS: ReadonlySet<string> = new Set(['flex', 'inline-flex', 'grid', 'inline-grid']);
const ATOMIC_INLINES: ReadonlySet<string> = new Set(['inline-block', 'inline-table', 'inline-flex', 'inline-grid']);

/** Children of an element without a box are laid out by its parent. */
function shownDisplay(frame: PaintFrame, display: ComputedStyle['display']): ComputedStyle['display'] {
  return display === 'contents' ? (frame.display ?? display) : display;
}

function contextAt(key: PaintKey, display: ComputedStyle['display'], order: number): PaintFrame {
  return { context: key, layer: key, level: OWN, order, display };
}

function layerAt(frame: PaintFrame, layer: PaintKey, display: ComputedStyle['display'], order: number): PaintFrame {
  return { context: frame.context, layer, level: OWN, order, display };
}

/** Properties that make a stacking context when they are announced. */
const ANNOUNCED: ReadonlySet<string> = new Set([
  'backdrop-filter',
  'clip-path',
  'filter',
  'isolation',
  'mix-blend-mode',
  'opacity',
  'perspective',
  'rotate',
  'scale',
  'transform',
  'translate',
  'z-index',
]);

function isStackingContext(style: ComputedStyle): boolean {
  return (
    style.position === 'fixed' ||
    style.position === 'sticky' ||
    style.opacity < 1 ||
    style.transform.length > 0 ||
    style.translate.length > 0 ||
    style.scale.length > 0 ||
    style.rotate !== 0 ||
    style.perspective !== 'none' ||
    style.hasFilter ||
    style.clipPath !== null ||
    style.isolation === 'isolate' ||
    style.mixBlendMode !== 'normal' ||
    style.contain.includes('paint') ||
    style.contain.includes('layout') ||
    style.willChange.some((name) => ANNOUNCED.has(name))
  );
}

/** The key of the element that a frame is of. */
export function paintKey({ layer, level, order }: PaintFrame): PaintKey {
  return [...layer, level, order];
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
  if (style.position === 'static' && elementState(element).topLayer === undefined) return false;
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

/**
 * Used margins and insets of boxes, read off where layout has put them.
 *
 * In:  an element with a box. Out: lengths in CSS pixels; `null` when layout does not tell.
 *
 * CSSOM 1 §9 https://drafts.csswg.org/cssom-1/#resolved-values: used values of margins, and of insets of positioned boxes.
 */
import type { DomElement } from '../../html/node-tree.ts';
import type { BoxFragment, Fragment } from '../../layout/fragment.ts';
import { toUnit } from '../../layout/layout-unit.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import type { StyledDocument } from './styled-document.ts';

export type Side = 'top' | 'right' | 'bottom' | 'left';
const MARGIN = { top: 'marginTop', right: 'marginRight', bottom: 'marginBottom', left: 'marginLeft' } as const;
const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** Where a fragment is in the box of an ancestor, and that ancestor's fragment. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly fragment: BoxFragment;
  readonly container: BoxFragment;
}

/** Anonymous boxes and lines between a box and the element's around it. */
const MAX_DEPTH = 64;

function placeOf(page: StyledDocument, element: DomElement): Place | null {
  const layout = page.layout();
  const { flatTree } = page.styles();
  const fragment = layout.fragmentOf(element);
  if (fragment === null) return null;
  for (let at = flatTree.parentOf(element); at !== null; at = flatTree.parentOf(at)) {
    const container = layout.fragmentOf(at);
    const found = container === null ? null : find(container, fragment, 0, 0, 0);
    if (found !== null) return { ...found, fragment, container: container! };
  }
  return null;
}

/** Looks through what no element stands for. */
function find(
  inside: Fragment,
  wanted: BoxFragment,
  x: number,
  y: number,
  depth: number,
): { readonly x: number; readonly y: number } | null {
  if (inside.kind === 'text' || depth > MAX_DEPTH) return null;
  for (const child of inside.children) {
    if (child.fragment === wanted) return { x: x + child.x, y: y + child.y };
    const isOpen =
      child.fragment.kind === 'line' || (child.fragment.kind === 'box' && child.fragment.box.node === null);
    if (!isOpen) continue;
    const found = find(child.fragment, wanted, x + child.x, y + child.y, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** The used margin on one side. Of 'auto' margins those that blocks share out along the inline axis are known. */
export function usedMargin(page: StyledDocument, element: DomElement, style: ComputedStyle, side: Side): number | null {
  const margin = style[MARGIN[side]];
  if (typeof margin === 'number') return margin;
  const isPositioned = style.position === 'absolute' || style.position === 'fixed';
  const place = placeOf(page, element) ?? (isPositioned ? viewportPlace(page, element) : null);
  if (margin !== 'auto') {
    return place === null ? null : toUnit(resolveLength(margin, containingSize(place, style, 'left')));
  }
  if (place === null) return 0;
  const isAcross = side === 'left' || side === 'right';
  if (isPositioned) return positionedAutoMargin(place, style, side);
  const { display, writingMode } = place.container.box.style;
  const isFlow = /^(?:block|flow-root|list-item|inline-block|table-cell|table-caption)$/.test(display);
  if (!isFlow || isAcross !== (writingMode === 'horizontal-tb') || style.float !== 'none')
    return isFlow ? 0 : itemMargin(place, style, side);
  const room = distance(place, side, contentInset(place.container, side));
  return Math.max(0, room - relativeOffset(place, style, side));
}

/** A lone item's auto margins are all that is beside it. */
function itemMargin(place: Place, style: ComputedStyle, side: Side): number {
  const { container, fragment } = place;
  const items = container.children.filter((child) => child.fragment.kind === 'box' && !child.fragment.box.isOutOfFlow);
  if (items.length !== 1 || items[0]!.fragment !== fragment) return 0;
  return Math.max(0, distance(place, side, contentInset(container, side)) - relativeOffset(place, style, side));
}

/** CSS Position 3 §4.1: what the insets leave. */
function positionedAutoMargin(place: Place, style: ComputedStyle, side: Side): number {
  const inset = style[side];
  if (inset === 'auto') return 0;
  const room = distance(place, side, place.container.border[side]);
  return Math.max(0, room - resolveLength(inset, containingSize(place, style, side)));
}

/** From a side of the fragment to the container's box without `inset` there. */
function distance({ x, y, fragment, container }: Place, side: Side, inset: number): number {
  switch (side) {
    case 'left':
      return x - inset;
    case 'right':
      return container.width - x - fragment.width - inset;
    case 'top':
      return y - inset;
    case 'bottom':
      return container.height - y - fragment.height - inset;
  }
}

function contentInset({ border, padding }: BoxFragment, side: Side): number {
  return border[side] + padding[side];
}

/** What 100% is: the padding box for absolute boxes, the content box for others. */
function containingSize({ container }: Place, style: ComputedStyle, side: Side): number {
  const { border, padding, width, height } = container;
  const isAcross = side === 'left' || side === 'right';
  const [start, end] = isAcross ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const inner = (isAcross ? width : height) - border[start] - border[end];
  const isPositioned = style.position === 'absolute' || style.position === 'fixed';
  return isPositioned ? inner : inner - padding[start] - padding[end];
}

/** How far relative positioning has moved the box away from a side. */
function relativeOffset(place: Place, style: ComputedStyle, side: Side): number {
  if (style.position !== 'relative') return 0;
  const own = style[side];
  const other = style[OPPOSITE[side]];
  if (own !== 'auto') return resolveLength(own, containingSize(place, style, side));
  return other === 'auto' ? 0 : -resolveLength(other, containingSize(place, style, side));
}

/** The used inset of a positioned box; `null` where the computed value is the answer. */
export function usedInset(page: StyledDocument, element: DomElement, style: ComputedStyle, side: Side): number | null {
  const inset = style[side];
  if (style.position === 'static') return null;
  if (style.position === 'relative' || style.position === 'sticky') {
    const other = style[OPPOSITE[side]];
    if (inset === 'auto') {
      if (style.position === 'sticky') return null;
      if (typeof other === 'number') return -other;
      if (other === 'auto') return 0;
    }
    if (typeof inset === 'number') return inset;
    const place = placeOf(page, element);
    if (place === null) return null;
    const base = containingSize(place, style, side);
    return inset === 'auto' ? -resolveLength(other as never, base) : resolveLength(inset, base);
  }
  if (typeof inset === 'number') return inset;
  const place = placeOf(page, element) ?? viewportPlace(page, element);
  if (place === null) return null;
  if (inset !== 'auto') return resolveLength(inset, containingSize(place, style, side));
  return distance(place, side, place.container.border[side]) - (usedMargin(page, element, style, side) ?? 0);
}

/** Boxes whose containing block is the initial one, or the viewport. */
function viewportPlace(page: StyledDocument, element: DomElement): Place | null {
  const layout = page.layout();
  const fragment = layout.fragmentOf(element);
  const rect = layout.borderBox(element);
  if (fragment === null || rect === null) return null;
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const container = { ...fragment, ...page.viewport, border: none, padding: none, children: [] };
  return { x: rect.x, y: rect.y, fragment, container };
}

/**
 * What is at a point of the viewport.
 *
 * In:  a point. Out: the elements there, the topmost first.
 *
 * What is inert is not hit: behind a modal dialog, or in an element with 'inert'. The backdrop of what is in the top layer
 * counts as its element.
 *
 * CSSOM View 1 §5 https://drafts.csswg.org/cssom-view-1/#dom-document-elementsfrompoint, HTML §6.3
 *
 * Differs: round corners and shapes that are not rectangles are hit as the rectangles around them.
 */
import { containsPoint, type Rect } from '../../geometry.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { elementState } from '../../html/node-state.ts';
import { type DomElement, type DomNode, firstChild, hasAttribute, isElement } from '../../html/node-tree.ts';
import { ChildCursor, flatChildren } from '../../layout/boxes/flat-children.ts';
import type { PageLayout } from '../../layout/page-layout.ts';
import { showsNoFace } from '../../spatial/back-face.ts';
import {
  isAbove,
  type PaintFrame,
  type PaintKey,
  paintKey,
  paintWithin,
  ROOT_PAINT,
} from '../../spatial/paint-order.ts';
import { isModal } from '../../spatial/visible.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { FlatTree } from '../../style/flat-tree.ts';
import { type LengthPercentageOrAuto, resolveLength, type Size } from '../../style/length.ts';
import type { DocumentStyleResolver } from '../../style/resolver.ts';
import type { StyledDocument } from './styled-document.ts';

interface Hit {
  readonly element: DomElement;
  readonly key: PaintKey;
}

/** All elements at a point, the topmost first. */
export function elementsAt(page: StyledDocument, viewportX: number, viewportY: number): readonly DomElement[] {
  const { width, height } = page.viewport;
  if (!(viewportX >= 0 && viewportY >= 0 && viewportX < width && viewportY < height)) return [];
  const [scrollX, scrollY] = page.scroll;
  const x = viewportX + scrollX;
  const y = viewportY + scrollY;
  const layout = page.layout();
  const styles = page.styles();
  const found: DomElement[] = [];
  const behind: DomElement[] = [];
  const orders = new Map<DomElement, number>();
  let modal: DomElement | null = null;
  eachShown(page.document, styles.flatTree, (at) => {
    orders.set(at, orders.size);
    const top = mayBeOnTop(at) ? elementState(at).topLayer : undefined;
    if (top !== undefined) {
      if (isModal(at) && (modal === null || top > (elementState(modal).topLayer ?? 0))) modal = at;
      const backdrop = styles.pseudoStyleOf(at, 'backdrop');
      if (backdrop !== null && takesPointer(backdrop) && isOnBackdrop(backdrop, page.viewport, viewportX, viewportY)) {
        behind.push(at);
      }
    }
    if (isAt(layout, at, x, y) && takesPointer(styles.styleOf(at))) found.push(at);
  });
  const canBeHit = (element: DomElement) =>
    element[PARENT_NODE] === page.document || modal === null || isWithin(element, modal, styles.flatTree);
  const hits: Hit[] = [];
  for (const element of found) {
    if (canBeHit(element) && hasFace(element, styles, layout))
      hits.push({ element, key: paintKey(frameOf(element, styles, orders)) });
  }
  for (const element of behind) {
    // A backdrop is right below its element, which is in the top layer.
    const { layer } = frameOf(element, styles, orders);
    if (canBeHit(element)) hits.push({ element, key: [...layer.slice(0, -1), layer.at(-1)! - 0.5] });
  }
  hits.sort((a, b) => (isAbove(a.key, b.key) ? -1 : 1));
  return [...new Set(hits.map(({ element }) => element))];
}

function mayBeOnTop(element: DomElement): boolean {
  return element[LOCAL_NAME] === 'dialog' || hasAttribute(element, 'popover');
}

function takesPointer(style: ComputedStyle): boolean {
  return (
    style.display !== 'none' &&
    style.visibility === 'visible' &&
    style.pointerEvents !== 'none' &&
    style.interactivity !== 'inert'
  );
}

function isWithin(element: DomElement, ancestor: DomElement, tree: FlatTree): boolean {
  for (let at: DomElement | null = element; at !== null; at = tree.parentOf(at)) if (at === ancestor) return true;
  return false;
}

/** What is turned away and shows no back, or is hidden with its anchor, is not there for the pointer, nor what is in it. */
function hasFace(element: DomElement, styles: DocumentStyleResolver, layout: PageLayout): boolean {
  for (let at: DomElement | null = element; at !== null; at = styles.flatTree.parentOf(at)) {
    if (layout.anchored.hides(at)) return false;
    if (showsNoFace(at, styles.styleOf(at), styles, styles.flatTree)) return false;
  }
  return true;
}

/** A backdrop has no box of its own: it is fixed to the viewport by its insets and sizes. */
function isOnBackdrop(style: ComputedStyle, viewport: PageLayout['viewport'], x: number, y: number): boolean {
  const across = spanOf(style.left, style.right, style.width, viewport.width);
  const down = spanOf(style.top, style.bottom, style.height, viewport.height);
  return x >= across.start && x < across.end && y >= down.start && y < down.end;
}

function spanOf(
  start: LengthPercentageOrAuto,
  end: LengthPercentageOrAuto,
  size: Size,
  room: number,
): { readonly start: number; readonly end: number } {
  const from = start === 'auto' ? null : resolveLength(start, room);
  const to = end === 'auto' ? null : room - resolveLength(end, room);
  if (typeof size === 'string' || (typeof size === 'object' && size.kind === 'fit-content')) {
    return { start: from ?? 0, end: to ?? from ?? 0 };
  }
  const length = resolveLength(size, room);
  if (from !== null) return { start: from, end: from + length };
  return to === null ? { start: 0, end: length } : { start: to - length, end: to };
}

/** Elements in the order of the flat tree: slotted ones where they are shown. Depth costs no stack. */
function eachShown(document: DomNode, tree: FlatTree, visit: (element: DomElement) => void): void {
  const stack = [ChildCursor.from(firstChild(document))];
  for (let children = stack.at(-1); children !== undefined; children = stack.at(-1)) {
    const node = children.next();
    if (node === null) stack.pop();
    else if (isElement(node)) {
      visit(node);
      stack.push(flatChildren(node, tree));
    }
  }
}

function isAt(layout: PageLayout, element: DomElement, x: number, y: number): boolean {
  const contains = (rect: Rect) => containsPoint(rect, x, y);
  if (!layout.clientRects(element).some(contains)) return false;
  const clip = layout.clipRect(element);
  return clip === null || contains(clip);
}

/** Where an element is painted among others, from its ancestors in the flat tree. */
function frameOf(
  element: DomElement,
  styles: DocumentStyleResolver,
  orders: ReadonlyMap<DomElement, number>,
): PaintFrame {
  const path: DomElement[] = [];
  for (let at: DomElement | null = element; at !== null; at = styles.flatTree.parentOf(at)) path.push(at);
  let frame = ROOT_PAINT;
  for (const at of path.reverse()) frame = paintWithin(frame, at, styles.styleOf(at), orders.get(at) ?? 0);
  return frame;
}

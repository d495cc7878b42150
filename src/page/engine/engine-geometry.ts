/**
 * Answers about boxes for the page's DOM: rectangles, offsets, client and scroll sizes, what is at a point.
 *
 * In:  a node. Out: numbers, written to an array that belongs to the page realm's platform code.
 *
 * CSSOM View 1 §6–§8 https://drafts.csswg.org/cssom-view-1/
 */

import { intersectRect, type Rect } from '../../geometry.ts';
import { LOCAL_NAME, PARENT_NODE } from '../../html/node-keys.ts';
import { type DomElement, type DomNode, isElement } from '../../html/node-tree.ts';
import { containsAbsolute, containsFixed } from '../../layout/containing-block.ts';
import type { BoxFragment } from '../../layout/fragment.ts';
import { contentExtent, scrollRange } from '../../layout/overflow.ts';
import type { PageLayout } from '../../layout/page-layout.ts';
import { textAreaContent } from '../../layout/text-area-content.ts';
import type { FlatTree } from '../../style/flat-tree.ts';
import type { StyledDocument } from './styled-document.ts';

/** Numbers for one rectangle. */
const RECT_SIZE = 4;

export class EngineGeometry {
  readonly #page: StyledDocument;

  constructor(page: StyledDocument) {
    this.#page = page;
  }

  /** Rectangles in viewport coordinates; the number may be larger than what `out` has room for. */
  rects(node: DomNode, out: Float64Array): number {
    const rects = this.#page.layout().clientRects(node);
    if (this.#page.isHidden) return 0;
    const [scrollX, scrollY] = this.#page.scroll;
    const room = Math.min(rects.length, Math.floor(out.length / RECT_SIZE));
    for (let at = 0; at < room; at++) {
      const { x, y, w, h } = rects[at]!;
      out[at * RECT_SIZE] = x - scrollX;
      out[at * RECT_SIZE + 1] = y - scrollY;
      out[at * RECT_SIZE + 2] = w;
      out[at * RECT_SIZE + 3] = h;
    }
    return rects.length;
  }

  /** Writes the numbers of METRICS (see ports.ts); all are zero for an element without a box. */
  metrics(element: DomNode, out: Float64Array, withScroll: boolean): boolean {
    out.fill(0);
    const layout = this.#page.layout();
    const box = layout.offsetBox(element);
    if (box === null || !isElement(element) || this.#page.isHidden) return false;
    const origin = this.#offsetOrigin(element, layout);
    out[0] = Math.round(box.x - origin.x);
    out[1] = Math.round(box.y - origin.y);
    out[2] = Math.round(box.w);
    out[3] = Math.round(box.h);
    const fragment = layout.fragmentOf(element);
    if (isViewportElement(element, this.#page)) this.#viewportMetrics(layout, out, withScroll);
    else if (fragment !== null && fragment.box.kind !== 'inline') boxMetrics(fragment, out, withScroll);
    return true;
  }

  #viewportMetrics(layout: PageLayout, out: Float64Array, withScroll: boolean): void {
    const { width, height } = this.#page.viewport;
    out[6] = width;
    out[7] = height;
    if (!withScroll) return;
    const content = layout.contentSize;
    out[8] = Math.max(width, Math.round(content.width));
    out[9] = Math.max(height, Math.round(content.height));
  }

  /** Writes how far an element can be scrolled: least and most along x, then along y. The root is the viewport. */
  scrollRange(element: DomNode, out: Float64Array): boolean {
    const layout = this.#page.layout();
    const fragment = layout.fragmentOf(element);
    out.fill(0);
    if (fragment === null || !isElement(element)) return false;
    const isViewport = isViewportElement(element, this.#page);
    const { minX, maxX, minY, maxY } = isViewport
      ? layout.scrollRange
      : scrollRange(fragment, textAreaContent(fragment));
    out.set([minX, maxX, minY, maxY]);
    return true;
  }

  offsetParent(element: DomNode): DomElement | null {
    if (!isElement(element) || element[LOCAL_NAME] === 'body' || element[LOCAL_NAME] === 'html') return null;
    const styles = this.#page.styles();
    const layout = this.#page.layout();
    if (!layout.hasBox(element)) return null;
    const isFixed = styles.styleOf(element).position === 'fixed';
    const { flatTree } = styles;
    for (let at = flatTree.parentOf(element); at !== null; at = flatTree.parentOf(at)) {
      // What is inside of a shadow tree is not shown to those outside of it.
      if (!isTreeAround(at, element, flatTree)) continue;
      const box = layout.fragmentOf(at)?.box ?? null;
      if (isFixed) {
        if (box !== null && containsFixed(box)) return at;
        continue;
      }
      const isStaticTable = at[LOCAL_NAME] === 'td' || at[LOCAL_NAME] === 'th' || at[LOCAL_NAME] === 'table';
      const contains = box === null ? styles.styleOf(at).position !== 'static' : containsAbsolute(box);
      if (at[LOCAL_NAME] === 'body' || contains || (isStaticTable && isStatic(element, this.#page))) return at;
    }
    return null;
  }

  /** Padding-box corner of the offset parent, in page coordinates. */
  #offsetOrigin(element: DomElement, layout: PageLayout): { readonly x: number; readonly y: number } {
    const parent = this.offsetParent(element);
    const box = parent === null || parent[LOCAL_NAME] === 'body' ? null : layout.offsetBox(parent);
    if (box === null) return { x: 0, y: 0 };
    const border = layout.fragmentOf(parent!)?.border;
    return { x: box.x + (border?.left ?? 0), y: box.y + (border?.top ?? 0) };
  }
}

/** Whether the tree that `other` is in is the element's own, or one that the element's is inside of. */
function isTreeAround(other: DomElement, element: DomElement, tree: FlatTree): boolean {
  const wanted = tree.rootOf(other);
  for (let at: DomElement | null = element; at !== null; ) {
    const root: DomNode | null = tree.rootOf(at);
    if (root === wanted) return true;
    at = root === null ? null : tree.hostOf(root);
  }
  return false;
}

function isStatic(element: DomElement, page: StyledDocument): boolean {
  return page.styles().styleOf(element).position === 'static';
}

/** In standards mode the root element stands for the viewport, in quirks mode the body. */
function isViewportElement(element: DomElement, page: StyledDocument): boolean {
  return element[PARENT_NODE] === page.document;
}

function boxMetrics(fragment: BoxFragment, out: Float64Array, withScroll: boolean): void {
  const { border, width, height } = fragment;
  const clientWidth = width - border.left - border.right;
  const clientHeight = height - border.top - border.bottom;
  out[4] = Math.round(border.left);
  out[5] = Math.round(border.top);
  out[6] = Math.round(clientWidth);
  out[7] = Math.round(clientHeight);
  if (!withScroll) return;
  const content = contentExtent(fragment, textAreaContent(fragment));
  out[8] = Math.max(Math.round(clientWidth), Math.round(content.width));
  out[9] = Math.max(Math.round(clientHeight), Math.round(content.height));
}

/** The part of a rectangle that overflow of ancestors does not clip away; `null` when nothing is left. */
export function visiblePart(layout: PageLayout, node: DomNode, rect: Rect): Rect | null {
  const clip = layout.clipRect(node);
  return clip === null ? rect : intersectRect(clip, rect);
}

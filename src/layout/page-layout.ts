/**
 * What can be asked of a finished layout: boxes of nodes, in page coordinates.
 *
 * In:  the fragments of a page.
 * Out: border boxes, client rectangles, rectangles of text, what is clipped away, the size of the content.
 *
 * All fragments are walked once, without recursion, with transforms and scrolling applied on the way; a question is then
 * a look-up. Page coordinates are those of the document's corner: they do not change when the viewport scrolls.
 *
 * CSSOM View 1 §6, §9 https://drafts.csswg.org/cssom-view-1/
 */
import { intersectRect, type Rect, unionRect } from '../geometry.ts';
import { elementState } from '../html/node-state.ts';
import { type DomNode, firstElementChild, following, isElement, namespaceOf, parentElement } from '../html/node-tree.ts';
import type { Box } from './box.ts';
import { overflowIsTheViewports } from './flow/formatting-context.ts';
import type { BoxFragment, Fragment, LayoutResult } from './fragment.ts';
import type { Viewport } from './layout.ts';
import { contentExtent } from './overflow.ts';
import { hasTransform, type Matrix, multiply, transformOf, transformRect, translation } from './transform.ts';

/** A piece of a text node on one line. */
export interface TextRect {
  readonly rect: Rect;
  /** Offsets into the text of the box, after text-transform. */
  readonly start: number;
  readonly end: number;
}

/** One element of the page as accuracy tools compare it. */
export interface BoxRow {
  readonly tag: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly hasBox: boolean;
}

/** Everything recorded for one node. */
interface NodeBoxes {
  readonly rects: Rect[];
  /** What ancestors leave visible of it; `null` when nothing clips. */
  clip: Rect | null;
  readonly texts: TextRect[];
  readonly fragment: BoxFragment | null;
}

/** A fragment still to be visited. */
interface Visit {
  readonly fragment: Fragment;
  /** Corner, before `matrix`. */
  readonly x: number;
  readonly y: number;
  readonly matrix: Matrix | null;
  readonly clip: Rect | null;
}

export class PageLayout {
  readonly #nodes = new Map<DomNode, NodeBoxes>();
  readonly #root: BoxFragment;
  readonly viewport: Viewport;

  constructor(result: LayoutResult, viewport: Viewport) {
    this.#root = result.fragment;
    this.viewport = viewport;
    this.#walk();
  }

  /** The smallest rectangle around all boxes of a node, as getBoundingClientRect gives it. */
  borderBox(node: DomNode): Rect | null {
    const rects = this.#nodes.get(node)?.rects;
    return rects === undefined || rects.length === 0 ? null : boundingRect(rects);
  }

  clientRects(node: DomNode): readonly Rect[] {
    return this.#nodes.get(node)?.rects ?? NO_RECTS;
  }

  hasBox(node: DomNode): boolean {
    return this.clientRects(node).length > 0;
  }

  /** The pieces of a text node, line by line. */
  textRects(text: DomNode): readonly TextRect[] {
    return this.#nodes.get(text)?.texts ?? NO_TEXTS;
  }

  /** What scroll containers and clips above a node let through; `null` when there are none. */
  clipRect(node: DomNode): Rect | null {
    return this.#nodes.get(node)?.clip ?? null;
  }

  /** The node's first box, for client and scroll sizes. */
  fragmentOf(node: DomNode): BoxFragment | null {
    return this.#nodes.get(node)?.fragment ?? null;
  }

  /** Size of the scrollable area of the page: at least the viewport. */
  get contentSize(): { readonly width: number; readonly height: number } {
    return contentExtent(this.#root);
  }

  #walk(): void {
    const stack: Visit[] = [{ fragment: this.#root, x: 0, y: 0, matrix: null, clip: null }];
    for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
      const { fragment } = visit;
      switch (fragment.kind) {
        case 'text':
          this.#recordText(visit, fragment.box, fragment.start, fragment.end);
          break;
        case 'line':
          pushChildren(stack, visit, fragment.children, visit.x, visit.y, visit.matrix, visit.clip);
          break;
        case 'box':
          this.#visitBox(stack, visit, fragment);
      }
    }
  }

  #visitBox(stack: Visit[], visit: Visit, fragment: BoxFragment): void {
    const { box } = fragment;
    let { x, y, matrix, clip } = visit;
    if (box.kind !== 'inline' && hasTransform(box.style) && !box.isAnonymous) {
      const own = multiply(translation(x, y), transformOf(box.style, fragment.width, fragment.height));
      matrix = matrix === null ? own : multiply(matrix, own);
      x = 0;
      y = 0;
    }
    if (box.node !== null && box.pseudo === null) {
      this.#recordBox(box.node, fragment, pageRect(matrix, x, y, fragment), visit.clip);
    }
    for (const inline of box.interrupts) {
      if (inline.node !== null) this.#recordBox(inline.node, fragment, pageRect(matrix, x, y, fragment), visit.clip);
    }
    if (fragment.children.length === 0) return;
    if (clipsContent(box)) clip = clipWith(clip, matrix, x, y, fragment);
    const scroll = scrollOf(box);
    pushChildren(stack, visit, fragment.children, x - scroll.x, y - scroll.y, matrix, clip);
  }

  #recordBox(node: DomNode, fragment: BoxFragment, rect: Rect, clip: Rect | null): void {
    const known = this.#nodes.get(node);
    if (known === undefined) this.#nodes.set(node, { rects: [rect], clip, texts: [], fragment });
    else known.rects.push(rect);
  }

  #recordText(visit: Visit, box: Box, start: number, end: number): void {
    if (box.node === null) return;
    const rect = pageRect(visit.matrix, visit.x, visit.y, visit.fragment);
    const piece = { rect, start: start + box.textOffset, end: end + box.textOffset };
    const known = this.#nodes.get(box.node);
    if (known === undefined) {
      this.#nodes.set(box.node, { rects: [rect], clip: visit.clip, texts: [piece], fragment: null });
      return;
    }
    known.rects.push(rect);
    known.texts.push(piece);
  }
}

const NO_RECTS: readonly Rect[] = [];
const NO_TEXTS: readonly TextRect[] = [];

/** Children are pushed last first, so that they are visited in order. */
function pushChildren(
  stack: Visit[],
  parent: Visit,
  children: BoxFragment['children'],
  x: number,
  y: number,
  matrix: Matrix | null,
  clip: Rect | null,
): void {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]!;
    // What nobody moves needs no new object for its clip.
    stack.push({ fragment: child.fragment, x: x + child.x, y: y + child.y, matrix, clip: clip ?? parent.clip });
  }
}

function pageRect(matrix: Matrix | null, x: number, y: number, size: Fragment): Rect {
  if (matrix === null) return { x, y, w: size.width, h: size.height };
  return transformRect(matrix, x, y, size.width, size.height);
}

/** CSSOM View 1: rectangles without area count only when there are no others. */
function boundingRect(rects: readonly Rect[]): Rect {
  let bounds: Rect | null = null;
  for (const rect of rects) {
    if (rect.w === 0 || rect.h === 0) continue;
    bounds = bounds === null ? rect : unionRect(bounds, rect);
  }
  return bounds ?? rects[0]!;
}

function clipsContent(box: Box): boolean {
  const { style } = box;
  if (box.isAnonymous || box.kind === 'inline') return false;
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
    return !overflowIsTheViewports(box) && box.node?.localName !== 'html';
  }
  return style.contain.includes('paint');
}

/** The padding box of a clipping box, within what clipped before. */
function clipWith(clip: Rect | null, matrix: Matrix | null, x: number, y: number, fragment: BoxFragment): Rect {
  const { border, width, height } = fragment;
  const { overflowX, overflowY } = fragment.box.style;
  const inner = {
    kind: 'line',
    children: [],
    width: Math.max(0, width - border.left - border.right),
    height: Math.max(0, height - border.top - border.bottom),
  } as const;
  let rect = pageRect(matrix, x + border.left, y + border.top, inner);
  // 'overflow: clip' may clip along one axis only.
  if (overflowX === 'visible') rect = { ...rect, x: -FAR, w: 2 * FAR };
  if (overflowY === 'visible') rect = { ...rect, y: -FAR, h: 2 * FAR };
  if (clip === null) return rect;
  return intersectRect(clip, rect) ?? { x: rect.x, y: rect.y, w: 0, h: 0 };
}

const FAR = 1e7;

const NOT_SCROLLED = { x: 0, y: 0 };

/** How far a scroll container has been scrolled. The viewport's own scrolling does not move page coordinates. */
function scrollOf(box: Box): { readonly x: number; readonly y: number } {
  const { node, style } = box;
  if (node === null || box.pseudo !== null || style.overflowX === 'visible' || style.overflowX === 'clip') {
    return NOT_SCROLLED;
  }
  if (node.localName === 'html' || overflowIsTheViewports(box)) return NOT_SCROLLED;
  const { scrollLeft = 0, scrollTop = 0 } = elementState(node);
  return scrollLeft === 0 && scrollTop === 0 ? NOT_SCROLLED : { x: scrollLeft, y: scrollTop };
}

/** Every element of a document in document order, `<html>` first. */
export function boxRows(document: DomNode, page: PageLayout): BoxRow[] {
  const rows: BoxRow[] = [];
  const root = firstElementChild(document);
  for (let node: DomNode | null = root; node !== null; node = following(node, root!)) {
    if (!isElement(node)) continue;
    const box = page.borderBox(node);
    rows.push({ tag: tagOf(node), ...(box ?? NO_RECT), hasBox: box !== null });
  }
  return rows;
}

const NO_RECT: Rect = { x: 0, y: 0, w: 0, h: 0 };

/** MathML and the inside of SVG images are marked: their geometry is not that of CSS boxes. */
function tagOf(element: DomNode): string {
  const namespace = namespaceOf(element);
  if (namespace === 'mathml') return `math:${element.localName}`;
  const parent = parentElement(element);
  const insideSvg = parent !== null && namespaceOf(parent) === 'svg';
  return insideSvg ? `svg:${element.localName}` : element.localName;
}

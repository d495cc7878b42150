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
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { elementState } from '../html/node-state.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstElementChild,
  following,
  isElement,
  namespaceOf,
  parentElement,
} from '../html/node-tree.ts';
import type { StyleResolver } from '../style/computed-style.ts';
import { AnchoredBoxes } from './anchor/anchored-boxes.ts';
import type { SkippedBox } from './approach.ts';
import type { Box } from './box.ts';
import { clipShape } from './clip-shape.ts';
import { CulledInlines } from './culled-inline.ts';
import type { BoxFragment, Fragment, LayoutResult, LineFragment } from './fragment.ts';
import type { Viewport } from './layout.ts';
import { type Matrix, multiply, translation } from './matrix.ts';
import { OffsetBoxes } from './offset-boxes.ts';
import { contentExtent, type ScrollRange, scrollableArea } from './overflow.ts';
import {
  clampScroll,
  clippedFrame,
  type Frame,
  frameWithin,
  isTransformed,
  pageRect,
  pushChildren,
  scrollOf,
  transformedFrame,
  type Visit,
} from './page-frame.ts';
import { NO_OFFSET, type Offset } from './relative-position.ts';
import { stickyOffset } from './sticky.ts';
import { viewBoxMatrix } from './svg/svg-attributes.ts';
import { svgBoxes } from './svg/svg-boxes.ts';

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

/** An element inside an SVG image: its box in its own coordinates, and the matrix from those to the page. */
export interface DrawnElement {
  readonly box: Rect;
  readonly matrix: Matrix;
}

/** An image, whose inside is measured when it is first asked for. */
interface SvgImage {
  /** Of the content box. */
  readonly width: number;
  readonly height: number;
  readonly matrix: Matrix;
  readonly clip: Rect | null;
  isMeasured: boolean;
}

export class PageLayout {
  readonly #nodes = new Map<DomNode, NodeBoxes>();
  readonly #root: BoxFragment;
  readonly #culled = new CulledInlines();
  /** Culled boxes whose parts have been found; one without any, such as an empty one, keeps its own rectangle. */
  readonly #partsRecorded = new Set<Box>();
  /** Outer <svg> elements, with the matrix from their content box to the page. */
  readonly #images = new Map<DomNode, SvgImage>();
  readonly #drawn = new Map<DomNode, DrawnElement>();
  #ids: Map<string, DomElement> | null = null;
  readonly #styles: StyleResolver | null;
  readonly viewport: Viewport;
  readonly anchored = new AnchoredBoxes();
  readonly #offsets = new OffsetBoxes();
  /** Boxes that skip their content, with their places. */
  readonly skipped: SkippedBox[] = [];
  /** How far the viewport is scrolled: not further than the content reaches. */
  readonly scroll: Offset;

  /** With styles, text inside SVG images has boxes too. */
  constructor(result: LayoutResult, viewport: Viewport, styles: StyleResolver | null = null) {
    this.#root = result.fragment;
    this.viewport = viewport;
    this.#styles = styles;
    this.scroll = this.#viewportScroll();
    this.#walk();
  }

  /** The smallest rectangle around all boxes of a node, as getBoundingClientRect gives it. */
  borderBox(node: DomNode): Rect | null {
    const rects = this.#find(node)?.rects;
    return rects === undefined || rects.length === 0 ? null : boundingRect(rects);
  }

  /** The same without transforms and scrolling, as offsetLeft and offsetWidth tell it. */
  offsetBox(node: DomNode): Rect | null {
    return this.#offsets.of(node) ?? this.borderBox(node);
  }

  clientRects(node: DomNode): readonly Rect[] {
    return this.#find(node)?.rects ?? NO_RECTS;
  }

  hasBox(node: DomNode): boolean {
    return this.clientRects(node).length > 0;
  }

  /** The pieces of a text node, line by line. */
  textRects(text: DomNode): readonly TextRect[] {
    if (this.#images.size > 0) {
      const parent = parentElement(text);
      if (parent !== null) this.#find(parent);
    }
    return this.#nodes.get(text)?.texts ?? NO_TEXTS;
  }

  /** What scroll containers and clips above a node let through; `null` when there are none. */
  clipRect(node: DomNode): Rect | null {
    return this.#nodes.get(node)?.clip ?? null;
  }

  /** Whether 'clip-path' or 'clip' leaves next to nothing of a node's box. */
  isCutOut(node: DomNode): boolean {
    const fragment = this.fragmentOf(node);
    const shape = fragment === null ? null : clipShape(fragment);
    if (shape === null) return false;
    const left = intersectRect(shape, { x: 0, y: 0, w: fragment!.width, h: fragment!.height });
    return left === null || left.w <= 1 || left.h <= 1;
  }

  /** Whether what is in an element is not laid out in its place: it is far away, and 'content-visibility' is 'auto'. */
  skipsContent(node: DomNode): boolean {
    return this.fragmentOf(node)?.box.skipsContent === true;
  }

  /** How an SVG image or an element inside of it is drawn. */
  drawnElement(element: DomNode): DrawnElement | null {
    const image = this.#images.get(element);
    if (image !== undefined && isElement(element)) {
      const { width, height, matrix } = image;
      const box = { x: 0, y: 0, w: width, h: height };
      return { box, matrix: multiply(matrix, viewBoxMatrix(element, width, height)) };
    }
    this.#find(element);
    return this.#drawn.get(element) ?? null;
  }

  /** The node's first box, for client and scroll sizes. */
  fragmentOf(node: DomNode): BoxFragment | null {
    return this.#nodes.get(node)?.fragment ?? null;
  }

  /** Size of the scrollable area of the page: at least the viewport. */
  get contentSize(): { readonly width: number; readonly height: number } {
    return contentExtent(this.#root);
  }

  /** How far the viewport can be scrolled. */
  get scrollRange(): ScrollRange {
    const { width, height } = this.viewport;
    const { x, y, w, h } = scrollableArea(this.#root);
    return {
      minX: Math.min(0, Math.round(x)),
      maxX: Math.max(0, Math.round(x + w - width)),
      minY: Math.min(0, Math.round(y)),
      maxY: Math.max(0, Math.round(y + h - height)),
    };
  }

  #viewportScroll(): Offset {
    const { x, y } = wantedScroll(this.#root);
    return x === 0 && y === 0 ? NO_OFFSET : clampScroll(x, y, this.scrollRange);
  }

  /** What is recorded for a node. The inside of an image is measured when it is first asked for. */
  #find(node: DomNode): NodeBoxes | undefined {
    const found = this.#nodes.get(node);
    if (found !== undefined || this.#images.size === 0 || namespaceOf(node) !== 'svg') return found;
    for (let at = parentElement(node); at !== null && namespaceOf(at) === 'svg'; at = parentElement(at)) {
      const image = this.#images.get(at);
      if (image === undefined) continue;
      if (image.isMeasured) return undefined;
      image.isMeasured = true;
      const styles = this.#styles;
      svgBoxes(at, image.width, image.height, image.matrix, {
        findById: (id) => this.#elementById(at, id),
        styleOf: styles === null ? null : (element) => styles.styleOf(element),
        record: (element, rect, box, matrix) => {
          this.#recordBox(element, null, rect, image.clip);
          this.#drawn.set(element, { box, matrix });
        },
        recordText: (text, rect, start, end) => this.#recordPiece(text, { rect, start, end }, image.clip),
      });
      return this.#nodes.get(node);
    }
    return undefined;
  }

  /** For <use>. All ids of the document are noted when one is first looked for. */
  #elementById(from: DomNode, id: string): DomElement | null {
    if (this.#ids === null) {
      this.#ids = new Map();
      let root = from;
      while (root[PARENT_NODE] !== null) root = root[PARENT_NODE];
      for (let at = following(root, root); at !== null; at = following(at, root)) {
        const own = isElement(at) ? attribute(at, 'id') : null;
        if (own !== null && !this.#ids.has(own)) this.#ids.set(own, at as DomElement);
      }
    }
    return this.#ids.get(id) ?? null;
  }

  #noteImage(node: DomNode, fragment: BoxFragment, x: number, y: number, frame: Frame): void {
    const { border, padding } = fragment;
    const left = border.left + padding.left;
    const top = border.top + padding.top;
    const place = translation(x + left, y + top);
    const width = Math.max(0, fragment.width - left - border.right - padding.right);
    const height = Math.max(0, fragment.height - top - border.bottom - padding.bottom);
    const matrix = frame.matrix === null ? place : multiply(frame.matrix, place);
    this.#images.set(node, { width, height, matrix, clip: frame.clip, isMeasured: false });
  }

  #walk(): void {
    const { scroll } = this;
    const { width, height } = this.viewport;
    const port = { x: scroll.x, y: scroll.y, w: width, h: height };
    const frame: Frame = { matrix: null, clip: null, port, container: port, unmoved: NO_OFFSET };
    const stack: Visit[] = [];
    pushChildren(stack, this.#root.children, 0, 0, frame);
    // What is fixed to the viewport moves over the page with it.
    for (const [index, visit] of stack.entries()) {
      if (!isFixed(visit.fragment)) continue;
      const moved = { ...frame, unmoved: { x: -scroll.x, y: -scroll.y } };
      stack[index] = { ...visit, x: visit.x + scroll.x, y: visit.y + scroll.y, frame: moved };
    }
    for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
      const { fragment, frame } = visit;
      switch (fragment.kind) {
        case 'text':
          this.#recordText(visit, fragment.box, fragment.start, fragment.end);
          break;
        case 'line':
          this.#recordCulled(visit, fragment);
          pushChildren(stack, fragment.children, visit.x, visit.y, frame);
          break;
        case 'box':
          this.#visitBox(stack, visit, fragment);
      }
    }
  }

  #visitBox(stack: Visit[], visit: Visit, fragment: BoxFragment): void {
    const { box } = fragment;
    let { x, y, frame } = visit;
    const { anchoring } = box;
    if (anchoring !== null) {
      this.anchored.add(box);
      anchoring.follow(x, y, frame);
      x += anchoring.shift.x;
      y += anchoring.shift.y;
    }
    if (box.style.position === 'sticky' && !box.isAnonymous) {
      const moved = stickyOffset(fragment, x, y, frame.port, frame.container);
      x += moved.x;
      y += moved.y;
    }
    if (isTransformed(box)) {
      frame = transformedFrame(frame, fragment, x, y);
      x = 0;
      y = 0;
    }
    frame = clippedFrame(frame, fragment, x, y);
    const rect = pageRect(frame.matrix, x, y, fragment);
    if (box.node !== null && box.pseudo === null && !(box.kind === 'inline' && this.#partsRecorded.has(box))) {
      this.#recordBox(box.node, fragment, rect, frame.clip);
      this.#offsets.add(box.node, frame, x, y, fragment);
      if (box.kind === 'replaced' && namespaceOf(box.node) === 'svg') this.#noteImage(box.node, fragment, x, y, frame);
    }
    if (box.skipsContent) this.skipped.push({ box, rect, clip: frame.clip });
    for (const inline of box.interrupts) {
      if (inline.node !== null) this.#recordBox(inline.node, fragment, rect, frame.clip);
    }
    if (fragment.children.length === 0) return;
    const scroll = scrollOf(fragment);
    pushChildren(stack, fragment.children, x - scroll.x, y - scroll.y, frameWithin(frame, fragment, x, y, scroll));
  }

  /** Boxes that Chrome does not make have the rectangles of what is in them. */
  #recordCulled(visit: Visit, line: LineFragment): void {
    this.#culled.eachPart(line, (box, part) => {
      if (box.node === null || box.pseudo !== null) return;
      const rect = pageRect(visit.frame.matrix, visit.x + part.x, visit.y + part.y, part.fragment);
      this.#partsRecorded.add(box);
      this.#recordBox(box.node, null, rect, visit.frame.clip);
      this.#offsets.add(box.node, visit.frame, visit.x + part.x, visit.y + part.y, part.fragment);
    });
  }

  #recordBox(node: DomNode, fragment: BoxFragment | null, rect: Rect, clip: Rect | null): void {
    const known = this.#nodes.get(node);
    if (known === undefined) this.#nodes.set(node, { rects: [rect], clip, texts: [], fragment });
    else known.rects.push(rect);
  }

  #recordText(visit: Visit, box: Box, start: number, end: number): void {
    if (box.node === null) return;
    const rect = pageRect(visit.frame.matrix, visit.x, visit.y, visit.fragment);
    const piece = { rect, start: start + box.textOffset, end: end + box.textOffset };
    this.#recordPiece(box.node, piece, visit.frame.clip);
  }

  #recordPiece(text: DomNode, piece: TextRect, clip: Rect | null): void {
    const known = this.#nodes.get(text);
    if (known === undefined) {
      this.#nodes.set(text, { rects: [piece.rect], clip, texts: [piece], fragment: null });
      return;
    }
    known.rects.push(piece.rect);
    known.texts.push(piece);
  }
}

const NO_RECTS: readonly Rect[] = [];
const NO_TEXTS: readonly TextRect[] = [];

function isFixed(fragment: Fragment): boolean {
  return fragment.kind === 'box' && fragment.box.style.position === 'fixed';
}

/** How far the page has been scrolled: the root element has it. */
function wantedScroll(root: BoxFragment): Offset {
  for (const { fragment } of root.children) {
    if (fragment.kind !== 'box' || fragment.box.node === null || fragment.box.node[LOCAL_NAME] !== 'html') continue;
    const { scrollLeft = 0, scrollTop = 0 } = elementState(fragment.box.node);
    return { x: scrollLeft, y: scrollTop };
  }
  return NO_OFFSET;
}

/** As Chrome does it: rectangles without area count only when there are no others, and then the last one does. */
function boundingRect(rects: readonly Rect[]): Rect {
  let bounds = rects[0]!;
  for (let i = 1; i < rects.length; i++) {
    const rect = rects[i]!;
    if (bounds.w <= 0 || bounds.h <= 0) bounds = rect;
    else if (rect.w > 0 && rect.h > 0) bounds = unionRect(bounds, rect);
  }
  return bounds;
}

/** Every element of a document in document order, `<html>` first. */
export function boxRows(document: DomNode, page: PageLayout): BoxRow[] {
  const rows: BoxRow[] = [];
  const root = firstElementChild(document);
  for (let node: DomNode | null = root; node !== null; node = following(node, root!)) {
    if (!isElement(node)) continue;
    const box = page.borderBox(node);
    rows.push({ tag: node[LOCAL_NAME], ...(box ?? NO_RECT), hasBox: box !== null });
  }
  return rows;
}

const NO_RECT: Rect = { x: 0, y: 0, w: 0, h: 0 };

/**
 * Boxes of the elements inside an SVG image.
 *
 * In:  an outer <svg> element and the matrix that puts its content box on the page.
 * Out: the bounding rectangle of each drawn element, as getBoundingClientRect gives it: the geometry without stroke, as
 *      an upright rectangle in the element's own coordinates, and then an upright one around that on the page.
 *
 * SVG 2 §5.5 (use), §8 (coordinates), §10 (shapes) https://svgwg.org/svg2-draft/coords.html
 *
 * Differs: of styles, 'display' and fonts count; without styles, only 'display: none' in the element itself does, and
 * text has no box.
 */

import { type Rect, unionRect } from '../../geometry.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import {
  attribute,
  type DomElement,
  type DomNode,
  firstElementChild,
  nextElementSibling,
} from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { IDENTITY, type Matrix, multiply, transformRect, translation } from '../matrix.ts';
import { Bounds, pathBounds } from './path-bounds.ts';
import { parseSvgTransform, svgLength, viewBoxMatrix, viewBoxOf } from './svg-attributes.ts';
import { svgText } from './svg-text.ts';

/** Elements that are never drawn where they stand. */
const UNDRAWN: ReadonlySet<string> = new Set([
  'clipPath',
  'defs',
  'desc',
  'filter',
  'linearGradient',
  'marker',
  'mask',
  'metadata',
  'pattern',
  'radialGradient',
  'script',
  'style',
  'symbol',
  'title',
]);

/** Nesting beyond this is not drawn: a page must not overflow the stack. */
const MAX_DEPTH = 200;
/** Secure: elements that use elements that use elements multiply; so many are drawn for one image. */
const MAX_DRAWN = 20_000;

export interface SvgPorts {
  /** The first element of the document with this id. */
  findById(id: string): DomElement | null;
  /** `null` where styles are not known. */
  readonly styleOf: ((element: DomElement) => ComputedStyle) | null;
  /** The rectangle on the page; the one in the element's own coordinates, and the matrix from those to the page. */
  record(element: DomElement, rect: Rect, own: Rect, toPage: Matrix): void;
  recordText(text: DomNode, rect: Rect, start: number, end: number): void;
}

export function svgBoxes(svg: DomElement, width: number, height: number, toPage: Matrix, ports: SvgPorts): void {
  new SvgImage(ports).contents(svg, { width, height }, toPage, 0);
}

/** The size that percentages are of. */
interface Viewport {
  readonly width: number;
  readonly height: number;
}

class SvgImage {
  readonly #ports: SvgPorts;
  #drawn = 0;
  /** Copies that <use> makes are no elements of the page. */
  #copies = 0;

  constructor(ports: SvgPorts) {
    this.#ports = ports;
  }

  /** What is inside a viewport of a size, in the coordinates around it. `toPage` is from those to the page. */
  contents(svg: DomElement, port: Viewport, toPage: Matrix, depth: number): Rect | null {
    const inner = viewBoxMatrix(svg, port.width, port.height);
    const box = viewBoxOf(svg);
    const viewport = box === null ? port : { width: box.width, height: box.height };
    return mapped(inner, this.#children(svg, viewport, multiply(toPage, inner), depth));
  }

  #children(parent: DomElement, viewport: Viewport, toPage: Matrix, depth: number): Rect | null {
    let union: Rect | null = null;
    for (let child = firstElementChild(parent); child !== null; child = nextElementSibling(child)) {
      const rect = this.#element(child, viewport, toPage, depth);
      if (rect !== null) union = union === null ? rect : unionRect(union, rect);
    }
    return union;
  }

  /** The element's box in its parent's coordinates; `null` when it draws nothing. */
  #element(element: DomElement, viewport: Viewport, parentToPage: Matrix, depth: number): Rect | null {
    if (UNDRAWN.has(element[LOCAL_NAME]) || this.#isHidden(element) || depth > MAX_DEPTH) return null;
    if (++this.#drawn > MAX_DRAWN) return null;
    const own = parseSvgTransform(attribute(element, 'transform')) ?? IDENTITY;
    const toPage = own === IDENTITY ? parentToPage : multiply(parentToPage, own);
    const rect = this.#own(element, viewport, toPage, depth);
    if (rect === undefined) return null;
    if (this.#copies === 0) {
      // Without anything in it, an element is a point at its origin.
      const shown = rect ?? originOf(element, viewport);
      this.#ports.record(element, transformRect(toPage, shown.x, shown.y, shown.w, shown.h), shown, toPage);
    }
    return mapped(own, rect);
  }

  /** The box in the element's own coordinates: `null` for an empty one, `undefined` for what is not drawn at all. */
  #own(element: DomElement, viewport: Viewport, toPage: Matrix, depth: number): Rect | null | undefined {
    switch (element[LOCAL_NAME]) {
      case 'g':
      case 'a':
      case 'switch':
        return this.#children(element, viewport, toPage, depth + 1);
      case 'svg':
        return this.#nested(element, sizeOf(element, viewport), viewport, toPage, depth);
      case 'use':
        return this.#use(element, viewport, toPage, depth);
      case 'text':
        return this.#text(element, viewport, toPage);
      default:
        return shapeBox(element, viewport);
    }
  }

  #isHidden(element: DomElement): boolean {
    const { styleOf } = this.#ports;
    return styleOf === null ? hidesItself(element) : styleOf(element).display === 'none';
  }

  #text(element: DomElement, { width, height }: Viewport, toPage: Matrix): Rect | null | undefined {
    const { styleOf, record, recordText } = this.#ports;
    if (styleOf === null) return undefined;
    const { a, b, c, d } = toPage;
    const scale = Math.sqrt((a * a + b * b + c * c + d * d) / 2);
    if (!(scale > 0)) return null;
    const isCopy = this.#copies > 0;
    const onPage = ({ x, y, w, h }: Rect): Rect => transformRect(toPage, x, y, w, h);
    return svgText(
      element,
      { width, height, scale },
      {
        styleOf,
        recordElement: (part, rect) => (isCopy ? undefined : record(part, onPage(rect), rect, toPage)),
        recordRun: (node, rect, start, end) => (isCopy ? undefined : recordText(node, onPage(rect), start, end)),
      },
    );
  }

  /** A viewport of its own at x and y. */
  #nested(svg: DomElement, port: Viewport, around: Viewport, toPage: Matrix, depth: number): Rect | null {
    const place = placeOf(svg, around);
    return mapped(place, this.contents(svg, port, multiply(toPage, place), depth + 1));
  }

  /** §5.5: a copy of another element; a symbol or image gets the size that <use> gives it. */
  #use(use: DomElement, viewport: Viewport, toPage: Matrix, depth: number): Rect | null {
    const href = attribute(use, 'href') ?? attribute(use, 'xlink:href') ?? '';
    const target = href.startsWith('#') ? this.#ports.findById(href.slice(1)) : null;
    if (target === null || this.#drawn > MAX_DRAWN || depth > MAX_DEPTH) return null;
    const place = placeOf(use, viewport);
    const inner = multiply(toPage, place);
    this.#copies++;
    const rect =
      target[LOCAL_NAME] === 'symbol'
        ? this.contents(target, sizeOf(use, viewport), inner, depth + 1)
        : this.#element(target, viewport, inner, depth + 1);
    this.#copies--;
    return mapped(place, rect);
  }
}

function mapped(matrix: Matrix, rect: Rect | null): Rect | null {
  if (rect === null || matrix === IDENTITY) return rect;
  return transformRect(matrix, rect.x, rect.y, rect.w, rect.h);
}

function hidesItself(element: DomElement): boolean {
  if (attribute(element, 'display') === 'none') return true;
  const style = attribute(element, 'style');
  return style !== null && /(^|;)\s*display\s*:\s*none/i.test(style);
}

function sizeOf(element: DomElement, { width, height }: Viewport): Viewport {
  return {
    width: svgLength(attribute(element, 'width'), width, width),
    height: svgLength(attribute(element, 'height'), height, height),
  };
}

function placeOf(element: DomElement, { width, height }: Viewport): Matrix {
  return translation(svgLength(attribute(element, 'x'), width, 0), svgLength(attribute(element, 'y'), height, 0));
}

function originOf(element: DomElement, viewport: Viewport): Rect {
  const { e, f } = element[LOCAL_NAME] === 'use' ? placeOf(element, viewport) : IDENTITY;
  return { x: e, y: f, w: 0, h: 0 };
}

function shapeBox(element: DomElement, viewport: Viewport): Rect | null | undefined {
  const length = (name: string, base: number): number => svgLength(attribute(element, name), base, 0);
  const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
  const ellipse = (rx: number, ry: number): Rect => {
    const x = length('cx', viewport.width) - rx;
    return { x, y: length('cy', viewport.height) - ry, w: 2 * rx, h: 2 * ry };
  };
  switch (element[LOCAL_NAME]) {
    case 'path':
      return pathBounds(attribute(element, 'd') ?? '', IDENTITY);
    case 'rect':
    case 'image':
    case 'foreignObject':
      return {
        x: length('x', viewport.width),
        y: length('y', viewport.height),
        w: length('width', viewport.width),
        h: length('height', viewport.height),
      };
    case 'circle':
      return ellipse(length('r', diagonal), length('r', diagonal));
    case 'ellipse':
      return ellipse(length('rx', viewport.width), length('ry', viewport.height));
    case 'line': {
      const bounds = new Bounds(IDENTITY);
      bounds.point(length('x1', viewport.width), length('y1', viewport.height));
      bounds.point(length('x2', viewport.width), length('y2', viewport.height));
      return bounds.rect;
    }
    case 'polyline':
    case 'polygon':
      return pointsBox(attribute(element, 'points') ?? '');
    default:
      return undefined;
  }
}

function pointsBox(points: string): Rect | null {
  const numbers = points
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const bounds = new Bounds(IDENTITY);
  for (let index = 0; index + 1 < numbers.length; index += 2) bounds.point(numbers[index]!, numbers[index + 1]!);
  return bounds.rect;
}

/**
 * Boxes of the elements inside an SVG image.
 *
 * In:  an outer <svg> element and the matrix that puts its content box on the page.
 * Out: the bounding rectangle of each drawn element, as getBoundingClientRect gives it: the geometry without stroke.
 *
 * SVG 2 §8 (coordinates), §10 (shapes) https://svgwg.org/svg2-draft/coords.html
 *
 * Differs: text inside images has no box, and <use> has its target's box only where the target is a shape.
 */
import { type Rect, unionRect } from '../../geometry.ts';
import { attribute, type DomElement, firstElementChild, nextElementSibling } from '../../html/node-tree.ts';
import { type Matrix, multiply, translation } from '../transform.ts';
import { Bounds, pathBounds } from './path-bounds.ts';
import { parseSvgTransform, svgLength, viewBoxMatrix } from './svg-attributes.ts';

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

export function svgBoxes(
  svg: DomElement,
  width: number,
  height: number,
  toPage: Matrix,
  record: (element: DomElement, rect: Rect) => void,
): void {
  const inner = multiply(toPage, viewBoxMatrix(svg, width, height));
  eachChild(svg, (child) => elementBox(child, inner, { width, height }, record, 0));
}

interface Viewport {
  readonly width: number;
  readonly height: number;
}

function eachChild(parent: DomElement, visit: (child: DomElement) => void): void {
  for (let child = firstElementChild(parent); child !== null; child = nextElementSibling(child)) visit(child);
}

function elementBox(
  element: DomElement,
  outer: Matrix,
  viewport: Viewport,
  record: (element: DomElement, rect: Rect) => void,
  depth: number,
): Rect | null {
  if (UNDRAWN.has(element.localName) || isHidden(element) || depth > MAX_DEPTH) return null;
  const transform = parseSvgTransform(attribute(element, 'transform'));
  const matrix = transform === null ? outer : multiply(outer, transform);
  const rect = isGroup(element)
    ? groupBox(element, matrix, viewport, record, depth)
    : shapeBox(element, matrix, viewport);
  if (rect !== null) record(element, rect);
  return rect;
}

function isGroup({ localName }: DomElement): boolean {
  return localName === 'g' || localName === 'a' || localName === 'svg' || localName === 'switch';
}

function isHidden(element: DomElement): boolean {
  if (attribute(element, 'display') === 'none') return true;
  const style = attribute(element, 'style');
  return style !== null && /(^|;)\s*display\s*:\s*none/i.test(style);
}

/** A group's box is what is in it; a nested image has a viewport of its own. */
function groupBox(
  group: DomElement,
  matrix: Matrix,
  viewport: Viewport,
  record: (element: DomElement, rect: Rect) => void,
  depth: number,
): Rect | null {
  let inner = matrix;
  let port = viewport;
  if (group.localName === 'svg') {
    const length = (name: string, base: number, initial: number) => svgLength(attribute(group, name), base, initial);
    const x = length('x', viewport.width, 0);
    const y = length('y', viewport.height, 0);
    port = {
      width: length('width', viewport.width, viewport.width),
      height: length('height', viewport.height, viewport.height),
    };
    inner = multiply(multiply(matrix, translation(x, y)), viewBoxMatrix(group, port.width, port.height));
  }
  let union: Rect | null = null;
  eachChild(group, (child) => {
    const rect = elementBox(child, inner, port, record, depth + 1);
    if (rect !== null) union = union === null ? rect : unionRect(union, rect);
  });
  return union;
}

function shapeBox(element: DomElement, matrix: Matrix, viewport: Viewport): Rect | null {
  const length = (name: string, base: number): number => svgLength(attribute(element, name), base, 0);
  const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
  switch (element.localName) {
    case 'path':
      return pathBounds(attribute(element, 'd') ?? '', matrix);
    case 'rect':
    case 'image':
    case 'foreignObject': {
      const width = length('width', viewport.width);
      const height = length('height', viewport.height);
      return boxOf(matrix, length('x', viewport.width), length('y', viewport.height), width, height);
    }
    case 'circle': {
      const radius = length('r', diagonal);
      return ellipseBox(matrix, length('cx', viewport.width), length('cy', viewport.height), radius, radius);
    }
    case 'ellipse': {
      const centreX = length('cx', viewport.width);
      const centreY = length('cy', viewport.height);
      return ellipseBox(matrix, centreX, centreY, length('rx', viewport.width), length('ry', viewport.height));
    }
    case 'line': {
      const bounds = new Bounds(matrix);
      bounds.point(length('x1', viewport.width), length('y1', viewport.height));
      bounds.point(length('x2', viewport.width), length('y2', viewport.height));
      return bounds.rect;
    }
    case 'polyline':
    case 'polygon':
      return pointsBox(attribute(element, 'points') ?? '', matrix);
    default:
      return null;
  }
}

function boxOf(matrix: Matrix, x: number, y: number, width: number, height: number): Rect | null {
  const bounds = new Bounds(matrix);
  bounds.point(x, y);
  bounds.point(x + width, y);
  bounds.point(x, y + height);
  bounds.point(x + width, y + height);
  return bounds.rect;
}

/** The extent of a transformed ellipse is known without walking its outline. */
function ellipseBox({ a, b, c, d, e, f }: Matrix, x: number, y: number, rx: number, ry: number): Rect {
  const halfWidth = Math.hypot(a * rx, c * ry);
  const halfHeight = Math.hypot(b * rx, d * ry);
  const centreX = a * x + c * y + e;
  const centreY = b * x + d * y + f;
  return { x: centreX - halfWidth, y: centreY - halfHeight, w: 2 * halfWidth, h: 2 * halfHeight };
}

function pointsBox(points: string, matrix: Matrix): Rect | null {
  const numbers = points
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const bounds = new Bounds(matrix);
  for (let index = 0; index + 1 < numbers.length; index += 2) bounds.point(numbers[index], numbers[index + 1]);
  return bounds.rect;
}

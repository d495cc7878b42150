/**
 * What is where in an SVG image: points in fills and strokes, elements in rectangles.
 *
 * In:  elements, points and rectangles. Out: yes or no, and lists of elements, from what layout has drawn.
 *
 * SVG 2 §4.6.4 (SVGGeometryElement) https://svgwg.org/svg2-draft/types.html#InterfaceSVGGeometryElement, §5.13.1
 * (SVGSVGElement)
 *
 * Differs: strokes are no part of the boxes that are compared with rectangles, and clips and masks take nothing away from
 * them, and groups are in none. An <svg> in another one compares in the coordinates around it.
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../../../html/node-keys.ts';
import { following } from '../../../html/node-tree.ts';
import { askEngine } from '../../engine-link.ts';
import { append, bareArray, hasWord, max, min } from '../../primordials.ts';
import type { PageNode } from '../create-node.ts';
import { defineMembers } from '../interfaces.ts';
import { staticNodeList } from '../node-list.ts';
import { isTreeNode } from '../tree.ts';
import { takeNumber } from './number-text.ts';
import { givenRect } from './number-values.ts';
import { isSvg } from './viewports.ts';

/** Elements that draw something themselves. */
const DRAWN = ' circle ellipse image line path polygon polyline rect text use ';
/** What only touches a rectangle, as in Chrome. */
const TOUCHED = ' foreignObject tspan ';
const inElement = new Float64Array(10);
const inImage = new Float64Array(10);

function computed(element: PageNode, property: string): string {
  return askEngine((engine) => engine.computedValue(element, '', property)) ?? '';
}

/** A point as a dictionary: what is not there is zero. */
function coordinate(point: unknown, name: 'x' | 'y'): number {
  if (point === undefined || point === null) return 0;
  if (typeof point !== 'object' && typeof point !== 'function') {
    throw new TypeError("The provided value is not of type 'DOMPointInit'.");
  }
  const value = (point as Readonly<Record<string, unknown>>)[name];
  return value === undefined ? 0 : Number(value);
}

function isInOutline(element: PageNode, point: unknown, stroke: number | null, style: string): boolean {
  const x = coordinate(point, 'x');
  const y = coordinate(point, 'y');
  return askEngine((engine) => engine.outlineHit(element, x, y, stroke, style)) === true;
}

type Mode = 'intersects' | 'encloses';
type Rectangle = ReturnType<typeof givenRect>;

/** Whether an element is in a rectangle of an image's coordinates, or touches it. */
function matches(svg: PageNode, element: PageNode, rect: Rectangle, mode: Mode): boolean {
  const name = element[LOCAL_NAME];
  if (!hasWord(DRAWN, name) && (mode === 'encloses' || !hasWord(TOUCHED, name))) return false;
  if (!isSvg(element)) return false;
  if (askEngine((engine) => engine.drawnElement(element, inElement)) !== true) return false;
  if (askEngine((engine) => engine.drawnElement(svg, inImage)) !== true) return false;
  if (computed(element, 'pointer-events') === 'none') return false;
  const [left, top, right, bottom] = boxInImage();
  const { x, y, width, height } = rect;
  if (width < 0 || height < 0) return false;
  if (mode === 'encloses') return x <= left && y <= top && x + width >= right && y + height >= bottom;
  return width > 0 && height > 0 && x < right && left < x + width && y < bottom && top < y + height;
}

/** The box of the element, by way of the viewport, in the coordinates of the image: left, top, right, bottom. */
function boxInImage(): readonly [number, number, number, number] {
  const { 4: a, 5: b, 6: c, 7: d, 8: e, 9: f } = inImage as ArrayLike<number>;
  const size = a! * d! - b! * c!;
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let corner = 0; corner < 4; corner++) {
    const ownX = inElement[0]! + (corner % 2 === 0 ? 0 : inElement[2]!);
    const ownY = inElement[1]! + (corner < 2 ? 0 : inElement[3]!);
    const seenX = inElement[4]! * ownX + inElement[6]! * ownY + inElement[8]! - e!;
    const seenY = inElement[5]! * ownX + inElement[7]! * ownY + inElement[9]! - f!;
    const x = (d! * seenX - c! * seenY) / size;
    const y = (a! * seenY - b! * seenX) / size;
    left = min(left, x);
    top = min(top, y);
    right = max(right, x);
    bottom = max(bottom, y);
  }
  return [left, top, right, bottom];
}

function svgElement(value: unknown): PageNode {
  if (typeof value === 'object' && value !== null && isTreeNode(value) && value[NODE_TYPE] === 1 && isSvg(value)) {
    return value;
  }
  throw new TypeError("parameter 1 is not of type 'SVGElement'.");
}

function contains(around: PageNode, node: PageNode): boolean {
  for (let at: PageNode | null = node; at !== null; at = at[PARENT_NODE]) if (at === around) return true;
  return false;
}

/** All elements that match, in the order of the document; of those in the reference element, if there is one. */
function matching(svg: PageNode, rect: Rectangle, reference: unknown, mode: Mode): object {
  const found = bareArray<PageNode>();
  let root = svg;
  if (reference !== null && reference !== undefined) {
    const other = svgElement(reference);
    if (contains(svg, other)) root = other;
    else if (!contains(other, svg)) return staticNodeList(found);
  }
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    if (at[NODE_TYPE] === 1 && matches(svg, at as PageNode, rect, mode)) append(found, at as PageNode);
  }
  return staticNodeList(found);
}

function rectangle(value: unknown): Rectangle {
  try {
    return givenRect(value);
  } catch {
    throw new TypeError("The provided value is not of type 'SVGRect'.");
  }
}

export function installHitQueries(): void {
  defineMembers<PageNode>('SVGGeometryElement', {
    isPointInFill(point: unknown): boolean {
      return isInOutline(this, point, null, computed(this, 'fill-rule'));
    },
    isPointInStroke(point: unknown): boolean {
      const width = takeNumber({ text: computed(this, 'stroke-width'), at: 0 }) ?? 1;
      const style = `${computed(this, 'stroke-linecap')} ${computed(this, 'stroke-linejoin')}`;
      return isInOutline(this, point, width, `${style} ${computed(this, 'stroke-miterlimit')}`);
    },
  });
  defineMembers<PageNode>('SVGSVGElement', {
    checkIntersection(element: unknown, rect: unknown): boolean {
      return matches(this, svgElement(element), rectangle(rect), 'intersects');
    },
    checkEnclosure(element: unknown, rect: unknown): boolean {
      return matches(this, svgElement(element), rectangle(rect), 'encloses');
    },
    getIntersectionList(rect: unknown, reference: unknown): object {
      return matching(this, rectangle(rect), reference, 'intersects');
    },
    getEnclosureList(rect: unknown, reference: unknown): object {
      return matching(this, rectangle(rect), reference, 'encloses');
    },
  });
}

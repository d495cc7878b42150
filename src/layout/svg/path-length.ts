/**
 * How long the outline of an SVG shape is, and where on it one is after a distance.
 *
 * In:  a shape element with its box in user space, and a distance from the start. Out: the length, and a point.
 *
 * SVG 2 §9.6, §10 (equivalent paths of shapes) https://svgwg.org/svg2-draft/paths.html#DistanceAlongAPath
 *
 * Differs: corners of a <rect> count as not rounded; a circle is 0.2 % longer than Chrome's; 'pathLength' is not looked at, as in getTotalLength().
 */
import type { Rect } from '../../geometry.ts';
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement } from '../../html/node-tree.ts';
import { drawPath, type PathSink } from './path-bounds.ts';
import { svgLength } from './svg-attributes.ts';

export interface OutlinePoint {
  readonly length: number;
  readonly x: number;
  readonly y: number;
}

/** Straight pieces that a curve is measured in. */
const PIECES = 64;

/** The equivalent path of a shape. */
export function outlinePath(element: DomElement, { x, y, w, h }: Rect): string {
  switch (element[LOCAL_NAME]) {
    case 'path':
      return attribute(element, 'd') ?? '';
    case 'rect':
      return `M${x} ${y}h${w}v${h}h${-w}z`;
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = [w / 2, h / 2];
      const arc = `a${rx} ${ry} 0 0 1`;
      return `M${x + w} ${y + ry}${arc}${-rx} ${ry}${arc}${-rx} ${-ry}${arc}${rx} ${-ry}${arc}${rx} ${ry}z`;
    }
    case 'line': {
      const at = (name: string): number => svgLength(attribute(element, name), 0, 0);
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    }
    case 'polyline':
      return `M${attribute(element, 'points') ?? ''}`;
    case 'polygon':
      return `M${attribute(element, 'points') ?? ''}z`;
    default:
      return '';
  }
}

/** The point after a distance: the first one for less than nothing, the last one for more than there is. */
export function measureOutline(data: string, distance: number): OutlinePoint {
  const ruler = new Ruler(Math.max(0, distance));
  drawPath(data, ruler);
  return ruler.result;
}

/** Goes along a path in straight pieces. */
class Ruler implements PathSink {
  readonly #wanted: number;
  #length = 0;
  #x = 0;
  #y = 0;
  #found: { readonly x: number; readonly y: number } | null = null;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  get result(): OutlinePoint {
    return { length: this.#length, ...(this.#found ?? { x: this.#x, y: this.#y }) };
  }

  move(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
  }

  line(x: number, y: number): void {
    const piece = Math.hypot(x - this.#x, y - this.#y);
    const left = this.#wanted - this.#length;
    if (this.#found === null && piece > 0 && left <= piece) {
      const share = left / piece;
      this.#found = { x: this.#x + (x - this.#x) * share, y: this.#y + (y - this.#y) * share };
    }
    this.#length += piece;
    this.move(x, y);
  }

  close(x: number, y: number): void {
    this.line(x, y);
  }

  cubic(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    linesOfCubic([x0, y0, x1, y1, x2, y2, x3, y3], this);
  }
}

/** Draws a cubic curve in straight pieces. */
export function linesOfCubic(curve: readonly number[], sink: Pick<PathSink, 'line'>): void {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve;
  for (let step = 1; step <= PIECES; step++) {
    const t = step / PIECES;
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    sink.line(p * x0 + q * x1 + r * x2 + u * x3, p * y0 + q * y1 + r * y2 + u * y3);
  }
}

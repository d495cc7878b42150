/**
 * Paths of a canvas: polygons in the canvas's own coordinates.
 *
 * In:  the calls of a page, with the transformation that holds at the time. Out: contours; curves are made of lines.
 *
 * HTML §4.12.5.1.7 https://html.spec.whatwg.org/#building-paths
 */
import {
  abs,
  append,
  atan2,
  type BareArray,
  bareArray,
  ceil,
  cos,
  isFiniteNumber,
  max,
  min,
  PI,
  sin,
  tan,
} from './numbers.ts';

/** Columns as in DOMMatrix: a, b, c, d, e, f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

export type Contour = BareArray<number>;

/** Points of one path: a page that adds more has no more drawn. */
const MAX_POINTS = 20_000;
const CURVE_STEPS = 12;

export class PathPoints {
  contours: BareArray<Contour> = bareArray();
  #count = 0;
  /** Where the path stands, before the transformation. */
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  clear(): void {
    this.contours = bareArray();
    this.#count = 0;
  }

  get isEmpty(): boolean {
    return this.contours.length === 0;
  }

  moveTo(m: Matrix, x: number, y: number): void {
    if (!isFiniteNumber(x + y)) return;
    append(this.contours, bareArray<number>());
    this.#startX = x;
    this.#startY = y;
    this.#add(m, x, y);
  }

  lineTo(m: Matrix, x: number, y: number): void {
    if (!isFiniteNumber(x + y)) return;
    if (this.isEmpty) this.moveTo(m, x, y);
    else this.#add(m, x, y);
  }

  #add(m: Matrix, x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    if (++this.#count > MAX_POINTS) return;
    const contour = this.contours[this.contours.length - 1]!;
    append(contour, m[0] * x + m[2] * y + m[4]);
    append(contour, m[1] * x + m[3] * y + m[5]);
  }

  close(m: Matrix): void {
    if (this.isEmpty) return;
    const [x, y] = [this.#startX, this.#startY];
    this.#add(m, x, y);
    this.moveTo(m, x, y);
  }

  curve(m: Matrix, x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    if (this.isEmpty) this.moveTo(m, x1, y1);
    const [x0, y0] = [this.#x, this.#y];
    for (let step = 1; step <= CURVE_STEPS; step++) {
      const t = step / CURVE_STEPS;
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      this.lineTo(m, a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y);
    }
  }

  ellipse(m: Matrix, at: EllipseArc): void {
    const { x, y, radiusX, radiusY, rotation, start, end, counterclockwise } = at;
    if (!isFiniteNumber(x + y + radiusX + radiusY + rotation + start + end)) return;
    const whole = 2 * PI;
    let sweep = end - start;
    if (counterclockwise) sweep = sweep <= -whole ? -whole : sweep > 0 ? (sweep % whole) - whole : sweep % whole;
    else sweep = sweep >= whole ? whole : sweep < 0 ? (sweep % whole) + whole : sweep % whole;
    const steps = max(2, min(90, ceil((abs(sweep) / whole) * (12 + max(radiusX, radiusY) / 2))));
    for (let step = 0; step <= steps; step++) {
      const angle = start + (sweep * step) / steps;
      const [px, py] = [radiusX * cos(angle), radiusY * sin(angle)];
      this.lineTo(m, x + px * cos(rotation) - py * sin(rotation), y + px * sin(rotation) + py * cos(rotation));
    }
  }

  /** "arcTo": a line to where the circle touches, and the arc to where it touches the other line. */
  arcTo(m: Matrix, x1: number, y1: number, x2: number, y2: number, radius: number): void {
    if (this.isEmpty) this.moveTo(m, x1, y1);
    const before = atan2(this.#y - y1, this.#x - x1);
    const behind = atan2(y2 - y1, x2 - x1);
    let between = behind - before;
    between -= 2 * PI * (between > PI ? 1 : between < -PI ? -1 : 0);
    const length = radius / abs(tan(between / 2));
    if (!isFiniteNumber(length) || radius === 0) {
      this.lineTo(m, x1, y1);
      return;
    }
    const turn = between > 0 ? 1 : -1;
    const [fromX, fromY] = [x1 + length * cos(before), y1 + length * sin(before)];
    const middle = before + (turn * PI) / 2;
    const [cx, cy] = [fromX + radius * cos(middle), fromY + radius * sin(middle)];
    const start = middle + PI;
    const end = behind + (turn * PI) / 2;
    const arc = { x: cx, y: cy, radiusX: radius, radiusY: radius, rotation: 0, start, end };
    this.ellipse(m, { ...arc, counterclockwise: turn > 0 });
  }

  rect(m: Matrix, x: number, y: number, width: number, height: number): void {
    if (!isFiniteNumber(x + y + width + height)) return;
    this.moveTo(m, x, y);
    this.lineTo(m, x + width, y);
    this.lineTo(m, x + width, y + height);
    this.lineTo(m, x, y + height);
    this.close(m);
  }

  add(other: PathPoints): void {
    for (let at = 0; at < other.contours.length; at++) append(this.contours, other.contours[at]!);
  }

  /** Whether a point of the canvas is inside. */
  has(x: number, y: number, evenOdd: boolean): boolean {
    let winding = 0;
    let crossings = 0;
    for (let each = 0; each < this.contours.length; each++) {
      const points = this.contours[each]!;
      for (let at = 0; at < points.length; at += 2) {
        const next = (at + 2) % points.length;
        const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[next]!, points[next + 1]!];
        if (y0 <= y === y1 <= y) continue;
        if (x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) < x) continue;
        crossings++;
        winding += y1 > y0 ? 1 : -1;
      }
    }
    return evenOdd ? crossings % 2 === 1 : winding !== 0;
  }
}

export interface EllipseArc {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly rotation: number;
  readonly start: number;
  readonly end: number;
  readonly counterclockwise: boolean;
}

/** "trace a path": the outline of lines with this width, each line for itself. */
export function strokeOutline(contours: BareArray<Contour>, width: number): BareArray<Contour> {
  const outlines = bareArray<Contour>();
  for (let each = 0; each < contours.length; each++) {
    const points = contours[each]!;
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
      const angle = atan2(y1 - y0, x1 - x0);
      const [sideX, sideY] = [(-sin(angle) * width) / 2, (cos(angle) * width) / 2];
      if (x0 === x1 && y0 === y1) continue;
      const quad = bareArray<number>();
      const corners = [x0 + sideX, y0 + sideY, x1 + sideX, y1 + sideY, x1 - sideX, y1 - sideY, x0 - sideX, y0 - sideY];
      for (let corner = 0; corner < corners.length; corner++) append(quad, corners[corner]!);
      append(outlines, quad);
    }
  }
  return outlines;
}

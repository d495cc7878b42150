/**
 * Whether a point is in the fill or in the stroke of a path.
 *
 * In:  path data and a point in user space; the fill rule, or how the stroke is drawn. Out: yes or no.
 *
 * SVG 2 §13.3.2 (fill-rule), §13.5 (strokes) https://svgwg.org/svg2-draft/painting.html
 *
 * Differs: dashes are not looked at; 'arcs' and 'miter-clip' are 'miter'; a subpath without length has no caps.
 */
import { drawPath, type PathSink } from './path-bounds.ts';
import { linesOfCubic } from './path-length.ts';

export interface StrokeStyle {
  readonly width: number;
  readonly cap: string;
  readonly join: string;
  readonly miterLimit: number;
}

/** A point on the outline itself is inside. */
export function isInFill(data: string, x: number, y: number, isEvenOdd: boolean): boolean {
  const fill = new Fill(x, y);
  drawPath(data, fill);
  return fill.contains(isEvenOdd);
}

export function isInStroke(data: string, x: number, y: number, style: StrokeStyle): boolean {
  const stroke = new Stroke(x, y, style);
  drawPath(data, stroke);
  stroke.end(false);
  return stroke.isHit;
}

/** Counts how often the path goes around a point: lines that cross a ray to the right of it. */
class Fill implements PathSink {
  readonly #pointX: number;
  readonly #pointY: number;
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  #winding = 0;
  #isOnLine = false;
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  constructor(x: number, y: number) {
    this.#pointX = x;
    this.#pointY = y;
  }

  contains(isEvenOdd: boolean): boolean {
    this.close(this.#startX, this.#startY);
    // A line has no inside.
    if (!(this.#right > this.#left && this.#bottom > this.#top)) return false;
    return this.#isOnLine || (isEvenOdd ? this.#winding % 2 !== 0 : this.#winding !== 0);
  }

  /** An open subpath is filled as if it were closed. */
  move(x: number, y: number): void {
    this.close(this.#startX, this.#startY);
    this.#x = this.#startX = x;
    this.#y = this.#startY = y;
  }

  line(x: number, y: number): void {
    const [fromX, fromY, pointX, pointY] = [this.#x, this.#y, this.#pointX, this.#pointY];
    // Which side of the line the point is on.
    const side = (x - fromX) * (pointY - fromY) - (pointX - fromX) * (y - fromY);
    if (fromY <= pointY !== y <= pointY && side > 0 === y > fromY && side !== 0) this.#winding += y > fromY ? 1 : -1;
    const isBetween = isWithin(pointX, fromX, x) && isWithin(pointY, fromY, y);
    const hasLength = x !== fromX || y !== fromY;
    if (side === 0 && isBetween && hasLength) this.#isOnLine = true;
    if (hasLength) this.#grow(Math.min(x, fromX), Math.min(y, fromY), Math.max(x, fromX), Math.max(y, fromY));
    this.#x = x;
    this.#y = y;
  }

  close(x: number, y: number): void {
    this.line(x, y);
  }

  #grow(left: number, top: number, right: number, bottom: number): void {
    this.#left = Math.min(this.#left, left);
    this.#top = Math.min(this.#top, top);
    this.#right = Math.max(this.#right, right);
    this.#bottom = Math.max(this.#bottom, bottom);
  }

  cubic(...curve: [number, number, number, number, number, number, number, number]): void {
    linesOfCubic(curve, this);
  }
}

function isWithin(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Goes along a path with a pen of a width: lines, what joins them, and caps at the ends. */
class Stroke implements PathSink {
  isHit = false;
  readonly #point: Vector;
  readonly #half: number;
  readonly #style: StrokeStyle;
  #at: Vector = { x: 0, y: 0 };
  #start: Vector = { x: 0, y: 0 };
  /** Directions of the first and the last line of the subpath. */
  #first: Vector | null = null;
  #last: Vector | null = null;

  constructor(x: number, y: number, style: StrokeStyle) {
    this.#point = { x, y };
    this.#half = style.width / 2;
    this.#style = style;
  }

  move(x: number, y: number): void {
    this.end(false);
    this.#at = this.#start = { x, y };
  }

  line(x: number, y: number): void {
    const length = Math.hypot(x - this.#at.x, y - this.#at.y);
    if (!(length > 0)) return;
    const direction = { x: (x - this.#at.x) / length, y: (y - this.#at.y) / length };
    if (this.#last !== null) this.#join(this.#at, this.#last, direction);
    this.#first ??= direction;
    this.#last = direction;
    this.#strip(this.#at, direction, length);
    this.#at = { x, y };
  }

  close(x: number, y: number): void {
    this.line(x, y);
    this.end(true);
    this.#at = this.#start;
  }

  cubic(...curve: [number, number, number, number, number, number, number, number]): void {
    linesOfCubic(curve, this);
  }

  /** The subpath is over. */
  end(isClosed: boolean): void {
    const [first, last] = [this.#first, this.#last];
    this.#first = null;
    this.#last = null;
    if (first === null || last === null) return;
    if (isClosed) this.#join(this.#start, last, first);
    else {
      this.#cap(this.#start, { x: -first.x, y: -first.y });
      this.#cap(this.#at, last);
    }
  }

  /** Along a direction, as wide as the pen. */
  #strip(from: Vector, direction: Vector, length: number): void {
    const x = this.#point.x - from.x;
    const y = this.#point.y - from.y;
    const along = x * direction.x + y * direction.y;
    const across = Math.abs(x * direction.y - y * direction.x);
    if (along >= 0 && along <= length && across <= this.#half) this.isHit = true;
  }

  #cap(at: Vector, direction: Vector): void {
    if (this.#style.cap === 'round') this.#disc(at);
    else if (this.#style.cap === 'square') this.#strip(at, direction, this.#half);
  }

  #disc(at: Vector): void {
    if (Math.hypot(this.#point.x - at.x, this.#point.y - at.y) <= this.#half) this.isHit = true;
  }

  /** What fills the wedge on the outer side where two lines meet. */
  #join(at: Vector, before: Vector, after: Vector): void {
    if (this.#style.join === 'round') {
      this.#disc(at);
      return;
    }
    const turn = before.x * after.y - before.y * after.x;
    if (turn === 0) return;
    // To the outer side: left of the lines when they turn to the right.
    const reach = turn > 0 ? this.#half : -this.#half;
    const one = { x: before.y * reach, y: -before.x * reach };
    const other = { x: after.y * reach, y: -after.x * reach };
    const point = { x: this.#point.x - at.x, y: this.#point.y - at.y };
    const bend = before.x * after.x + before.y * after.y;
    // The tip is as far from the corner as 1 / sin(angle / 2) is of half the width.
    const isPointed = this.#style.join !== 'bevel' && 2 / (1 + bend) <= this.#style.miterLimit ** 2;
    const tip = { x: (one.x + other.x) / (1 + bend), y: (one.y + other.y) / (1 + bend) };
    const corner = { x: 0, y: 0 };
    if (isInside(point, isPointed ? [corner, one, tip, other] : [corner, one, other])) this.isHit = true;
  }
}

/** Whether a point is in a polygon that bends to one side only. */
function isInside(point: Vector, corners: readonly Vector[]): boolean {
  let left = 0;
  let right = 0;
  for (const [at, from] of corners.entries()) {
    const to = corners[(at + 1) % corners.length]!;
    const side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
    if (side < 0) left++;
    if (side > 0) right++;
  }
  return left === 0 || right === 0;
}

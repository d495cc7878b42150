/**
 * DOMQuad: four points.
 *
 * Geometry Interfaces 1 §5 https://drafts.fxtf.org/geometry-1/#DOMQuad
 */
import { DOMRect } from './geometry.ts';
import { DOMPoint } from './geometry-matrix.ts';
import { exposeClass } from './network/web-class.ts';
import { max, min } from './primordials.ts';

interface PointInit {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly w?: unknown;
}
interface RectInit {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
}
interface QuadInit {
  readonly p1?: PointInit;
  readonly p2?: PointInit;
  readonly p3?: PointInit;
  readonly p4?: PointInit;
}

function numberOr(value: unknown, otherwise: number): number {
  return value === undefined ? otherwise : Number(value);
}

function pointFrom(init: unknown): DOMPoint {
  if (init === undefined || init === null) return new DOMPoint();
  if (typeof init !== 'object' && typeof init !== 'function') {
    throw new TypeError("Failed to construct 'DOMQuad': The provided value is not of type 'DOMPointInit'.");
  }
  const { x, y, z, w } = init as PointInit;
  return new DOMPoint(numberOr(x, 0), numberOr(y, 0), numberOr(z, 0), numberOr(w, 1));
}

export class DOMQuad {
  readonly #p1: DOMPoint;
  readonly #p2: DOMPoint;
  readonly #p3: DOMPoint;
  readonly #p4: DOMPoint;

  constructor(p1?: unknown, p2?: unknown, p3?: unknown, p4?: unknown) {
    this.#p1 = pointFrom(p1);
    this.#p2 = pointFrom(p2);
    this.#p3 = pointFrom(p3);
    this.#p4 = pointFrom(p4);
  }

  /** The corners of a rectangle, clockwise from its origin. */
  static fromRect(rect?: RectInit | null): DOMQuad {
    const given = rect ?? {};
    const x = numberOr(given.x, 0);
    const y = numberOr(given.y, 0);
    const right = x + numberOr(given.width, 0);
    const bottom = y + numberOr(given.height, 0);
    return new DOMQuad({ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom });
  }

  static fromQuad(quad?: QuadInit | null): DOMQuad {
    const { p1, p2, p3, p4 } = quad ?? {};
    return new DOMQuad(p1, p2, p3, p4);
  }

  get p1(): DOMPoint {
    return this.#p1;
  }
  get p2(): DOMPoint {
    return this.#p2;
  }
  get p3(): DOMPoint {
    return this.#p3;
  }
  get p4(): DOMPoint {
    return this.#p4;
  }

  /** The smallest rectangle around the points; one that is not a number makes the whole no number. */
  getBounds(): DOMRect {
    const a = this.#p1;
    const b = this.#p2;
    const c = this.#p3;
    const d = this.#p4;
    const left = min(a.x, b.x, c.x, d.x);
    const top = min(a.y, b.y, c.y, d.y);
    return new DOMRect(left, top, max(a.x, b.x, c.x, d.x) - left, max(a.y, b.y, c.y, d.y) - top);
  }

  toJSON(): object {
    return { p1: this.#p1, p2: this.#p2, p3: this.#p3, p4: this.#p4 };
  }
}

exposeClass('DOMQuad', DOMQuad);

/**
 * Matrices of transforms: how they follow on each other, and the rectangles around what they make of a rectangle.
 *
 * CSS Transforms 1 §5 https://drafts.csswg.org/css-transforms-1/#transform-rendering
 */
import type { Rect } from '../geometry.ts';

/** x' = (a·x + c·y + e) / w, y' = (b·x + d·y + f) / w, and w = g·x + h·y + 1 is 1 for whatever lies flat. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
  readonly g: number;
  readonly h: number;
}

export function flatMatrix(a: number, b: number, c: number, d: number, e: number, f: number): Matrix {
  return { a, b, c, d, e, f, g: 0, h: 0 };
}

export const IDENTITY: Matrix = flatMatrix(1, 0, 0, 1, 0, 0);

export function translation(e: number, f: number): Matrix {
  return flatMatrix(1, 0, 0, 1, e, f);
}

function isFlat({ g, h }: Matrix): boolean {
  return g === 0 && h === 0;
}

/** As Chrome has it: what is as far away as the viewer is seen as if it were on the page. */
export function divisor(w: number): number {
  return w === 0 ? 1 : w;
}

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const w = divisor(outer.g * inner.e + outer.h * inner.f + 1);
  return {
    a: (outer.a * inner.a + outer.c * inner.b + outer.e * inner.g) / w,
    b: (outer.b * inner.a + outer.d * inner.b + outer.f * inner.g) / w,
    c: (outer.a * inner.c + outer.c * inner.d + outer.e * inner.h) / w,
    d: (outer.b * inner.c + outer.d * inner.d + outer.f * inner.h) / w,
    e: (outer.a * inner.e + outer.c * inner.f + outer.e) / w,
    f: (outer.b * inner.e + outer.d * inner.f + outer.f) / w,
    g: (outer.g * inner.a + outer.h * inner.b + inner.g) / w,
    h: (outer.g * inner.c + outer.h * inner.d + inner.h) / w,
  };
}

/** The upright rectangle around a transformed one. */
export function transformRect(matrix: Matrix, x: number, y: number, w: number, h: number): Rect {
  const rect = isFlat(matrix) ? flatRect(matrix, x, y, w, h) : projectRect(matrix, x, y, w, h);
  return Number.isFinite(rect.x + rect.y + rect.w + rect.h) ? rect : NOTHING;
}

/** What Chrome sees of boxes that are larger than any number. */
const NOTHING: Rect = { x: 0, y: 0, w: 0, h: 0 };

function flatRect({ a, b, c, d, e, f }: Matrix, x: number, y: number, w: number, h: number): Rect {
  const left = Math.min(0, a * w, c * h, a * w + c * h);
  const right = Math.max(0, a * w, c * h, a * w + c * h);
  const top = Math.min(0, b * w, d * h, b * w + d * h);
  const bottom = Math.max(0, b * w, d * h, b * w + d * h);
  return { x: a * x + c * y + e + left, y: b * x + d * y + f + top, w: right - left, h: bottom - top };
}

function projectRect({ a, b, c, d, e, f, g, h }: Matrix, x: number, y: number, w: number, height: number): Rect {
  const corners = [x, x + w].flatMap((px) =>
    [y, y + height].map((py) => {
      const depth = divisor(g * px + h * py + 1);
      return [(a * px + c * py + e) / depth, (b * px + d * py + f) / depth] as const;
    }),
  );
  const xs = corners.map(([cornerX]) => cornerX);
  const ys = corners.map(([, cornerY]) => cornerY);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, w: Math.max(...xs) - left, h: Math.max(...ys) - top };
}

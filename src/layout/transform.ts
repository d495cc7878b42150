/**
 * Transforms: where the corners of a box end up.
 *
 * In:  the transform properties of a style and the box's size.
 * Out: a 2D matrix around the transform origin, and bounding rectangles of transformed ones.
 *
 * Differs: perspective and depth are projected flat: rotations about x and y shrink the box as seen from the front.
 *
 * CSS Transforms 1 §4–§6, CSS Transforms 2 §5 https://drafts.csswg.org/css-transforms-2/
 */
import type { Rect } from '../geometry.ts';
import type { ComputedStyle, TransformFunction } from '../style/computed-style.ts';
import { type LengthPercentage, resolveLength } from '../style/length.ts';

/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export function translation(e: number, f: number): Matrix {
  return { a: 1, b: 0, c: 0, d: 1, e, f };
}

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

/** The upright rectangle around a transformed one. */
export function transformRect(matrix: Matrix, x: number, y: number, w: number, h: number): Rect {
  const { a, b, c, d, e, f } = matrix;
  const left = Math.min(0, a * w, c * h, a * w + c * h);
  const right = Math.max(0, a * w, c * h, a * w + c * h);
  const top = Math.min(0, b * w, d * h, b * w + d * h);
  const bottom = Math.max(0, b * w, d * h, b * w + d * h);
  return { x: a * x + c * y + e + left, y: b * x + d * y + f + top, w: right - left, h: bottom - top };
}

export function hasTransform(style: ComputedStyle): boolean {
  return style.transform.length > 0 || style.translate.length > 0 || style.scale.length > 0 || style.rotate !== 0;
}

/** The matrix of a box from its own border-box corner; translate, rotate and scale come before 'transform'. */
export function transformOf(style: ComputedStyle, width: number, height: number): Matrix {
  const originX = resolveLength(style.transformOriginX, width);
  const originY = resolveLength(style.transformOriginY, height);
  let matrix = translation(originX, originY);
  const [moveX, moveY] = style.translate;
  if (moveX !== undefined) {
    const down = moveY === undefined ? 0 : resolveLength(moveY, height);
    matrix = multiply(matrix, translation(resolveLength(moveX, width), down));
  }
  if (style.rotate !== 0) matrix = multiply(matrix, rotation(style.rotate));
  const [scaleX, scaleY] = style.scale;
  if (scaleX !== undefined) matrix = multiply(matrix, scaling(scaleX, scaleY ?? scaleX));
  for (const item of style.transform) matrix = multiply(matrix, functionMatrix(item, width, height));
  return multiply(matrix, translation(-originX, -originY));
}

function rotation(degrees: number): Matrix {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
}

function scaling(x: number, y: number): Matrix {
  return { a: x, b: 0, c: 0, d: y, e: 0, f: 0 };
}

function skewing(x: number, y: number): Matrix {
  return { a: 1, b: Math.tan((y * Math.PI) / 180), c: Math.tan((x * Math.PI) / 180), d: 1, e: 0, f: 0 };
}

/** One function of a transform list. Angles are degrees. */
function functionMatrix(item: TransformFunction, width: number, height: number): Matrix {
  const number = (index: number, missing = 0): number => {
    const value = item.args[index];
    return typeof value === 'number' ? value : missing;
  };
  const length = (index: number, base: number): number => {
    const value = item.args[index];
    return value === undefined ? 0 : resolveLength(value as LengthPercentage, base);
  };
  const cosine = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
  switch (item.name) {
    case 'matrix':
      return { a: number(0, 1), b: number(1), c: number(2), d: number(3, 1), e: number(4), f: number(5) };
    case 'matrix3d':
      return { a: number(0, 1), b: number(1), c: number(4), d: number(5, 1), e: number(12), f: number(13) };
    case 'translate':
    case 'translate3d':
      return translation(length(0, width), length(1, height));
    case 'translateX':
      return translation(length(0, width), 0);
    case 'translateY':
      return translation(0, length(0, height));
    case 'scale':
      return scaling(number(0, 1), number(1, number(0, 1)));
    case 'scale3d':
      return scaling(number(0, 1), number(1, 1));
    case 'scaleX':
      return scaling(number(0, 1), 1);
    case 'scaleY':
      return scaling(1, number(0, 1));
    case 'rotate':
    case 'rotateZ':
      return rotation(number(0));
    case 'rotateX':
      return scaling(1, cosine(number(0)));
    case 'rotateY':
      return scaling(cosine(number(0)), 1);
    case 'rotate3d':
      return number(2) !== 0 ? rotation(number(3) * Math.sign(number(2))) : IDENTITY;
    case 'skew':
      return skewing(number(0), number(1));
    case 'skewX':
      return skewing(number(0), 0);
    case 'skewY':
      return skewing(0, number(0));
    default:
      return IDENTITY;
  }
}

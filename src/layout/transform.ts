/**
 * Transforms: where the corners of a box end up.
 *
 * In:  the transform properties of a style and the box's size.
 * Out: a matrix around the transform origin.
 *
 * Differs: each element's own plane is flat ('transform-style: preserve-3d' is not followed), 'perspective' as a property
 * and the depth of 'transform-origin', 'translate', 'scale' and 'rotate' do nothing. As in Chrome, what would be behind the
 * viewer is not cut off.
 *
 * CSS Transforms 1 §4–§6, CSS Transforms 2 §5 https://drafts.csswg.org/css-transforms-2/
 */
import type { ComputedStyle, TransformFunction } from '../style/computed-style.ts';
import { type LengthPercentage, resolveLength } from '../style/length.ts';
import { flatMatrix, IDENTITY, type Matrix, multiply, translation } from './matrix.ts';
import { hasDepth, projection } from './transform-depth.ts';

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
  if (hasDepth(style.transform)) {
    matrix = multiply(matrix, projection(style.transform, width, height, functionMatrix));
  } else for (const item of style.transform) matrix = multiply(matrix, functionMatrix(item, width, height));
  return multiply(matrix, translation(-originX, -originY));
}

function rotation(degrees: number): Matrix {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return flatMatrix(cos, sin, -sin, cos, 0, 0);
}

function scaling(x: number, y: number): Matrix {
  return flatMatrix(x, 0, 0, y, 0, 0);
}

function skewing(x: number, y: number): Matrix {
  return flatMatrix(1, Math.tan((y * Math.PI) / 180), Math.tan((x * Math.PI) / 180), 1, 0, 0);
}

/** One function that stays in the plane. Angles are degrees. */
function functionMatrix(item: TransformFunction, width: number, height: number): Matrix {
  const number = (index: number, missing = 0): number => {
    const value = item.args[index];
    return typeof value === 'number' ? value : missing;
  };
  const length = (index: number, base: number): number => {
    const value = item.args[index];
    return value === undefined ? 0 : resolveLength(value as LengthPercentage, base);
  };
  switch (item.name) {
    case 'matrix':
      return flatMatrix(number(0, 1), number(1), number(2), number(3, 1), number(4), number(5));
    case 'translate':
      return translation(length(0, width), length(1, height));
    case 'translateX':
      return translation(length(0, width), 0);
    case 'translateY':
      return translation(0, length(0, height));
    case 'scale':
      return scaling(number(0, 1), number(1, number(0, 1)));
    case 'scaleX':
      return scaling(number(0, 1), 1);
    case 'scaleY':
      return scaling(1, number(0, 1));
    case 'rotate':
    case 'rotateZ':
      return rotation(number(0));
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

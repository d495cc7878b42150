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
import type { ComputedStyle } from '../style/computed-style.ts';
import { resolveLength } from '../style/length.ts';
import { type Matrix, multiply, translation } from './matrix.ts';
import { hasDepth, projection } from './transform-depth.ts';
import { flatFunction, rotation, scaling } from './transform-functions.ts';

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
  if (hasDepth(style.transform)) matrix = multiply(matrix, projection(style.transform, width, height));
  else for (const item of style.transform) matrix = multiply(matrix, flatFunction(item, width, height));
  return multiply(matrix, translation(-originX, -originY));
}

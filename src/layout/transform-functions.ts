/**
 * Transform functions that stay in the plane of their box, and the arguments of all transform functions.
 *
 * In:  a function of a transform list and the size of the box. Out: its matrix. Angles are degrees.
 *
 * CSS Transforms 1 §8 https://drafts.csswg.org/css-transforms-1/#two-d-transform-functions
 */
import type { TransformFunction } from '../style/computed-style.ts';
import { type LengthPercentage, resolveLength } from '../style/length.ts';
import { flatMatrix, IDENTITY, type Matrix, translation } from './matrix.ts';

export interface TransformArguments {
  number(index: number, missing?: number): number;
  length(index: number, base: number): number;
}

export function argumentsOf({ args }: TransformFunction): TransformArguments {
  return {
    number: (index, missing = 0) => {
      const value = args[index];
      return typeof value === 'number' ? value : missing;
    },
    length: (index, base) => {
      const value = args[index];
      return value === undefined ? 0 : resolveLength(value as LengthPercentage, base);
    },
  };
}

/** Exact at right angles, as in Chrome: what is turned by them has no width that nobody gave it. */
export function turnOf(degrees: number): { readonly sin: number; readonly cos: number } {
  if (degrees % 90 === 0) {
    const quarter = ((degrees / 90) % 4) + 4;
    return { sin: QUARTERS[quarter % 4]!, cos: QUARTERS[(quarter + 1) % 4]! };
  }
  const radians = (degrees * Math.PI) / 180;
  return { sin: Math.sin(radians), cos: Math.cos(radians) };
}

/** Sines of 0°, 90°, 180° and 270°. */
const QUARTERS = [0, 1, 0, -1] as const;

export function rotation(degrees: number): Matrix {
  const { sin, cos } = turnOf(degrees);
  return flatMatrix(cos, sin, -sin, cos, 0, 0);
}

export function scaling(x: number, y: number): Matrix {
  return flatMatrix(x, 0, 0, y, 0, 0);
}

function skewing(x: number, y: number): Matrix {
  return flatMatrix(1, Math.tan((y * Math.PI) / 180), Math.tan((x * Math.PI) / 180), 1, 0, 0);
}

/** One function that stays in the plane. */
export function flatFunction(item: TransformFunction, width: number, height: number): Matrix {
  const { number, length } = argumentsOf(item);
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

/**
 * Transform functions in depth: where the points of a flat box come to lie on the page.
 *
 * In:  a list of transform functions and the size of the box.
 * Out: its matrix, with the part that makes what is farther away smaller.
 *
 * The box is at z = 0, and the page is looked at along z: what is left of the 4×4 matrix are the rows of x, y and w and the
 * columns of x, y and the translation.
 *
 * CSS Transforms 2 §5, §11 https://drafts.csswg.org/css-transforms-2/#mathematical-description
 */
import type { TransformFunction } from '../style/computed-style.ts';
import { divisor, type Matrix } from './matrix.ts';
import { argumentsOf, flatFunction, turnOf } from './transform-functions.ts';

const DEEP: ReadonlySet<string> = new Set([
  'matrix3d',
  'perspective',
  'rotateX',
  'rotateY',
  'rotate3d',
  'translateZ',
  'translate3d',
  'scaleZ',
  'scale3d',
]);

export function hasDepth(functions: readonly TransformFunction[]): boolean {
  for (const { name } of functions) if (DEEP.has(name)) return true;
  return false;
}

/** Column by column. */
type Cells = readonly number[];

const SAME: Cells = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** All sixteen, column by column. */
export function cellsOf(functions: readonly TransformFunction[], width: number, height: number): readonly number[] {
  let cells = SAME;
  for (const item of functions) {
    cells = times(
      cells,
      DEEP.has(item.name) ? deepCells(item, width, height) : flatCells(flatFunction(item, width, height)),
    );
  }
  return cells;
}

/** Whether a matrix leaves the plane as it is, so that six numbers say all of it. */
export function isFlat(cells: Cells): boolean {
  return SAME.every((same, at) => FLAT_CELLS.includes(at) || cells[at] === same);
}

/** Of the x and y axes and of the translation: what 'matrix()' has, in its order. */
export const FLAT_CELLS: readonly number[] = [0, 1, 4, 5, 12, 13];

export function projection(functions: readonly TransformFunction[], width: number, height: number): Matrix {
  const cells = cellsOf(functions, width, height);
  const at = (index: number): number => cells[index]! / divisor(cells[15]!);
  return { a: at(0), b: at(1), c: at(4), d: at(5), e: at(12), f: at(13), g: at(3), h: at(7) };
}

function times(left: Cells, right: Cells): Cells {
  const product: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let at = 0; at < 4; at++) sum += left[at * 4 + row]! * right[column * 4 + at]!;
      product.push(sum);
    }
  }
  return product;
}

function flatCells({ a, b, c, d, e, f }: Matrix): Cells {
  return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1];
}

function deepCells(item: TransformFunction, width: number, height: number): Cells {
  const { number, length } = argumentsOf(item);
  switch (item.name) {
    case 'matrix3d':
      return SAME.map((cell, index) => number(index, cell));
    case 'perspective':
      return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / Math.max(1, length(0, 0)), 0, 0, 0, 1];
    case 'translateZ':
      return moved(0, 0, length(0, 0));
    case 'translate3d':
      return moved(length(0, width), length(1, height), length(2, 0));
    case 'scaleZ':
      return scaled(1, 1, number(0, 1));
    case 'scale3d':
      return scaled(number(0, 1), number(1, 1), number(2, 1));
    case 'rotateX':
      return rotated(1, 0, 0, number(0));
    case 'rotateY':
      return rotated(0, 1, 0, number(0));
    default:
      return rotated(number(0), number(1), number(2), number(3));
  }
}

function moved(x: number, y: number, z: number): Cells {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function scaled(x: number, y: number, z: number): Cells {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

/** §11: a rotation about the axis from the origin to a point. */
function rotated(x: number, y: number, z: number, degrees: number): Cells {
  const size = Math.hypot(x, y, z);
  if (size === 0) return SAME;
  const [ux, uy, uz] = [x / size, y / size, z / size];
  const { sin, cos } = turnOf(degrees);
  const rest = 1 - cos;
  return [
    1 - (uy * uy + uz * uz) * rest,
    ux * uy * rest + uz * sin,
    ux * uz * rest - uy * sin,
    0,
    ux * uy * rest - uz * sin,
    1 - (ux * ux + uz * uz) * rest,
    uy * uz * rest + ux * sin,
    0,
    ux * uz * rest + uy * sin,
    uy * uz * rest - ux * sin,
    1 - (ux * ux + uy * uy) * rest,
    0,
    0,
    0,
    0,
    1,
  ];
}

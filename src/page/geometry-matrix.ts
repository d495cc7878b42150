/**
 * Points and matrices of the page: DOMPoint, DOMMatrix, and their read-only forms.
 *
 * In:  numbers, or text of a 'transform' property. Out: objects that compute with four by four matrices.
 *
 * Geometry Interfaces 1 §2, §6 https://drafts.csswg.org/geometry-1/
 */
import {
  type Cells,
  cellsFromList,
  cellsFromText,
  FLAT,
  IDENTITY,
  inverted,
  plane,
  product,
  scaling,
  translation,
  turn,
  turnAbout,
} from './matrix-cells.ts';
import { defineNamedAccessor } from './named-function.ts';
import { exposeClass } from './network/web-class.ts';
import { defineProperty } from './primordials.ts';

const { tan, atan2, PI } = Math;
const NAMES_2D = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

interface PointInit {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly w?: unknown;
}

function number(value: unknown, byDefault: number): number {
  return value === undefined ? byDefault : Number(value);
}

/** x, y, z and w of a point, for this file only: set when the class is made. */
let placeOf: (point: DOMPointReadOnly) => Float64Array;

export class DOMPointReadOnly {
  readonly #at = new Float64Array(4);
  static {
    placeOf = (point) => point.#at;
  }

  constructor(x: unknown = 0, y: unknown = 0, z: unknown = 0, w: unknown = 1) {
    this.#at[0] = Number(x);
    this.#at[1] = Number(y);
    this.#at[2] = Number(z);
    this.#at[3] = Number(w);
  }

  static fromPoint(point: PointInit = {}): DOMPointReadOnly {
    return new this(number(point.x, 0), number(point.y, 0), number(point.z, 0), number(point.w, 1));
  }

  get x(): number {
    return this.#at[0]!;
  }
  get y(): number {
    return this.#at[1]!;
  }
  get z(): number {
    return this.#at[2]!;
  }
  get w(): number {
    return this.#at[3]!;
  }

  matrixTransform(matrix?: unknown): DOMPoint {
    return DOMMatrixReadOnly.fromMatrix(matrix).transformPoint(this);
  }

  toJSON(): object {
    const { x, y, z, w } = this;
    return { x, y, z, w };
  }
}

export class DOMPoint extends DOMPointReadOnly {}
['x', 'y', 'z', 'w'].forEach((name, index) => {
  defineProperty(DOMPoint.prototype, name, {
    get(this: DOMPoint): number {
      return placeOf(this)[index]!;
    },
    set(this: DOMPoint, value: unknown) {
      placeOf(this)[index] = Number(value);
    },
    enumerable: true,
    configurable: true,
  });
});

/** The cells of a matrix, for this file only: set when the class is made. */
let cellsOf: (matrix: DOMMatrixReadOnly) => Cells;

export class DOMMatrixReadOnly {
  readonly #cells: Cells;
  static {
    cellsOf = (matrix) => matrix.#cells;
  }

  constructor(init?: unknown) {
    this.#cells = initialCells(init);
  }

  static fromMatrix(init?: unknown): DOMMatrixReadOnly {
    return matrixFrom(DOMMatrixReadOnly, init);
  }

  get is2D(): boolean {
    const m = this.#cells;
    for (const index of [2, 3, 6, 7, 8, 9, 11, 14]) if (m[index] !== 0) return false;
    return m[10] === 1 && m[15] === 1;
  }
  get isIdentity(): boolean {
    for (let at = 0; at < 16; at++) if (this.#cells[at] !== IDENTITY[at]) return false;
    return true;
  }

  multiply(other?: unknown): DOMMatrix {
    return matrixOf(product(this.#cells, cellsFromInit(other)));
  }
  translate(x: unknown = 0, y: unknown = 0, z: unknown = 0): DOMMatrix {
    return matrixOf(product(this.#cells, translation(Number(x), Number(y), Number(z))));
  }
  scale(x: unknown = 1, y?: unknown, z: unknown = 1, originX: unknown = 0, originY: unknown = 0): DOMMatrix {
    const [left, top] = [Number(originX), Number(originY)];
    const moved = product(this.#cells, translation(left, top, 0));
    const scaled = product(moved, scaling(Number(x), number(y, Number(x)), Number(z)));
    return matrixOf(product(scaled, translation(-left, -top, 0)));
  }
  scaleNonUniform(x: unknown = 1, y: unknown = 1): DOMMatrix {
    return matrixOf(product(this.#cells, scaling(Number(x), Number(y), 1)));
  }
  rotate(x: unknown = 0, y?: unknown, z?: unknown): DOMMatrix {
    // With one angle, it is the one around the z axis.
    if (y === undefined && z === undefined) return matrixOf(product(this.#cells, turn(Number(x), 2)));
    const around = product(turn(number(z, 0), 2), product(turn(number(y, 0), 1), turn(Number(x), 0)));
    return matrixOf(product(this.#cells, around));
  }
  scale3d(scale: unknown = 1, originX: unknown = 0, originY: unknown = 0, originZ: unknown = 0): DOMMatrix {
    const [factor, left, top, back] = [Number(scale), Number(originX), Number(originY), Number(originZ)];
    const moved = product(this.#cells, translation(left, top, back));
    return matrixOf(product(product(moved, scaling(factor, factor, factor)), translation(-left, -top, -back)));
  }
  rotateAxisAngle(x: unknown = 0, y: unknown = 0, z: unknown = 0, angle: unknown = 0): DOMMatrix {
    return matrixOf(product(this.#cells, turnAbout(Number(x), Number(y), Number(z), Number(angle))));
  }
  rotateFromVector(x: unknown = 0, y: unknown = 0): DOMMatrix {
    return this.rotate((atan2(Number(y), Number(x)) * 180) / PI);
  }
  skewX(angle: unknown = 0): DOMMatrix {
    return matrixOf(product(this.#cells, plane(1, 0, tan((Number(angle) * PI) / 180), 1, 0, 0)));
  }
  skewY(angle: unknown = 0): DOMMatrix {
    return matrixOf(product(this.#cells, plane(1, tan((Number(angle) * PI) / 180), 0, 1, 0, 0)));
  }
  flipX(): DOMMatrix {
    return matrixOf(product(this.#cells, scaling(-1, 1, 1)));
  }
  flipY(): DOMMatrix {
    return matrixOf(product(this.#cells, scaling(1, -1, 1)));
  }
  inverse(): DOMMatrix {
    return matrixOf(inverted(this.#cells));
  }
  transformPoint(point: PointInit = {}): DOMPoint {
    const m = this.#cells;
    const p = [number(point.x, 0), number(point.y, 0), number(point.z, 0), number(point.w, 1)];
    const row = (at: number): number => m[at]! * p[0]! + m[at + 4]! * p[1]! + m[at + 8]! * p[2]! + m[at + 12]! * p[3]!;
    return new DOMPoint(row(0), row(1), row(2), row(3));
  }
  toFloat32Array(): Float32Array {
    return new Float32Array(this.#cells);
  }
  toFloat64Array(): Float64Array {
    return new Float64Array(this.#cells);
  }
  toString(): string {
    const m = this.#cells;
    if (!this.is2D) return `matrix3d(${m.join(', ')})`;
    return `matrix(${FLAT.map((index) => m[index]).join(', ')})`;
  }
  toJSON(): object {
    const all: Record<string, unknown> = { is2D: this.is2D, isIdentity: this.isIdentity };
    NAMES_2D.forEach((name, at) => {
      all[name] = this.#cells[FLAT[at]!];
    });
    for (let at = 0; at < 16; at++) all[`m${(at >> 2) + 1}${(at & 3) + 1}`] = this.#cells[at];
    return all;
  }
}

export class DOMMatrix extends DOMMatrixReadOnly {
  multiplySelf(other?: unknown): this {
    return become(this, this.multiply(other));
  }
  preMultiplySelf(other?: unknown): this {
    return become(this, matrixOf(product(cellsFromInit(other), cellsOf(this))));
  }
  translateSelf(x?: unknown, y?: unknown, z?: unknown): this {
    return become(this, this.translate(x, y, z));
  }
  scaleSelf(x?: unknown, y?: unknown, z?: unknown, originX?: unknown, originY?: unknown): this {
    return become(this, this.scale(x, y, z, originX, originY));
  }
  rotateSelf(x?: unknown, y?: unknown, z?: unknown): this {
    return become(this, this.rotate(x, y, z));
  }
  scale3dSelf(scale?: unknown, originX?: unknown, originY?: unknown, originZ?: unknown): this {
    return become(this, this.scale3d(scale, originX, originY, originZ));
  }
  rotateAxisAngleSelf(x?: unknown, y?: unknown, z?: unknown, angle?: unknown): this {
    return become(this, this.rotateAxisAngle(x, y, z, angle));
  }
  rotateFromVectorSelf(x?: unknown, y?: unknown): this {
    return become(this, this.rotateFromVector(x, y));
  }
  skewXSelf(angle?: unknown): this {
    return become(this, this.skewX(angle));
  }
  skewYSelf(angle?: unknown): this {
    return become(this, this.skewY(angle));
  }
  invertSelf(): this {
    return become(this, this.inverse());
  }
  setMatrixValue(text: unknown): this {
    cellsOf(this).set(initialCells(`${text}`));
    return this;
  }
}

function defineCell(name: string, index: number): void {
  const get = (self: unknown): number => cellsOf(self as DOMMatrixReadOnly)[index]!;
  const set = (self: unknown, value: unknown): void => {
    cellsOf(self as DOMMatrixReadOnly)[index] = Number(value);
  };
  defineNamedAccessor(DOMMatrixReadOnly.prototype, name, null, get, null);
  defineNamedAccessor(DOMMatrix.prototype, name, null, get, set);
}
NAMES_2D.forEach((name, at) => {
  defineCell(name, FLAT[at]!);
});
for (let at = 0; at < 16; at++) defineCell(`m${(at >> 2) + 1}${(at & 3) + 1}`, at);

exposeClass('DOMPointReadOnly', DOMPointReadOnly);
exposeClass('DOMPoint', DOMPoint);
exposeClass('DOMMatrixReadOnly', DOMMatrixReadOnly);
exposeClass('DOMMatrix', DOMMatrix);

function matrixOf(cells: Cells): DOMMatrix {
  const matrix = new DOMMatrix();
  cellsOf(matrix).set(cells);
  return matrix;
}

/** From the six numbers that SVG and canvas use. */
export function flatMatrix(a: number, b: number, c: number, d: number, e: number, f: number): DOMMatrix {
  return matrixOf(plane(a, b, c, d, e, f));
}

function become<M extends DOMMatrix>(matrix: M, other: DOMMatrix): M {
  cellsOf(matrix).set(cellsOf(other));
  return matrix;
}

function initialCells(init: unknown): Cells {
  if (init === undefined) return new Float64Array(IDENTITY);
  if (typeof init !== 'object' || init === null) return cellsFromText(`${init}`);
  if (init instanceof DOMMatrixReadOnly) return new Float64Array(cellsOf(init));
  const cells = cellsFromList(init as ArrayLike<unknown>);
  if (cells === null) {
    throw new TypeError("Failed to construct 'DOMMatrix': The sequence must contain 6 or 16 elements.");
  }
  return cells;
}

/** A matrix of one of the two kinds, from a dictionary. */
export function matrixFrom<Matrix extends DOMMatrixReadOnly>(Kind: new () => Matrix, init: unknown): Matrix {
  const made = new Kind();
  cellsOf(made).set(cellsFromInit(init));
  return made;
}

function cellsFromInit(init: unknown): Cells {
  if (init instanceof DOMMatrixReadOnly) return cellsOf(init);
  const cells = new Float64Array(IDENTITY);
  if (typeof init !== 'object' || init === null) return cells;
  const given = init as Readonly<Record<string, unknown>>;
  NAMES_2D.forEach((name, at) => {
    if (given[name] !== undefined) cells[FLAT[at]!] = Number(given[name]);
  });
  for (let at = 0; at < 16; at++) {
    const value = given[`m${(at >> 2) + 1}${(at & 3) + 1}`];
    if (value !== undefined) cells[at] = Number(value);
  }
  return cells;
}

/**
 * Arithmetic of four by four matrices, whose cells stand column by column.
 *
 * In:  numbers, or the text of a 'transform' property. Out: new cells; nothing is changed on the way.
 *
 * Missing: in text, only 'matrix()', 'matrix3d()', 'translate()', 'scale()', 'rotate()' and 'skew()' forms with plain
 * numbers, pixels and angles count.
 */
const { sin, cos, tan, PI, abs } = Math;

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Where a to f stand. */
export const FLAT = [0, 1, 4, 5, 12, 13] as const;

export type Cells = Float64Array;

/** Six numbers or sixteen; `null` for any other count. */
export function cellsFromList(list: ArrayLike<unknown>): Cells | null {
  const cells = new Float64Array(IDENTITY);
  if (list.length === 6) for (let at = 0; at < 6; at++) cells[FLAT[at]!] = Number(list[at]);
  else if (list.length === 16) for (let at = 0; at < 16; at++) cells[at] = Number(list[at]);
  else return null;
  return cells;
}

/** CSS Transforms 1 §11. */
export function cellsFromText(text: string): Cells {
  let cells: Cells = new Float64Array(IDENTITY);
  for (const [, name = '', list = ''] of text.matchAll(/([a-z0-9]+)\(([^)]*)\)/gi)) {
    const values = list.split(',').map((part) => plainNumber(part));
    const [x = 0, y] = values;
    cells = product(cells, functionCells(name.toLowerCase(), x, y, values));
  }
  return cells;
}

function functionCells(name: string, x: number, y: number | undefined, values: readonly number[]): Cells {
  switch (name) {
    case 'matrix':
    case 'matrix3d':
      return cellsFromList(values) ?? new Float64Array(IDENTITY);
    case 'translate':
    case 'translate3d':
      return translation(x, y ?? 0, values[2] ?? 0);
    case 'translatex':
      return translation(x, 0, 0);
    case 'translatey':
      return translation(0, x, 0);
    case 'scale':
    case 'scale3d':
      return scaling(x, y ?? x, values[2] ?? 1);
    case 'scalex':
      return scaling(x, 1, 1);
    case 'scaley':
      return scaling(1, x, 1);
    case 'rotate':
    case 'rotatez':
      return turn(x, 2);
    case 'skew':
    case 'skewx':
      return plane(1, tan(((y ?? 0) * PI) / 180), tan((x * PI) / 180), 1, 0, 0);
    case 'skewy':
      return plane(1, tan((x * PI) / 180), 0, 1, 0, 0);
    default:
      return new Float64Array(IDENTITY);
  }
}

/** Angles in degrees, lengths in pixels. */
function plainNumber(text: string): number {
  const value = Number.parseFloat(text);
  if (/\drad\s*$/.test(text)) return (value * 180) / PI;
  return /\dturn\s*$/.test(text) ? value * 360 : value;
}

export function plane(a: number, b: number, c: number, d: number, e: number, f: number): Cells {
  const cells = new Float64Array(IDENTITY);
  cells[0] = a;
  cells[1] = b;
  cells[4] = c;
  cells[5] = d;
  cells[12] = e;
  cells[13] = f;
  return cells;
}

export function translation(x: number, y: number, z: number): Cells {
  const cells = plane(1, 0, 0, 1, x, y);
  cells[14] = z;
  return cells;
}

export function scaling(x: number, y: number, z: number): Cells {
  const cells = plane(x, 0, 0, y, 0, 0);
  cells[10] = z;
  return cells;
}

/** Around one of the axes. */
export function turn(degrees: number, axis: 0 | 1 | 2): Cells {
  const cells = new Float64Array(IDENTITY);
  const [first, second] = axis === 2 ? [0, 1] : axis === 1 ? [2, 0] : [1, 2];
  const angle = (degrees * PI) / 180;
  cells[first! * 5] = cos(angle);
  cells[second! * 5] = cos(angle);
  cells[first! * 4 + second!] = sin(angle);
  cells[second! * 4 + first!] = -sin(angle);
  return cells;
}

/** A turn about an axis through the origin; the zero vector is no axis, and nothing turns. */
export function turnAbout(x: number, y: number, z: number, degrees: number): Cells {
  const cells = new Float64Array(IDENTITY);
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return cells;
  const axis = [x / length, y / length, z / length] as const;
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [own, other] = [axis[row]!, axis[column]!];
      const step = (column - row + 3) % 3;
      // The cross product matrix: the third axis, with the sign of the way around.
      const cross = step === 0 ? 0 : axis[3 - row - column]! * (step === 1 ? 1 : -1);
      cells[row * 4 + column] = own * other * (1 - cosine) + (step === 0 ? cosine : cross * sine);
    }
  }
  return cells;
}

export function product(left: Cells, right: Cells): Cells {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let at = 0; at < 4; at++) sum += left[at * 4 + row]! * right[column * 4 + at]!;
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

/** By elimination; a matrix that has no inverse gives not-a-numbers, as the standard says. */
export function inverted(cells: Cells): Cells {
  const left = new Float64Array(cells);
  const right = new Float64Array(IDENTITY);
  for (let pivot = 0; pivot < 4; pivot++) {
    let best = pivot;
    for (let row = pivot + 1; row < 4; row++) {
      if (abs(left[pivot * 4 + row]!) > abs(left[pivot * 4 + best]!)) best = row;
    }
    const value = left[pivot * 4 + best]!;
    if (!(abs(value) > 0)) return new Float64Array(16).fill(Number.NaN);
    for (let column = 0; column < 4; column++) {
      for (const side of [left, right]) {
        const swapped = side[column * 4 + best]!;
        side[column * 4 + best] = side[column * 4 + pivot]!;
        side[column * 4 + pivot] = swapped / value;
      }
    }
    for (let row = 0; row < 4; row++) {
      const factor = left[pivot * 4 + row]!;
      if (row === pivot || factor === 0) continue;
      for (let column = 0; column < 4; column++) {
        left[column * 4 + row] = left[column * 4 + row]! - factor * left[column * 4 + pivot]!;
        right[column * 4 + row] = right[column * 4 + row]! - factor * right[column * 4 + pivot]!;
      }
    }
  }
  return right;
}

/**
 * How much of each pixel a shape covers.
 *
 * In:  closed polygons. Out: a rectangle of pixels with a share from 0 to 1 each, exact for the straight lines.
 *
 * Each line adds to the pixels that it passes how much of them lies to its right, with the sign of its direction; summing
 * up a row from left to right then gives the covered area. Contours that run the other way cut holes.
 */

export interface Mask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly shares: Float32Array;
}

/** The part of a plane that is looked at. */
export interface Clip {
  readonly width: number;
  readonly height: number;
}

/** `null` when nothing of the shape is inside. */
export function coverageOf(contours: readonly (readonly number[])[], clip: Clip | null): Mask | null {
  const box = boundsOf(contours);
  const left = Math.max(Math.floor(box.left), clip === null ? Number.NEGATIVE_INFINITY : 0);
  const top = Math.max(Math.floor(box.top), clip === null ? Number.NEGATIVE_INFINITY : 0);
  const width = Math.min(Math.ceil(box.right), clip?.width ?? Number.POSITIVE_INFINITY) - left;
  const height = Math.min(Math.ceil(box.bottom), clip?.height ?? Number.POSITIVE_INFINITY) - top;
  if (!(width > 0 && height > 0)) return null;
  // One more column takes what runs out at the right.
  const sums = new Float32Array((width + 1) * height);
  for (const points of contours) {
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      addLine(
        sums,
        width,
        height,
        points[at]! - left,
        points[at + 1]! - top,
        points[next]! - left,
        points[next + 1]! - top,
      );
    }
  }
  const shares = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += sums[y * (width + 1) + x]!;
      shares[y * width + x] = Math.min(1, Math.abs(sum));
    }
  }
  return { left, top, width, height, shares };
}

function boundsOf(contours: readonly (readonly number[])[]) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const points of contours) {
    for (let at = 0; at < points.length; at += 2) {
      box.left = Math.min(box.left, points[at]!);
      box.right = Math.max(box.right, points[at]!);
      box.top = Math.min(box.top, points[at + 1]!);
      box.bottom = Math.max(box.bottom, points[at + 1]!);
    }
  }
  return box;
}

function addLine(
  sums: Float32Array,
  width: number,
  height: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const [fromX, fromY, toX, toY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (toX - fromX) / (toY - fromY);
  const end = Math.min(height, toY);
  for (let row = Math.max(0, Math.floor(fromY)); row < end; row++) {
    const top = Math.max(row, fromY);
    const bottom = Math.min(row + 1, toY);
    if (bottom <= top) continue;
    const a = clamp(fromX + (top - fromY) * slope, width);
    const b = clamp(fromX + (bottom - fromY) * slope, width);
    addRow(sums, row * (width + 1), Math.min(a, b), Math.max(a, b), direction * (bottom - top));
  }
}

/** The part of a line within one row, from x `left` to `right`. */
function addRow(sums: Float32Array, row: number, left: number, right: number, height: number): void {
  const first = Math.floor(left);
  const last = Math.floor(right);
  if (first === last) {
    const middle = (left + right) / 2 - first;
    sums[row + first]! += height * (1 - middle);
    if (middle > 0) sums[row + first + 1]! += height * middle;
    return;
  }
  for (let column = first; column <= last; column++) {
    const from = Math.max(left, column);
    const to = Math.min(right, column + 1);
    const part = (height * (to - from)) / (right - left);
    if (part === 0) continue;
    const middle = (from + to) / 2 - column;
    sums[row + column]! += part * (1 - middle);
    sums[row + column + 1]! += part * middle;
  }
}

function clamp(x: number, width: number): number {
  return x < 0 ? 0 : x > width ? width : x;
}

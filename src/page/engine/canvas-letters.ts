/**
 * Shapes in place of letters: each character has its own, the same wherever it stands.
 *
 * In:  a text with its size and width. Out: polygons in the coordinates of the canvas.
 *
 * Layout has advances and no outlines. So a letter is a stem and a few strokes, which its code and the session's seed
 * choose: texts differ, sizes and places are right, and it is not to be read.
 */

export interface Letters {
  readonly text: string;
  readonly size: number;
  readonly width: number;
  readonly matrix: readonly number[];
}

/** Texts are measured whole; more letters than this are drawn as one bar. */
const MAX_LETTERS = 2_000;

export function glyphShapes({ text, size, width, matrix }: Letters, seed: number): number[][] {
  const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number];
  const shapes: number[][] = [];
  const box = (x: number, y: number, w: number, h: number): void => {
    const points: number[] = [];
    for (const [px, py] of [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ] as const) {
      points.push(a * px + c * py + e, b * px + d * py + f);
    }
    shapes.push(points);
  };
  const characters = [...text];
  if (characters.length > MAX_LETTERS) {
    box(0, -size / 2, width, size / 2);
    return shapes;
  }
  const weights = characters.map((character) => (character.trim() === '' ? 0.28 : 0.45 + bitsOf(character, 7) / 400));
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1;
  const stroke = Math.max(0.6, size / 11);
  let x = 0;
  for (const [at, character] of characters.entries()) {
    const advance = (weights[at]! / sum) * width;
    if (character.trim() !== '') letter(character, x + advance * 0.1, advance * 0.8, size, stroke, seed, box);
    x += advance;
  }
  return shapes;
}

function letter(
  character: string,
  x: number,
  width: number,
  size: number,
  stroke: number,
  seed: number,
  box: (x: number, y: number, w: number, h: number) => void,
): void {
  const bits = bitsOf(character, seed);
  const high = /[A-Z0-9bdfhklt]/.test(character) ? 0.72 : 0.53;
  const top = -size * high;
  box(x, top, stroke, -top);
  if (bits & 1) box(x + width - stroke, top * (bits & 2 ? 1 : 0.6), stroke, -top * (bits & 2 ? 1 : 0.6));
  if (bits & 4) box(x + stroke, top, width - 2 * stroke, stroke);
  if (bits & 8) box(x + stroke, -stroke, width - 2 * stroke, stroke);
  if (bits & 16) box(x + stroke, top / 2 + (bits % 5) * 0.06, width - 2 * stroke, stroke);
}

function bitsOf(character: string, seed: number): number {
  let bits = (character.codePointAt(0)! + 1) * 0x9e37_79b1 + seed;
  bits = Math.imul(bits ^ (bits >>> 15), 0x85eb_ca6b);
  return ((bits ^ (bits >>> 13)) >>> 0) & 0x7f;
}

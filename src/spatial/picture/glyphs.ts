/**
 * Outlines of characters.
 *
 * In:  a character and whether it is bold. Out: its advance and its contours as polygons, in shares of the font size, with
 *      y growing downwards from the baseline; `null` for one that the table does not have.
 */
import { IntReader } from '../../layout/text/int-string.ts';
import { BOLD_GLYPHS, GLYPHS_PER_EM, REGULAR_GLYPHS } from './tables/glyph-outlines.ts';

export interface Glyph {
  readonly advance: number;
  /** Each is x and y in turn; the last point is joined with the first. */
  readonly contours: readonly (readonly number[])[];
}

/** Lines that a curve is made of. Glyphs are small. */
const CURVE_STEPS = 4;

let regular: ReadonlyMap<string, Glyph> | null = null;
let bold: ReadonlyMap<string, Glyph> | null = null;

export function glyphOf(character: string, isBold: boolean): Glyph | null {
  if (isBold) {
    bold ??= readGlyphs(BOLD_GLYPHS);
    return bold.get(character) ?? null;
  }
  regular ??= readGlyphs(REGULAR_GLYPHS);
  return regular.get(character) ?? null;
}

function readGlyphs(table: string): Map<string, Glyph> {
  const glyphs = new Map<string, Glyph>();
  const reader = new IntReader(table);
  let code = 0;
  while (!reader.done) {
    code += reader.unsigned();
    const advance = reader.unsigned() / GLYPHS_PER_EM;
    glyphs.set(String.fromCodePoint(code), { advance, contours: readContours(reader) });
  }
  return glyphs;
}

function readContours(reader: IntReader): number[][] {
  const contours: number[][] = [];
  let [x, y] = [0, 0];
  const step = (): readonly [number, number] => {
    x += reader.signed();
    y += reader.signed();
    return [x / GLYPHS_PER_EM, -y / GLYPHS_PER_EM];
  };
  for (let left = reader.unsigned(); left > 0; left--) {
    const segments = reader.unsigned();
    let [atX, atY] = step();
    const points = [atX, atY];
    for (let segment = 0; segment < segments; segment++) {
      const isCurve = reader.unsigned() === 1;
      const [cx, cy] = isCurve ? step() : [0, 0];
      const [toX, toY] = step();
      for (let at = 1; isCurve && at < CURVE_STEPS; at++) {
        const t = at / CURVE_STEPS;
        const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
        points.push(a * atX + b * cx + c * toX, a * atY + b * cy + c * toY);
      }
      points.push(toX, toY);
      [atX, atY] = [toX, toY];
    }
    contours.push(points);
  }
  return contours;
}

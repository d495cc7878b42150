/**
 * Values of SVG attributes: lengths, transforms, view boxes.
 *
 * SVG 2 §8.5, §8.6 https://svgwg.org/svg2-draft/coords.html
 */
import { attribute, type DomElement } from '../../html/node-tree.ts';
import { flatMatrix, IDENTITY, type Matrix, multiply, translation } from '../matrix.ts';

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
  ex: 8,
  rem: 16,
};

/** A length attribute in user units. Without a font size, 'em' is that of the initial font. */
export function svgLength(text: string | null, percentBase: number, initial: number, fontSize = 16): number {
  const match = text === null ? null : /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)\s*$/i.exec(text);
  if (match === null) return initial;
  const value = Number(match[1]);
  if (match[2] === '%') return (value * percentBase) / 100;
  const unit = match[2].toLowerCase();
  if (unit === 'em') return value * fontSize;
  return value * (PIXELS[unit] ?? 1);
}

/** The functions of a transform attribute, multiplied in order; `null` without any. */
export function parseSvgTransform(text: string | null): Matrix | null {
  if (text === null) return null;
  let matrix: Matrix | null = null;
  for (const [, name, args] of text.matchAll(/([a-z]+)\s*\(([^)]*)\)/gi)) {
    const values = args
      .trim()
      .split(/[\s,]+/)
      .map(Number.parseFloat);
    const next = transformFunction(name.toLowerCase(), values);
    if (next !== null) matrix = matrix === null ? next : multiply(matrix, next);
  }
  return matrix;
}

function transformFunction(name: string, values: readonly number[]): Matrix | null {
  if (values.some(Number.isNaN)) return null;
  const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0] = values;
  switch (name) {
    case 'matrix':
      return values.length === 6 ? flatMatrix(p0, p1, p2, p3, p4, p5) : null;
    case 'translate':
      return translation(p0, p1);
    case 'scale':
      return flatMatrix(p0, 0, 0, values.length > 1 ? p1 : p0, 0, 0);
    case 'rotate': {
      const radians = (p0 * Math.PI) / 180;
      const turn = flatMatrix(Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0);
      return values.length < 3 ? turn : multiply(multiply(translation(p1, p2), turn), translation(-p1, -p2));
    }
    case 'skewx':
      return flatMatrix(1, 0, Math.tan((p0 * Math.PI) / 180), 1, 0, 0);
    case 'skewy':
      return flatMatrix(1, Math.tan((p0 * Math.PI) / 180), 0, 1, 0, 0);
    default:
      return null;
  }
}

export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `null` without a valid one. */
export function viewBoxOf(svg: DomElement): ViewBox | null {
  const numbers = (attribute(svg, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return null;
  const [x, y, width, height] = numbers as [number, number, number, number];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** §8.6: from the view box to a viewport of this size, by preserveAspectRatio. Nothing is scaled down to nothing. */
export function viewBoxMatrix(svg: DomElement, width: number, height: number): Matrix {
  const box = viewBoxOf(svg);
  if (box === null || width <= 0 || height <= 0) return IDENTITY;
  const [align = 'xMidYMid', fit = 'meet'] = (attribute(svg, 'preserveAspectRatio') ?? 'xMidYMid meet')
    .trim()
    .split(/\s+/);
  let scaleX = width / box.width;
  let scaleY = height / box.height;
  if (align === 'none') return flatMatrix(scaleX, 0, 0, scaleY, -box.x * scaleX, -box.y * scaleY);
  const scale = fit === 'slice' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  scaleX = scale;
  scaleY = scale;
  const e = (width - box.width * scaleX) * share(align, 'x') - box.x * scaleX;
  const f = (height - box.height * scaleY) * share(align, 'Y') - box.y * scaleY;
  return flatMatrix(scaleX, 0, 0, scaleY, e, f);
}

/** How much of the room that is left stands before the image. */
function share(align: string, axis: 'x' | 'Y'): number {
  if (align.includes(`${axis}Min`)) return 0;
  return align.includes(`${axis}Max`) ? 1 : 0.5;
}

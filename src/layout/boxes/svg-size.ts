/**
 * Natural dimensions of an SVG document from its root element's attributes.
 *
 * In:  the values of width, height and viewBox, and the font size that 'em' is.
 * Out: natural width, height and ratio; `null` for what the attributes leave open.
 *
 * SVG 2 §8.12 https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS
 */
import type { NaturalSize } from '../box.ts';

const PIXELS_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i;

export function svgNaturalSize(
  width: string | null,
  height: string | null,
  viewBox: string | null,
  fontSize: number,
): NaturalSize {
  const naturalWidth = absoluteLength(width, fontSize);
  const naturalHeight = absoluteLength(height, fontSize);
  const both = naturalWidth !== null && naturalHeight !== null && naturalWidth > 0 && naturalHeight > 0;
  const ratio = both ? naturalWidth / naturalHeight : viewBoxRatio(viewBox);
  return { width: naturalWidth, height: naturalHeight, ratio };
}

/** A length that does not depend on what is around it; `null` for percentages, 'auto' and nonsense. */
function absoluteLength(text: string | null, fontSize: number): number | null {
  const match = text === null ? null : LENGTH.exec(text);
  if (match === null) return null;
  const unit = match[2]!.toLowerCase();
  const pixels = unit === 'em' ? fontSize : unit === 'ex' ? fontSize / 2 : PIXELS_PER_UNIT[unit];
  if (pixels === undefined) return null;
  const length = Number(match[1]) * pixels;
  return Number.isFinite(length) && length >= 0 ? length : null;
}

function viewBoxRatio(viewBox: string | null): number | null {
  if (viewBox === null) return null;
  const numbers = viewBox.trim().split(/[\s,]+/);
  const width = Number(numbers[2]);
  const height = Number(numbers[3]);
  return numbers.length === 4 && width > 0 && height > 0 ? width / height : null;
}

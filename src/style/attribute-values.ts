/**
 * Numbers, dimensions and colours as HTML attributes write them.
 *
 * In:  an attribute's value.
 * Out: the value as CSS text, or `null` when the attribute says nothing.
 *
 * HTML §2.3.4 https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#numbers and §2.3.6 (legacy colours)
 */
import { asciiLower } from './code-points.ts';
import { NAMED_COLORS } from './named-colors.ts';

const SPACE = '[ \\t\\n\\f\\r]*';
const INTEGER = new RegExp(`^${SPACE}([+-]?\\d+)`);
const DIMENSION = new RegExp(`^${SPACE}\\+?(\\d+(?:\\.\\d+)?|\\.\\d+)(%?)`);

/** Rules for parsing integers. */
export function parseInteger(value: string | null): number | null {
  const match = value === null ? null : INTEGER.exec(value);
  return match === null ? null : Number(match[1]);
}

export function parseNonNegativeInteger(value: string | null): number | null {
  const number = parseInteger(value);
  return number === null || number < 0 ? null : number;
}

/** Rules for parsing dimension values: '10' is 10px, '50%' stays. */
export function parseDimension(value: string | null): string | null {
  const match = value === null ? null : DIMENSION.exec(value);
  return match === null ? null : `${Number(match[1])}${match[2] === '%' ? '%' : 'px'}`;
}

/** The same where zero counts as absent. */
export function parseNonZeroDimension(value: string | null): string | null {
  const dimension = parseDimension(value);
  return dimension === '0px' || dimension === '0%' ? null : dimension;
}

/** A dimension without unit as its number, for aspect ratios. */
export function parsePixelNumber(value: string | null): number | null {
  const dimension = parseDimension(value);
  return dimension?.endsWith('px') ? Number.parseFloat(dimension) : null;
}

const MAX_COLOR_LENGTH = 128;

/** Rules for parsing a legacy colour value: any text but a few is a colour. */
export function parseLegacyColor(value: string | null): string | null {
  if (value === null || value === '') return null;
  const trimmed = value.trim();
  const lower = asciiLower(trimmed);
  if (lower === 'transparent') return null;
  if (NAMED_COLORS.has(lower)) return lower;
  if (/^#[0-9a-f]{3}$/.test(lower)) return lower;

  // Characters outside the basic plane count as two zeroes; what is not a digit counts as one.
  let digits = trimmed.replace(/[\u{10000}-\u{10ffff}]/gu, '00').slice(0, MAX_COLOR_LENGTH);
  if (digits.startsWith('#')) digits = digits.slice(1);
  digits = digits.replace(/[^0-9a-f]/gi, '0');
  while (digits.length === 0 || digits.length % 3 !== 0) digits += '0';

  // Three equal parts, of each the last eight digits, without zeroes that all have in front, cut to two.
  let length = digits.length / 3;
  let parts = [0, 1, 2].map((i) => digits.slice(i * length, (i + 1) * length));
  if (length > 8) {
    parts = parts.map((part) => part.slice(length - 8));
    length = 8;
  }
  while (length > 2 && parts.every((part) => part.startsWith('0'))) {
    parts = parts.map((part) => part.slice(1));
    length--;
  }
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`;
}

/** Sizes of '<font size>': 1 to 7, or relative to 3. */
export function parseFontSize(value: string | null): string | null {
  const match = value === null ? null : /^[ \t\n\f\r]*([+-]?)(\d+)/.exec(value);
  if (match === null) return null;
  const number = Number(match[2]);
  const size = match[1] === '+' ? 3 + number : match[1] === '-' ? 3 - number : number;
  return FONT_SIZES[Math.min(7, Math.max(1, size)) - 1]!;
}

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

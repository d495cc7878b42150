/**
 * Synthetic small capitals: parts of a text that are drawn as capitals of a smaller font.
 *
 * In:  a text, a range, the kind of capitals. Out: segments with the text to draw, and whether it is drawn small.
 *
 * CSS Fonts 4 §6.6 https://drafts.csswg.org/css-fonts-4/#font-variant-caps-prop. The installed fonts have no capitals
 * of their own, so all kinds are made from ordinary ones, at 0.7 of the size rounded to a whole pixel.
 */
import { isMark } from './character.ts';

export type Caps = 'none' | 'lower-to-small' | 'all-to-small' | 'upper-to-small';

export interface CapsSegment {
  readonly start: number;
  readonly end: number;
  readonly small: boolean;
  /** What is drawn; longer than the range where one letter becomes two capitals. */
  readonly text: string;
}

const SMALL_CAPS_FACTOR = 0.7;

export function smallCapsSize(size: number): number {
  return Math.round(size * SMALL_CAPS_FACTOR);
}

/** The mode behind a value of 'font-variant-caps'. Petite capitals fall back to small ones. */
export function capsOf(value: string): Caps {
  switch (value) {
    case 'small-caps':
    case 'petite-caps':
      return 'lower-to-small';
    case 'all-small-caps':
    case 'all-petite-caps':
      return 'all-to-small';
    case 'unicase':
      return 'upper-to-small';
    default:
      return 'none';
  }
}

export function capsSegments(caps: Caps, text: string, start: number, end: number): CapsSegment[] {
  const segments: CapsSegment[] = [];
  let from = start;
  let small = false;
  let at = start;
  while (at < end) {
    const codePoint = text.codePointAt(at)!;
    const next = Math.min(end, at + (codePoint > 0xffff ? 2 : 1));
    const isSmall: boolean = isMark(codePoint) ? small : isDrawnSmall(caps, text.slice(at, next));
    if (isSmall !== small && at > from) {
      segments.push(segment(caps, text, from, at, small));
      from = at;
    }
    small = isSmall;
    at = next;
  }
  if (end > from) segments.push(segment(caps, text, from, end, small));
  return segments;
}

function isDrawnSmall(caps: Caps, character: string): boolean {
  if (caps === 'all-to-small') return true;
  const isLower = character.toUpperCase() !== character;
  return caps === 'lower-to-small' ? isLower : !isLower;
}

function segment(caps: Caps, text: string, start: number, end: number, small: boolean): CapsSegment {
  const part = text.slice(start, end);
  const capitals = small && caps !== 'upper-to-small';
  return { start, end, small, text: capitals ? part.toUpperCase() : part };
}

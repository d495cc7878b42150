/**
 * How the content of a cell is aligned in the cell's height.
 *
 * In:  the style of a cell, the room that its content leaves, its baseline and that of its row.
 * Out: how far the content moves.
 *
 * CSS Tables 3 §3.11.2, CSS Align 3 §5.1 https://drafts.csswg.org/css-align-3/#distribution-block
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { distribute } from '../alignment.ts';

export function isBaselineAligned({ alignContent, verticalAlign }: ComputedStyle): boolean {
  if (alignContent.position !== 'normal') return alignContent.position === 'baseline';
  return verticalAlign !== 'top' && verticalAlign !== 'middle' && verticalAlign !== 'bottom';
}

/**
 * `spare` is negative when the content overflows: then it begins at the start, unless the style says 'unsafe'.
 * `toBaseline` is from the cell's baseline to the row's.
 */
export function cellShift(style: ComputedStyle, spare: number, toBaseline: number): number {
  if (isBaselineAligned(style)) return toBaseline;
  return shiftIn(style, style.alignContent.overflow === 'unsafe' ? spare : Math.max(0, spare));
}

/** What flow layout does with a cell whose row has no baseline yet. */
export function flowShift(style: ComputedStyle, spare: number): number {
  return isBaselineAligned(style) ? 0 : shiftIn(style, spare);
}

/** What has to be added where flow layout has let overflowing content begin before the start. */
export function safeCorrection(style: ComputedStyle, spare: number): number {
  if (spare >= 0 || isBaselineAligned(style) || style.alignContent.overflow === 'unsafe') return 0;
  return -shiftIn(style, spare);
}

function shiftIn({ alignContent, verticalAlign }: ComputedStyle, room: number): number {
  if (alignContent.position !== 'normal') return distribute(alignContent, room, 1).before;
  switch (verticalAlign) {
    case 'middle':
      return room / 2;
    case 'bottom':
      return room;
    default:
      return 0;
  }
}

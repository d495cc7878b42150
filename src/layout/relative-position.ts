/**
 * How far relative positioning moves a box.
 *
 * In:  the insets of the box, the writing mode of its containing block, that block's content size.
 * Out: a physical offset. Sticky boxes keep their place until the page scrolls.
 *
 * CSS Position 3 §3.2 https://drafts.csswg.org/css-position-3/#relpos-insets
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import { dependsOnPercentage, type LengthPercentageOrAuto } from '../style/length.ts';
import { usedLength } from './edges.ts';
import { isDefinite } from './layout-unit.ts';
import type { Writing } from './writing-mode.ts';

export interface Offset {
  readonly x: number;
  readonly y: number;
}

export const NO_OFFSET: Offset = { x: 0, y: 0 };

/** `width` and `height` are the containing block's content box; INDEFINITE where that depends on its content. */
export function relativeOffset(style: ComputedStyle, container: Writing, width: number, height: number): Offset {
  if (style.position !== 'relative') return NO_OFFSET;
  const left = inset(style.left, width);
  const right = inset(style.right, width);
  const top = inset(style.top, height);
  const bottom = inset(style.bottom, height);
  // Over-constrained: the inset on the start side of the containing block's flow wins.
  const fromRight = container.horizontal ? container.inlineReversed : container.blockReversed;
  const fromBottom = !container.horizontal && container.inlineReversed;
  return { x: along(left, right, fromRight), y: along(top, bottom, fromBottom) };
}

function along(start: number | null, end: number | null, fromEnd: boolean): number {
  if (start === null) return end === null ? 0 : -end;
  return fromEnd && end !== null ? -end : start;
}

function inset(value: LengthPercentageOrAuto, base: number): number | null {
  if (value === 'auto' || (dependsOnPercentage(value) && !isDefinite(base))) return null;
  return usedLength(value, base);
}

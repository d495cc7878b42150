/**
 * The gap between the tracks of an axis.
 *
 * CSS Align 3 §8 https://drafts.csswg.org/css-align-3/#gaps
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import { isDefinite, toUnit } from '../layout-unit.ts';
import type { AxisName } from './axis-name.ts';

/** 'normal' is none, or for a subgrid that of the grid around it; a percentage of an indefinite size is zero. */
export function usedGap(style: ComputedStyle, axis: AxisName, size: number, normal: number): number {
  const gap = axis === 'inline' ? style.columnGap : style.rowGap;
  if (gap === 'normal') return normal;
  return toUnit(Math.max(0, resolveLength(gap, isDefinite(size) ? size : 0)));
}

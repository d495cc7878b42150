/**
 * Sharing out a length in Chrome's units: every share is cut down, and the last one takes what is left over.
 */
import { toUnit } from '../layout-unit.ts';

/** Shares of `total` by weight; alike when nothing has weight. */
export function sharesOf(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const last = weights.length - 1;
  let rest = total;
  return weights.map((weight, index) => {
    if (index === last) return rest;
    const share = toUnit(sum > 0 ? (total * weight) / sum : total / weights.length);
    rest -= share;
    return share;
  });
}

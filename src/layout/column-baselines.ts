/**
 * First and last baselines of what one column shows.
 *
 * In:  a column's part of the content, turned so that y is its block axis (column-axes.ts).
 * Out: the places of its first and last lines' baselines from its start; `null` without a line in the flow.
 *
 * CSS Align 3 §9.1 https://drafts.csswg.org/css-align-3/#baseline-export
 */
import { isInFlow } from './column-content.ts';
import type { BoxFragment, LineFragment } from './fragment.ts';

export function firstBaselineIn({ children }: BoxFragment | LineFragment): number | null {
  for (const { fragment, y } of children) {
    const own = fragment.kind === 'line' ? fragment.baseline : isInFlow(fragment) ? firstBaselineIn(fragment) : null;
    if (own !== null) return y + own;
  }
  return null;
}

export function lastBaselineIn({ children }: BoxFragment | LineFragment): number | null {
  for (let index = children.length - 1; index >= 0; index--) {
    const { fragment, y } = children[index]!;
    const own = fragment.kind === 'line' ? fragment.baseline : isInFlow(fragment) ? lastBaselineIn(fragment) : null;
    if (own !== null) return y + own;
  }
  return null;
}

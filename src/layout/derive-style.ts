/**
 * A style with some values of its own: for boxes that a browser makes inside of controls and broken images.
 *
 * In:  a computed style and the values that differ.
 * Out: a new style of the same shape, so that layout's reads stay monomorphic.
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import { recordOf, StyleRecord } from '../style/style-record.ts';

export function deriveStyle(style: ComputedStyle, changes: Partial<ComputedStyle>): ComputedStyle {
  return Object.assign(new StyleRecord(), recordOf(style), changes, { layoutFacts: null });
}

/** No size and no limits, for boxes that layout makes inside of one that has them. */
export const WITHOUT_SIZES: Partial<ComputedStyle> = {
  width: 'auto',
  height: 'auto',
  minWidth: 'auto',
  minHeight: 'auto',
  maxWidth: 'none',
  maxHeight: 'none',
};

/**
 * Sizes of boxes with size containment: their content counts as nothing, or as 'contain-intrinsic-size' says.
 *
 * Differs: 'content-visibility: auto' has its content's size wherever it stands. Chrome takes 'contain-intrinsic-size' as
 * long as the box is far from what the viewport shows, and the sizes change with every scroll.
 *
 * CSS Contain 2 §3.1, CSS Sizing 4 §5 https://drafts.csswg.org/css-contain-2/#containment-size
 */
import type { ComputedStyle } from '../style/computed-style.ts';

/** The content block size of a box with size containment, `null` for other boxes. */
export function sizeContainedBlock(style: ComputedStyle): number | null {
  if (!style.contain.includes('size') && style.contentVisibility !== 'hidden' && style.containerType !== 'size') {
    return null;
  }
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicHeight : style.containIntrinsicWidth;
  return given === 'none' ? 0 : given;
}

/** The content inline size of a box with size or inline-size containment, `null` for other boxes. */
export function sizeContainedInline(style: ComputedStyle): number | null {
  const contained =
    style.contain.includes('size') ||
    style.contain.includes('inline-size') ||
    style.contentVisibility === 'hidden' ||
    style.containerType !== 'normal';
  if (!contained) return null;
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicWidth : style.containIntrinsicHeight;
  return given === 'none' ? 0 : given;
}

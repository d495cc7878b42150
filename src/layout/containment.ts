/**
 * Sizes of boxes with size containment: their content counts as nothing, or as 'contain-intrinsic-size' says. And which
 * boxes have layout containment.
 *
 * CSS Contain 2 §3.1, §3.2, §4, CSS Sizing 4 §5 https://drafts.csswg.org/css-contain-2/#containment-size
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';

/** The content block size of a box with size containment, `null` for other boxes. */
export function sizeContainedBlock(box: Box): number | null {
  const { style } = box;
  if (!box.skipsContent && !isSizeContained(style) && style.containerType !== 'size') return null;
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicHeight : style.containIntrinsicWidth;
  return given === 'none' ? 0 : given;
}

/** The content inline size of a box with size or inline-size containment, `null` for other boxes. */
export function sizeContainedInline(box: Box): number | null {
  return box.skipsContent ? intrinsicInline(box.style) : inlineContainedBy(box.style);
}

/** The same for what a style alone says. */
export function inlineContainedBy(style: ComputedStyle): number | null {
  const contained = isSizeContained(style) || style.contain.includes('inline-size') || style.containerType !== 'normal';
  return contained ? intrinsicInline(style) : null;
}

/** §3.2: such a box has no baseline. Inline boxes and parts of tables other than cells and captions cannot be contained. */
export function isLayoutContained({ kind, style, isAnonymous }: Box): boolean {
  if (!style.contain.includes('layout') && style.contentVisibility === 'visible') return false;
  return !isAnonymous && kind !== 'inline' && kind !== 'table-row' && kind !== 'table-row-group';
}

function isSizeContained(style: ComputedStyle): boolean {
  return style.contain.includes('size') || style.contentVisibility === 'hidden';
}

function intrinsicInline(style: ComputedStyle): number {
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicWidth : style.containIntrinsicHeight;
  return given === 'none' ? 0 : given;
}

/**
 * Sizes of boxes with size containment: their content counts as nothing, or as 'contain-intrinsic-size' says. Cells of
 * tables cannot have it. And which boxes have layout and style containment.
 *
 * CSS Contain 2 §3.1, §3.2, §4, CSS Sizing 4 §5 https://drafts.csswg.org/css-contain-2/#containment-size
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';

/** The content block size of a box with size containment, `null` for other boxes. */
export function sizeContainedBlock(box: Box): number | null {
  const { style } = box;
  if (box.kind === 'table-cell') return null;
  if (!box.skipsContent && !isSizeContained(style) && style.containerType !== 'size') return null;
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicHeight : style.containIntrinsicWidth;
  return given === 'none' ? 0 : given;
}

/** The content inline size of a box with size or inline-size containment, `null` for other boxes. */
export function sizeContainedInline(box: Box): number | null {
  if (box.kind === 'table-cell') return null;
  return box.skipsContent ? intrinsicInline(box.style) : inlineContainedBy(box.style);
}

/** The same for what a style alone says. */
export function inlineContainedBy(style: ComputedStyle): number | null {
  const contained = isSizeContained(style) || style.contain.includes('inline-size') || style.containerType !== 'normal';
  return contained ? intrinsicInline(style) : null;
}

/** §3.2: such a box has no baseline. */
export function isLayoutContained(box: Box): boolean {
  if (!box.style.contain.includes('layout') && box.style.contentVisibility === 'visible') return false;
  return !box.isAnonymous && takesContainment(box);
}

/** §3.2, §3.5: inline boxes and parts of tables other than cells and captions cannot be contained; nor ruby annotations. */
export function takesContainment({ kind, style }: Box): boolean {
  if (kind === 'inline' || kind === 'table-row' || kind === 'table-row-group') return false;
  return style.display !== 'ruby-text';
}

function isSizeContained(style: ComputedStyle): boolean {
  return style.contain.includes('size') || style.contentVisibility === 'hidden';
}

function intrinsicInline(style: ComputedStyle): number {
  const given = style.writingMode === 'horizontal-tb' ? style.containIntrinsicWidth : style.containIntrinsicHeight;
  return given === 'none' ? 0 : given;
}

/** Whether counters and quotation marks inside stay inside (CSS Containment 2 §3.3). */
export function containsStyle(style: ComputedStyle): boolean {
  return style.contain.includes('style') || style.containerType !== 'normal' || style.contentVisibility !== 'visible';
}

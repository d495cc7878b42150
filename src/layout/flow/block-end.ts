/**
 * What happens to a block container's height and content once all children are placed.
 *
 * In:  the box, how much room its content leaves in it.
 * Out: whether its height is its own or its content's, and how far the content moves in it.
 *
 * CSS 2.2 §10.6.3, CSS Align 3 §5.1.1, CSS Tables 3 §3.10.5, HTML §15.5.2
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { distribute } from '../alignment.ts';
import type { Box } from '../box.ts';
import { blockSizeOf } from '../child-space.ts';
import { usedMargins } from '../edges.ts';
import type { LayoutResult, MarginStrut } from '../fragment.ts';
import { isDefinite } from '../layout-unit.ts';
import { isScrollContainer } from '../sizing.ts';
import type { Space } from '../space.ts';
import { isOrthogonal, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { collapseMargin, marginSum } from './margin-collapse.ts';

/** Whether the style gives the block size, and not the content. */
export function hasDefiniteBlockSize(box: Box, space: Space, writing: Writing): boolean {
  if (space.blockSizing === 'fixed') return true;
  const size = logicalSizes(box.style, writing).blockSize;
  if (typeof size === 'number') return true;
  if (typeof size === 'string') return size === 'stretch' && isDefinite(space.availableBlock);
  return size.kind !== 'fit-content' && isDefinite(space.percentBlock);
}

/** How far the content moves in the block direction, given the room that is left (negative when it overflows). */
export function contentShift(box: Box, space: Space, spare: number, firstBaseline: number | null): number {
  if (box.isAnonymous && box.kind === 'flow') return 0;
  if (box.kind === 'table-cell') return cellShift(box.style, space, spare, firstBaseline);
  const { alignContent } = box.style;
  if (alignContent.position !== 'normal') {
    // Chrome: what overflows begins at the start, unless the alignment is 'unsafe'.
    const staysInReach = spare < 0 && alignContent.overflow !== 'unsafe';
    return staysInReach ? 0 : distribute(alignContent, spare, 1).before;
  }
  return box.centersContent ? Math.max(0, spare / 2) : 0;
}

function cellShift(style: ComputedStyle, space: Space, spare: number, firstBaseline: number | null): number {
  if (style.alignContent.position !== 'normal') return distribute(style.alignContent, spare, 1).before;
  switch (style.verticalAlign) {
    case 'middle':
      return spare / 2;
    case 'bottom':
      return spare;
    case 'top':
      return 0;
    default:
      return space.cellBaseline === null || firstBaseline === null ? 0 : space.cellBaseline - firstBaseline;
  }
}

/**
 * The last baseline that a child with a formatting context of its own gives. It is asked for by inline-blocks: for them
 * tables have none, flex and grid containers their first, and a block that scrolls has the end of its margin box.
 * 'last baseline' asks for it too, and has the last one of flex and grid containers.
 */
export function lastBaselineOf(child: Box, result: LayoutResult, writing: Writing, marginEnd: number): number | null {
  if (isOrthogonal(writing, writingOf(child.style))) return null;
  if (child.kind === 'table') return isInInlineBlock(child) ? null : result.lastBaseline;
  if ((child.kind === 'flex' || child.kind === 'grid') && isInInlineBlock(child)) return result.firstBaseline;
  const scrolls = child.kind === 'flow' && isScrollContainer(child.style) && isInInlineBlock(child);
  return scrolls ? blockSizeOf(result.fragment, writing) + marginEnd : result.lastBaseline;
}

/** One that asks for its last baseline by 'baseline-source' has that of everything. */
function isInInlineBlock({ parent }: Box): boolean {
  for (let at = parent; at !== null && at.kind === 'flow' && !at.isFloating && !at.isOutOfFlow; at = at.parent) {
    if (at.isAtomicInline) return at.style.baselineSource === 'auto';
  }
  return false;
}

/** Quirks mode: what body's margins, collapsed with those of its content, leave of its container. */
export function viewportFill(
  { style }: Box,
  space: Space,
  writing: Writing,
  spaceBefore: number | null,
  endMargin: MarginStrut,
): number {
  const margins = usedMargins(style, writing, space.percentInline);
  const before = spaceBefore ?? margins.blockStart;
  return space.availableBlock - before - marginSum(collapseMargin(endMargin, margins.blockEnd, false));
}

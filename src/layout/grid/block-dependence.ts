/**
 * Whether the width of a box can follow from its height.
 *
 * Columns are sized before rows. An item whose width depends on the height of its area makes the grid size its columns a
 * second time (§12.1 step 3), so that this is asked of every item and has to be cheap: it looks at those descendants
 * whose height is a part of the item's.
 *
 * CSS Grid 2 §12.1 https://drafts.csswg.org/css-grid-2/#algo-overview
 */
import { aspectRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { logicalSizes, writingOf } from '../writing-mode.ts';
import type { GridItem } from './grid-item.ts';

const MAX_LOOK = 64;

/** Whether an item's width depends on the height of its area: along its own axes. */
export function dependsOnAreaBlock(item: GridItem): boolean {
  const { box } = item;
  const { blockSize } = logicalSizes(box.style, item.writing);
  const stretches = blockSize === 'auto' && item.ownAlign('block').stretch !== 'no';
  if (!stretches && !hasRelativeBlock(box)) return false;
  return box.kind === 'replaced' || aspectRatio(box, item.writing) !== null || contentFollowsBlock(box, 0);
}

/** Whether a box's content is wider or narrower by the box's own definite height. */
export function contentFollowsBlock(box: Box, depth: number): boolean {
  if (depth > MAX_LOOK) return false;
  for (const child of box.children) {
    if (child.kind === 'text' || child.isOutOfFlow) continue;
    if (child.kind === 'inline' || child.isAnonymous) {
      if (contentFollowsBlock(child, depth + 1)) return true;
      continue;
    }
    const relative = hasRelativeBlock(child) || box.kind === 'flex' || box.kind === 'grid';
    if (!relative) continue;
    if (child.kind === 'replaced' || aspectRatio(child, writingOf(child.style)) !== null) return true;
    if (contentFollowsBlock(child, depth + 1)) return true;
  }
  return false;
}

function hasRelativeBlock({ style }: Box): boolean {
  const sizes = logicalSizes(style, writingOf(style));
  return isRelative(sizes.blockSize) || isRelative(sizes.minBlockSize) || isRelative(sizes.maxBlockSize);
}

function isRelative(size: unknown): boolean {
  return typeof size === 'object' || size === 'stretch';
}

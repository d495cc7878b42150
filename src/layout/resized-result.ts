/**
 * A box that has been laid out, with another block size: without laying it out again where nothing in it can tell.
 *
 * Stretched flex items and cells of tables are laid out once to see how high their content is, and then get the height
 * of their line or row. In most of them nothing depends on that height.
 *
 * In:  the result of a layout, the block size, and how far the content moves for alignment.
 * Out: the result that a layout with that block size would have.
 */
import type { Box } from './box.ts';
import { BoxCache } from './cache.ts';
import type { BoxFragment, LayoutResult, Placed } from './fragment.ts';
import { translate } from './fragment-builder.ts';
import { isOrthogonal, logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** Asks no deeper than is cheap, and then assumes the worst. */
const MAX_DEPTH = 32;

/**
 * What in a box looks at the block size of the box, so that another size is another layout. In Chrome a child that only
 * stretches does not see that the size its parent already has has become definite.
 */
export type BlockSizeLookers = 'none' | 'stretched' | 'replaced' | 'some';

export function blockSizeLookers(box: Box, quirks: boolean): BlockSizeLookers {
  return lookersAmong(box, writingOf(box.style), quirks, 0);
}

function lookersAmong(box: Box, writing: Writing, quirks: boolean, depth: number): BlockSizeLookers {
  if (depth > MAX_DEPTH) return 'some';
  let found: BlockSizeLookers = 'none';
  for (const child of box.children) {
    if (child.kind === 'text' || child.kind === 'break' || child.kind === 'soft-break' || child.isOutOfFlow) continue;
    const lookers = lookersIn(child, writing, quirks, depth);
    if (lookers === 'some') return 'some';
    if (lookers === 'replaced' || (lookers === 'stretched' && found === 'none')) found = lookers;
  }
  return found;
}

function lookersIn(child: Box, writing: Writing, quirks: boolean, depth: number): BlockSizeLookers {
  if (isMovedByPercentage(child)) return 'some';
  if (child.kind === 'inline' || child.isAnonymous) return lookersAmong(child, writing, quirks, depth + 1);
  const own = writingOf(child.style);
  if (isOrthogonal(own, writing)) return 'some';
  const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(child.style, own);
  if (isRelative(blockSize) || isRelative(minBlockSize) || isRelative(maxBlockSize)) {
    return child.kind === 'replaced' ? 'replaced' : 'some';
  }
  if (blockSize === 'stretch' || minBlockSize === 'stretch' || maxBlockSize === 'stretch') return 'stretched';
  // Quirks mode: percentages look through boxes with an automatic height.
  const isTransparent = quirks && child.kind === 'flow' && blockSize === 'auto';
  return isTransparent ? lookersAmong(child, writing, quirks, depth + 1) : 'none';
}

function isRelative(size: unknown): boolean {
  return typeof size === 'object';
}

function isMovedByPercentage({ style }: Box): boolean {
  if (style.position !== 'relative') return false;
  return [style.top, style.right, style.bottom, style.left].some((inset) => typeof inset === 'object');
}

/** Whether a block container in which nothing looks at its block size may be given another one, as it is laid out. */
export function canBeResized(box: Box, { fragment }: LayoutResult): boolean {
  const { style } = box;
  if (box.kind !== 'table-cell') {
    if (box.kind !== 'flow' || box.legend !== null || box.centersContent) return false;
    if (style.alignContent.position !== 'normal' || style.aspectRatio.ratio !== null) return false;
  }
  if (style.columnCount !== 'auto' || style.columnWidth !== 'auto') return false;
  return !fragment.children.some(isPositioned);
}

/** What a box contains by position has been placed by its size. */
function isPositioned({ fragment }: Placed): boolean {
  return fragment.kind === 'box' && fragment.box.isOutOfFlow;
}

/**
 * Whether a box that is as high as its content comes out the same when that height is given to it. Then it is definite,
 * and in a flex container so are the heights of the items, which percentages in them can look at.
 */
export function isIndifferent(box: Box, quirks: boolean): boolean {
  const known = INDIFFERENT.get(box);
  if (known !== undefined) return known;
  const answer = looksNowhere(box, quirks);
  INDIFFERENT.set(box, answer);
  return answer;
}

const INDIFFERENT = new BoxCache<boolean>();

function looksNowhere(box: Box, quirks: boolean): boolean {
  const { style } = box;
  if (box.kind !== 'flex' && (box.kind !== 'flow' || box.legend !== null)) return false;
  if (style.aspectRatio.ratio !== null || style.columnCount !== 'auto' || style.columnWidth !== 'auto') return false;
  const lookers = blockSizeLookers(box, quirks);
  if (lookers !== 'none' && lookers !== 'stretched') return false;
  if (box.kind === 'flow') return true;
  const isColumn = style.flexDirection.startsWith('column');
  const looksByBasis = (item: Box) => isColumn && isRelative(item.style.flexBasis);
  return box.children.every((item) => item.isOutOfFlow || (!looksByBasis(item) && isIndifferent(item, quirks)));
}

/** The same layout in a box of another block size, with the content moved by `shift` along the block axis. */
export function resizedResult(result: LayoutResult, blockSize: number, shift: number): LayoutResult {
  const { fragment } = result;
  const { inflow } = fragment;
  const { horizontal, blockReversed } = writingOf(fragment.box.style);
  const grown = blockSize - (horizontal ? fragment.height : fragment.width);
  if (grown === 0 && shift === 0) return result;
  // Where blocks stack from right to left, what stays at the start moves with the start edge.
  const moved = blockReversed ? grown - shift : shift;
  const x = horizontal ? 0 : moved;
  const y = horizontal ? moved : 0;
  const resized: BoxFragment = {
    kind: 'box',
    box: fragment.box,
    width: horizontal ? fragment.width : blockSize,
    height: horizontal ? blockSize : fragment.height,
    children:
      moved === 0
        ? fragment.children
        : fragment.children.map((child) => ({ fragment: child.fragment, x: child.x + x, y: child.y + y })),
    border: fragment.border,
    padding: fragment.padding,
    inflow: inflow === null || moved === 0 ? inflow : { ...inflow, x: inflow.x + x, y: inflow.y + y },
  };
  return {
    fragment: resized,
    firstBaseline: result.firstBaseline === null ? null : result.firstBaseline + shift,
    lastBaseline: result.lastBaseline === null ? null : result.lastBaseline + shift,
    outOfFlow: moved === 0 ? result.outOfFlow : result.outOfFlow.map((item) => translate(item, x, y)),
    intrinsicBlockSize: result.intrinsicBlockSize,
    flow: result.flow,
  };
}

/**
 * The same layout in a box of another inline size: cells of a table may be narrower than their border and padding, which
 * no other box is. Content stays where it is on the line-left side, also in right-to-left text.
 */
export function withInlineSize(result: LayoutResult, inlineSize: number): LayoutResult {
  const { fragment } = result;
  const { horizontal } = writingOf(fragment.box.style);
  if (inlineSize === (horizontal ? fragment.width : fragment.height)) return result;
  const size = horizontal ? { width: inlineSize } : { height: inlineSize };
  return { ...result, fragment: { ...fragment, ...size } };
}

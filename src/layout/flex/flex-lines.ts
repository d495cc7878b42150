/**
 * Flex lines: which items are on which, and how long a line is.
 *
 * CSS Flexbox 1 §9.3 https://drafts.csswg.org/css-flexbox-1/#main-sizing
 */
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, usedBlockSize } from '../sizing.ts';
import { logicalSizes } from '../writing-mode.ts';
import type { FlexContext } from './flex-context.ts';
import { type FlexItem, type FlexLine, outerHypothetical } from './flex-item.ts';
import { collectBalancedLines, collectLines } from './flexible-lengths.ts';

export function linesOf(context: FlexContext, items: readonly FlexItem[]): FlexLine[] {
  const { axes, mainGap, box } = context;
  if (items.length === 0) return [];
  const limit = lineLimit(context);
  if (axes.balances) return collectBalancedLines(items, box.style.flexLineCount, limit, mainGap);
  return collectLines(items, axes.wraps, limit, mainGap);
}

/** How long a line may get: the main size, or the maximum of a container that its content sizes. */
function lineLimit(context: FlexContext): number {
  if (isDefinite(context.availableMain)) return context.availableMain;
  return mainLimits(context).max;
}

/** Content-box minimum and maximum of a column container's height. */
function mainLimits({ box, space, geometry }: FlexContext): { readonly min: number; readonly max: number } {
  const { writing, edges } = geometry;
  const sizes = logicalSizes(box.style, writing);
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE);
  const min = blockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE);
  return {
    max: max === null ? Number.POSITIVE_INFINITY : Math.max(0, max - edges.blockSum),
    min: min === null ? 0 : Math.max(0, min - edges.blockSum),
  };
}

/** §9.3 step 4: a row's width, or for a column its height, which the longest line may decide. */
export function usedMainSize(context: FlexContext, lines: readonly FlexLine[]): number {
  if (context.axes.row) return context.availableMain;
  return contentBlockSize(context, longestLine(lines, context.mainGap));
}

/** What the longest line comes to before its items flex. */
export function longestLine(lines: readonly FlexLine[], gap: number): number {
  return lines.reduce((most, line) => Math.max(most, hypotheticalLength(line, gap)), 0);
}

function hypotheticalLength({ items }: FlexLine, gap: number): number {
  return items.reduce((sum, item) => sum + outerHypothetical(item), gap * Math.max(0, items.length - 1));
}

/** The container's content-box block size when its content comes to `content`. */
export function contentBlockSize({ box, space, geometry }: FlexContext, content: number): number {
  const { writing, edges, inlineSize } = geometry;
  const size = usedBlockSize(box, space, writing, edges, inlineSize, content + edges.blockSum);
  return Math.max(0, size - edges.blockSum);
}

/**
 * Flex lines: which items are on which, and how long a line is.
 *
 * CSS Flexbox 1 §9.3 https://drafts.csswg.org/css-flexbox-1/#main-sizing
 */
import { sizeContainedBlock } from '../containment.ts';
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
function lineLimit({ box, space, geometry, availableMain }: FlexContext): number {
  if (isDefinite(availableMain)) return availableMain;
  const { writing, edges } = geometry;
  if (isDefinite(geometry.contentBlock)) return geometry.contentBlock;
  const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(box.style, writing);
  // A column that is asked for the height of its content still breaks its lines by its own height.
  const own = blockLength(blockSize, box, space, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  const max = blockLength(maxBlockSize, box, space, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  const min = blockLength(minBlockSize, box, space, writing, edges, INDEFINITE) ?? 0;
  return Math.max(0, Math.max(min, Math.min(own, max)) - edges.blockSum);
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
  const counted = sizeContainedBlock(box) ?? content;
  const size = usedBlockSize(box, space, writing, edges, inlineSize, counted + edges.blockSum);
  return Math.max(0, size - edges.blockSum);
}

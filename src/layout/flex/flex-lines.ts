/**
 * Flex lines: which items are on which, how long a line is, and how large across.
 *
 * CSS Flexbox 1 §9.3, §9.4 https://drafts.csswg.org/css-flexbox-1/#main-sizing
 */
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, usedBlockSize } from '../sizing.ts';
import { logicalSizes } from '../writing-mode.ts';
import type { FlexContext } from './flex-context.ts';
import { alignBaselines } from './flex-cross.ts';
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

/** §9.3 step 4 and §9.9.1: the longest line, for a column whose height is automatic. */
export function usedMainSize(context: FlexContext, lines: readonly FlexLine[]): number {
  if (isDefinite(context.availableMain)) return context.availableMain;
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

/** §9.4 step 8. */
export function sizeLines(context: FlexContext, lines: readonly FlexLine[]): void {
  const single = !context.axes.wraps;
  if (single && lines.length === 1 && isDefinite(context.availableCross)) {
    alignBaselines(context, lines[0]);
    lines[0].cross = context.availableCross;
    return;
  }
  for (const line of lines) line.cross = lineCross(context, line);
  if (single && lines.length === 1 && context.axes.row) {
    const { min, max } = mainLimits(context);
    lines[0].cross = Math.max(min, Math.min(lines[0].cross, max));
  }
}

/** The largest outer cross size on a line, baseline groups included. */
export function lineCross(context: FlexContext, line: FlexLine): number {
  const baselineSize = alignBaselines(context, line);
  return line.items.reduce((most, item) => Math.max(most, item.cross + item.crossMargin), Math.max(0, baselineSize));
}

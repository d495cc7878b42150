/**
 * Cross sizes of flex items: laying out each with its used main size, baselines, and stretching.
 *
 * CSS Flexbox 1 §9.4 https://drafts.csswg.org/css-flexbox-1/#cross-sizing
 */

import { usedEdges } from '../edges.ts';
import { isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength } from '../sizing.ts';
import type { SpaceFields } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { baselineOf, stretches, stretchesInto } from './flex-align.ts';
import { crossExtent, mainIsItemInline } from './flex-axes.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';
import type { FlexItem, FlexLine } from './flex-item.ts';

/** Step 7: the hypothetical cross size. An item whose stretched size is known already gets it at once. */
export function measureCross(context: FlexContext, line: FlexLine): void {
  for (const item of line.items) {
    const known = stretchesInto(context, item.box, item.margin);
    layOut(context, item, known ? stretchedCross(context, item, context.availableCross) : null);
  }
}

/** Step 11: items that stretch get the cross size of their line. */
export function stretchItems(context: FlexContext, line: FlexLine): void {
  for (const item of line.items) {
    if (!stretches(context, item.box, item.margin) || stretchesInto(context, item.box, item.margin)) continue;
    const cross = stretchedCross(context, item, line.cross);
    layOut(context, item, cross);
  }
}

/** The border-box cross size of an item stretched into a line, within its own limits. */
function stretchedCross(context: FlexContext, item: FlexItem, lineCross: number): number {
  const { min, max } = crossLimits(context, item);
  return Math.max(min, Math.min(lineCross - item.crossMargin, max), item.crossEdges);
}

function crossLimits(context: FlexContext, item: FlexItem): { readonly min: number; readonly max: number } {
  const { box, writing } = item;
  const sizes = logicalSizes(box.style, writing);
  const edges = usedEdges(box.style, writing, context.geometry.contentInline);
  const space = itemSpace(context, box, {});
  const isBlock = mainIsItemInline(context.axes, writing);
  const min = isBlock
    ? blockLength(sizes.minBlockSize, box, space, writing, edges, -1)
    : inlineLength(sizes.minInlineSize, box, space, writing, edges);
  const max = isBlock
    ? blockLength(sizes.maxBlockSize, box, space, writing, edges, -1)
    : inlineLength(sizes.maxInlineSize, box, space, writing, edges);
  return { min: min ?? 0, max: max ?? Number.POSITIVE_INFINITY };
}

/** Lays an item out with its used main size and, where it is known, its used cross size. */
function layOut(context: FlexContext, item: FlexItem, cross: number | null): void {
  const { axes, geometry } = context;
  const main = item.main + item.mainEdges;
  const fields: Partial<SpaceFields> = axes.row
    ? {
        availableInline: main,
        inlineSizing: 'fixed',
        ...(cross === null ? {} : { availableBlock: cross, blockSizing: 'fixed' as const, blockSizeIsDefinite: true }),
      }
    : {
        availableBlock: main,
        blockSizing: 'fixed',
        // §9.8: a flexed main size is definite when the container's is.
        blockSizeIsDefinite: isDefinite(geometry.percentBlock),
        ...(cross === null ? {} : { availableInline: cross, inlineSizing: 'fixed' as const }),
      };
  const space = itemSpace(context, item.box, fields);
  item.result = space.layoutChild(item.box, space);
  item.cross = crossExtent(axes, item.result.fragment);
}

/**
 * Baseline-aligned items share a baseline: sets how far each is moved from the cross start, and gives the cross size
 * that the groups take.
 */
export function alignBaselines(context: FlexContext, line: FlexLine): number {
  const first = line.items.filter((item) => baselineOf(context, item.box, item.margin) === 'first');
  const last = line.items.filter((item) => baselineOf(context, item.box, item.margin) === 'last');
  return Math.max(alignGroup(context, first, 'first'), alignGroup(context, last, 'last'));
}

function alignGroup(context: FlexContext, items: readonly FlexItem[], which: 'first' | 'last'): number {
  if (items.length === 0) return 0;
  const { axes } = context;
  // Distances from the shared baseline to the outer edges at the start and the end of the flow.
  const before = items.map((item) => {
    const { fragment, firstBaseline, lastBaseline } = item.result!;
    const size = axes.writing.horizontal ? fragment.height : fragment.width;
    return (item.margin.blockStart ?? 0) + ((which === 'first' ? firstBaseline : lastBaseline) ?? size);
  });
  const after = items.map((item, index) => item.cross + item.crossMargin - before[index]);
  const most = (distances: readonly number[]): number =>
    distances.reduce((largest, each) => Math.max(largest, each), Number.NEGATIVE_INFINITY);
  const mostBefore = most(before);
  const mostAfter = most(after);
  items.forEach((item, index) => {
    item.baseline = which;
    item.baselineShift = which === 'first' ? mostBefore - before[index] : mostAfter - after[index];
  });
  return mostBefore + mostAfter;
}

/**
 * Cross sizes of flex items and lines: laying out each item with its used main size, baselines, and stretching.
 *
 * CSS Flexbox 1 §9.4 https://drafts.csswg.org/css-flexbox-1/#cross-sizing
 */
import { aspectRatio, blockFromRatio } from '../aspect-ratio.ts';
import { blockSizeOf, inlineSizeOf } from '../child-space.ts';
import { usedEdges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockSizeLookers, canBeResized, isIndifferent, resizedResult } from '../resized-result.ts';
import { blockLength, inlineLength, isContentKeyword, usedInlineSize } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { isOrthogonal, logicalSizes } from '../writing-mode.ts';
import { crossExtent, mainIsItemInline } from './flex-axes.ts';
import { baselineDistance, isBaselineAligned, isInStartGroup, LineBaselines } from './flex-baseline.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';
import type { FlexItem, FlexLine } from './flex-item.ts';

/**
 * Steps 7 and 8: the largest outer hypothetical cross size on a line, baseline groups included. Where the size of the
 * line is known already, only items that are aligned by their baselines are laid out for it.
 */
export function sizeLine(context: FlexContext, line: FlexLine, known: number | null): void {
  const baselines = new LineBaselines();
  let most = 0;
  for (const item of line.items) {
    const byBaseline = isBaselineAligned(item);
    if (known !== null && !byBaseline) continue;
    measureCross(context, item);
    let outer = item.cross + item.crossMargin;
    if (byBaseline) {
      const distance = baselineDistance(context, item, item.result, item.cross);
      outer = baselines.add(isInStartGroup(context, item), distance, outer);
    }
    most = Math.max(most, outer);
  }
  line.cross = known ?? most;
  line.startBaseline = baselines.startAscent;
  line.endBaseline = baselines.endAscent;
}

/** Step 7: the hypothetical cross size. */
function measureCross(context: FlexContext, item: FlexItem): void {
  const { axes, availableCross } = context;
  const { box, writing } = item;
  // An item whose stretched size is known gets it at once.
  const known = item.stretches && !axes.wraps && isDefinite(availableCross);
  const cross = known ? stretchedCross(context, item, availableCross) : null;
  const isPlain = box.kind !== 'replaced' && box.kind !== 'table';
  if (isPlain && !mainIsItemInline(axes, writing)) {
    // Faster: along its inline axis the size of an item is known without layout.
    const space = layoutSpace(context, item, cross, null);
    item.cross =
      cross ?? usedInlineSize(box, space, writing, usedEdges(box.style, writing, context.geometry.contentInline));
    return;
  }
  layOut(context, item, cross);
}

/** Step 11: every item with its used sizes; those that stretch get the cross size of their line. */
export function layOutItem(context: FlexContext, item: FlexItem, lineCross: number): void {
  if (!item.stretches) {
    if (item.result === null || looksAtLine(context, item)) layOut(context, item, null, lineCross);
    return;
  }
  const cross = stretchedCross(context, item, lineCross);
  const measured = item.result;
  if (measured !== null && item.cross === cross && isDefinite(context.availableCross) && !context.axes.wraps) return;
  const { ports } = context.space;
  const crossIsBlock = context.axes.row && !isOrthogonal(item.writing, context.axes.writing);
  if (measured !== null && crossIsBlock && item.cross === cross && isIndifferent(item.box, ports.quirks)) return;
  const isResizable = measured !== null && crossIsBlock && canBeResized(item.box, measured);
  if (isResizable && blockSizeLookers(item.box, ports.quirks) === 'none') {
    // Faster: what has been measured is stretched as it is where nothing in it depends on its height.
    item.result = resizedResult(measured, cross, 0);
    item.cross = cross;
    return;
  }
  layOut(context, item, cross);
}

/** Whether an item that does not stretch may be of another size in its line than in the whole container. */
function looksAtLine({ axes }: FlexContext, { box, writing }: FlexItem): boolean {
  // In a column it shrinks to fit its line, which may be wider than the container.
  if (!axes.row) return axes.wraps;
  const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(box.style, writing);
  return blockSize === 'stretch' || minBlockSize === 'stretch' || maxBlockSize === 'stretch';
}

/** The border-box cross size of an item stretched into a line, within its own limits. */
function stretchedCross(context: FlexContext, item: FlexItem, lineCross: number): number {
  const { min, max } = crossLimits(context, item, lineCross);
  return Math.max(min, Math.min(lineCross - item.crossMargin, max), item.crossEdges, tableMinimum(context, item));
}

/** A table is not stretched to less than its content. */
function tableMinimum(context: FlexContext, item: FlexItem): number {
  const { box, writing } = item;
  if (box.kind !== 'table') return 0;
  return mainIsItemInline(context.axes, writing) ? contentCross(context, item) : context.space.intrinsicSizes(box).min;
}

/** The border-box size across the line that the content of an item comes to, where that is its block size. */
function contentCross(context: FlexContext, item: FlexItem): number {
  const ratio = item.box.kind === 'replaced' ? null : aspectRatio(item.box, item.writing);
  if (ratio !== null) {
    const edges = usedEdges(item.box.style, item.writing, context.geometry.contentInline);
    return blockFromRatio(ratio, edges, item.main + item.mainEdges);
  }
  const space = layoutSpace(context, item, null, null).with({ blockSizing: 'content' });
  return space.layoutChild(item.box, space).intrinsicBlockSize;
}

/** What content limits a stretched item to: lines and tracks that fill the stretched size count as its content. */
function limitingContent(context: FlexContext, item: FlexItem, lineCross: number): number {
  const { box } = item;
  const fillsItself = (box.kind === 'flex' || box.kind === 'grid') && aspectRatio(box, item.writing) === null;
  if (!fillsItself) return contentCross(context, item);
  const space = layoutSpace(context, item, null, lineCross).with({ blockSizing: 'stretch' });
  return space.layoutChild(box, space).intrinsicBlockSize;
}

function crossLimits(
  context: FlexContext,
  item: FlexItem,
  lineCross: number,
): { readonly min: number; readonly max: number } {
  const { box, writing } = item;
  const { style } = box;
  const { minBlockSize, maxBlockSize, minInlineSize, maxInlineSize } = logicalSizes(style, writing);
  const isBlock = mainIsItemInline(context.axes, writing);
  const minSize = isBlock ? minBlockSize : minInlineSize;
  const maxSize = isBlock ? maxBlockSize : maxInlineSize;
  if (minSize === 'auto' && maxSize === 'none') return NO_LIMITS;
  const edges = usedEdges(style, writing, context.geometry.contentInline);
  const line = context.axes.row ? { availableBlock: lineCross } : { availableInline: lineCross };
  const space = itemSpace(context, box, line);
  // In Chrome the content of a table is as high as it is stretched to.
  const hasContent = box.kind !== 'table' || aspectRatio(box, writing) !== null;
  const byContent = isBlock && hasContent && (isContentKeyword(minSize) || isContentKeyword(maxSize));
  const content = byContent ? limitingContent(context, item, lineCross) : INDEFINITE;
  const length = (size: typeof minSize | typeof maxSize): number | null =>
    isBlock ? blockLength(size, box, space, writing, edges, content) : inlineLength(size, box, space, writing, edges);
  return { min: length(minSize) ?? 0, max: length(maxSize) ?? Number.POSITIVE_INFINITY };
}

const NO_LIMITS = { min: 0, max: Number.POSITIVE_INFINITY };

/** Lays an item out with its used main size and, where it is known, its used cross size. */
function layOut(context: FlexContext, item: FlexItem, cross: number | null, line: number | null = null): void {
  const space = layoutSpace(context, item, cross, line);
  const measured = line === null ? asMeasured(context, item, cross) : null;
  item.result = measured ?? space.layoutChild(item.box, space);
  item.cross = crossExtent(context.axes, item.result.fragment);
}

/**
 * Faster: what was laid out to measure the content of an item in a column is the item itself, where it has come out as
 * large. Without this, each level of nested containers would be laid out twice as often as the one around it.
 */
function asMeasured({ axes, space }: FlexContext, item: FlexItem, cross: number | null): LayoutResult | null {
  const { box, writing, measured } = item;
  if (measured === null || axes.row || isOrthogonal(writing, axes.writing)) return null;
  if (blockSizeOf(measured.fragment, writing) !== item.main + item.mainEdges) return null;
  if (cross !== null && inlineSizeOf(measured.fragment, writing) !== cross) return null;
  return isIndifferent(box, space.ports.quirks) ? measured : null;
}

/** `cross` is the used cross size, `line` what the item may fill without having it; `null` where they are not known. */
function layoutSpace(context: FlexContext, item: FlexItem, cross: number | null, line: number | null): Space {
  const main = item.main + item.mainEdges;
  const fields: Partial<SpaceFields> = context.axes.row
    ? {
        availableInline: main,
        inlineSizing: 'fixed',
        ...(line === null ? {} : { availableBlock: line }),
        ...(cross === null ? {} : { availableBlock: cross, blockSizing: 'fixed' as const, blockSizeIsDefinite: true }),
      }
    : {
        availableBlock: main,
        blockSizing: 'fixed',
        blockSizeIsDefinite: item.mainIsDefinite,
        ...(line === null ? {} : { availableInline: line }),
        ...(cross === null ? {} : { availableInline: cross, inlineSizing: 'fixed' as const }),
      };
  return itemSpace(context, item.box, fields);
}

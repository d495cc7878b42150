/**
 * Flex layout: the steps of the algorithm, in order.
 *
 * In:  a flex container and the space it is offered. Out: its fragment with all items placed.
 *
 * CSS Flexbox 1 §9 https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { isDefinite } from '../layout-unit.ts';
import type { Space } from '../space.ts';
import { alignLines, crossOffsetIn, justify, staticCrossEdge, staticMainEdge } from './flex-align.ts';
import { crossEnd, crossStart, mainEnd, mainStart } from './flex-axes.ts';
import { type FlexContext, flexContext } from './flex-context.ts';
import { measureCross, stretchItems } from './flex-cross.ts';
import type { FlexItem, FlexLine } from './flex-item.ts';
import { flexItems } from './flex-items.ts';
import { contentBlockSize, linesOf, longestLine, sizeLines, usedMainSize } from './flex-lines.ts';
import { resolveFlexibleLengths } from './flexible-lengths.ts';

export function layoutFlex(box: Box, space: Space): LayoutResult {
  const context = flexContext(box, space);
  const { mainGap } = context;

  // §9.2: items with base sizes. §9.3: lines, the container's main size, and used main sizes.
  const items = flexItems(context);
  const lines = linesOf(context, items);
  const mainSize = usedMainSize(context, lines);
  for (const line of lines) resolveFlexibleLengths(line, mainSize, mainGap);

  // §9.4: cross sizes of items and lines.
  for (const line of lines) measureCross(context, line);
  sizeLines(context, lines);
  const crossSize = usedCrossSize(context, lines);
  stretchLines(context, lines, crossSize);
  for (const line of lines) stretchItems(context, line);

  // §9.5 and §9.6: alignment along both axes.
  for (const line of lines) placeAlongMain(context, line, mainSize);
  placeAcross(context, lines, crossSize);
  return buildResult(context, lines, mainSize, crossSize);
}

/** §9.6 step 15. */
function usedCrossSize(context: FlexContext, lines: readonly FlexLine[]): number {
  if (isDefinite(context.availableCross)) return context.availableCross;
  return contentBlockSize(context, totalCross(context, lines));
}

function totalCross({ crossGap }: FlexContext, lines: readonly FlexLine[]): number {
  return lines.reduce((sum, line) => sum + line.cross, crossGap * Math.max(0, lines.length - 1));
}

/** §9.4 step 9: 'align-content: stretch', which 'normal' is. */
function stretchLines(context: FlexContext, lines: readonly FlexLine[], crossSize: number): void {
  const { position } = context.box.style.alignContent;
  if (!context.axes.wraps || (position !== 'stretch' && position !== 'normal')) return;
  const spare = crossSize - totalCross(context, lines);
  if (spare > 0) for (const line of lines) line.cross += spare / lines.length;
}

/** §9.5 step 12: auto margins take the spare room first, then 'justify-content' shares it. */
function placeAlongMain(context: FlexContext, line: FlexLine, mainSize: number): void {
  const { axes, mainGap } = context;
  const { items } = line;
  const used = items.reduce(
    (sum, item) => sum + item.main + item.mainEdges + item.mainMargin,
    mainGap * Math.max(0, items.length - 1),
  );
  const spare = mainSize - used;
  const autoMargins = items.reduce((count, { margin }) => {
    return count + (mainStart(axes, margin) === null ? 1 : 0) + (mainEnd(axes, margin) === null ? 1 : 0);
  }, 0);
  const share = autoMargins > 0 && spare > 0 ? spare / autoMargins : 0;
  const { before, between } = share > 0 ? { before: 0, between: 0 } : justify(context, spare, items.length);

  let at = before;
  for (const item of items) {
    at += mainStart(axes, item.margin) ?? share;
    item.mainOffset = at;
    at += item.main + item.mainEdges + (mainEnd(axes, item.margin) ?? share) + between + mainGap;
  }
}

/** §9.6 steps 13, 14 and 16. */
function placeAcross(context: FlexContext, lines: readonly FlexLine[], crossSize: number): void {
  const { crossGap, axes } = context;
  const spare = axes.wraps ? crossSize - totalCross(context, lines) : 0;
  const { before, between } = alignLines(context, spare, lines.length);
  let at = axes.wraps ? before : 0;
  for (const line of lines) {
    line.crossOffset = at;
    for (const item of line.items) item.crossOffset = at + offsetInLine(context, line, item);
    at += line.cross + crossGap + (axes.wraps ? between : 0);
  }
}

function offsetInLine(context: FlexContext, line: FlexLine, item: FlexItem): number {
  const { axes } = context;
  const start = crossStart(axes, item.margin);
  const end = crossEnd(axes, item.margin);
  const spare = line.cross - item.cross - item.crossMargin;
  if (start === null || end === null) {
    // Step 13: auto margins; where there is no room they are zero, at the start.
    if (spare <= 0) return start ?? 0;
    return start === null ? (end === null ? spare / 2 : spare) : start;
  }
  if (item.baseline !== null) {
    // The groups keep to the start and the end of the flow, also where the cross axis is reversed.
    const fromStart = (item.baseline === 'first') !== axes.crossReversed;
    return fromStart ? start + item.baselineShift : line.cross - end - item.baselineShift - item.cross;
  }
  return start + crossOffsetIn(context, item.box, spare);
}

function buildResult(
  context: FlexContext,
  lines: readonly FlexLine[],
  mainSize: number,
  crossSize: number,
): LayoutResult {
  const { box, space, geometry, axes } = context;
  const { edges } = geometry;
  const builder = new FragmentBuilder(box, space);
  const contentBlock = axes.row ? crossSize : mainSize;
  let firstBaseline: number | null = null;
  let lastBaseline: number | null = null;
  lines.forEach((line, lineIndex) => {
    for (const item of line.items) {
      const main = turnedOffset(item.mainOffset, item.main + item.mainEdges, mainSize, axes.mainReversed);
      const cross = turnedOffset(item.crossOffset, item.cross, crossSize, axes.crossReversed);
      const inlineOffset = edges.inlineStart + (axes.row ? main : cross);
      const blockOffset = edges.blockStart + (axes.row ? cross : main);
      builder.addChild(item.result!, inlineOffset, blockOffset);
      item.blockOffset = blockOffset;
    }
    const isFirst = lineIndex === (axes.crossReversed ? lines.length - 1 : 0);
    const isLast = lineIndex === (axes.crossReversed ? 0 : lines.length - 1);
    if (isFirst) firstBaseline = lineBaseline(context, line, 'first');
    if (isLast) lastBaseline = lineBaseline(context, line, 'last');
  });
  addStaticPositions(context, builder, contentBlock);
  const content = axes.row ? totalCross(context, lines) : longestLine(lines, context.mainGap);
  return builder.finish({
    inlineSize: geometry.inlineSize,
    blockSize: contentBlock + edges.blockSum,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline,
    lastBaseline,
    intrinsicBlockSize: content + edges.blockSum,
    flow: null,
  });
}

function turnedOffset(offset: number, size: number, available: number, reversed: boolean): number {
  return reversed ? available - offset - size : offset;
}

/** §8.5: the baseline of a line: its baseline-aligned items', else its first (or last) item's. */
function lineBaseline({ axes }: FlexContext, line: FlexLine, which: 'first' | 'last'): number | null {
  const { items } = line;
  // 'First' is what comes first in the flow of the container, also where its axes are reversed.
  const aligned = items.find((item) => item.baseline === which);
  const item = aligned ?? ((which === 'first') !== axes.mainReversed ? items[0] : items.at(-1));
  if (item?.result == null) return null;
  const { fragment, firstBaseline, lastBaseline } = item.result;
  const blockSize = axes.writing.horizontal ? fragment.height : fragment.width;
  const orthogonal = item.writing.horizontal !== axes.writing.horizontal;
  const baseline = orthogonal ? null : which === 'first' ? firstBaseline : lastBaseline;
  return item.blockOffset + (baseline ?? blockSize);
}

/** §4.1: absolutely positioned children, as if each were the only item. */
function addStaticPositions(context: FlexContext, builder: FragmentBuilder, contentBlock: number): void {
  const { box, geometry, axes } = context;
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    const main = staticMainEdge(context);
    const cross = staticCrossEdge(context, child);
    builder.addStaticPosition({
      box: child,
      inlineOffset: geometry.edges.inlineStart,
      blockOffset: geometry.edges.blockStart,
      inlineSize: geometry.contentInline,
      blockSize: contentBlock,
      alignInline: axes.row ? main : cross,
      alignBlock: axes.row ? cross : main,
    });
  }
}

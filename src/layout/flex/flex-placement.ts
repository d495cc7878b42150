/**
 * Placing flex items: stretched lines and items, auto margins, alignment along both axes.
 *
 * In:  lines of items with used main sizes, and the cross sizes that the lines take.
 * Out: the container's fragment.
 *
 * CSS Flexbox 1 §9.4 steps 9 and 11, §9.5, §9.6 https://drafts.csswg.org/css-flexbox-1/#main-alignment
 */
import type { Box } from '../box.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { isScrollContainer } from '../sizing.ts';
import { alignLines, isSafe, justify, staticCrossEdge, staticMainEdge } from './flex-align.ts';
import { crossEnd, crossStart, mainEnd, mainStart } from './flex-axes.ts';
import { baselineDistance, ContainerBaselines, isInStartGroup } from './flex-baseline.ts';
import type { FlexContext } from './flex-context.ts';
import { layOutItem } from './flex-cross.ts';
import { type FlexItem, type FlexLine, outerMain } from './flex-item.ts';
import { contentBlockSize, longestLine } from './flex-lines.ts';

export function totalCross({ crossGap }: FlexContext, lines: readonly FlexLine[]): number {
  return lines.reduce((sum, line) => sum + line.cross, crossGap * Math.max(0, lines.length - 1));
}

export function placeLines(
  context: FlexContext,
  lines: readonly FlexLine[],
  mainSize: number,
  contentCross: number,
): LayoutResult {
  const { box, space, geometry, axes } = context;
  const { edges } = geometry;
  // §9.6 step 15: the container's cross size.
  const crossSize = axes.row ? contentBlockSize(context, contentCross) : geometry.contentInline;
  const content = axes.row ? contentCross : longestLine(lines, context.mainGap);
  const contentBlock = axes.row ? crossSize : mainSize;

  const builder = new FragmentBuilder(box, space);
  const baselines = new ContainerBaselines(context);
  placeAcross(
    context,
    inFlowOrder(lines, axes.mainReversed, axes.crossReversed),
    mainSize,
    crossSize,
    builder,
    baselines,
  );
  addStaticPositions(context, builder, contentBlock);
  return builder.finish({
    inlineSize: geometry.inlineSize,
    blockSize: contentBlock + edges.blockSum,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline: shownBaseline(box, baselines.first, contentBlock + edges.blockSum),
    lastBaseline: shownBaseline(box, baselines.last, contentBlock + edges.blockSum),
    intrinsicBlockSize: content + edges.blockSum,
    flow: null,
  });
}

/** The baseline of a scroll container is in it. */
function shownBaseline({ style }: Box, baseline: number | null, blockSize: number): number | null {
  if (baseline === null || !isScrollContainer(style)) return baseline;
  return Math.max(0, Math.min(baseline, blockSize));
}

/** Reversed axes: the last comes first. */
function inFlowOrder(lines: readonly FlexLine[], mainReversed: boolean, crossReversed: boolean): readonly FlexLine[] {
  if (mainReversed) for (const line of lines) line.items = [...line.items].reverse();
  return crossReversed ? [...lines].reverse() : lines;
}

function placeAcross(
  context: FlexContext,
  lines: readonly FlexLine[],
  mainSize: number,
  crossSize: number,
  builder: FragmentBuilder,
  baselines: ContainerBaselines,
): void {
  const { axes, box, crossGap, geometry } = context;
  const spare = stretchLines(context, lines, crossSize);
  const { before, between } = alignLines(box, axes, spare, lines.length);
  let at = before + (axes.row ? geometry.edges.blockStart : geometry.edges.inlineStart);
  lines.forEach((line, index) => {
    const isFirst = index === 0;
    const isLast = index === lines.length - 1;
    baselines.addLine(line, at, isFirst, isLast);
    placeLine(context, line, mainSize, (item, main) => {
      layOutItem(context, item, line.cross);
      const cross = at + offsetInLine(context, line, item);
      const blockOffset = axes.row ? cross : main;
      builder.addChild(item.result!, axes.row ? main : cross, blockOffset);
      baselines.addItem(item, item.result!, blockOffset, isFirst, isLast);
    });
    at += line.cross + between + crossGap;
  });
}

/** §9.4 step 9: a single line fills the container; several stretch by 'align-content'. Gives what is spare then. */
function stretchLines(context: FlexContext, lines: readonly FlexLine[], crossSize: number): number {
  const { position } = context.box.style.alignContent;
  if (!context.axes.wraps) {
    for (const line of lines) line.cross = crossSize;
    return 0;
  }
  const spare = crossSize - totalCross(context, lines);
  if (spare < 0 || (position !== 'stretch' && position !== 'normal')) return spare;
  for (const line of lines) line.cross += spare / lines.length;
  return 0;
}

/** §9.5 step 12: auto margins take the spare room first, then 'justify-content' shares it. */
function placeLine(
  context: FlexContext,
  { items }: FlexLine,
  mainSize: number,
  place: (item: FlexItem, mainOffset: number) => void,
): void {
  const { axes, box, mainGap, geometry } = context;
  let spare = mainSize - mainGap * Math.max(0, items.length - 1);
  let autoMargins = 0;
  for (const item of items) {
    spare -= outerMain(item);
    if (mainStart(axes, item.margin) === null) autoMargins++;
    if (mainEnd(axes, item.margin) === null) autoMargins++;
  }
  const share = autoMargins > 0 && spare > 0 ? spare / autoMargins : 0;
  const { before, between } = justify(box, axes, share > 0 ? 0 : spare, items.length);

  let at = before + (axes.row ? geometry.edges.inlineStart : geometry.edges.blockStart);
  for (const item of items) {
    at += mainStart(axes, item.margin) ?? share;
    place(item, at);
    at += item.main + item.mainEdges + (mainEnd(axes, item.margin) ?? share) + between + mainGap;
  }
}

/** §9.6 steps 13 and 14: from the start of the line to the border box. */
function offsetInLine(context: FlexContext, line: FlexLine, item: FlexItem): number {
  const { axes, box } = context;
  const start = crossStart(axes, item.margin);
  const end = crossEnd(axes, item.margin);
  const spare = line.cross - item.cross - item.crossMargin;
  if (start === null || end === null) {
    // Auto margins; where there is no room they are zero.
    const room = Math.max(0, spare);
    return start ?? (end === null ? room / 2 : room);
  }
  const room = isSafe(box, item.box) ? Math.max(0, spare) : spare;
  switch (item.align) {
    case 'center':
      return start + room / 2;
    case 'start':
      return start;
    case 'end':
      return start + room;
    case 'stretch':
      return start + (axes.crossReversed ? room : 0);
    case 'first baseline':
    case 'last baseline': {
      const isStart = isInStartGroup(context, item);
      const farthest = (isStart ? line.startBaseline : line.endBaseline) ?? 0;
      const moved = farthest - baselineDistance(context, item, item.result, item.cross);
      return start + (isStart ? moved : room - moved);
    }
  }
}

/** §4.1: absolutely positioned children, as if each were the only item. */
function addStaticPositions(context: FlexContext, builder: FragmentBuilder, contentBlock: number): void {
  const { box, geometry, axes } = context;
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    const main = staticMainEdge(box, axes);
    const cross = staticCrossEdge(box, axes, child);
    builder.addStaticPosition({
      box: child,
      inlineOffset: geometry.edges.inlineStart,
      blockOffset: geometry.edges.blockStart,
      inlineSize: geometry.contentInline,
      blockSize: contentBlock,
      alignInline: axes.row ? main : cross,
      alignBlock: axes.row ? cross : main,
      safeInline: !axes.row && isSafe(box, child),
      safeBlock: axes.row && isSafe(box, child),
    });
  }
}

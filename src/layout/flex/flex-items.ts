/**
 * Flex items: their base sizes and their limits.
 *
 * In:  the container's context and its in-flow children.
 * Out: items in order-modified document order, with flex base size, hypothetical main size, minimum and maximum.
 *
 * CSS Flexbox 1 §4, §9.2 https://drafts.csswg.org/css-flexbox-1/#algo-main-item
 */
import type { Box } from '../box.ts';
import { Edges, usedEdges, usedMargin } from '../edges.ts';
import { inlineContribution } from '../intrinsic.ts';
import { isDefinite } from '../layout-unit.ts';
import { type LogicalSides, logicalMargins, type Writing, writingOf } from '../writing-mode.ts';
import { alignInFlow, stretches } from './flex-align.ts';
import { crossSum, edgesAlongCross, edgesAlongMain, mainIsItemInline, mainSum } from './flex-axes.ts';
import type { FlexContext } from './flex-context.ts';
import type { FlexItem } from './flex-item.ts';
import { ItemMeasure } from './item-measure.ts';

export function flexItems(context: FlexContext): FlexItem[] {
  return orderedChildren(context.box).map((child) => makeItem(context, child, null, false));
}

/** The items of a row that is asked for its intrinsic sizes. */
export function contributingItems(context: FlexContext): FlexItem[] {
  return orderedChildren(context.box).map((child) => makeItem(context, child, null, true));
}

/** The items of a column that is asked for its intrinsic sizes, each with an inline size of its own. */
export function itemsOfInlineSize(context: FlexContext, inlineSizeOf: (child: Box) => number): FlexItem[] {
  return orderedChildren(context.box).map((child) => makeItem(context, child, inlineSizeOf(child), false));
}

/** In-flow children in order-modified document order. */
export function orderedChildren({ children }: Box): Box[] {
  const inFlow = children.filter((child) => !child.isOutOfFlow);
  if (inFlow.some(({ style }) => style.order !== 0)) inFlow.sort((a, b) => a.style.order - b.style.order);
  return inFlow;
}

function makeItem(context: FlexContext, child: Box, inlineSize: number | null, contributes: boolean): FlexItem {
  const { axes, box, geometry } = context;
  const writing = writingOf(child.style);
  const edges = itemEdges(child, writing, geometry.contentInline);
  const margin = itemMargins(child, axes.writing, geometry.contentInline);
  const align = alignInFlow(box, axes, child, margin);
  const isStretched = stretches(axes, child, align);
  const measure = new ItemMeasure(context, { box: child, writing, edges, margin, stretches: isStretched, inlineSize });
  const mainEdges = edgesAlongMain(axes, writing, edges);

  const { size, isContent } = measure.baseSize();
  const base = Math.max(mainEdges, size);
  const floor = Math.max(mainEdges, measure.tableMinimum());
  const maxMain = Math.max(floor, measure.maxMain());
  const minMain = Math.max(floor, measure.minMain(maxMain));
  // §9.8: a main size in a column is definite when the container's is, or when it does not come from the content.
  const mainIsBlock = !axes.row && !mainIsItemInline(axes, writing);
  const mainIsIndefinite = mainIsBlock && !isDefinite(context.availableMain) && isContent && !measure.hasRatioHeight;
  return {
    box: child,
    writing,
    align,
    stretches: isStretched,
    grow: child.style.flexGrow,
    shrink: child.style.flexShrink,
    base: base - mainEdges,
    baseIsContent: isContent,
    minMain: minMain - mainEdges,
    maxMain: maxMain - mainEdges,
    hypothetical: Math.max(minMain, Math.min(base, maxMain)) - mainEdges,
    mainIsDefinite: !mainIsIndefinite,
    mainEdges,
    crossEdges: edgesAlongCross(axes, writing, edges),
    margin,
    mainMargin: mainSum(axes, margin),
    crossMargin: crossSum(axes, margin),
    contribution: contributes ? contributionOf(context, child, measure) : null,
    measured: measure.laidOut,
    main: 0,
    cross: 0,
    result: null,
  };
}

/**
 * Border and padding of an item. A table whose borders collapse has no padding and shares its borders with its cells;
 * where these are wider than its own, the table's layout will tell.
 */
function itemEdges({ kind, style }: Box, writing: Writing, percentBase: number): Edges {
  if (kind !== 'table' || style.borderCollapse !== 'collapse') return usedEdges(style, writing, percentBase);
  return new Edges(NO_SIDES, NO_SIDES);
}

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

/** Without margins. An item across the flow contributes its block size, which only layout can tell. */
function contributionOf(
  { axes, space, geometry }: FlexContext,
  child: Box,
  measure: ItemMeasure,
): { readonly min: number; readonly max: number } {
  if (mainIsItemInline(axes, writingOf(child.style))) return measure.contribution();
  return measure.ratioContribution() ?? inlineContribution(child, axes.writing, space.ports, geometry.percentBlock);
}

/** Margins in the container's flow directions; `null` is auto. */
function itemMargins(child: Box, container: Writing, contentInline: number): LogicalSides<number | null> {
  const margins = logicalMargins(child.style, container);
  return {
    inlineStart: usedMargin(margins.inlineStart, contentInline),
    inlineEnd: usedMargin(margins.inlineEnd, contentInline),
    blockStart: usedMargin(margins.blockStart, contentInline),
    blockEnd: usedMargin(margins.blockEnd, contentInline),
  };
}

/**
 * Flex items as Yoga can be told of them: every length in px, as border boxes along the container's axes.
 *
 * In:  the container's context and its in-flow children.
 * Out: items in order-modified document order. `null` is a size that the content decides, or a limit that is not there.
 *
 * Yoga has no keyword sizes: in the inline axis they are resolved here, in the block axis they are 'auto'.
 */
import type { MaxSize, Size } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { type Edges, usedEdges, usedMargin } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength } from '../sizing.ts';
import { type LogicalSides, logicalMargins, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { alignInFlow, type ItemAlign, stretches } from './flex-align.ts';
import { mainIsItemInline } from './flex-axes.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';
import { flexItems, orderedChildren } from './flex-items.ts';

/** Where base sizes and limits along the main axis come from: the style as it is, or our own §4.5 and §9.2. */
export type MainSizes = 'style' | 'ours';

/** Sizes along one axis. */
interface AxisSizes {
  readonly size: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface YogaItem {
  readonly box: Box;
  readonly writing: Writing;
  /** Border and padding in the container's flow directions. */
  readonly edges: Edges;
  /** In the container's flow directions; `null` is auto. */
  readonly margin: LogicalSides<number | null>;
  readonly align: ItemAlign;
  readonly stretches: boolean;
  readonly basis: number | null;
  readonly main: AxisSizes;
  readonly cross: AxisSizes;
  /** §9.8: percentages in the item may resolve against its main size in a column. */
  readonly mainIsDefinite: boolean;
}

export function yogaItems(context: FlexContext, mainSizes: MainSizes): YogaItem[] {
  const items = orderedChildren(context.box).map((child) => itemByStyle(context, child));
  return mainSizes === 'style' ? items : withOurMainSizes(context, items);
}

function itemByStyle(context: FlexContext, child: Box): YogaItem {
  const { axes, box, geometry } = context;
  const { style } = child;
  const writing = writingOf(style);
  const margin = usedMargins(context, child);
  const align = alignInFlow(box, axes, child, margin);
  const inline = axisSizes(context, child, writing, true);
  const block = axisSizes(context, child, writing, false);
  const mainIsInline = mainIsItemInline(axes, writing);
  const main = mainIsInline ? inline : block;
  const basis = style.flexBasis === 'auto' || style.flexBasis === 'content' ? null : style.flexBasis;
  return {
    box: child,
    writing,
    edges: usedEdges(style, axes.writing, geometry.contentInline),
    margin,
    align,
    stretches: stretches(axes, child, align),
    basis: basis === null ? null : lengthAlong(context, child, writing, mainIsInline)(basis),
    main,
    cross: mainIsInline ? block : inline,
    mainIsDefinite: isDefinite(context.availableMain) || main.size !== null,
  };
}

/** Margins in the container's flow directions; `null` is auto. */
function usedMargins({ axes, geometry }: FlexContext, child: Box): LogicalSides<number | null> {
  const { inlineStart, inlineEnd, blockStart, blockEnd } = logicalMargins(child.style, axes.writing);
  const { contentInline } = geometry;
  return {
    inlineStart: usedMargin(inlineStart, contentInline),
    inlineEnd: usedMargin(inlineEnd, contentInline),
    blockStart: usedMargin(blockStart, contentInline),
    blockEnd: usedMargin(blockEnd, contentInline),
  };
}

/** Width or height with limits, along an axis of the item's own flow. */
function axisSizes(context: FlexContext, child: Box, writing: Writing, isInline: boolean): AxisSizes {
  const sizes = logicalSizes(child.style, writing);
  const size = isInline ? sizes.inlineSize : sizes.blockSize;
  const min = isInline ? sizes.minInlineSize : sizes.minBlockSize;
  const max = isInline ? sizes.maxInlineSize : sizes.maxBlockSize;
  if (size === 'auto' && min === 'auto' && max === 'none') return AUTOMATIC;
  const length = lengthAlong(context, child, writing, isInline);
  return { size: length(size), min: length(min), max: length(max) };
}

const AUTOMATIC: AxisSizes = { size: null, min: null, max: null };

function lengthAlong(
  context: FlexContext,
  child: Box,
  writing: Writing,
  isInline: boolean,
): (size: Size | MaxSize) => number | null {
  const edges = usedEdges(child.style, writing, context.geometry.contentInline);
  const space = itemSpace(context, child, {});
  return (size) =>
    isInline
      ? inlineLength(size, child, space, writing, edges)
      : blockLength(size, child, space, writing, edges, INDEFINITE);
}

/** The correction that helps most: Yoga is told base sizes and content-based minimums that CSS asks for. */
function withOurMainSizes(context: FlexContext, items: readonly YogaItem[]): YogaItem[] {
  const solved = flexItems(context);
  return items.map((item, index) => {
    const { base, minMain, maxMain, mainEdges, mainIsDefinite } = solved[index]!;
    const max = Number.isFinite(maxMain) ? maxMain + mainEdges : null;
    // As a size, because Yoga looks at a basis only where the container's main size is definite.
    const main = { size: base + mainEdges, min: minMain + mainEdges, max };
    return { ...item, basis: null, main, mainIsDefinite };
  });
}

/**
 * Flex layout by Yoga, behind the interface of our own solver. The engine never uses it: it is what we compare with.
 *
 * In:  a flex container and the space it is offered, as for `layoutFlex`. Out: its fragment with all items placed.
 *
 * Yoga sees one container and one leaf for each item in flow. Its width is the container's inline axis and its height
 * the block axis, so that writing modes and directions need nothing from it. Lines, flexing, cross sizes and alignment
 * are Yoga's; content is measured by our own layout.
 *
 * Differs: Yoga has no automatic minimum sizes (§4.5), measures content in the room there is where §9.2 asks for
 * max-content, shrinks by border-box sizes, freezes limited items in one round (§9.7), and cannot be told baselines.
 */
import {
  Align,
  Direction,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  loadYoga,
  type MeasureFunction,
  MeasureMode,
  Wrap,
  type Config as YogaConfig,
  type Node as YogaNode,
} from 'yoga-layout/load';
import type { Alignment } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { blockSizeOf, inlineSizeOf } from '../child-space.ts';
import type { Edges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { isDefinite } from '../layout-unit.ts';
import { usedBlockSize } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { isOrthogonal, type LogicalSides } from '../writing-mode.ts';
import { type ItemAlign, isSafe, staticCrossEdge, staticMainEdge } from './flex-align.ts';
import type { FlexAxes } from './flex-axes.ts';
import { type FlexContext, flexContext, itemSpace } from './flex-context.ts';
import { type MainSizes, type YogaItem, yogaItems } from './yoga-items.ts';

interface Leaf {
  readonly item: YogaItem;
  readonly node: YogaNode;
}

type NewNode = () => YogaNode;

/** A new instance of Yoga's module, as a layout function like `layoutFlex`. */
export async function loadYogaSolver(
  mainSizes: MainSizes = 'style',
): Promise<(box: Box, space: Space) => LayoutResult> {
  const yoga = await loadYoga();
  const config: YogaConfig = yoga.Config.create();
  config.setUseWebDefaults(true);
  // Zero: Yoga does not round to whole pixels.
  config.setPointScaleFactor(0);
  const newNode: NewNode = () => yoga.Node.createWithConfig(config);
  return (box, space) => layoutFlexWithYoga(newNode, mainSizes, box, space);
}

function layoutFlexWithYoga(newNode: NewNode, mainSizes: MainSizes, box: Box, space: Space): LayoutResult {
  const context = flexContext(box, space);
  const items = yogaItems(context, mainSizes);
  const leaves: Leaf[] = [];
  const root = newNode();
  try {
    setContainer(context, root);
    for (const item of items) {
      const node = newNode();
      leaves.push({ item, node });
      setItem(context, item, node);
      root.insertChild(node, leaves.length - 1);
    }
    return place(context, leaves, solve(context, root));
  } finally {
    // The container goes first: a leaf that leaves its parent is searched for among all the others.
    root.free();
    for (const { node } of leaves) node.free();
  }
}

// --- Styles ------------------------------------------------------------------------------------------------------

function setContainer({ box, axes, geometry, mainGap, crossGap }: FlexContext, root: YogaNode): void {
  const direction = directionOf(axes);
  if (direction !== FlexDirection.Row) root.setFlexDirection(direction);
  if (axes.wraps) root.setFlexWrap(axes.crossReversed ? Wrap.WrapReverse : Wrap.Wrap);
  if (mainGap > 0) root.setGap(axes.row ? Gutter.Column : Gutter.Row, mainGap);
  if (crossGap > 0) root.setGap(axes.row ? Gutter.Row : Gutter.Column, crossGap);
  const justify = justifyOf(box, axes);
  if (justify !== Justify.FlexStart) root.setJustifyContent(justify);
  const lines = alignContentOf(box.style.alignContent, axes.crossReversed);
  if (lines !== Align.Stretch) root.setAlignContent(lines);
  setPadding(root, geometry.edges);
  root.setWidth(geometry.inlineSize);
  if (isDefinite(geometry.blockSize)) root.setHeight(geometry.blockSize);
}

function setItem(context: FlexContext, item: YogaItem, node: YogaNode): void {
  const { axes } = context;
  const { main, cross, basis, box } = item;
  if (box.style.flexGrow !== 0) node.setFlexGrow(box.style.flexGrow);
  if (box.style.flexShrink !== 1) node.setFlexShrink(box.style.flexShrink);
  if (basis !== null) node.setFlexBasis(basis);
  const align = alignSelfOf(item.align, axes.crossReversed);
  if (align !== Align.Stretch) node.setAlignSelf(align);
  setPadding(node, item.edges);
  setMargins(node, item.margin);
  const inline = axes.row ? main : cross;
  const block = axes.row ? cross : main;
  if (inline.size !== null) node.setWidth(inline.size);
  if (inline.min !== null) node.setMinWidth(inline.min);
  if (inline.max !== null) node.setMaxWidth(inline.max);
  if (block.size !== null) node.setHeight(block.size);
  if (block.min !== null) node.setMinHeight(block.min);
  if (block.max !== null) node.setMaxHeight(block.max);
  // What has both sizes is not measured, and a measure function is the dearest thing to set.
  if (inline.size === null || block.size === null) node.setMeasureFunc(measureContent(context, item));
}

function setPadding(node: YogaNode, edges: Edges): void {
  if (edges.inlineStart !== 0) node.setPadding(Edge.Left, edges.inlineStart);
  if (edges.inlineEnd !== 0) node.setPadding(Edge.Right, edges.inlineEnd);
  if (edges.blockStart !== 0) node.setPadding(Edge.Top, edges.blockStart);
  if (edges.blockEnd !== 0) node.setPadding(Edge.Bottom, edges.blockEnd);
}

function setMargins(node: YogaNode, margin: LogicalSides<number | null>): void {
  if (margin.inlineStart !== 0) node.setMargin(Edge.Left, margin.inlineStart ?? 'auto');
  if (margin.inlineEnd !== 0) node.setMargin(Edge.Right, margin.inlineEnd ?? 'auto');
  if (margin.blockStart !== 0) node.setMargin(Edge.Top, margin.blockStart ?? 'auto');
  if (margin.blockEnd !== 0) node.setMargin(Edge.Bottom, margin.blockEnd ?? 'auto');
}

function directionOf({ row, mainReversed }: FlexAxes): FlexDirection {
  if (row) return mainReversed ? FlexDirection.RowReverse : FlexDirection.Row;
  return mainReversed ? FlexDirection.ColumnReverse : FlexDirection.Column;
}

/** Yoga knows only 'flex-start' and 'flex-end', which turn with the axis; edges of the flow do not. */
function justifyOf(box: Box, axes: FlexAxes): Justify {
  switch (box.style.justifyContent.position) {
    case 'space-between':
      return Justify.SpaceBetween;
    case 'space-around':
      return Justify.SpaceAround;
    case 'space-evenly':
      return Justify.SpaceEvenly;
    default: {
      const edge = staticMainEdge(box, axes);
      if (edge === 'center') return Justify.Center;
      return (edge === 'start') === axes.mainReversed ? Justify.FlexEnd : Justify.FlexStart;
    }
  }
}

function alignContentOf({ position }: Alignment, reversed: boolean): Align {
  switch (position) {
    case 'normal':
    case 'stretch':
      return Align.Stretch;
    case 'center':
      return Align.Center;
    case 'space-between':
      return Align.SpaceBetween;
    case 'space-around':
      return Align.SpaceAround;
    case 'space-evenly':
      return Align.SpaceEvenly;
    case 'flex-end':
      return Align.FlexEnd;
    case 'start':
      return reversed ? Align.FlexEnd : Align.FlexStart;
    case 'end':
      return reversed ? Align.FlexStart : Align.FlexEnd;
    default:
      return Align.FlexStart;
  }
}

function alignSelfOf(align: ItemAlign, reversed: boolean): Align {
  switch (align) {
    case 'stretch':
      return Align.Stretch;
    case 'center':
      return Align.Center;
    case 'start':
      return reversed ? Align.FlexEnd : Align.FlexStart;
    case 'end':
      return reversed ? Align.FlexStart : Align.FlexEnd;
    case 'first baseline':
    case 'last baseline':
      return Align.Baseline;
  }
}

// --- Measuring ---------------------------------------------------------------------------------------------------

/** Yoga asks for content sizes within sizes that are exact, at most, or not known. */
function measureContent(context: FlexContext, item: YogaItem): MeasureFunction {
  const { writing } = context.axes;
  const { box, edges, margin } = item;
  return (width, widthMode, height, heightMode) => {
    const fields: { -readonly [Name in keyof SpaceFields]?: SpaceFields[Name] } = {};
    if (widthMode === MeasureMode.Exactly) {
      fields.availableInline = width + edges.inlineSum;
      fields.inlineSizing = 'fixed';
    } else if (widthMode === MeasureMode.AtMost) {
      // What is available to a box includes its margins.
      fields.availableInline = width + edges.inlineSum + (margin.inlineStart ?? 0) + (margin.inlineEnd ?? 0);
    } else if (!isOrthogonal(writing, item.writing)) {
      fields.availableInline = context.space.intrinsicSizes(box, context.geometry.percentBlock).max;
      fields.inlineSizing = 'fixed';
    }
    if (heightMode === MeasureMode.Exactly) {
      fields.availableBlock = height + edges.blockSum;
      fields.blockSizing = 'fixed';
    }
    const space = itemSpace(context, box, fields);
    const { fragment } = space.layoutChild(box, space);
    return {
      width: inlineSizeOf(fragment, writing) - edges.inlineSum,
      height: blockSizeOf(fragment, writing) - edges.blockSum,
    };
  };
}

// --- Results -----------------------------------------------------------------------------------------------------

/** Lets Yoga lay out the container; gives its border-box block size. */
function solve({ box, space, geometry }: FlexContext, root: YogaNode): number {
  const { writing, edges, inlineSize } = geometry;
  root.calculateLayout(inlineSize, isDefinite(geometry.blockSize) ? geometry.blockSize : undefined, Direction.LTR);
  const content = root.getComputedHeight();
  if (isDefinite(geometry.blockSize)) return geometry.blockSize;
  const blockSize = usedBlockSize(box, space, writing, edges, inlineSize, content);
  if (blockSize !== content) {
    // Limits of the container's height: once more, with the height that they make of it.
    root.setHeight(blockSize);
    root.calculateLayout(inlineSize, blockSize, Direction.LTR);
  }
  return blockSize;
}

function place(context: FlexContext, leaves: readonly Leaf[], blockSize: number): LayoutResult {
  const { box, space, geometry, axes } = context;
  const { edges } = geometry;
  const builder = new FragmentBuilder(box, space);
  // Yoga does not tell lines: the first and the last item stand for theirs.
  let firstBaseline: number | null = null;
  let lastBaseline: number | null = null;
  let lowest = edges.blockStart;
  for (const { item, node } of leaves) {
    const { left, top, width, height } = node.getComputedLayout();
    const result = layOutItem(context, item, width, height);
    builder.addChild(result, left, top);
    const isParallel = !isOrthogonal(axes.writing, item.writing);
    firstBaseline ??= top + ((isParallel ? result.firstBaseline : null) ?? height);
    lastBaseline = top + ((isParallel ? result.lastBaseline : null) ?? height);
    lowest = Math.max(lowest, top + height + (item.margin.blockEnd ?? 0));
  }
  addStaticPositions(context, builder, blockSize - edges.blockSum);
  return builder.finish({
    inlineSize: geometry.inlineSize,
    blockSize,
    edges,
    percentBlock: geometry.percentBlock,
    firstBaseline,
    lastBaseline,
    intrinsicBlockSize: lowest + edges.blockEnd,
    flow: null,
  });
}

/** §4.1: absolutely positioned children, as if each were the only item. */
function addStaticPositions({ box, geometry, axes }: FlexContext, builder: FragmentBuilder, blockSize: number): void {
  for (const child of box.children) {
    if (!child.isOutOfFlow) continue;
    const main = staticMainEdge(box, axes);
    const cross = staticCrossEdge(box, axes, child);
    builder.addStaticPosition({
      box: child,
      inlineOffset: geometry.edges.inlineStart,
      blockOffset: geometry.edges.blockStart,
      inlineSize: geometry.contentInline,
      blockSize,
      alignInline: axes.row ? main : cross,
      alignBlock: axes.row ? cross : main,
      safeInline: !axes.row && isSafe(box, child),
      safeBlock: axes.row && isSafe(box, child),
    });
  }
}

/** §9.4 step 11: with used sizes. The height of an item that does not stretch in a row stays its own. */
function layOutItem(context: FlexContext, item: YogaItem, width: number, height: number): LayoutResult {
  const { row } = context.axes;
  const fields: Partial<SpaceFields> = { availableInline: width, inlineSizing: 'fixed' };
  const isSettled = !row || item.stretches;
  const space = itemSpace(context, item.box, {
    ...fields,
    ...(isSettled ? { availableBlock: height, blockSizing: 'fixed' as const } : {}),
    ...(row ? {} : { blockSizeIsDefinite: item.mainIsDefinite }),
  });
  return space.layoutChild(item.box, space);
}

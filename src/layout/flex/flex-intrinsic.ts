/**
 * Min-content and max-content inline sizes of flex containers.
 *
 * In:  a flex container, what percentages of its block size resolve against. Out: border-box sizes.
 *
 * CSS Flexbox 1 §9.9 https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes. The section describes an ideal algorithm
 * and the one that pages rely on: the sum of the items' contributions. That is the one here, as in Chrome.
 */
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { outerContribution } from '../intrinsic.ts';
import { INDEFINITE } from '../layout-unit.ts';
import { measuringGeometry } from '../measuring-geometry.ts';
import type { LayoutPorts } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { type FlexContext, flexContextOf } from './flex-context.ts';
import { measureCross } from './flex-cross.ts';
import type { FlexItem } from './flex-item.ts';
import { flexItems } from './flex-items.ts';
import { lineCross, linesOf, usedMainSize } from './flex-lines.ts';
import { resolveFlexibleLengths } from './flexible-lengths.ts';

export function flexIntrinsicSizes(box: Box, ports: LayoutPorts, percentBlock: number): IntrinsicSizes {
  const { space, geometry } = measuringGeometry(box, ports, percentBlock);
  const edges = geometry.edges.inlineSum;
  const contained = sizeContainedInline(box.style);
  if (contained !== null) return { min: contained + edges, max: contained + edges, dependsOnBlock: false };

  const context = flexContextOf(box, space, geometry);
  const content = context.axes.row ? rowSizes(context, percentBlock) : columnSizes(context, percentBlock);
  const min = Math.max(0, content.min);
  return {
    min: min + edges,
    max: Math.max(min, content.max) + edges,
    dependsOnBlock: content.dependsOnBlock,
  };
}

/** §9.9.1: the items beside each other, or for the minimum of several lines the widest. */
function rowSizes(context: FlexContext, percentBlock: number): IntrinsicSizes {
  const { axes, mainGap } = context;
  const items = flexItems(context);
  let min = 0;
  let max = 0;
  let dependsOnBlock = false;
  for (const item of items) {
    const sizes = contributionOf(context, item, percentBlock);
    max += sizes.max;
    min = axes.wraps ? Math.max(min, sizes.min) : min + sizes.min;
    dependsOnBlock ||= sizes.dependsOnBlock;
  }
  const gaps = mainGap * Math.max(0, items.length - 1);
  return { min: min + (axes.wraps ? 0 : gaps), max: max + gaps, dependsOnBlock };
}

/** §9.9.3: an item that cannot grow is at most its flex base size, one that cannot shrink at least. */
function contributionOf(context: FlexContext, item: FlexItem, percentBlock: number): IntrinsicSizes {
  const { axes, space, geometry } = context;
  const inner = geometry.contentBlock === INDEFINITE ? percentBlock : geometry.contentBlock;
  const { min, max, dependsOnBlock } = outerContribution(item.box, axes.writing, space.ports, inner);
  // Differs: Chrome does not look at flex base sizes where lines may wrap.
  if (axes.wraps) return { min, max, dependsOnBlock };
  const base = item.base + item.mainEdges + item.mainMargin;
  // The automatic minimum size is a matter of flexing, not of intrinsic sizes.
  const least = logicalSizes(item.box.style, axes.writing).minInlineSize === 'auto' ? 0 : item.minMain;
  const clamp = (size: number): number => {
    let clamped = size;
    if (item.grow === 0) clamped = Math.min(clamped, base);
    if (item.shrink === 0) clamped = Math.max(clamped, base);
    const outer = item.mainEdges + item.mainMargin;
    return Math.max(least + outer, Math.min(clamped, item.maxMain + outer));
  };
  return { min: clamp(min), max: clamp(max), dependsOnBlock };
}

/** §9.9.2: the widest item; where the column wraps, the lines that its height makes, side by side. */
function columnSizes(context: FlexContext, percentBlock: number): IntrinsicSizes {
  let min = 0;
  let max = 0;
  let dependsOnBlock = false;
  for (const child of context.box.children) {
    if (child.isOutOfFlow) continue;
    const sizes = outerContribution(child, context.axes.writing, context.space.ports, percentBlock);
    min = Math.max(min, sizes.min);
    max = Math.max(max, sizes.max);
    dependsOnBlock ||= sizes.dependsOnBlock;
  }
  if (!context.axes.wraps) return { min, max, dependsOnBlock };
  return { min: wrappedSize(context, min), max: wrappedSize(context, max), dependsOnBlock: true };
}

/** The cross sizes of the lines together, with each item as wide as `inline` lets it be. */
function wrappedSize(context: FlexContext, inline: number): number {
  const { box, space, geometry, crossGap, mainGap } = context;
  const measured = { ...flexContextOf(box, space, { ...geometry, contentInline: inline }), availableCross: INDEFINITE };
  const lines = linesOf(measured, flexItems(measured));
  const mainSize = usedMainSize(measured, lines);
  let total = crossGap * Math.max(0, lines.length - 1);
  for (const line of lines) {
    resolveFlexibleLengths(line, mainSize, mainGap);
    measureCross(measured, line);
    total += lineCross(measured, line);
  }
  return total;
}

/**
 * Min-content and max-content inline sizes of flex containers.
 *
 * In:  a flex container, what percentages of its block size resolve against, its block size if that is decided.
 * Out: border-box sizes.
 *
 * CSS Flexbox 1 §9.9 https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes. The section describes an ideal algorithm
 * and the one that pages rely on: the sum of the items' contributions. That is the one here, as in Chrome.
 */
import type { Box, IntrinsicSizes } from '../box.ts';
import { sizeContainedInline } from '../containment.ts';
import { usedMargins } from '../edges.ts';
import { inlineContribution } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { measuringGeometry } from '../measuring-geometry.ts';
import type { Geometry } from '../sizing.ts';
import type { LayoutPorts } from '../space.ts';
import { logicalSizes, type Writing } from '../writing-mode.ts';
import { balancedCounts } from './balance.ts';
import { type FlexContext, flexContextOf } from './flex-context.ts';
import type { FlexItem } from './flex-item.ts';
import { contributingItems, itemsOfInlineSize, orderedChildren } from './flex-items.ts';
import { linesOf } from './flex-lines.ts';

interface Sizes {
  readonly min: number;
  readonly max: number;
}

export function flexIntrinsicSizes(
  box: Box,
  ports: LayoutPorts,
  percentBlock: number,
  blockSize: number = INDEFINITE,
): IntrinsicSizes {
  const { space, geometry } = measuringGeometry(box, ports, percentBlock);
  const edges = geometry.edges.inlineSum;
  const contained = sizeContainedInline(box);
  if (contained !== null) return { min: contained + edges, max: contained + edges, dependsOnBlock: false };

  const context = flexContextOf(box, space, withBlockSize(geometry, blockSize));
  const content = context.axes.row ? rowSizes(context) : columnSizes(context);
  // Negative margins may have made it less than nothing.
  const min = Math.max(0, content.min);
  return {
    min: min + edges,
    max: Math.max(min, content.max) + edges,
    // The items see the container's own height, and what is around it only through that.
    dependsOnBlock: !isDefinite(blockSize) && hasRelativeBlockSize(box, geometry.writing),
  };
}

function withBlockSize(geometry: Geometry, blockSize: number): Geometry {
  if (!isDefinite(blockSize)) return geometry;
  const contentBlock = Math.max(0, blockSize - geometry.edges.blockSum);
  return { ...geometry, blockSize, contentBlock, percentBlock: contentBlock };
}

function hasRelativeBlockSize({ style }: Box, writing: Writing): boolean {
  const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(style, writing);
  return [blockSize, minBlockSize, maxBlockSize].some((size) => typeof size === 'object' || size === 'stretch');
}

/** §9.9.1: the items beside each other, or for the minimum of several lines the widest. */
function rowSizes(context: FlexContext): Sizes {
  const { axes, mainGap } = context;
  const items = contributingItems(context);
  let min = 0;
  let max = 0;
  let widest = 0;
  for (const item of items) {
    const contribution = item.contribution!;
    min += settled(item, contribution.min) + item.mainMargin;
    max += settled(item, contribution.max) + item.mainMargin;
    widest = Math.max(widest, contribution.min + item.mainMargin);
  }
  const gaps = mainGap * Math.max(0, items.length - 1);
  const most = axes.balances && context.box.style.flexLineCount > 1 ? balancedMax(context, items) : max + gaps;
  return { min: axes.wraps ? widest : min + gaps, max: most };
}

/** CSS Flexbox 2 §9.9.1: of balanced lines the longest. */
function balancedMax({ box, mainGap }: FlexContext, items: readonly FlexItem[]): number {
  const sizes = items.map((item) => Math.max(0, settled(item, item.contribution!.max) + item.mainMargin));
  const counts = balancedCounts(sizes, box.style.flexLineCount, Number.POSITIVE_INFINITY, mainGap) ?? [sizes.length];
  let longest = 0;
  let start = 0;
  for (const count of counts) {
    const line = sizes.slice(start, start + count);
    longest = Math.max(
      longest,
      line.reduce((sum, size) => sum + size, mainGap * (count - 1)),
    );
    start += count;
  }
  return longest;
}

/** §9.9.3: an item whose base size is given, and which cannot flex toward its contribution, stays as it is. */
function settled(item: FlexItem, contribution: number): number {
  const base = item.base + item.mainEdges;
  const cannotMove = contribution > base ? item.grow === 0 : contribution < base && item.shrink === 0;
  return cannotMove && !item.baseIsContent ? item.hypothetical + item.mainEdges : contribution;
}

/** §9.9.2: the widest item; where the column wraps, the lines that its height makes, side by side. */
function columnSizes(context: FlexContext): Sizes {
  const { axes, box, space, geometry, crossGap } = context;
  const widths = new Map<Box, number>();
  let min = 0;
  let max = 0;
  for (const child of orderedChildren(box)) {
    const sizes = inlineContribution(child, axes.writing, space.ports, geometry.percentBlock);
    const margins = usedMargins(child.style, axes.writing, 0);
    const outer = margins.inlineStart + margins.inlineEnd;
    widths.set(child, sizes.max);
    min = Math.max(min, sizes.min + outer);
    max = Math.max(max, sizes.max + outer);
  }
  if (!axes.wraps) return { min, max };
  const lines = linesOf(
    context,
    itemsOfInlineSize(context, (child) => widths.get(child)!),
  );
  const total = lines.reduce(
    (sum, { items }) => sum + items.reduce((most, item) => Math.max(most, widths.get(item.box)! + item.crossMargin), 0),
    crossGap * Math.max(0, lines.length - 1),
  );
  return { min, max: total };
}

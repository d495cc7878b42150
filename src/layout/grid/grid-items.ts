/**
 * Contributions of grid items to the tracks they span.
 *
 * In:  an item and, for the block axis, the inline size of its area. Out: outer sizes along the container's axis.
 *
 * CSS Grid 2 §6.6 (automatic minimum size) and §12.5 https://drafts.csswg.org/css-grid-2/#algo-content
 */
import { dependsOnPercentage, type Size } from '../../style/length.ts';
import { childSpace } from '../child-space.ts';
import { usedMargin } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { inlineContribution } from '../intrinsic.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, isScrollContainer } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { isOrthogonal, type LogicalSides, logicalMargins, logicalSizes } from '../writing-mode.ts';
import { selfAlignment } from './grid-align.ts';
import type { GridContext, GridItem } from './grid-context.ts';
import { isFlexible, type Track } from './track.ts';
import type { TrackItem } from './track-sizing.ts';

/** A space for an item in an area of these sizes, along the container's axes. */
export function areaSpace(
  context: GridContext,
  item: GridItem,
  inline: number,
  block: number,
  fields: Partial<SpaceFields>,
): Space {
  return childSpace(item.box, context.geometry.writing, context.space.ports, {
    availableInline: inline,
    availableBlock: block,
    percentInline: inline,
    percentBlock: block,
    inlineSizing: 'fit-content',
    newFormattingContext: true,
    ...fields,
  });
}

/** Margins in the container's flow directions; `null` is auto. */
export function areaMargins(context: GridContext, item: GridItem, percentBase: number): LogicalSides<number | null> {
  const margins = logicalMargins(item.box.style, context.geometry.writing);
  const base = isDefinite(percentBase) ? percentBase : 0;
  return {
    inlineStart: usedMargin(margins.inlineStart, base),
    inlineEnd: usedMargin(margins.inlineEnd, base),
    blockStart: usedMargin(margins.blockStart, base),
    blockEnd: usedMargin(margins.blockEnd, base),
  };
}

/** Contributions to columns. The area's own sizes are not known yet: percentages are of an indefinite size. */
export function columnItem(context: GridContext, item: GridItem, tracks: readonly Track[]): TrackItem {
  const margins = areaMargins(context, item, INDEFINITE);
  const outer = (margins.inlineStart ?? 0) + (margins.inlineEnd ?? 0);
  const { box, writing, edges } = item;
  const orthogonal = isOrthogonal(context.geometry.writing, writing);
  const space = areaSpace(context, item, INDEFINITE, INDEFINITE, {});
  const sizes = logicalSizes(box.style, context.geometry.writing);
  const minimumOf = (size: Size): number | null => {
    if (dependsOnPercentage(size)) return null;
    return orthogonal
      ? blockLength(size, box, space, writing, edges, -1)
      : inlineLength(size, box, space, writing, edges);
  };
  const measured = cached(() =>
    inlineContribution(box, context.geometry.writing, context.space.ports, context.geometry.percentBlock),
  );
  const minContent = (): number => measured().min + outer;
  return {
    start: item.columnStart,
    end: item.columnEnd,
    minContentContribution: minContent,
    maxContentContribution: () => measured().max + outer,
    minimumContribution: () => {
      const automatic = sizes.inlineSize === 'auto' || dependsOnPercentage(sizes.inlineSize);
      if (!automatic) return minContent();
      if (sizes.minInlineSize !== 'auto') return (minimumOf(sizes.minInlineSize) ?? edges.inlineSum) + outer;
      if (!hasContentMinimum(item, tracks, item.columnStart, item.columnEnd)) return edges.inlineSum + outer;
      const limit = fixedMaximum(tracks, item.columnStart, item.columnEnd);
      return Math.min(minContent(), Math.max(limit, edges.inlineSum + outer));
    },
  };
}

/** Contributions to rows: the item is laid out in the columns that it has got. */
export function rowItem(
  context: GridContext,
  item: GridItem,
  tracks: readonly Track[],
  areaInline: number,
  shim: (item: GridItem) => number,
): TrackItem {
  const margins = areaMargins(context, item, areaInline);
  const outer = (margins.blockStart ?? 0) + (margins.blockEnd ?? 0);
  const { box } = item;
  const sizes = logicalSizes(box.style, context.geometry.writing);
  const measured = cached(() => blockExtent(context, measureInColumns(context, item, areaInline)) + outer + shim(item));
  return {
    start: item.rowStart,
    end: item.rowEnd,
    minContentContribution: measured,
    maxContentContribution: measured,
    minimumContribution: () => {
      const automatic = sizes.blockSize === 'auto' || dependsOnPercentage(sizes.blockSize);
      if (!automatic) return measured();
      if (sizes.minBlockSize !== 'auto') {
        const { writing, edges } = item;
        const space = areaSpace(context, item, areaInline, INDEFINITE, {});
        const min = dependsOnPercentage(sizes.minBlockSize)
          ? null
          : isOrthogonal(context.geometry.writing, writing)
            ? inlineLength(sizes.minBlockSize, box, space, writing, edges)
            : blockLength(sizes.minBlockSize, box, space, writing, edges, -1);
        return (min ?? item.edges.blockSum) + outer + shim(item);
      }
      if (!hasContentMinimum(item, tracks, item.rowStart, item.rowEnd)) return item.edges.blockSum + outer;
      const limit = fixedMaximum(tracks, item.rowStart, item.rowEnd);
      return Math.min(measured(), Math.max(limit, item.edges.blockSum + outer));
    },
  };
}

/** Lays an item out in an area whose block size is not known yet. */
export function measureInColumns(context: GridContext, item: GridItem, areaInline: number): LayoutResult {
  const stretch = selfAlignment(context, item, 'inline').stretches;
  const space = areaSpace(context, item, areaInline, INDEFINITE, stretch ? { inlineSizing: 'stretch' } : {});
  return space.layoutChild(item.box, space);
}

export function blockExtent(context: GridContext, { fragment }: LayoutResult): number {
  return context.geometry.writing.horizontal ? fragment.height : fragment.width;
}

/** §6.6: the automatic minimum is the content's, for items that span an 'auto' track and no more than one with 'fr'. */
function hasContentMinimum(item: GridItem, tracks: readonly Track[], start: number, end: number): boolean {
  if (isScrollContainer(item.box.style)) return false;
  let spansAuto = false;
  for (let index = start; index < end; index++) {
    if (tracks[index].min === 'auto') spansAuto = true;
    if (end - start > 1 && isFlexible(tracks[index])) return false;
  }
  return spansAuto;
}

/** §6.6: an automatic minimum is limited by the sum of fixed maximums, if all tracks have one. */
function fixedMaximum(tracks: readonly Track[], start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index++) {
    const { max, flex } = tracks[index];
    if (typeof max !== 'number' || flex > 0) return Number.POSITIVE_INFINITY;
    sum += max;
  }
  return sum;
}

function cached<T>(compute: () => T): () => T {
  let value: { readonly it: T } | null = null;
  return () => {
    value ??= { it: compute() };
    return value.it;
  };
}

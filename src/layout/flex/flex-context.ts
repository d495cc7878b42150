/**
 * What every step of flex layout needs to know about the container.
 */
import { resolveLength } from '../../style/length.ts';
import { aspectRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { childSpace } from '../child-space.ts';
import { isDefinite, toUnit } from '../layout-unit.ts';
import { boxGeometry, type Geometry, isContentKeyword, isScrollContainer } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { type FlexAxes, flexAxes } from './flex-axes.ts';

export interface FlexContext {
  readonly box: Box;
  readonly space: Space;
  readonly geometry: Geometry;
  readonly axes: FlexAxes;
  /** Content-box sizes along the axes; INDEFINITE where the content decides. */
  readonly availableMain: number;
  readonly availableCross: number;
  readonly mainGap: number;
  readonly crossGap: number;
}

export function flexContext(box: Box, space: Space): FlexContext {
  return flexContextOf(box, space, boxGeometry(box, space));
}

export function flexContextOf(box: Box, space: Space, geometry: Geometry): FlexContext {
  const axes = flexAxes(box.style, geometry.writing);
  // A height that the parent has set, but only for now, is not one that items may look at.
  const { contentInline, percentBlock: contentBlock } = geometry;
  const rowGap = usedGap(box.style.rowGap, contentBlock);
  const columnGap = usedGap(box.style.columnGap, contentInline);
  return {
    box,
    space,
    geometry,
    axes,
    availableMain: axes.row ? contentInline : contentBlock,
    availableCross: axes.row ? contentBlock : contentInline,
    mainGap: axes.row ? columnGap : rowGap,
    crossGap: axes.row ? rowGap : columnGap,
  };
}

/** CSS Align 3 §8.1: 'normal' is zero outside of multi-column; percentages of an indefinite size are zero. */
function usedGap(gap: Box['style']['rowGap'], base: number): number {
  if (gap === 'normal') return 0;
  return toUnit(Math.max(0, resolveLength(gap, isDefinite(base) ? base : 0)));
}

/** §9.8: the only line of a container whose cross size is definite has that size. */
export function definiteLineCross({ box, axes, availableCross, geometry }: FlexContext): number | null {
  if (axes.wraps || !isDefinite(availableCross)) return null;
  if (!axes.row) return availableCross;
  const { minBlockSize, maxBlockSize } = logicalSizes(box.style, geometry.writing);
  // A size that the content can still change is not definite.
  const followsRatio = aspectRatio(box, geometry.writing) !== null && !isScrollContainer(box.style);
  if (followsRatio && minBlockSize === 'auto') return null;
  return isContentKeyword(minBlockSize) || isContentKeyword(maxBlockSize) ? null : availableCross;
}

/** A space for an item. Sizes are along the container's axes; percentages are of its content box. */
export function itemSpace(context: FlexContext, child: Box, fields: Partial<SpaceFields>): Space {
  const { geometry, space, axes } = context;
  return childSpace(child, axes.writing, space.ports, {
    availableInline: axes.row ? geometry.contentInline : availableForLine(context),
    availableBlock: axes.row ? availableForLine(context) : geometry.percentBlock,
    percentInline: geometry.contentInline,
    percentBlock: geometry.percentBlock,
    inlineSizing: 'fit-content',
    newFormattingContext: true,
    isFlexItem: true,
    ...fields,
  });
}

/** The container's cross size, or the part of it that each of a given number of lines can have. */
function availableForLine({ box, axes, availableCross, crossGap }: FlexContext): number {
  const lines = axes.balances ? box.style.flexLineCount : 1;
  if (lines <= 1 || !isDefinite(availableCross)) return availableCross;
  return Math.max(0, (availableCross - crossGap * (lines - 1)) / lines);
}

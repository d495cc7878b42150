/**
 * The space that a grid item is laid out in.
 *
 * In:  an item and the size of its area along the container's axes; INDEFINITE where it is not known yet.
 * Out: a Space along the item's own axes.
 *
 * CSS Grid 2 §6.2 https://drafts.csswg.org/css-grid-2/#grid-item-sizing, CSS Sizing 4 §6 for aspect ratios
 */
import { aspectRatio, inlineFromRatio } from '../aspect-ratio.ts';
import { type Edges, usedEdges, usedMargins } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, isContentKeyword, minBlockLength } from '../sizing.ts';
import { Space } from '../space.ts';
import { type LogicalSides, logicalSizes } from '../writing-mode.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { inheritanceOf } from './subgrid.ts';

/** Margins by the sides of the container; 'auto' is zero. */
export function areaMargins(grid: Grid, item: GridItem, areaInline: number): LogicalSides<number> {
  const { style } = item.box;
  const { marginTop, marginRight, marginBottom, marginLeft } = style;
  if (marginTop === 0 && marginRight === 0 && marginBottom === 0 && marginLeft === 0) return NONE;
  return usedMargins(style, grid.writing, Math.max(0, areaInline));
}

const NONE: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

/** `fixedInline` is the border-box inline size of an item whose area does not give it one. */
export function itemSpace(
  grid: Grid,
  item: GridItem,
  areaInline: number,
  areaBlock: number,
  fixedInline: number | null,
): Space {
  const inline = item.orthogonal ? areaBlock : areaInline;
  const block = item.orthogonal ? areaInline : areaBlock;
  const filled = fixedInline === null ? fillsArea(item, inline, block) : NOTHING_FILLED;
  const space = new Space(grid.ports, {
    availableInline: fixedInline ?? inline,
    availableBlock: block,
    percentInline: inline,
    percentBlock: block,
    inlineSizing: fixedInline !== null ? 'fixed' : filled.inline === 'stretch' ? 'stretch' : 'fit-content',
    blockSizing: filled.block === 'stretch' ? 'stretch' : 'auto',
    newFormattingContext: true,
    extra: item.isSubgrid ? inheritanceOf(grid, item) : null,
  });
  if (filled.inline !== 'fixed' && filled.inline !== 'by-ratio' && filled.block !== 'fixed') return space;
  const edgeBase = Math.max(0, areaInline);
  if (filled.inline === 'by-ratio') {
    return space.with({ availableInline: inlineByRatio(item, space, edgeBase), inlineSizing: 'fixed' });
  }
  return space.with({
    ...(filled.inline === 'fixed' && { availableInline: filledInline(item, space, edgeBase), inlineSizing: 'fixed' }),
    ...(filled.block === 'fixed' && { availableBlock: filledBlock(item, space, edgeBase), blockSizing: 'fixed' }),
  });
}

/** How an automatic size comes to fill the area; 'fixed' is for boxes that would not do it of their own accord. */
type Filling = 'no' | 'stretch' | 'fixed';

interface Filled {
  /** 'by-ratio': what the height of the area gives. */
  readonly inline: Filling | 'by-ratio';
  readonly block: Filling;
}

const NOTHING_FILLED: Filled = { inline: 'no', block: 'no' };
const BOTH_FILLED: Filled = { inline: 'stretch', block: 'stretch' };
const INLINE_FILLED: Filled = { inline: 'stretch', block: 'no' };

/** Along the item's own axes. */
function fillsArea(item: GridItem, areaInline: number, areaBlock: number): Filled {
  const { box, writing } = item;
  const inlineStretch = item.ownAlign('inline').stretch;
  const blockStretch = item.ownAlign('block').stretch;
  const sizes = logicalSizes(box.style, writing);
  const fillsInline = inlineStretch !== 'no' && sizes.inlineSize === 'auto' && isDefinite(areaInline);
  const fillsBlock = blockStretch !== 'no' && sizes.blockSize === 'auto' && isDefinite(areaBlock);
  const hasRatio =
    (box.kind !== 'replaced' || box.shrinksToFit) &&
    box.style.aspectRatio.ratio !== null &&
    aspectRatio(box, writing) !== null;
  if (!hasRatio && !item.isSubgrid && box.kind === 'flow' && !box.shrinksToFit) {
    if (fillsInline) return fillsBlock ? BOTH_FILLED : INLINE_FILLED;
    return fillsBlock ? { inline: 'no', block: 'stretch' } : NOTHING_FILLED;
  }
  if (hasRatio && !item.isSubgrid) {
    const byContent = sizes.inlineSize === 'auto' || isContentKeyword(sizes.inlineSize);
    if (fillsInline) return filledWithRatio(fillsBlock && blockStretch === 'stretch', inlineStretch === 'stretch');
    if (fillsBlock && blockStretch === 'stretch') return { inline: 'no', block: 'fixed' };
    return { inline: fillsBlock && byContent ? 'by-ratio' : 'no', block: 'no' };
  }

  // Tables and buttons would shrink to fit.
  const shrinks = box.kind === 'table' || (box.shrinksToFit && box.kind !== 'replaced');
  let inline: Filling = fillsInline ? (shrinks || hasRatio ? 'fixed' : 'stretch') : 'no';
  let block: Filling = fillsBlock ? 'stretch' : 'no';
  // §9: whatever the sizes of a subgrid are, it fills its area in its subgridded axes.
  if (item.subgrids(item.ownAxis('inline'))) inline = isDefinite(areaInline) ? 'fixed' : 'no';
  if (item.subgrids(item.ownAxis('block'))) block = isDefinite(areaBlock) ? 'fixed' : 'no';
  return { inline, block };
}

/** §6.2: 'stretch' wins over a ratio in either axis; 'normal' gives way to it in the block axis. */
function filledWithRatio(fixesBlock: boolean, inlineWins: boolean): Filled {
  const block = fixesBlock ? 'fixed' : 'no';
  return { inline: inlineWins ? 'fixed' : fixesBlock ? 'no' : 'stretch', block };
}

/** The area without the margins: not less than border and padding. */
function stretched(item: GridItem, area: number, axis: 'inline' | 'block', edgeBase: number): number {
  const margins = usedMargins(item.box.style, item.writing, edgeBase);
  const edges = itemEdges(item, edgeBase);
  return axis === 'inline'
    ? Math.max(edges.inlineSum, area - margins.inlineStart - margins.inlineEnd)
    : Math.max(edges.blockSum, area - margins.blockStart - margins.blockEnd);
}

export function itemEdges(item: GridItem, edgeBase: number): Edges {
  return usedEdges(item.box.style, item.writing, edgeBase);
}

function filledInline(item: GridItem, space: Space, edgeBase: number): number {
  if (item.subgrids(item.ownAxis('inline'))) return stretched(item, space.availableInline, 'inline', edgeBase);
  return withinLimits(
    item,
    space,
    itemEdges(item, edgeBase),
    stretched(item, space.availableInline, 'inline', edgeBase),
  );
}

function withinLimits({ box, writing }: GridItem, space: Space, edges: Edges, size: number): number {
  const sizes = logicalSizes(box.style, writing);
  const max = inlineLength(sizes.maxInlineSize, box, space, writing, edges) ?? Number.POSITIVE_INFINITY;
  const min = inlineLength(sizes.minInlineSize, box, space, writing, edges) ?? 0;
  // A table is never narrower than its columns.
  const least = box.kind === 'table' ? Math.max(min, space.intrinsicSizes(box).min) : min;
  return Math.max(least, Math.min(size, max));
}

function inlineByRatio(item: GridItem, space: Space, edgeBase: number): number {
  const { box, writing } = item;
  const edges = itemEdges(item, edgeBase);
  const size = inlineFromRatio(aspectRatio(box, writing)!, edges, filledBlock(item, space, edgeBase));
  return withinLimits(item, space, edges, size);
}

/** The block size that a definite area stretches an item to. */
export function filledBlock(item: GridItem, space: Space, edgeBase: number): number {
  const { box, writing } = item;
  if (item.subgrids(item.ownAxis('block'))) return stretched(item, space.availableBlock, 'block', edgeBase);
  const edges = itemEdges(item, edgeBase);
  const sizes = logicalSizes(box.style, writing);
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  const min = minBlockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE);
  return Math.max(min, Math.min(stretched(item, space.availableBlock, 'block', edgeBase), max));
}

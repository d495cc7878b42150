/**
 * The space that a grid item is laid out in.
 *
 * In:  an item and the size of its area along the container's axes; INDEFINITE where it is not known yet.
 * Out: a Space along the item's own axes.
 *
 * CSS Grid 2 §6.2 https://drafts.csswg.org/css-grid-2/#grid-item-sizing, CSS Sizing 4 §6 for aspect ratios
 */
import { aspectRatio } from '../aspect-ratio.ts';
import { type Edges, usedEdges, usedMargins } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, minBlockLength } from '../sizing.ts';
import { Space } from '../space.ts';
import { type LogicalSides, logicalSizes } from '../writing-mode.ts';
import type { GridItem } from './grid-item.ts';
import type { Grid } from './grid-tree.ts';
import { inheritanceOf } from './subgrid.ts';

/** Margins by the sides of the container; 'auto' is zero. */
export function areaMargins(grid: Grid, item: GridItem, areaInline: number): LogicalSides<number> {
  const { style } = item.box;
  if (style.marginLeft === 0 && style.marginRight === 0 && style.marginTop === 0 && style.marginBottom === 0)
    return NONE;
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
  const space = new Space(grid.ports, {
    availableInline: inline,
    availableBlock: block,
    percentInline: inline,
    percentBlock: block,
    inlineSizing: 'fit-content',
    blockSizing: 'auto',
    newFormattingContext: true,
    extra: item.isSubgrid ? inheritanceOf(grid, item) : null,
  });
  if (fixedInline !== null) return space.with({ availableInline: fixedInline, inlineSizing: 'fixed' });
  return sizedSpace(item, space, Math.max(0, areaInline));
}

/** Says how automatic sizes behave in the area. */
function sizedSpace(item: GridItem, space: Space, edgeBase: number): Space {
  const inlineAlign = item.ownAlign('inline');
  const blockAlign = item.ownAlign('block');
  const subgridsInline = item.subgrids(item.ownAxis('inline'));
  const subgridsBlock = item.subgrids(item.ownAxis('block'));
  const { box, writing } = item;
  const hasRatio = box.kind !== 'replaced' && aspectRatio(box, writing) !== null;
  const sizes = logicalSizes(box.style, writing);
  const fields: { -readonly [key in keyof Space]?: Space[key] } = {};

  const stretchesInline =
    inlineAlign.stretch !== 'no' && sizes.inlineSize === 'auto' && isDefinite(space.availableInline);
  if (subgridsInline) {
    if (isDefinite(space.availableInline)) {
      fields.availableInline = stretched(item, space.availableInline, 'inline', edgeBase);
      fields.inlineSizing = 'fixed';
    }
  } else if (stretchesInline) {
    // Tables and controls would shrink to fit, and a ratio would win, if they were only told to stretch.
    if (
      box.kind === 'table' ||
      (box.shrinksToFit && box.kind !== 'replaced') ||
      (hasRatio && inlineAlign.stretch === 'stretch')
    ) {
      fields.availableInline = clampedInline(item, space, edgeBase);
      fields.inlineSizing = 'fixed';
    } else {
      fields.inlineSizing = 'stretch';
    }
  }

  const stretchesBlock = blockAlign.stretch !== 'no' && sizes.blockSize === 'auto' && isDefinite(space.availableBlock);
  if (subgridsBlock) {
    if (isDefinite(space.availableBlock)) {
      fields.availableBlock = stretched(item, space.availableBlock, 'block', edgeBase);
      fields.blockSizing = 'fixed';
    }
  } else if (stretchesBlock && !hasRatio) {
    fields.blockSizing = 'stretch';
  } else if (stretchesBlock && blockAlign.stretch === 'stretch') {
    // An inline size that is still open follows the height through the ratio.
    fields.availableBlock = clampedBlock(item, space, edgeBase);
    fields.blockSizing = 'fixed';
    if (inlineAlign.stretch !== 'stretch' && fields.inlineSizing === 'stretch') fields.inlineSizing = 'fit-content';
  }
  return space.with(fields);
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

function clampedInline(item: GridItem, space: Space, edgeBase: number): number {
  const { box, writing } = item;
  const edges = itemEdges(item, edgeBase);
  const sizes = logicalSizes(box.style, writing);
  const max = inlineLength(sizes.maxInlineSize, box, space, writing, edges) ?? Number.POSITIVE_INFINITY;
  const min = inlineLength(sizes.minInlineSize, box, space, writing, edges) ?? 0;
  return Math.max(min, Math.min(stretched(item, space.availableInline, 'inline', edgeBase), max));
}

/** The block size that a definite area stretches an item to. */
export function clampedBlock(item: GridItem, space: Space, edgeBase: number): number {
  const { box, writing } = item;
  const edges = itemEdges(item, edgeBase);
  const sizes = logicalSizes(box.style, writing);
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  const min = minBlockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE);
  return Math.max(min, Math.min(stretched(item, space.availableBlock, 'block', edgeBase), max));
}

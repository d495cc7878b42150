/**
 * Used sizes of boxes: width and height with their minimums, maximums, keywords and ratios.
 *
 * In:  a box, the space it is offered, its border and padding.
 * Out: border-box sizes. The inline size never needs layout of the content; the block size takes what the content came
 *      to, and is known before it when it is definite.
 *
 * CSS Sizing 3 §3–§5, CSS Sizing 4 §6, CSS 2.2 §10 https://drafts.csswg.org/css-sizing-4/
 */
import { LOCAL_NAME } from '../html/node-keys.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { MaxSize, Size } from '../style/length.ts';
import { aspectRatio, blockFromRatio, inlineFromRatio } from './aspect-ratio.ts';
import type { Box } from './box.ts';
import { type Edges, edgePercentBase, usedEdges, usedLength, usedMargins } from './edges.ts';
import { INDEFINITE, isDefinite } from './layout-unit.ts';
import type { Space } from './space.ts';
import { type LogicalSizes, logicalBorders, logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** What is known about a box before its content is laid out. */
export interface Geometry {
  readonly writing: Writing;
  readonly edges: Edges;
  /** Border-box inline size. */
  readonly inlineSize: number;
  readonly contentInline: number;
  /** Border-box block size if it does not depend on the content, else INDEFINITE. */
  readonly blockSize: number;
  /** Content-box block size if it does not depend on the content, else INDEFINITE. */
  readonly contentBlock: number;
  /** What 100% is for children's block sizes, or INDEFINITE. */
  readonly percentBlock: number;
}

export function boxGeometry(box: Box, space: Space): Geometry {
  const writing = writingOf(box.style);
  const edges = usedEdges(box.style, writing, edgePercentBase(box, space), space.borders);
  const inlineSize = usedInlineSize(box, space, writing, edges);
  const blockSize = definiteBlockSize(box, space, writing, edges, inlineSize);
  const contentBlock = isDefinite(blockSize) ? Math.max(0, blockSize - edges.blockSum) : INDEFINITE;
  return {
    writing,
    edges,
    inlineSize,
    contentInline: Math.max(0, inlineSize - edges.inlineSum),
    blockSize,
    contentBlock,
    percentBlock: childPercentBlock(box, space, contentBlock),
  };
}

/** Overflow other than 'visible' and 'clip' makes a scroll container (CSS Overflow 3 §3). */
export function isScrollContainer(style: ComputedStyle): boolean {
  return scrollsAlong(style, true) || scrollsAlong(style, false);
}

/** Whether content can be scrolled along a page axis. */
export function scrollsAlong(style: ComputedStyle, horizontal: boolean): boolean {
  const overflow = horizontal ? style.overflowX : style.overflowY;
  return overflow !== 'visible' && overflow !== 'clip';
}

// --- Inline axis -------------------------------------------------------------------------------------------------

/** The border-box inline size. */
export function usedInlineSize(box: Box, space: Space, writing: Writing, edges: Edges): number {
  if (space.inlineSizing === 'fixed') return Math.max(space.availableInline, edges.inlineSum);
  const sizes = logicalSizes(box.style, writing);
  const ratio = aspectRatio(box, writing);

  // A definite block size gives automatic and content-based inline sizes through the ratio.
  const block = ratio === null ? INDEFINITE : styledBlockSize(box, space, writing, edges, sizes);
  const transferred = ratio !== null && isDefinite(block) ? inlineFromRatio(ratio, edges, block) : null;
  const length = (size: Size | MaxSize): number | null =>
    transferred !== null && isContentKeyword(size) ? transferred : inlineLength(size, box, space, writing, edges);
  const fromRatio = transferred !== null && (sizes.inlineSize === 'auto' || isContentKeyword(sizes.inlineSize));
  const preferred = fromRatio
    ? transferred
    : (length(sizes.inlineSize) ?? automaticInlineSize(box, space, writing, edges));

  let max = length(sizes.maxInlineSize) ?? Number.POSITIVE_INFINITY;
  let min = length(sizes.minInlineSize);
  if (min === null) {
    // CSS Sizing 4 §6.2: a size that came from the ratio is not less than the content, unless that can scroll.
    const floor = fromRatio && sizes.minInlineSize === 'auto' && !scrollsAlong(box.style, writing.horizontal);
    min = floor ? Math.min(contentSizes(box, space, edges).min, max) : 0;
  }
  if (ratio !== null && !fromRatio && isAutomatic(sizes.inlineSize)) {
    // §6.1: limits of the block axis act through the ratio while neither size is definite.
    const minBlock = blockLength(sizes.minBlockSize, box, space, writing, edges, INDEFINITE);
    const maxBlock = blockLength(sizes.maxBlockSize, box, space, writing, edges, INDEFINITE);
    if (minBlock !== null) min = Math.max(min, Math.min(inlineFromRatio(ratio, edges, minBlock), max));
    if (maxBlock !== null) max = Math.min(max, Math.max(inlineFromRatio(ratio, edges, maxBlock), min));
  }
  return Math.max(min, Math.min(preferred, max), edges.inlineSum);
}

function isAutomatic(size: Size): boolean {
  return typeof size === 'string' && size !== 'stretch';
}

/** 'width: auto': fills, or shrinks to fit. */
function automaticInlineSize(box: Box, space: Space, writing: Writing, edges: Edges): number {
  return space.inlineSizing === 'stretch' && isDefinite(space.availableInline) && fillsSpace(box)
    ? stretchedInline(box, space, writing, edges)
    : fitContentInline(box, space, edges, stretchedInline(box, space, writing, edges));
}

/** Buttons and the like shrink to fit in a flow; as grid items they stretch as other boxes do. */
function fillsSpace(box: Box): boolean {
  return !box.shrinksToFit || box.isOutOfFlow || box.parent?.kind === 'grid';
}

function stretchedInline(box: Box, space: Space, writing: Writing, edges: Edges): number {
  if (!isDefinite(space.availableInline)) return Number.POSITIVE_INFINITY;
  const margins = usedMargins(box.style, writing, edgePercentBase(box, space));
  return Math.max(edges.inlineSum, space.availableInline - margins.inlineStart - margins.inlineEnd);
}

/** The border-box block size that the space fixes or stretches a box to, else INDEFINITE. */
function decidedBlockSize(box: Box, space: Space, edges: Edges): number {
  if (!isDefinite(space.availableBlock) || space.blockSizing === 'auto' || space.blockSizing === 'content') {
    return INDEFINITE;
  }
  if (space.blockSizing === 'fixed') return space.blockSizeIsDefinite ? space.availableBlock : INDEFINITE;
  const writing = writingOf(box.style);
  const sizes = logicalSizes(box.style, writing);
  if (sizes.blockSize !== 'auto') return INDEFINITE;
  return clampBlock(stretchedBlock(box, space, writing, edges), box, space, writing, edges, sizes, INDEFINITE);
}

/** CSS Sizing 3 §3.2: as wide as the content, within what is available, but not below the minimum. */
export function fitContentInline(box: Box, space: Space, edges: Edges, available: number): number {
  const content = contentSizes(box, space, edges);
  return Math.max(content.min, Math.min(content.max, available));
}

/**
 * Border-box intrinsic sizes with the padding that percentages really come to; the cached ones count them as zero. They have
 * the borders of the style, too, where a cell may have its share of collapsed ones.
 */
function contentSizes(box: Box, space: Space, edges: Edges): { readonly min: number; readonly max: number } {
  const sizes = space.intrinsicSizes(box, space.percentBlock, decidedBlockSize(box, space, edges));
  const { style } = box;
  const horizontal = style.writingMode === 'horizontal-tb';
  const start = horizontal ? style.paddingLeft : style.paddingTop;
  const end = horizontal ? style.paddingRight : style.paddingBottom;
  if (typeof start === 'number' && typeof end === 'number' && space.borders === null) return sizes;
  const counted = usedLength(start, 0) + usedLength(end, 0);
  let more = edges.padding.inlineStart + edges.padding.inlineEnd - counted;
  if (space.borders !== null) {
    const own = logicalBorders(style, writingOf(style));
    more += edges.border.inlineStart + edges.border.inlineEnd - own.inlineStart - own.inlineEnd;
  }
  return { min: sizes.min + more, max: sizes.max + more };
}

/** A border-box inline size from a sizing property; `null` for 'auto', 'none' and what cannot be resolved. */
export function inlineLength(
  size: Size | MaxSize,
  box: Box,
  space: Space,
  writing: Writing,
  edges: Edges,
): number | null {
  if (typeof size === 'number') return withEdges(usedLength(size, 0), box.style, edges.inlineSum);
  if (typeof size === 'string') {
    switch (size) {
      case 'auto':
      case 'none':
        return null;
      case 'min-content':
        return contentSizes(box, space, edges).min;
      case 'max-content':
        return contentSizes(box, space, edges).max;
      case 'fit-content':
        return fitContentInline(box, space, edges, stretchedInline(box, space, writing, edges));
      case 'stretch':
        return isDefinite(space.availableInline) ? stretchedInline(box, space, writing, edges) : null;
    }
  }
  if (!isDefinite(space.percentInline)) return null;
  if (size.kind === 'fit-content') {
    const limit = withEdges(usedLength(size.limit, space.percentInline), box.style, edges.inlineSum);
    return fitContentInline(box, space, edges, limit);
  }
  return withEdges(usedLength(size, space.percentInline), box.style, edges.inlineSum);
}

/** The border-box size for a length that 'box-sizing' says what it measures. */
export function withEdges(length: number, style: ComputedStyle, edgeSum: number): number {
  return style.boxSizing === 'border-box' ? Math.max(length, edgeSum) : Math.max(length, 0) + edgeSum;
}

// --- Block axis --------------------------------------------------------------------------------------------------

/** The border-box block size if it can be known before the content, else INDEFINITE. */
export function definiteBlockSize(box: Box, space: Space, writing: Writing, edges: Edges, inlineSize: number): number {
  if (space.blockSizing === 'fixed') return Math.max(space.availableBlock, edges.blockSum);
  if (space.blockSizing === 'content') return INDEFINITE;
  const sizes = logicalSizes(box.style, writing);
  let size = styledBlockSize(box, space, writing, edges, sizes);
  if (isDefinite(size)) return size;
  const given = givenBlockSize(box, sizes, edges);
  if (given !== null) return clampBlock(given, box, space, writing, edges, sizes, INDEFINITE);
  const ratio = aspectRatio(box, writing);
  if (isContentKeyword(sizes.blockSize) && ratio === null) return INDEFINITE;
  if (space.blockSizing === 'stretch' && isDefinite(space.availableBlock)) {
    size = stretchedBlock(box, space, writing, edges);
  } else if (ratio !== null) {
    size = blockFromRatio(ratio, edges, inlineSize);
  } else if (fillsViewport(box, space) && isDefinite(space.availableBlock)) {
    // Children's percentages see the viewport's height; the content may still make the box taller.
    size = stretchedBlock(box, space, writing, edges);
  } else {
    return INDEFINITE;
  }
  return clampBlock(size, box, space, writing, edges, sizes, INDEFINITE);
}

/**
 * The border-box block size, given what the content alone comes to (also as a border box). `fill` is what a box that
 * fills the viewport in quirks mode has for itself; without it, that follows from its margins.
 */
export function usedBlockSize(
  box: Box,
  space: Space,
  writing: Writing,
  edges: Edges,
  inlineSize: number,
  content: number,
  fill: number | null = null,
): number {
  if (space.blockSizing === 'fixed') return Math.max(space.availableBlock, edges.blockSum);
  if (space.blockSizing === 'content') return content;
  const sizes = logicalSizes(box.style, writing);
  if (space.measuringCell && isPercentage(sizes.blockSize) && scrollsAlong(box.style, !writing.horizontal)) {
    return clampBlock(0, box, space, writing, edges, sizes, content);
  }
  const ratio = aspectRatio(box, writing);
  // With a ratio, sizes by content in the block axis are those that the ratio gives.
  const byRatio = ratio !== null && isContentKeyword(sizes.blockSize);
  const fromRatio = ratio === null ? content : blockFromRatio(ratio, edges, inlineSize);
  const styled = byRatio ? null : blockLength(sizes.blockSize, box, space, writing, edges, content);
  if (styled !== null) return clampBlock(styled, box, space, writing, edges, sizes, fromRatio);
  let size = givenBlockSize(box, sizes, edges) ?? content;
  if (space.blockSizing === 'stretch' && isDefinite(space.availableBlock) && !byRatio) {
    size = stretchedBlock(box, space, writing, edges);
  } else if (ratio !== null) {
    const clamped = clampBlock(fromRatio, box, space, writing, edges, sizes, fromRatio);
    const hasMinimum = sizes.minBlockSize === 'auto' && !isPercentage(sizes.blockSize);
    if (!hasMinimum || scrollsAlong(box.style, !writing.horizontal)) return clamped;
    // CSS Sizing 4 §6.2: not less than the content, which in turn is not more than the maximum.
    const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, fromRatio) ?? Number.POSITIVE_INFINITY;
    return Math.max(clamped, Math.min(content, max));
  } else if (fillsViewport(box, space) && isDefinite(space.availableBlock)) {
    size = Math.max(content, fill ?? stretchedBlock(box, space, writing, edges));
  }
  return clampBlock(size, box, space, writing, edges, sizes, fromRatio);
}

function isPercentage(size: Size): boolean {
  return typeof size === 'object' && size.kind !== 'fit-content';
}

/** A control's own height where the style has none. */
function givenBlockSize(box: Box, sizes: LogicalSizes, edges: Edges): number | null {
  return box.autoBlockSize === null || sizes.blockSize !== 'auto' ? null : box.autoBlockSize + edges.blockSum;
}

/** The size that the style gives without the content, with minimum and maximum; INDEFINITE if it gives none. */
function styledBlockSize(box: Box, space: Space, writing: Writing, edges: Edges, sizes: LogicalSizes): number {
  if (space.blockSizing === 'fixed') return Math.max(space.availableBlock, edges.blockSum);
  const size = blockLength(sizes.blockSize, box, space, writing, edges, INDEFINITE);
  return size === null ? INDEFINITE : clampBlock(size, box, space, writing, edges, sizes, INDEFINITE);
}

function clampBlock(
  size: number,
  box: Box,
  space: Space,
  writing: Writing,
  edges: Edges,
  sizes: LogicalSizes,
  content: number,
): number {
  const max = blockLength(sizes.maxBlockSize, box, space, writing, edges, content) ?? Number.POSITIVE_INFINITY;
  const min = minBlockLength(sizes.minBlockSize, box, space, writing, edges, content);
  return Math.max(min, Math.min(size, max), edges.blockSum);
}

/** A border-box block size from a sizing property; `null` for 'auto', 'none' and what cannot be resolved. */
export function blockLength(
  size: Size | MaxSize,
  box: Box,
  space: Space,
  writing: Writing,
  edges: Edges,
  content: number,
): number | null {
  if (typeof size === 'number') return withEdges(usedLength(size, 0), box.style, edges.blockSum);
  if (typeof size === 'string') {
    switch (size) {
      case 'auto':
      case 'none':
        return null;
      case 'stretch':
        return isDefinite(space.availableBlock) ? stretchedBlock(box, space, writing, edges) : null;
      case 'min-content':
      case 'max-content':
      case 'fit-content':
        return isDefinite(content) ? content : null;
    }
  }
  if (size.kind === 'fit-content') return isDefinite(content) ? content : null;
  if (!isDefinite(space.percentBlock)) return null;
  return withEdges(usedLength(size, space.percentBlock), box.style, edges.blockSum);
}

/** A minimum counts percentages of an unknown size as zero (CSS Sizing 3 §5.2.1); 'auto' is zero too. */
export function minBlockLength(
  size: Size,
  box: Box,
  space: Space,
  writing: Writing,
  edges: Edges,
  content: number,
): number {
  if (typeof size === 'object' && size.kind === 'calc' && !isDefinite(space.percentBlock)) {
    return withEdges(usedLength(size, 0), box.style, edges.blockSum);
  }
  return blockLength(size, box, space, writing, edges, content) ?? 0;
}

export function isContentKeyword(size: Size | MaxSize): boolean {
  if (typeof size === 'string') return size === 'min-content' || size === 'max-content' || size === 'fit-content';
  return typeof size === 'object' && size.kind === 'fit-content';
}

function stretchedBlock(box: Box, space: Space, writing: Writing, edges: Edges): number {
  const margins = usedMargins(box.style, writing, edgePercentBase(box, space));
  const start = space.collapsesAt === 'start' || space.collapsesAt === 'both' ? 0 : margins.blockStart;
  const end = space.collapsesAt === 'end' || space.collapsesAt === 'both' ? 0 : margins.blockEnd;
  return Math.max(edges.blockSum, space.availableBlock - start - end);
}

/** Quirks mode: html and body with an automatic height are at least as high as the viewport. */
export function fillsViewport(box: Box, space: Space): boolean {
  if (!space.ports.quirks || box.node === null || box.pseudo !== null) return false;
  const name = box.node[LOCAL_NAME];
  if (name !== 'html' && name !== 'body') return false;
  return !box.isFloating && !box.isOutOfFlow && box.style.height === 'auto' && !box.inlineLevel;
}

/**
 * What 100% is for the block sizes of a box's children: its content box if that is definite. Anonymous boxes are looked
 * through, and so is in quirks mode nearly every box with an automatic height; not those in a cell (CSS Tables 3 §3.10.4).
 */
function childPercentBlock(box: Box, space: Space, contentBlock: number): number {
  if (isDefinite(contentBlock)) {
    return space.blockSizing === 'auto' || space.blockSizeIsDefinite ? contentBlock : INDEFINITE;
  }
  if (box.kind !== 'flow') return INDEFINITE;
  if (box.isAnonymous) return space.percentBlock;
  if (!space.ports.quirks || box.isOutOfFlow || box.parent?.kind === 'table-cell') return INDEFINITE;
  const transparent = logicalSizes(box.style, writingOf(box.style)).blockSize === 'auto';
  return transparent ? space.percentBlock : INDEFINITE;
}

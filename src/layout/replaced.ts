/**
 * Used sizes of replaced content: images, frames, drawings, and controls that the browser draws.
 *
 * In:  a replaced box with its natural size, and the space it is offered.
 * Out: its fragment and, for controls with text, a baseline; its min-content and max-content sizes.
 *
 * CSS 2.2 §10.3.2, §10.4, §10.6.2 https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width, CSS Sizing 4 §6
 */
import type { MaxSize, Size } from '../style/length.ts';
import type { Box, IntrinsicSizes, NaturalSize } from './box.ts';
import { isLayoutContained, sizeContainedBlock, sizeContainedInline } from './containment.ts';
import { type Edges, edgePercentBase, usedEdges, usedMargins } from './edges.ts';
import type { BoxFragment, LayoutResult } from './fragment.ts';
import { INDEFINITE, isDefinite, toUnit } from './layout-unit.ts';
import { clamp, constrainWithRatio, type Limits, limitsOf, NO_LIMITS, type RatioSize } from './ratio-limits.ts';
import { blockLength, inlineLength } from './sizing.ts';
import type { Space } from './space.ts';
import { type LogicalSides, logicalSizes, type Writing, writingOf } from './writing-mode.ts';

/** CSS 2.2 §10.3.2 and §10.6.2: what replaced content without any size has. */
const DEFAULT_WIDTH = 300;
const DEFAULT_HEIGHT = 150;

export function layoutReplaced(box: Box, space: Space): LayoutResult {
  const content = new ReplacedContent(box, space);
  const { inline, block } = content.usedSize();
  const { writing, edges } = content;
  const inlineSize = inline + edges.inlineSum;
  const blockSize = block + edges.blockSum;
  const fragment: BoxFragment = {
    kind: 'box',
    box,
    width: writing.horizontal ? inlineSize : blockSize,
    height: writing.horizontal ? blockSize : inlineSize,
    children: [],
    border: edges.physical(writing).border,
    padding: edges.physical(writing).padding,
    inflow: null,
  };
  const baseline = controlBaseline(box, edges, block);
  return {
    fragment,
    firstBaseline: baseline,
    lastBaseline: baseline,
    outOfFlow: [],
    intrinsicBlockSize: content.automaticBlock(inline) + edges.blockSum,
    flow: null,
  };
}

/** From the block-start border edge. */
function controlBaseline(box: Box, edges: Edges, contentBlock: number): number | null {
  const baseline = box.controlBaseline;
  if (baseline === null || isLayoutContained(box)) return null;
  switch (baseline.kind) {
    case 'centered-line': {
      const before = toUnit((contentBlock - baseline.height) / 2);
      return edges.blockStart + (baseline.staysBelow ? Math.max(0, before) : before) + baseline.ascent;
    }
    case 'from-content-top':
      return edges.blockStart + baseline.offset;
    case 'from-border-bottom':
      return edges.blockSum + contentBlock - baseline.offset;
  }
}

/**
 * Border-box sizes with an automatic inline size. Minimum and maximum of the inline axis are the caller's to apply;
 * those of the block axis act through the ratio.
 */
export function replacedIntrinsicSizes(box: Box, space: Space): IntrinsicSizes {
  const content = new ReplacedContent(box, space);
  const size = content.intrinsicInline() + content.edges.inlineSum;
  return { min: size, max: size, dependsOnBlock: content.dependsOnPercentBlock };
}

const NO_SIZE: NaturalSize = { width: null, height: null, ratio: null };

/** The natural size as size containment leaves it. Controls keep a size of their own unless they are given one. */
function containedSize(box: Box): NaturalSize {
  const { style } = box;
  const { width, height, ratio } = box.natural ?? NO_SIZE;
  const { horizontal } = writingOf(style);
  const inline = sizeContainedInline(box);
  const block = sizeContainedBlock(box);
  const containedWidth = horizontal ? inline : block;
  const containedHeight = horizontal ? block : inline;
  const keepsWidth = containedWidth === null || (box.shrinksToFit && style.containIntrinsicWidth === 'none');
  const keepsHeight = containedHeight === null || (box.shrinksToFit && style.containIntrinsicHeight === 'none');
  return {
    width: keepsWidth ? inUnits(width) : containedWidth,
    height: keepsHeight ? inUnits(height) : containedHeight,
    ratio: keepsWidth && keepsHeight ? ratio : null,
  };
}

function inUnits(length: number | null): number | null {
  return length === null ? null : toUnit(length);
}

/** CSS Sizing 4 §6.1: the ratio that the style prefers over the natural one, width / height; `null` without any. */
function preferredRatio(box: Box, natural: number | null): number | null {
  const { auto, ratio } = box.style.aspectRatio;
  const preferred = auto ? (natural ?? ratio) : ratio;
  return preferred !== null && preferred > 0 && Number.isFinite(preferred) ? preferred : natural;
}

function isContentKeyword(size: Size | MaxSize): boolean {
  if (typeof size === 'string') return size === 'min-content' || size === 'max-content' || size === 'fit-content';
  return typeof size === 'object' && size.kind === 'fit-content';
}

/** The limits of a border box. */
function widened({ min, max }: Limits, edges: number): Limits {
  return { min: min + edges, max: max + edges };
}

/** One box in one space, along the axes of its writing mode. All sizes are of the content box. */
class ReplacedContent {
  readonly writing: Writing;
  readonly edges: Edges;
  readonly #box: Box;
  readonly #space: Space;
  readonly #naturalInline: number | null;
  readonly #naturalBlock: number | null;
  readonly #defaultInline: number;
  readonly #defaultBlock: number;
  /** Inline size for each unit of block size, of the content box or the border box. */
  readonly #ratio: number | null;
  readonly #ratioOfBorderBox: boolean;

  constructor(box: Box, space: Space) {
    const { style } = box;
    const writing = writingOf(style);
    const natural = containedSize(box);
    this.#box = box;
    this.#space = space;
    this.writing = writing;
    this.edges = usedEdges(style, writing, edgePercentBase(box, space), space.borders);
    const { horizontal } = writing;
    this.#naturalInline = horizontal ? natural.width : natural.height;
    this.#naturalBlock = horizontal ? natural.height : natural.width;
    this.#defaultInline = (horizontal ? DEFAULT_WIDTH : DEFAULT_HEIGHT) * style.zoom;
    this.#defaultBlock = (horizontal ? DEFAULT_HEIGHT : DEFAULT_WIDTH) * style.zoom;
    const ratio = preferredRatio(box, natural.ratio);
    this.#ratio = ratio === null || horizontal ? ratio : 1 / ratio;
    this.#ratioOfBorderBox = !style.aspectRatio.auto && style.boxSizing === 'border-box';
  }

  get dependsOnPercentBlock(): boolean {
    const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(this.#box.style, this.writing);
    return [blockSize, minBlockSize, maxBlockSize].some((size) => typeof size === 'object' || size === 'stretch');
  }

  usedSize(): RatioSize {
    const inlineLimits = this.#inlineLimits();
    const inline = this.#givenInline(inlineLimits);
    const blockLimits = this.#blockLimits(inline, inlineLimits);
    const block = this.#givenBlock(blockLimits);
    if (inline !== null && block !== null) return { inline, block };
    if (inline !== null) return { inline, block: clamp(this.automaticBlock(inline), blockLimits) };
    if (block !== null) return { inline: clamp(this.#inlineFor(block), inlineLimits), block };
    return this.#automaticSize(inlineLimits, blockLimits);
  }

  /** §10.6.2: the block size that goes with an inline size. */
  automaticBlock(inline: number): number {
    const natural = this.#naturalBlock ?? this.#defaultBlock;
    if (this.#ratio === null) return natural;
    const { blockSize, minBlockSize } = logicalSizes(this.#box.style, this.writing);
    // CSS Sizing 4 §6.2: a control is not replaced, so the ratio does not make it smaller than what is in it.
    const keepsContent = this.#box.shrinksToFit && minBlockSize === 'auto' && typeof blockSize !== 'object';
    return keepsContent ? Math.max(this.#blockByRatio(inline), natural) : this.#blockByRatio(inline);
  }

  intrinsicInline(): number {
    const limits = this.#blockLimits(null, NO_LIMITS);
    const block = this.#givenBlock(limits);
    if (block !== null) return this.#inlineFor(block);
    if (this.#hasRatioOnly) {
      // It would fill what it is given; alone it is as small as it may be. Chrome sees a percentage of nothing differently.
      const { inlineSize } = logicalSizes(this.#box.style, this.writing);
      return typeof inlineSize === 'object' ? this.#defaultInline : this.#inlineByRatio(clamp(0, limits));
    }
    return this.#automaticSize(NO_LIMITS, limits).inline;
  }

  get #hasRatioOnly(): boolean {
    return this.#naturalInline === null && this.#naturalBlock === null && this.#ratio !== null;
  }

  /** Both sizes are automatic: the natural size, within limits that keep the ratio where they can. */
  #automaticSize(inlineLimits: Limits, blockLimits: Limits): RatioSize {
    const inline = this.#naturalInline ?? this.#inlineWithoutNatural();
    const block = this.automaticBlock(inline);
    if (this.#ratio === null) {
      return { inline: clamp(inline, inlineLimits), block: clamp(block, blockLimits) };
    }
    if (inline === 0 && block === 0) {
      const least = clamp(0, blockLimits);
      return { inline: clamp(this.#inlineByRatio(least), inlineLimits), block: least };
    }
    if (!this.#ratioOfBorderBox) return constrainWithRatio(inline, block, inlineLimits, blockLimits);
    const { inlineSum, blockSum } = this.edges;
    const used = constrainWithRatio(
      inline + inlineSum,
      block + blockSum,
      widened(inlineLimits, inlineSum),
      widened(blockLimits, blockSum),
    );
    return { inline: Math.max(0, used.inline - inlineSum), block: Math.max(0, used.block - blockSum) };
  }

  #inlineWithoutNatural(): number {
    if (this.#ratio === null) return this.#defaultInline;
    if (this.#naturalBlock !== null) return this.#inlineByRatio(this.#naturalBlock);
    // §10.3.2: a ratio and nothing else: as wide as a block would be.
    return this.#stretchedInline() ?? 0;
  }

  #inlineFor(block: number): number {
    const natural = this.#naturalInline ?? this.#defaultInline;
    if (this.#ratio === null) return natural;
    const inline = this.#inlineByRatio(block);
    const { minInlineSize } = logicalSizes(this.#box.style, this.writing);
    return this.#box.shrinksToFit && minInlineSize === 'auto' ? Math.max(inline, natural) : inline;
  }

  #inlineByRatio(block: number): number {
    if (!this.#ratioOfBorderBox) return toUnit(block * this.#ratio!);
    return Math.max(0, toUnit((block + this.edges.blockSum) * this.#ratio!) - this.edges.inlineSum);
  }

  #blockByRatio(inline: number): number {
    if (!this.#ratioOfBorderBox) return toUnit(inline / this.#ratio!);
    return Math.max(0, toUnit((inline + this.edges.inlineSum) / this.#ratio!) - this.edges.blockSum);
  }

  /** The inline size that style or parent give; `null` when it is automatic. */
  #givenInline(limits: Limits): number | null {
    const { inlineSum } = this.edges;
    if (this.#space.inlineSizing === 'fixed') return Math.max(0, this.#space.availableInline - inlineSum);
    const { inlineSize } = logicalSizes(this.#box.style, this.writing);
    if (isContentKeyword(inlineSize)) return null;
    const length = inlineLength(inlineSize, this.#box, this.#space, this.writing, this.edges);
    if (length !== null) return clamp(length - inlineSum, limits);
    const stretched = this.#space.inlineSizing === 'stretch' && this.#stretches ? this.#stretchedInline() : null;
    return stretched === null ? null : clamp(stretched, limits);
  }

  /** Normal flow stretches nothing that is replaced, unless it is asked to (CSS Align 3 §6.1.1). */
  get #stretches(): boolean {
    const { parent, isOutOfFlow, style } = this.#box;
    if (isOutOfFlow || parent === null || parent.kind === 'grid' || parent.kind === 'flex') return true;
    const own = style.justifySelf.position;
    return (own === 'auto' ? parent.style.justifyItems.position : own) === 'stretch';
  }

  #givenBlock(limits: Limits): number | null {
    const { blockSum } = this.edges;
    const { blockSizing, availableBlock } = this.#space;
    if (blockSizing === 'fixed') return Math.max(0, availableBlock - blockSum);
    const { blockSize } = logicalSizes(this.#box.style, this.writing);
    if (isContentKeyword(blockSize)) return null;
    const length = blockLength(blockSize, this.#box, this.#space, this.writing, this.edges, INDEFINITE);
    if (length !== null) return clamp(length - blockSum, limits);
    const isStretched = blockSizing === 'stretch' && isDefinite(availableBlock) && blockSize === 'auto';
    if (!isStretched || !this.#stretches) return null;
    const margins = this.#margins();
    return clamp(availableBlock - margins.blockStart - margins.blockEnd - blockSum, limits);
  }

  #stretchedInline(): number | null {
    const { availableInline } = this.#space;
    if (!isDefinite(availableInline)) return null;
    const margins = this.#margins();
    return Math.max(0, availableInline - margins.inlineStart - margins.inlineEnd - this.edges.inlineSum);
  }

  #margins(): LogicalSides<number> {
    return usedMargins(this.#box.style, this.writing, edgePercentBase(this.#box, this.#space));
  }

  #inlineLimits(): Limits {
    const { minInlineSize, maxInlineSize } = logicalSizes(this.#box.style, this.writing);
    const limit = (size: Size | MaxSize): number | null => {
      // Chrome: a keyword does not limit what has a ratio and nothing else.
      if (isContentKeyword(size)) return this.#hasRatioOnly ? null : this.intrinsicInline();
      const length = inlineLength(size, this.#box, this.#space, this.writing, this.edges);
      return length === null ? null : Math.max(0, length - this.edges.inlineSum);
    };
    return limitsOf(limit(minInlineSize), limit(maxInlineSize));
  }

  /** Intrinsic keywords are what the block size would be if it were automatic. */
  #blockLimits(inline: number | null, inlineLimits: Limits): Limits {
    const { minBlockSize, maxBlockSize } = logicalSizes(this.#box.style, this.writing);
    const limit = (size: Size | MaxSize): number | null => {
      if (isContentKeyword(size)) {
        return inline === null ? this.#automaticSize(inlineLimits, NO_LIMITS).block : this.automaticBlock(inline);
      }
      const length = blockLength(size, this.#box, this.#space, this.writing, this.edges, INDEFINITE);
      return length === null ? null : Math.max(0, length - this.edges.blockSum);
    };
    return limitsOf(limit(minBlockSize), limit(maxBlockSize));
  }
}

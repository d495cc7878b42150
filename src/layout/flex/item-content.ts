/**
 * The content of one flex item along its container's main axis, as border boxes: without the item's own main size, but
 * with its ratio and with what stretching or its style make of its cross size.
 *
 * CSS Flexbox 1 §4.5, §9.2 step 3 https://drafts.csswg.org/css-flexbox-1/#algo-main-item, CSS Sizing 4 §6
 */
import type { Calculation, MaxSize, Percentage, Size } from '../../style/length.ts';
import { aspectRatio, blockFromRatio, inlineFromRatio, type UsedRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { type Edges, usedLength } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, isContentKeyword, usedInlineSize, withEdges } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { type LogicalSides, logicalPaddings, logicalSizes, type Writing } from '../writing-mode.ts';
import { crossSum, mainIsItemInline, mainSum } from './flex-axes.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';

/** What is known of an item before it is measured. */
export interface ItemInput {
  readonly box: Box;
  readonly writing: Writing;
  readonly edges: Edges;
  readonly margin: LogicalSides<number | null>;
  readonly stretches: boolean;
  /** The border-box inline size that the item is given while the container is measured; `null` otherwise. */
  readonly inlineSize: number | null;
}

export class ItemContent {
  readonly #context: FlexContext;
  readonly #child: Box;
  readonly #writing: Writing;
  readonly #edges: Edges;
  readonly #margin: LogicalSides<number | null>;
  readonly #space: Space;
  /** The main axis is the item's inline axis. */
  readonly #inline: boolean;
  readonly #ratio: UsedRatio | null;
  readonly #stretched: number | null;
  readonly #inlineSize: number | null;
  #laidOut: LayoutResult | null = null;

  constructor(context: FlexContext, input: ItemInput, space: Space) {
    this.#context = context;
    this.#child = input.box;
    this.#writing = input.writing;
    this.#edges = input.edges;
    this.#margin = input.margin;
    this.#space = space;
    this.#inline = mainIsItemInline(context.axes, input.writing);
    this.#ratio = itemRatio(input.box, input.writing);
    this.#inlineSize = input.inlineSize;
    this.#stretched = input.stretches ? this.#stretchedCross() : null;
  }

  /** The cross size that stretching gives the item before anything is laid out; `null` when it does not. */
  get stretched(): number | null {
    return this.#stretched;
  }

  get laidOut(): LayoutResult | null {
    return this.#laidOut;
  }

  /** Whether the ratio gives an item in a column its height. */
  get hasRatioHeight(): boolean {
    return !this.#inline && this.#ratio !== null && this.#child.kind !== 'replaced';
  }

  /** The content along the main axis, with the ratio applied. */
  size(which: 'min' | 'max'): number {
    if (this.#child.kind === 'replaced') return this.#inline ? this.#replacedInline(which) : this.#replacedBlock(which);
    if (this.#inline) return this.#fromDefiniteCross() ?? this.#clampByCross(this.intrinsic()[which]);
    // A list box shows a number of rows, whatever is in it.
    if (this.#child.autoBlockSize !== null) return this.#child.autoBlockSize + this.#edges.blockSum;
    if (this.#ratio === null) return this.layout().intrinsicBlockSize;
    const inline = this.#stretched ?? usedInlineSize(this.#child, this.#contentSpace(), this.#writing, this.#edges);
    return blockFromRatio(this.#ratio, this.#edges, inline);
  }

  /** CSS Sizing 4 §6.2: what a ratio makes smaller than the content is as large as the content; zero without a ratio. */
  ratioMinimum(): number {
    if (this.#ratio === null || this.#child.kind === 'replaced') return 0;
    return this.#clampByCross(this.#inline ? this.intrinsic().min : this.layout().intrinsicBlockSize);
  }

  /** Border-box intrinsic inline sizes with the padding that percentages come to; what is cached counts them as zero. */
  intrinsic(): { readonly min: number; readonly max: number } {
    const block = this.#inline && this.#stretched !== null ? this.#stretched : INDEFINITE;
    const sizes = this.#space.intrinsicSizes(this.#child, this.#space.percentBlock, block);
    const { inlineStart, inlineEnd } = logicalPaddings(this.#child.style, this.#writing);
    if (typeof inlineStart === 'number' && typeof inlineEnd === 'number') return sizes;
    const { padding } = this.#edges;
    const counted = Math.max(0, usedLength(inlineStart, 0)) + Math.max(0, usedLength(inlineEnd, 0));
    const more = padding.inlineStart + padding.inlineEnd - counted;
    return { min: sizes.min + more, max: sizes.max + more };
  }

  /** The main axis is the item's block axis: the item laid out as high as its content is. */
  layout(): LayoutResult {
    if (this.#laidOut === null) {
      const space = this.#contentSpace();
      this.#laidOut = space.layoutChild(this.#child, space);
    }
    return this.#laidOut;
  }

  /** The height that the style gives is not the content's, and percentages inside must not see it. */
  #contentSpace(): Space {
    // An item across a row has the row's cross size along its lines.
    if (this.#context.axes.row) {
      return itemSpace(this.#context, this.#child, this.#stretched === null ? {} : { blockSizing: 'stretch' });
    }
    const block: Partial<SpaceFields> =
      this.#child.kind === 'replaced'
        ? {}
        : { blockSizing: 'content', availableBlock: INDEFINITE, percentBlock: INDEFINITE };
    const inline: Partial<SpaceFields> =
      this.#inlineSize === null
        ? { inlineSizing: this.#stretched === null ? 'fit-content' : 'stretch' }
        : { inlineSizing: 'fixed', availableInline: this.#inlineSize };
    return itemSpace(this.#context, this.#child, { ...block, ...inline });
  }

  // --- Replaced content ------------------------------------------------------------------------------------------

  #replacedInline(which: 'min' | 'max'): number {
    const { style } = this.#child;
    const { inlineSize } = logicalSizes(style, this.#writing);
    // CSS Sizing 3 §5.2.2: a control whose width is a percentage can be compressed to the rest of it.
    if (which === 'min' && this.#child.shrinksToFit && isPercentage(inlineSize)) {
      return withEdges(usedLength(inlineSize, 0), style, this.#edges.inlineSum);
    }
    const settled = this.#keptContent(this.#fromDefiniteCross()) ?? this.#fillingInline();
    return which === 'max' ? (settled ?? this.intrinsic().max) : this.#clampByCross(settled ?? this.intrinsic().min);
  }

  /** CSS Sizing 4 §6.2: a control is not replaced, so the ratio does not make it smaller than what is in it. */
  #keptContent(fromRatio: number | null): number | null {
    const isMinimal =
      this.#child.shrinksToFit && logicalSizes(this.#child.style, this.#writing).minInlineSize === 'auto';
    return fromRatio === null || !isMinimal ? fromRatio : Math.max(fromRatio, this.intrinsic().min);
  }

  /** CSS 2.2 §10.3.2: replaced content with a ratio and no size of its own fills its container. */
  #fillingInline(): number | null {
    const { natural } = this.#child;
    const { availableInline } = this.#space;
    if (this.#ratio === null || natural === null || natural.width !== null || natural.height !== null) return null;
    return isDefinite(availableInline)
      ? this.#clampByCross(Math.max(0, availableInline - mainSum(this.#context.axes, this.#margin)))
      : null;
  }

  #replacedBlock(which: 'min' | 'max'): number {
    const size = this.#fromDefiniteCross() ?? this.#naturalBlock() ?? this.layout().intrinsicBlockSize;
    return which === 'max' ? size : this.#clampByCross(size);
  }

  /** The natural height, where height and limits that the style gives would be in the way; `null` where they are not. */
  #naturalBlock(): number | null {
    const { natural } = this.#child;
    const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(this.#child.style, this.#writing);
    const height = this.#writing.horizontal ? natural?.height : natural?.width;
    if (height === null || height === undefined) return null;
    if (blockSize !== 'auto') return height + this.#edges.blockSum;
    const isLimited = minBlockSize !== 'auto' || maxBlockSize !== 'none';
    return isLimited ? this.#clampByCross(height + this.#edges.blockSum) : null;
  }

  // --- The cross size --------------------------------------------------------------------------------------------

  /** The main size that a definite cross size gives through the ratio; `null` without one of them. */
  #fromDefiniteCross(): number | null {
    if (this.#ratio === null) return null;
    const cross = this.#definiteCross();
    return cross === null ? null : this.#throughRatio(cross);
  }

  #throughRatio(cross: number): number {
    const ratio = this.#ratio!;
    return this.#inline ? inlineFromRatio(ratio, this.#edges, cross) : blockFromRatio(ratio, this.#edges, cross);
  }

  #definiteCross(): number | null {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    const length = this.#crossLength(this.#inline ? sizes.blockSize : sizes.inlineSize);
    return length === null ? this.#stretched : this.#limitCross(length);
  }

  /** §9.8: a stretched item of a single-line container with a definite cross size has that size. */
  #stretchedCross(): number | null {
    const { axes, availableCross } = this.#context;
    if (axes.wraps || !isDefinite(availableCross)) return null;
    const room = availableCross - crossSum(axes, this.#margin);
    return this.#limitCross(Math.max(room, this.#inline ? this.#edges.blockSum : this.#edges.inlineSum));
  }

  #limitCross(cross: number): number {
    const { min, max } = this.#crossLimits();
    return Math.max(min, Math.min(cross, max));
  }

  #crossLimits(): { readonly min: number; readonly max: number } {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    const min = this.#crossLength(this.#inline ? sizes.minBlockSize : sizes.minInlineSize) ?? 0;
    const max = this.#crossLength(this.#inline ? sizes.maxBlockSize : sizes.maxInlineSize) ?? Number.POSITIVE_INFINITY;
    return { min, max };
  }

  #crossLength(size: Size | MaxSize): number | null {
    if (this.#inline) return blockLength(size, this.#child, this.#space, this.#writing, this.#edges, INDEFINITE);
    if (typeof size === 'string' && !(this.hasRatioHeight && isContentKeyword(size))) return null;
    return inlineLength(size, this.#child, this.#space, this.#writing, this.#edges);
  }

  /** §4.5: content sizes respect definite cross limits through the ratio. */
  #clampByCross(size: number): number {
    if (this.#ratio === null) return size;
    const { min, max } = this.#crossLimits();
    let clamped = size;
    if (max !== Number.POSITIVE_INFINITY) clamped = Math.min(clamped, this.#throughRatio(max));
    return min > 0 ? Math.max(clamped, this.#throughRatio(min)) : clamped;
  }
}

export function isPercentage(size: Size | MaxSize): size is Percentage | Calculation {
  return typeof size === 'object' && size.kind !== 'fit-content';
}

/** The ratio an item keeps: the property's, or the natural one of replaced content. */
function itemRatio(child: Box, writing: Writing): UsedRatio | null {
  const preferred = aspectRatio(child, writing);
  const natural = child.natural?.ratio ?? null;
  if (natural === null || (preferred !== null && !child.style.aspectRatio.auto)) return preferred;
  return { inlinePerBlock: writing.horizontal ? natural : 1 / natural, ofBorderBox: false, gutter: 0 };
}

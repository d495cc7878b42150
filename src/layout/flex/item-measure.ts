/**
 * Sizes of one flex item along its container's axes, as border boxes.
 *
 * In:  an item and its container's context. Out: flex base size, content-based minimum, limits.
 *
 * CSS Flexbox 1 §4.5, §9.2 step 3 https://drafts.csswg.org/css-flexbox-1/#algo-main-item
 */
import type { Calculation, MaxSize, Percentage, Size } from '../../style/length.ts';
import { aspectRatio, blockFromRatio, inlineFromRatio, type UsedRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { blockSizeOf } from '../child-space.ts';
import { sizeContainedBlock, sizeContainedInline } from '../containment.ts';
import { type Edges, usedLength, usedMargins } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, isContentKeyword, scrollsAlong, usedInlineSize, withEdges } from '../sizing.ts';
import type { Space, SpaceFields } from '../space.ts';
import { type LogicalSides, logicalSizes, type Writing } from '../writing-mode.ts';
import { crossSum, mainIsItemInline, mainSum } from './flex-axes.ts';
import { definiteLineCross, type FlexContext, itemSpace } from './flex-context.ts';

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

export class ItemMeasure {
  readonly #context: FlexContext;
  readonly #child: Box;
  readonly #writing: Writing;
  readonly #edges: Edges;
  readonly #margin: LogicalSides<number | null>;
  readonly #space: Space;
  /** The main axis is the item's inline axis. */
  readonly #inline: boolean;
  readonly #ratio: UsedRatio | null;
  /** The cross size that stretching gives the item before anything is laid out; `null` when it does not. */
  readonly #stretched: number | null;
  readonly #inlineSize: number | null;
  #laidOut: LayoutResult | null = null;
  #usedContent = false;

  constructor(context: FlexContext, input: ItemInput) {
    this.#context = context;
    this.#child = input.box;
    this.#writing = input.writing;
    this.#edges = input.edges;
    this.#margin = input.margin;
    this.#space = itemSpace(context, input.box, {});
    this.#inline = mainIsItemInline(context.axes, input.writing);
    this.#ratio = itemRatio(input.box, input.writing);
    this.#inlineSize = input.inlineSize;
    this.#stretched = input.stretches ? this.#stretchedCross() : null;
  }

  /** §9.2 step 3, and whether it is a size of the content. */
  baseSize(): { readonly size: number; readonly isContent: boolean } {
    const { flexBasis } = this.#child.style;
    // A: a definite flex basis; 'auto' takes the main size property.
    const basis = flexBasis === 'auto' ? this.#mainProperty() : flexBasis;
    this.#usedContent = false;
    const given = basis === 'content' ? null : this.#mainLength(basis);
    // B: the content, through the ratio where the cross size is definite. E: the content as it is.
    const size = given ?? this.#contentSize('max');
    const isContent = this.#usedContent;
    // The height of a table is that of its rows; captions come on top.
    return { size: isContent || this.#inline ? size : size + this.#captionSize(), isContent };
  }

  /** CSS Sizing 3 §5: what the item contributes to the inline size of a row, as a border box. */
  contribution(): { readonly min: number; readonly max: number } {
    const property = this.#mainProperty();
    const preferred = property === 'auto' ? null : this.#mainLength(property);
    const { inlineSize, minInlineSize, maxInlineSize } = logicalSizes(this.#child.style, this.#writing);
    const most = this.maxMain();
    const least = minInlineSize === 'auto' ? 0 : (this.#mainLength(minInlineSize) ?? 0);
    const clamp = (size: number): number =>
      Math.max(this.#edges.inlineSum, this.tableMinimum(), least, Math.min(size, most));
    const isCompressed = this.#child.kind === 'replaced' && (isPercentage(inlineSize) || isPercentage(maxInlineSize));
    return {
      min: isCompressed ? clamp(0) : clamp(preferred ?? this.#contentSize('min')),
      max: clamp(preferred ?? this.#contentSize('max')),
    };
  }

  maxMain(): number {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    return this.#mainLength(this.#inline ? sizes.maxInlineSize : sizes.maxBlockSize) ?? Number.POSITIVE_INFINITY;
  }

  minMain(maxMain: number): number {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    const min = this.#inline ? sizes.minInlineSize : sizes.minBlockSize;
    return min === 'auto' ? this.#automaticMinimum(maxMain) : (this.#mainLength(min) ?? 0);
  }

  /** A table is never smaller than its content, whatever its style says. */
  tableMinimum(): number {
    if (this.#child.kind !== 'table') return 0;
    return this.#inline ? this.#intrinsic().min : this.#contentLayout().intrinsicBlockSize;
  }

  /** Whether the ratio gives an item in a column its height. */
  get hasRatioHeight(): boolean {
    return !this.#inline && this.#ratio !== null && this.#child.kind !== 'replaced';
  }

  /** §4.5: the content-based minimum size; zero for scroll containers. */
  #automaticMinimum(maxMain: number): number {
    const { style } = this.#child;
    const { axes } = this.#context;
    if (scrollsAlong(style, axes.row === axes.writing.horizontal)) return 0;
    if ((this.#inline ? sizeContainedInline : sizeContainedBlock)(style) !== null) return 0;
    const property = this.#mainProperty();
    const specified = property === 'auto' ? null : this.#mainLength(property);
    let content = this.#contentSize('min');
    if (this.#ratio !== null && this.#child.kind !== 'replaced') {
      content = Math.max(content, this.#clampByCross(this.#inline ? this.#intrinsic().min : this.#laidOutContent()));
    }
    return Math.min(specified ?? Number.POSITIVE_INFINITY, content, maxMain);
  }

  #mainProperty(): Size {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    return this.#inline ? sizes.inlineSize : sizes.blockSize;
  }

  /** A sizing property along the main axis; `null` for 'auto', 'none' and percentages of an indefinite size. */
  #mainLength(size: Size | MaxSize): number | null {
    if (isContentKeyword(size)) this.#usedContent = true;
    if (this.#inline) return inlineLength(size, this.#child, this.#space, this.#writing, this.#edges);
    const content = isContentKeyword(size) ? this.#contentSize('max') : INDEFINITE;
    return blockLength(size, this.#child, this.#space, this.#writing, this.#edges, content);
  }

  /** The content along the main axis, with the ratio applied. */
  #contentSize(which: 'min' | 'max'): number {
    this.#usedContent = true;
    if (this.#inline) {
      const transferred = this.#fromDefiniteCross();
      if (this.#child.kind !== 'replaced') return transferred ?? this.#clampByCross(this.#intrinsic()[which]);
      return this.#replacedInline(which, transferred ?? this.#fillingInline());
    }
    if (this.#child.kind === 'replaced') {
      const transferred = this.#fromDefiniteCross();
      const content = this.#laidOutContent();
      if (which === 'max') return transferred ?? content;
      return this.#clampByCross(transferred === null ? content : Math.min(content, transferred));
    }
    if (this.#ratio !== null) return blockFromRatio(this.#ratio, this.#edges, this.#usedInline());
    return this.#laidOutContent();
  }

  /** `settled` is the size that replaced content has by its cross size or its container; `null` without either. */
  #replacedInline(which: 'min' | 'max', settled: number | null): number {
    if (which === 'max') return settled ?? this.#intrinsic().max;
    const { style } = this.#child;
    const { inlineSize } = logicalSizes(style, this.#writing);
    // CSS Sizing 3 §5.2.2: a control whose width is a percentage can be compressed to the rest of it.
    if (this.#child.shrinksToFit && isPercentage(inlineSize)) {
      return withEdges(usedLength(inlineSize, 0), style, this.#edges.inlineSum);
    }
    return this.#clampByCross(settled ?? this.#intrinsic().min);
  }

  /** CSS 2.2 §10.3.2: replaced content with a ratio and no size of its own fills its container. */
  #fillingInline(): number | null {
    const { natural } = this.#child;
    const { availableInline } = this.#space;
    if (this.#ratio === null || natural === null || natural.width !== null || natural.height !== null) return null;
    return isDefinite(availableInline)
      ? Math.max(0, availableInline - mainSum(this.#context.axes, this.#margin))
      : null;
  }

  #intrinsic(): { readonly min: number; readonly max: number } {
    const block = this.#inline && this.#stretched !== null ? this.#stretched : INDEFINITE;
    return this.#space.intrinsicSizes(this.#child, this.#space.percentBlock, block);
  }

  /** The main axis is the item's block axis: what its content comes to when it is laid out. */
  #laidOutContent(): number {
    return this.#contentLayout().intrinsicBlockSize;
  }

  #contentLayout(): LayoutResult {
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

  #usedInline(): number {
    return usedInlineSize(this.#child, this.#contentSpace(), this.#writing, this.#edges);
  }

  /** Captions of a table, with their margins. */
  #captionSize(): number {
    if (this.#child.kind !== 'table') return 0;
    const { fragment } = this.#contentLayout();
    let total = 0;
    for (const { fragment: part } of fragment.children) {
      if (part.kind !== 'box' || part.box.kind !== 'table-caption') continue;
      const margins = usedMargins(part.box.style, this.#writing, fragment.width);
      total += blockSizeOf(part, this.#writing) + margins.blockStart + margins.blockEnd;
    }
    return total;
  }

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
    const room = (definiteLineCross(this.#context) ?? availableCross) - crossSum(axes, this.#margin);
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
    if (typeof size === 'string') return null;
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

function isPercentage(size: Size | MaxSize): size is Percentage | Calculation {
  return typeof size === 'object' && size.kind !== 'fit-content';
}

/** The ratio an item keeps: the property's, or the natural one of replaced content. */
function itemRatio(child: Box, writing: Writing): UsedRatio | null {
  const preferred = aspectRatio(child, writing);
  const natural = child.natural?.ratio ?? null;
  if (natural === null || (preferred !== null && !child.style.aspectRatio.auto)) return preferred;
  return { inlinePerBlock: writing.horizontal ? natural : 1 / natural, ofBorderBox: false };
}

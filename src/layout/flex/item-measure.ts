/**
 * Sizes of one flex item along its container's main axis, as border boxes.
 *
 * In:  an item and its container's context. Out: flex base size, minimum and maximum, contribution.
 *
 * CSS Flexbox 1 §4.5, §9.2 step 3 https://drafts.csswg.org/css-flexbox-1/#algo-main-item
 */
import type { MaxSize, Size } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { blockSizeOf } from '../child-space.ts';
import { sizeContainedBlock, sizeContainedInline } from '../containment.ts';
import { type Edges, usedLength, usedMargins } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength, isContentKeyword, scrollsAlong, withEdges } from '../sizing.ts';
import type { Space } from '../space.ts';
import { type LogicalSides, logicalSizes, type Writing } from '../writing-mode.ts';
import { mainIsItemInline, mainSum } from './flex-axes.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';
import { ItemContent, type ItemInput, isPercentage } from './item-content.ts';

export class ItemMeasure {
  readonly #context: FlexContext;
  readonly #child: Box;
  readonly #writing: Writing;
  readonly #edges: Edges;
  readonly #margin: LogicalSides<number | null>;
  readonly #space: Space;
  /** The main axis is the item's inline axis. */
  readonly #inline: boolean;
  readonly #content: ItemContent;

  constructor(context: FlexContext, input: ItemInput) {
    this.#context = context;
    this.#child = input.box;
    this.#writing = input.writing;
    this.#edges = input.edges;
    this.#margin = input.margin;
    this.#space = itemSpace(context, input.box, {});
    this.#inline = mainIsItemInline(context.axes, input.writing);
    this.#content = new ItemContent(context, input, this.#space);
  }

  /** Whether the ratio gives an item in a column its height. */
  get hasRatioHeight(): boolean {
    return this.#content.hasRatioHeight;
  }

  /** The item laid out as high as its content is, if that has been asked for. */
  get laidOut(): LayoutResult | null {
    return this.#content.laidOut;
  }

  /** §9.2 step 3, and whether it is a size of the content. */
  baseSize(): { readonly size: number; readonly isContent: boolean } {
    const { flexBasis } = this.#child.style;
    // A: a definite flex basis; 'auto' takes the main size property.
    const basis = flexBasis === 'auto' ? this.#mainProperty() : flexBasis;
    const given = basis === 'content' ? null : this.#mainLength(basis);
    // B: the content, through the ratio where the cross size is definite. E: the content as it is.
    if (given === null) return { size: this.#content.size('max'), isContent: true };
    if (basis !== 'content' && isContentKeyword(basis)) return { size: given, isContent: true };
    // The height of a table is that of its rows; captions come on top.
    return { size: this.#inline ? given : given + this.#captionSize(), isContent: false };
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
    return this.#inline ? this.#content.intrinsic().min : this.#content.layout().intrinsicBlockSize;
  }

  /** CSS Sizing 3 §5: what the item contributes to the inline size of a row, as a border box. */
  contribution(): { readonly min: number; readonly max: number } {
    const { inlineSize, minInlineSize, maxInlineSize } = logicalSizes(this.#child.style, this.#writing);
    const preferred = inlineSize === 'fit-content' ? null : this.#mainLength(inlineSize);
    const automatic = minInlineSize === 'auto' && !scrollsAlong(this.#child.style, this.#writing.horizontal);
    const isByContent = preferred === null || isContentKeyword(inlineSize);
    const clamp = (size: number, which: 'min' | 'max'): number => {
      const most = this.#limit(maxInlineSize, which) ?? Number.POSITIVE_INFINITY;
      const least = automatic && isByContent ? Math.min(this.#content.ratioMinimum(), most) : 0;
      const floor = Math.max(this.#edges.inlineSum, this.tableMinimum(), this.#limit(minInlineSize, which) ?? least);
      return Math.max(floor, Math.min(size, most));
    };
    // §5.2.2: replaced content with a percentage can be compressed to nothing.
    const isCompressed = this.#child.kind === 'replaced' && (isPercentage(inlineSize) || isPercentage(maxInlineSize));
    return {
      min: clamp(isCompressed ? 0 : (preferred ?? this.#content.size('min')), 'min'),
      max: clamp(preferred ?? this.#content.size('max'), 'max'),
    };
  }

  /** What an item across the flow contributes that has its main size by its ratio; `null` where that is not all. */
  ratioContribution(): { readonly min: number; readonly max: number } | null {
    const { blockSize, minBlockSize, maxBlockSize } = logicalSizes(this.#child.style, this.#writing);
    const isFree = blockSize === 'auto' && minBlockSize === 'auto' && maxBlockSize === 'none';
    if (!isFree || !this.hasRatioHeight || this.#content.stretched === null) return null;
    const max = Math.max(this.#content.size('max'), this.#content.ratioMinimum());
    return { min: max, max };
  }

  /** A limit while there is nothing to fit into yet: 'fit-content' is what the contribution is asked for. */
  #limit(size: Size | MaxSize, which: 'min' | 'max'): number | null {
    return size === 'fit-content' ? this.#content.size(which) : this.#mainLength(size);
  }

  /** §4.5: the content-based minimum size; zero for scroll containers. */
  #automaticMinimum(maxMain: number): number {
    const { style } = this.#child;
    const { axes } = this.#context;
    if (scrollsAlong(style, axes.row === axes.writing.horizontal)) return 0;
    if ((this.#inline ? sizeContainedInline : sizeContainedBlock)(this.#child) !== null) return 0;
    const specified = this.#mainLength(this.#mainProperty()) ?? Number.POSITIVE_INFINITY;
    if (this.#cannotShrink(specified)) return Math.min(specified, maxMain);
    const content = Math.max(this.#content.size('min'), this.#content.ratioMinimum());
    return Math.min(specified, content, maxMain);
  }

  /** Faster: an item of a given size that never shrinks needs no minimum from its content. */
  #cannotShrink(specified: number): boolean {
    const { style } = this.#child;
    if (style.flexBasis !== 'auto' || specified === Number.POSITIVE_INFINITY) return false;
    const { axes, availableMain } = this.#context;
    const fitsLine =
      axes.wraps && isDefinite(availableMain) && specified + mainSum(axes, this.#margin) <= availableMain;
    return style.flexShrink === 0 || fitsLine;
  }

  #mainProperty(): Size {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    return this.#inline ? sizes.inlineSize : sizes.blockSize;
  }

  /** A sizing property along the main axis; `null` for 'auto', 'none' and percentages of an indefinite size. */
  #mainLength(size: Size | MaxSize): number | null {
    if (isContentKeyword(size)) return this.#inline ? this.#inlineKeyword(size) : this.#content.size('max');
    if (this.#inline) return inlineLength(size, this.#child, this.#space, this.#writing, this.#edges);
    return blockLength(size, this.#child, this.#space, this.#writing, this.#edges, INDEFINITE);
  }

  /** CSS Sizing 3 §3.2: sizes by content, with the ratio applied. */
  #inlineKeyword(size: Size | MaxSize): number {
    if (size === 'min-content') return this.#content.size('min');
    if (size === 'max-content') return this.#content.size('max');
    return Math.max(this.#content.size('min'), Math.min(this.#content.size('max'), this.#fitLimit(size)));
  }

  #fitLimit(size: Size | MaxSize): number {
    const { availableInline, percentInline } = this.#space;
    if (typeof size === 'object' && size.kind === 'fit-content') {
      if (typeof size.limit !== 'number' && !isDefinite(percentInline)) return Number.POSITIVE_INFINITY;
      return withEdges(usedLength(size.limit, percentInline), this.#child.style, this.#edges.inlineSum);
    }
    if (!isDefinite(availableInline)) return Number.POSITIVE_INFINITY;
    return availableInline - mainSum(this.#context.axes, this.#margin);
  }

  /** Captions of a table, with their margins. */
  #captionSize(): number {
    if (this.#child.kind !== 'table') return 0;
    const { fragment } = this.#content.layout();
    let total = 0;
    for (const { fragment: part } of fragment.children) {
      if (part.kind !== 'box' || part.box.kind !== 'table-caption') continue;
      const margins = usedMargins(part.box.style, this.#writing, fragment.width);
      total += blockSizeOf(part, this.#writing) + margins.blockStart + margins.blockEnd;
    }
    return total;
  }
}

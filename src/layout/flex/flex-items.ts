/**
 * Flex items: their base sizes and their limits.
 *
 * In:  the container's context and its in-flow children.
 * Out: items in order-modified document order, with flex base size, hypothetical main size, minimum and maximum.
 *
 * CSS Flexbox 1 §4.5, §9.2 https://drafts.csswg.org/css-flexbox-1/#algo-main-item
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { MaxSize, Size } from '../../style/length.ts';
import { aspectRatio, blockFromRatio, inlineFromRatio, type UsedRatio } from '../aspect-ratio.ts';
import type { Box } from '../box.ts';
import { type Edges, usedEdges, usedMargin } from '../edges.ts';
import { isDefinite } from '../layout-unit.ts';
import { blockLength, inlineLength } from '../sizing.ts';
import type { Space } from '../space.ts';
import { type LogicalSides, logicalMargins, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { stretchesInto } from './flex-align.ts';
import { crossSum, edgesAlongCross, edgesAlongMain, mainIsItemInline, mainSum } from './flex-axes.ts';
import { type FlexContext, itemSpace } from './flex-context.ts';
import type { FlexItem } from './flex-item.ts';

export function flexItems(context: FlexContext): FlexItem[] {
  const children = context.box.children.filter((child) => !child.isOutOfFlow);
  if (children.some(({ style }) => style.order !== 0)) {
    children.sort((a, b) => a.style.order - b.style.order);
  }
  return children.map((child) => makeItem(context, child));
}

function makeItem(context: FlexContext, child: Box): FlexItem {
  const { axes, geometry } = context;
  const writing = writingOf(child.style);
  const edges = usedEdges(child.style, writing, geometry.contentInline);
  const margin = itemMargins(child, axes.writing, geometry.contentInline);
  const measure = new ItemMeasure(context, child, writing, edges, margin);
  const mainEdges = edgesAlongMain(axes, writing, edges);

  const base = Math.max(mainEdges, measure.baseSize());
  const floor = Math.max(mainEdges, measure.tableMinimum());
  const maxMain = Math.max(floor, measure.maxMain());
  const minMain = Math.max(floor, measure.minMain(maxMain));
  return {
    box: child,
    writing,
    grow: child.style.flexGrow,
    shrink: child.style.flexShrink,
    base: base - mainEdges,
    minMain: minMain - mainEdges,
    maxMain: maxMain - mainEdges,
    hypothetical: Math.max(minMain, Math.min(base, maxMain)) - mainEdges,
    mainEdges,
    crossEdges: edgesAlongCross(axes, writing, edges),
    margin,
    mainMargin: mainSum(axes, margin),
    crossMargin: crossSum(axes, margin),
    main: 0,
    cross: 0,
    result: null,
    mainOffset: 0,
    crossOffset: 0,
    blockOffset: 0,
    baseline: null,
    baselineShift: 0,
  };
}

/** Margins in the container's flow directions; `null` is auto. */
export function itemMargins(child: Box, container: Writing, contentInline: number): LogicalSides<number | null> {
  const margins = logicalMargins(child.style, container);
  return {
    inlineStart: usedMargin(margins.inlineStart, contentInline),
    inlineEnd: usedMargin(margins.inlineEnd, contentInline),
    blockStart: usedMargin(margins.blockStart, contentInline),
    blockEnd: usedMargin(margins.blockEnd, contentInline),
  };
}

/** Sizes of one item along the container's axes, as border boxes, each computed when first needed. */
class ItemMeasure {
  readonly #context: FlexContext;
  readonly #child: Box;
  readonly #writing: Writing;
  readonly #edges: Edges;
  readonly #margin: LogicalSides<number | null>;
  readonly #space: Space;
  /** The main axis is the item's inline axis. */
  readonly #inline: boolean;
  readonly #ratio: UsedRatio | null;
  #content: number | null = null;

  constructor(context: FlexContext, child: Box, writing: Writing, edges: Edges, margin: LogicalSides<number | null>) {
    this.#context = context;
    this.#child = child;
    this.#writing = writing;
    this.#edges = edges;
    this.#margin = margin;
    this.#space = itemSpace(context, child, {});
    this.#inline = mainIsItemInline(context.axes, writing);
    this.#ratio = itemRatio(child, writing);
  }

  /** §9.2 step 3. */
  baseSize(): number {
    const { flexBasis } = this.#child.style;
    // A: a definite flex basis; 'auto' takes the main size property.
    const basis = flexBasis === 'auto' ? this.#mainProperty() : flexBasis;
    const definite = basis === 'content' ? null : this.#mainLength(basis);
    if (definite !== null) return definite;
    // B: the content, through the ratio where the cross size is definite. E: the content as it is.
    return this.#fromDefiniteCross() ?? this.#contentSize();
  }

  maxMain(): number {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    const max = this.#inline ? sizes.maxInlineSize : sizes.maxBlockSize;
    return this.#mainLength(max) ?? Number.POSITIVE_INFINITY;
  }

  minMain(maxMain: number): number {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    const min = this.#inline ? sizes.minInlineSize : sizes.minBlockSize;
    return min === 'auto' ? this.#automaticMinimum(maxMain) : (this.#mainLength(min) ?? 0);
  }

  /** A table is never narrower than its columns, whatever its style says. */
  tableMinimum(): number {
    return this.#child.kind === 'table' && this.#inline ? this.#minContent() : 0;
  }

  /** §4.5: the content-based minimum size; zero for scroll containers. */
  #automaticMinimum(maxMain: number): number {
    const { style } = this.#child;
    // §4.5: what scrolls along the main axis may get as small as it has to.
    if (scrollsAlong(style, this.#context.axes.row === this.#context.axes.writing.horizontal)) return 0;
    const specified = this.#mainLength(this.#mainProperty());
    // A short specified size settles it without measuring the content when the content cannot be smaller.
    let content = this.#clampByCross(this.#minContent());
    if (specified !== null) content = Math.min(content, specified);
    else if (this.#child.kind === 'replaced') {
      const transferred = this.#fromDefiniteCross();
      if (transferred !== null) content = Math.min(content, transferred);
    }
    return Math.min(content, maxMain);
  }

  #mainProperty(): Size {
    const sizes = logicalSizes(this.#child.style, this.#writing);
    return this.#inline ? sizes.inlineSize : sizes.blockSize;
  }

  /** A sizing property along the main axis; `null` for 'auto', 'none' and percentages of an indefinite size. */
  #mainLength(size: Size | MaxSize): number | null {
    if (this.#inline) return inlineLength(size, this.#child, this.#space, this.#writing, this.#edges);
    const needsContent = typeof size === 'string' ? size.endsWith('content') : hasKind(size, 'fit-content');
    const content = needsContent ? this.#contentSize() : -1;
    return blockLength(size, this.#child, this.#space, this.#writing, this.#edges, content);
  }

  /** The max-content size along the main axis. */
  #contentSize(): number {
    if (this.#content !== null) return this.#content;
    this.#content = this.#inline
      ? this.#space.intrinsicSizes(this.#child, this.#space.percentBlock).max
      : this.#layoutContent();
    return this.#content;
  }

  #minContent(): number {
    return this.#inline ? this.#space.intrinsicSizes(this.#child, this.#space.percentBlock).min : this.#contentSize();
  }

  /** The main axis is the item's block axis: what its content comes to when it is laid out. */
  #layoutContent(): number {
    const stretches = stretchesInto(this.#context, this.#child, this.#margin);
    const space = itemSpace(this.#context, this.#child, {
      inlineSizing: stretches ? 'stretch' : 'fit-content',
      // The height that the style gives is not the content's, and percentages inside must not see it.
      blockSizing: this.#child.kind === 'replaced' || this.#child.kind === 'table' ? 'auto' : 'content',
    });
    return space.layoutChild(this.#child, space).intrinsicBlockSize;
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
    const property = this.#inline ? sizes.blockSize : sizes.inlineSize;
    const length = this.#crossLength(property);
    if (length !== null) return this.#limitCross(length);
    // §9.8: a stretched item of a single-line container with a definite cross size has that size.
    const { availableCross, axes } = this.#context;
    if (axes.wraps || !isDefinite(availableCross) || !stretchesInto(this.#context, this.#child, this.#margin))
      return null;
    return this.#limitCross(Math.max(0, availableCross - crossSum(axes, this.#margin)));
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
    if (this.#inline) return blockLength(size, this.#child, this.#space, this.#writing, this.#edges, -1);
    if (typeof size === 'string') return null;
    return inlineLength(size, this.#child, this.#space, this.#writing, this.#edges);
  }

  /** §4.5: the content size suggestion respects definite cross limits through the ratio. */
  #clampByCross(size: number): number {
    if (this.#ratio === null) return size;
    const { min, max } = this.#crossLimits();
    let clamped = size;
    if (max !== Number.POSITIVE_INFINITY) clamped = Math.min(clamped, this.#throughRatio(max));
    return min > 0 ? Math.max(clamped, this.#throughRatio(min)) : clamped;
  }
}

function scrollsAlong(style: ComputedStyle, horizontal: boolean): boolean {
  const overflow = horizontal ? style.overflowX : style.overflowY;
  return overflow !== 'visible' && overflow !== 'clip';
}

function hasKind(size: Size | MaxSize, kind: string): boolean {
  return typeof size === 'object' && size.kind === kind;
}

/** The ratio an item keeps: the property's, or the natural one of replaced content. */
function itemRatio(child: Box, writing: Writing): UsedRatio | null {
  const preferred = aspectRatio(child, writing);
  const natural = child.natural?.ratio ?? null;
  if (natural === null || (preferred !== null && !child.style.aspectRatio.auto)) return preferred;
  return { inlinePerBlock: writing.horizontal ? natural : 1 / natural, ofBorderBox: false };
}

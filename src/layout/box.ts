/**
 * The box tree: what box-tree.ts makes of the document and its styles, and what layout walks.
 *
 * CSS Display 3 §2–§4. Anonymous boxes have no node. A box that is split around a block (CSS 2.2 §9.2.1.1) stands as
 * several boxes with the same node; `isFirstPiece` and `isLastPiece` say which of them has the start and end edges.
 */
import type { DomNode } from '../html/node-tree.ts';
import type { ComputedStyle, PseudoName } from '../style/computed-style.ts';
import type { Anchoring } from './anchor/anchoring.ts';
import type { Edges } from './edges.ts';
import type { LayoutResult } from './fragment.ts';
import type { Space } from './space.ts';

export type BoxKind =
  /** A block container: its children are all block-level, or all inline-level (`inlineContent`). */
  | 'flow'
  | 'flex'
  | 'grid'
  /** The table wrapper box is the 'table' box itself: captions and the grid of rows are laid out by one algorithm. */
  | 'table'
  | 'table-row-group'
  | 'table-row'
  | 'table-cell'
  | 'table-caption'
  | 'table-column-group'
  | 'table-column'
  /** Content from elsewhere or drawn by the control: images, frames, checkboxes; no children. */
  | 'replaced'
  /** A non-replaced inline box. */
  | 'inline'
  | 'text'
  /** A forced line break: <br>. */
  | 'break'
  /** <wbr>, a zero-width break opportunity. */
  | 'soft-break';

/** Natural dimensions of replaced content (CSS Images 3 §5.1); `null` is none. */
export interface NaturalSize {
  readonly width: number | null;
  readonly height: number | null;
  /** width / height. */
  readonly ratio: number | null;
}

export interface IntrinsicSizes {
  /** Border-box min-content and max-content inline sizes. */
  readonly min: number;
  readonly max: number;
  /** Whether they depend on the percentage block size that was given (so that the cache knows). */
  readonly dependsOnBlock: boolean;
  /** Border and padding, where the style alone does not tell them: of tables whose borders collapse. */
  readonly edges?: Edges;
}

/** Where the baseline of a replaced control is. Other replaced content has none: its bottom margin edge stands in. */
export type ControlBaseline =
  /**
   * A line of text in the middle of the content box: `ascent` is from the top of the line, `height` the line's. In a box
   * that is lower than the line it overflows on both sides, or with `staysBelow` on the end side only.
   */
  | { readonly kind: 'centered-line'; readonly ascent: number; readonly height: number; readonly staysBelow?: true }
  /** From the top of the content box. */
  | { readonly kind: 'from-content-top'; readonly offset: number }
  /** From the bottom of the border box, upwards. */
  | { readonly kind: 'from-border-bottom'; readonly offset: number };

/** One cached answer of layout: the same box in an equal space gives the same result. */
export interface CachedLayout {
  readonly space: Space;
  readonly result: LayoutResult;
}

/**
 * What few boxes have. Faster: the usual box is half as large without it, and there are two of them for each element: large
 * pages spend a third of their time on collecting garbage around what stays.
 */
class RareParts {
  anchoring: Anchoring | null = null;
  textOffset = 0;
  symbolWidth: number | null = null;
  natural: NaturalSize | null = null;
  controlBaseline: ControlBaseline | null = null;
  shrinksToFit = false;
  autoBlockSize: number | null = null;
  centersContent = false;
  legend: Box | null = null;
  firstLineStyle: ComputedStyle | null = null;
  marker: Box | null = null;
  isFirstPiece = true;
  isLastPiece = true;
  keepsBox = false;
  skipsContent = false;
  interrupts: readonly Box[] = NO_BOXES;
  fixedIntrinsic: FixedIntrinsic | null = null;
}

/** Intrinsic sizes for a block size that the parent had decided, and that block size. */
interface FixedIntrinsic {
  readonly sizes: IntrinsicSizes;
  readonly block: number;
}

export class Box {
  readonly kind: BoxKind;
  /** The element or text node; `null` for anonymous boxes. For a pseudo-element's box: the originating element. */
  readonly node: DomNode | null;
  readonly pseudo: PseudoName | null;
  /** Replaced where layout resolves anchors in it (anchor/layout-anchored.ts). */
  style: ComputedStyle;
  parent: Box | null = null;
  children: Box[];
  /** Takes part in an inline formatting context: inline boxes, text, breaks, and atomic inlines. */
  readonly inlineLevel: boolean;
  /** For 'flow', cells and captions: children are inline-level (and floats or out-of-flow boxes among them). */
  inlineContent = false;
  /** For 'text': the text after text-transform, before white space is collapsed. Offsets map to it. */
  text = '';
  #rare: RareParts | null = null;

  /** Caches of layout. Dropped by `invalidateLayout` (see cache.ts). */
  cachedLayouts: CachedLayout[] = NO_CACHE;
  cachedIntrinsic: IntrinsicSizes | null = null;
  /** The percentage block size that `cachedIntrinsic` was computed with. */
  cachedIntrinsicBlock = 0;
  /** For 'flow' with inline content: its inline items (inline/collect.ts). They live as long as the box tree. */
  inlineItems: unknown = null;
  /** The same where it is a single text (inline/plain-text.ts); `null` when it is not, undefined before anybody looked. */
  plainText: unknown = undefined;

  constructor(
    kind: BoxKind,
    node: DomNode | null,
    pseudo: PseudoName | null,
    style: ComputedStyle,
    inlineLevel: boolean,
  ) {
    this.kind = kind;
    this.node = node;
    this.pseudo = pseudo;
    this.style = style;
    this.inlineLevel = inlineLevel;
    this.children = kind === 'text' ? LEAF : [];
  }

  /** Text has its parent's style, but is not floated or positioned by it. */
  get #canLeaveFlow(): boolean {
    return this.kind !== 'text' && this.kind !== 'break' && this.kind !== 'soft-break';
  }

  get #rareParts(): RareParts {
    this.#rare ??= new RareParts();
    return this.#rare;
  }

  /** How the box is anchored; its `style` is then one without anchors. */
  get anchoring(): Anchoring | null {
    return this.#rare === null ? null : this.#rare.anchoring;
  }

  set anchoring(value: Anchoring | null) {
    if (value !== this.anchoring) this.#rareParts.anchoring = value;
  }

  /** For a 'text' that is not the beginning of its node's text (after ::first-letter): where it begins. */
  get textOffset(): number {
    return this.#rare === null ? 0 : this.#rare.textOffset;
  }

  set textOffset(value: number) {
    if (value !== this.textOffset) this.#rareParts.textOffset = value;
  }

  /** For the 'text' of a list marker that is drawn and not written (a disc): its width, instead of the glyph's. */
  get symbolWidth(): number | null {
    return this.#rare === null ? null : this.#rare.symbolWidth;
  }

  set symbolWidth(value: number | null) {
    if (value !== this.symbolWidth) this.#rareParts.symbolWidth = value;
  }

  /** For 'replaced': of the content box. */
  get natural(): NaturalSize | null {
    return this.#rare === null ? null : this.#rare.natural;
  }

  set natural(value: NaturalSize | null) {
    if (value !== this.natural) this.#rareParts.natural = value;
  }

  /** For 'replaced' controls. */
  get controlBaseline(): ControlBaseline | null {
    return this.#rare === null ? null : this.#rare.controlBaseline;
  }

  set controlBaseline(value: ControlBaseline | null) {
    if (value !== this.controlBaseline) this.#rareParts.controlBaseline = value;
  }

  /** An 'auto' inline size is fit-content even where it would fill the space: buttons, controls, legends. */
  get shrinksToFit(): boolean {
    return this.#rare === null ? false : this.#rare.shrinksToFit;
  }

  set shrinksToFit(value: boolean) {
    if (value !== this.shrinksToFit) this.#rareParts.shrinksToFit = value;
  }

  /** An 'auto' block size is this content-box size, whatever is inside: a list box shows a number of rows. */
  get autoBlockSize(): number | null {
    return this.#rare === null ? null : this.#rare.autoBlockSize;
  }

  set autoBlockSize(value: number | null) {
    if (value !== this.autoBlockSize) this.#rareParts.autoBlockSize = value;
  }

  /** A button: its only in-flow child, an anonymous block, is in the middle of the content box when there is room. */
  get centersContent(): boolean {
    return this.#rare === null ? false : this.#rare.centersContent;
  }

  set centersContent(value: boolean) {
    if (value !== this.centersContent) this.#rareParts.centersContent = value;
  }

  /**
   * For a fieldset with a rendered legend: that legend, which is also the first child. The second and last child is
   * then an anonymous box for the rest, which fills the fieldset from border to border, and which has the fieldset's
   * padding in its style. The fieldset's own padding counts only where its content box size is asked for.
   */
  get legend(): Box | null {
    return this.#rare === null ? null : this.#rare.legend;
  }

  set legend(value: Box | null) {
    if (value !== this.legend) this.#rareParts.legend = value;
  }

  /** The style of the first line of a block container with ::first-line. */
  get firstLineStyle(): ComputedStyle | null {
    return this.#rare === null ? null : this.#rare.firstLineStyle;
  }

  set firstLineStyle(value: ComputedStyle | null) {
    if (value !== this.firstLineStyle) this.#rareParts.firstLineStyle = value;
  }

  /** For a list item: its outside marker, laid out beside the first line. Inside markers are ordinary children. */
  get marker(): Box | null {
    return this.#rare === null ? null : this.#rare.marker;
  }

  set marker(value: Box | null) {
    if (value !== this.marker) this.#rareParts.marker = value;
  }

  get isFirstPiece(): boolean {
    return this.#rare === null ? true : this.#rare.isFirstPiece;
  }

  set isFirstPiece(value: boolean) {
    if (value !== this.isFirstPiece) this.#rareParts.isFirstPiece = value;
  }

  get isLastPiece(): boolean {
    return this.#rare === null ? true : this.#rare.isLastPiece;
  }

  set isLastPiece(value: boolean) {
    if (value !== this.isLastPiece) this.#rareParts.isLastPiece = value;
  }

  /** For a piece of an inline box: something in one of its pieces speaks against culling all of them (culled-inline.ts). */
  get keepsBox(): boolean {
    return this.#rare === null ? false : this.#rare.keepsBox;
  }

  set keepsBox(value: boolean) {
    if (value !== this.keepsBox) this.#rareParts.keepsBox = value;
  }

  /** 'content-visibility: auto', and it has not come near the viewport yet: its content counts for no size (approach.ts). */
  get skipsContent(): boolean {
    return this.#rare === null ? false : this.#rare.skipsContent;
  }

  set skipsContent(value: boolean) {
    if (value !== this.skipsContent) this.#rareParts.skipsContent = value;
  }

  /**
   * For the anonymous block that holds the blocks of a split inline: the inline boxes it interrupts, outermost first,
   * each by its first piece.
   */
  get interrupts(): readonly Box[] {
    return this.#rare === null ? NO_BOXES : this.#rare.interrupts;
  }

  set interrupts(value: readonly Box[]) {
    if (value !== this.interrupts) this.#rareParts.interrupts = value;
  }

  /** Beside `cachedIntrinsic`; dropped with it. */
  get fixedIntrinsic(): FixedIntrinsic | null {
    return this.#rare === null ? null : this.#rare.fixedIntrinsic;
  }

  set fixedIntrinsic(value: FixedIntrinsic | null) {
    if (value !== this.fixedIntrinsic) this.#rareParts.fixedIntrinsic = value;
  }

  /** All children are there. Faster: a list that grew one by one has room for 17, and most boxes have a few. */
  trimChildren(): void {
    if (this.children.length < FEW) this.children = [...this.children];
  }

  /** Gives the box other children. */
  replaceChildren(children: readonly Box[]): void {
    this.children = [...children];
    for (const child of children) child.parent = this;
  }

  get isAnonymous(): boolean {
    return this.node === null;
  }

  /** Floats have no effect on flex and grid items (CSS Flexbox 1 §3). */
  get isFloating(): boolean {
    return (
      this.#canLeaveFlow &&
      this.style.float !== 'none' &&
      !this.isOutOfFlow &&
      this.parent?.kind !== 'flex' &&
      this.parent?.kind !== 'grid'
    );
  }

  /** Absolutely or fixed positioned. */
  get isOutOfFlow(): boolean {
    return this.#canLeaveFlow && (this.style.position === 'absolute' || this.style.position === 'fixed');
  }

  /** An inline-block, inline-table, inline-flex, inline-grid or inline replaced box. */
  get isAtomicInline(): boolean {
    return (
      this.inlineLevel &&
      this.kind !== 'inline' &&
      this.kind !== 'text' &&
      this.kind !== 'break' &&
      this.kind !== 'soft-break'
    );
  }
}

const NO_BOXES: readonly Box[] = Object.freeze([]);
const LEAF = NO_BOXES as Box[];
const FEW = 12;
const NO_CACHE: CachedLayout[] = [];

/**
 * The box tree: what box-tree.ts makes of the document and its styles, and what layout walks.
 *
 * CSS Display 3 §2–§4. Anonymous boxes have no node. A box that is split around a block (CSS 2.2 §9.2.1.1) stands as
 * several boxes with the same node; `isFirstPiece` and `isLastPiece` say which of them has the start and end edges.
 */
import type { DomNode } from '../html/node-tree.ts';
import type { ComputedStyle, PseudoName } from '../style/computed-style.ts';
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
}

/** Where the baseline of a replaced control is. Other replaced content has none: its bottom margin edge stands in. */
export type ControlBaseline =
  /** A line of text in the middle of the content box: `ascent` is from the top of the line, `height` the line's. */
  | { readonly kind: 'centered-line'; readonly ascent: number; readonly height: number }
  /** From the top of the content box. */
  | { readonly kind: 'from-content-top'; readonly offset: number }
  /** From the bottom of the border box, upwards. */
  | { readonly kind: 'from-border-bottom'; readonly offset: number };

/** One cached answer of layout: the same box in an equal space gives the same result. */
export interface CachedLayout {
  readonly space: Space;
  readonly result: LayoutResult;
}

export class Box {
  readonly kind: BoxKind;
  /** The element or text node; `null` for anonymous boxes. For a pseudo-element's box: the originating element. */
  readonly node: DomNode | null;
  readonly pseudo: PseudoName | null;
  readonly style: ComputedStyle;
  parent: Box | null = null;
  readonly children: Box[] = [];
  /** Text has its parent's style, but is not floated or positioned by it. */
  readonly #canLeaveFlow: boolean;

  /** Takes part in an inline formatting context: inline boxes, text, breaks, and atomic inlines. */
  readonly inlineLevel: boolean;
  /** For 'flow', cells and captions: children are inline-level (and floats or out-of-flow boxes among them). */
  inlineContent = false;
  /** For 'text': the text after text-transform, before white space is collapsed. Offsets map to it. */
  text = '';
  /** For a 'text' that is not the beginning of its node's text (after ::first-letter): where it begins. */
  textOffset = 0;
  /** For the 'text' of a list marker that is drawn and not written (a disc): its width, instead of the glyph's. */
  symbolWidth: number | null = null;
  /** For 'replaced': of the content box. */
  natural: NaturalSize | null = null;
  /** For 'replaced' controls. */
  controlBaseline: ControlBaseline | null = null;
  /** An 'auto' inline size is fit-content even where it would fill the space: buttons, controls, legends. */
  shrinksToFit = false;
  /** An 'auto' block size is this content-box size, whatever is inside: a list box shows a number of rows. */
  autoBlockSize: number | null = null;
  /** A button: its only in-flow child, an anonymous block, is in the middle of the content box when there is room. */
  centersContent = false;
  /**
   * For a fieldset with a rendered legend: that legend, which is also the first child. The second and last child is
   * then an anonymous box for the rest, which fills the fieldset from border to border, and which has the fieldset's
   * padding in its style. The fieldset's own padding counts only where its content box size is asked for.
   */
  legend: Box | null = null;
  /** The style of the first line of a block container with ::first-line. */
  firstLineStyle: ComputedStyle | null = null;
  /** For a list item: its outside marker, laid out beside the first line. Inside markers are ordinary children. */
  marker: Box | null = null;
  isFirstPiece = true;
  isLastPiece = true;
  /** 'content-visibility: auto', and it has not come near the viewport yet: its content counts for no size (approach.ts). */
  skipsContent = false;
  /**
   * For the anonymous block that holds the blocks of a split inline: the inline boxes it interrupts, outermost first,
   * each by its first piece.
   */
  interrupts: readonly Box[] = NO_BOXES;

  /** Caches of layout. Dropped by `invalidateLayout` (see cache.ts). */
  cachedLayouts: CachedLayout[] = NO_CACHE;
  cachedIntrinsic: IntrinsicSizes | null = null;
  /** The percentage block size that `cachedIntrinsic` was computed with. */
  cachedIntrinsicBlock = 0;
  /** The same for a block size that the parent had decided, and that block size. */
  cachedIntrinsicFixed: IntrinsicSizes | null = null;
  cachedIntrinsicFixedBlock = 0;
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
    this.#canLeaveFlow = kind !== 'text' && kind !== 'break' && kind !== 'soft-break';
  }

  /** Gives the box other children, in place. */
  replaceChildren(children: readonly Box[]): void {
    this.children.length = 0;
    for (const child of children) {
      child.parent = this;
      this.children.push(child);
    }
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
const NO_CACHE: CachedLayout[] = [];

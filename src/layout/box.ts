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

  /** Takes part in an inline formatting context: inline boxes, text, breaks, and atomic inlines. */
  readonly inlineLevel: boolean;
  /** For 'flow': children are inline-level (and floats or out-of-flow boxes among them). Set by box-tree.ts. */
  inlineContent = false;
  /** For 'text': the text after text-transform, before white space is collapsed. Offsets map to it. */
  text = '';
  /** For 'replaced'. */
  natural: NaturalSize | null = null;
  /** For a list item: its outside marker, laid out beside the first line. Inside markers are ordinary children. */
  marker: Box | null = null;
  isFirstPiece = true;
  isLastPiece = true;
  /** For the anonymous block that holds the blocks of a split inline: the inline boxes it interrupts, outermost first. */
  interrupts: readonly Box[] = NO_BOXES;

  /** Caches of layout. Dropped by `invalidateLayout` (see cache.ts). */
  cachedLayouts: CachedLayout[] = NO_CACHE;
  cachedIntrinsic: IntrinsicSizes | null = null;

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
  }

  get isAnonymous(): boolean {
    return this.node === null;
  }

  get isFloating(): boolean {
    return this.style.float !== 'none' && !this.isOutOfFlow && !this.isAnonymous;
  }

  /** Absolutely or fixed positioned. */
  get isOutOfFlow(): boolean {
    return (this.style.position === 'absolute' || this.style.position === 'fixed') && !this.isAnonymous;
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

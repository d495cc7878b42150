/**
 * The space a parent offers to a child: everything that layout of the child depends on besides the box itself.
 *
 * Sizes are in the child's own writing mode. A space is immutable, and it is the key of the layout cache: two spaces
 * with equal fields give the same result.
 */
import type { Box, IntrinsicSizes } from './box.ts';
import type { Exclusions } from './exclusions.ts';
import type { LayoutResult, MarginStrut } from './fragment.ts';
import type { InlinePorts } from './inline-content.ts';
import { INDEFINITE } from './layout-unit.ts';

/** How an 'auto' inline size is used. */
export type InlineSizing =
  /** Fill what is available (block-level boxes in flow). */
  | 'stretch'
  /** Shrink to fit: floats, inline-blocks, absolutely positioned boxes. */
  | 'fit-content'
  /** `availableInline` is the border-box size, whatever the style says (flexed and stretched items, cells). */
  | 'fixed';

export type BlockSizing =
  /** By style, else by content. */
  | 'auto'
  /** 'auto' fills `availableBlock` (stretched items). Style still wins. */
  | 'stretch'
  /** `availableBlock` is the border-box size, whatever the style says. */
  | 'fixed';

/** Where a box stands in the block formatting context it shares with its parent. */
export interface FlowPosition {
  /** Inline offset of the containing block's content edge in the BFC (line-left based: always from the left). */
  readonly bfcLineOffset: number;
  /** Block offset in the BFC where the margin strut begins. */
  readonly bfcBlockOffset: number;
  /** Margins before the box that still collapse with its own. */
  readonly margin: MarginStrut;
  readonly exclusions: Exclusions;
  /** Floats end here for boxes that must clear them; set while an offset is being forced on a re-layout. */
  readonly forcedBfcBlockOffset: number | null;
}

/** What layout functions reach besides their arguments: other boxes' layout, and facts of the page. */
export interface LayoutPorts extends InlinePorts {
  layoutChild(box: Box, space: Space): LayoutResult;
  /** Border-box min-content and max-content inline sizes in the box's own writing mode; margins not included. */
  intrinsicSizes(box: Box, percentBlock: number): IntrinsicSizes;
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly quirks: boolean;
}

export interface SpaceFields {
  readonly availableInline: number;
  /** INDEFINITE when the containing block's height depends on its content. */
  readonly availableBlock: number;
  readonly percentInline: number;
  readonly percentBlock: number;
  readonly inlineSizing: InlineSizing;
  readonly blockSizing: BlockSizing;
  /** With a 'fixed' or 'stretch' block size: may children's percentages resolve against it? */
  readonly blockSizeIsDefinite: boolean;
  /** The box is the root of a block formatting context because its parent's layout says so (flex items, cells…). */
  readonly newFormattingContext: boolean;
  /** `null` for boxes that begin a formatting context. */
  readonly flow: FlowPosition | null;
  /** The parent is a table cell whose height is not yet known: percentages of children are 'auto' (CSS Tables 3). */
  readonly measuringCell: boolean;
  /** The parent's main axis and the like for which a replaced or aspect-ratio box must not stretch. */
  readonly isFlexItem: boolean;
  /** For subgrids and other boxes whose parent hands down more; compared by identity. */
  readonly extra: unknown;
}

const DEFAULTS: SpaceFields = {
  availableInline: 0,
  availableBlock: INDEFINITE,
  percentInline: 0,
  percentBlock: INDEFINITE,
  inlineSizing: 'stretch',
  blockSizing: 'auto',
  blockSizeIsDefinite: true,
  newFormattingContext: true,
  flow: null,
  measuringCell: false,
  isFlexItem: false,
  extra: null,
};

export class Space implements SpaceFields {
  readonly ports: LayoutPorts;
  readonly availableInline: number;
  readonly availableBlock: number;
  readonly percentInline: number;
  readonly percentBlock: number;
  readonly inlineSizing: InlineSizing;
  readonly blockSizing: BlockSizing;
  readonly blockSizeIsDefinite: boolean;
  readonly newFormattingContext: boolean;
  readonly flow: FlowPosition | null;
  readonly measuringCell: boolean;
  readonly isFlexItem: boolean;
  readonly extra: unknown;

  constructor(ports: LayoutPorts, fields: Partial<SpaceFields>) {
    const all = { ...DEFAULTS, ...fields };
    this.ports = ports;
    this.availableInline = all.availableInline;
    this.availableBlock = all.availableBlock;
    this.percentInline = all.percentInline;
    this.percentBlock = all.percentBlock;
    this.inlineSizing = all.inlineSizing;
    this.blockSizing = all.blockSizing;
    this.blockSizeIsDefinite = all.blockSizeIsDefinite;
    this.newFormattingContext = all.newFormattingContext;
    this.flow = all.flow;
    this.measuringCell = all.measuringCell;
    this.isFlexItem = all.isFlexItem;
    this.extra = all.extra;
  }

  layoutChild(child: Box, space: Space): LayoutResult {
    return this.ports.layoutChild(child, space);
  }

  intrinsicSizes(child: Box, percentBlock: number = INDEFINITE): IntrinsicSizes {
    return this.ports.intrinsicSizes(child, percentBlock);
  }
}

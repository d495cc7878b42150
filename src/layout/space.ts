/**
 * The space a parent offers to a child: everything that layout of the child depends on besides the box itself.
 *
 * Sizes are in the child's own writing mode. A space is immutable, and it is the key of the layout cache: two spaces
 * with equal fields give the same result.
 */
import type { AnchorMemory } from './anchor/anchor-memory.ts';
import type { Box, IntrinsicSizes } from './box.ts';
import type { AdjoiningFloats, Exclusions } from './exclusions.ts';
import type { LayoutResult, MarginStrut } from './fragment.ts';
import type { InlinePorts } from './inline-content.ts';
import { INDEFINITE } from './layout-unit.ts';
import type { LogicalSides } from './writing-mode.ts';

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
  | 'fixed'
  /** By content, whatever the style says. */
  | 'content';

/** Where a box stands in the block formatting context it shares with its parent. */
export interface FlowPosition {
  /** Line-left edge of the box's border box in the BFC (always from the left, also in right-to-left text). */
  readonly bfcLineOffset: number;
  /** Block offset in the BFC where the margin strut begins. */
  readonly bfcBlockOffset: number;
  /** Margins before the box that still collapse, its own block-start margin included. */
  readonly margin: MarginStrut;
  readonly exclusions: Exclusions;
  /** The border box begins here whatever its margins say: it clears floats whose place its margins could move. */
  readonly forcedBfcBlockOffset: number | null;
  /** Where an earlier try found that the border box begins; floats are placed there until it is known again. */
  readonly expectedBfcBlockOffset: number | null;
  /** The border box may not begin above this: the box, or one it collapses with, has 'clear'. */
  readonly clearanceOffset: number;
  /** Sides on which floats precede the box whose place moves with its margins. */
  readonly adjoiningFloats: AdjoiningFloats;
  /** A block around it drops the margins that go through its block end ('margin-trim'). */
  readonly trimsEnd: boolean;
}

/** What layout functions reach besides their arguments: other boxes' layout, and facts of the page. */
export interface LayoutPorts extends InlinePorts {
  layoutChild(box: Box, space: Space): LayoutResult;
  /**
   * Border-box min-content and max-content inline sizes of the content in the box's own writing mode: width, min-width
   * and max-width do not count. What a box contributes to its container is `inlineContribution` in intrinsic.ts.
   * `blockSize` is the border-box block size where the parent has decided it, else INDEFINITE.
   */
  intrinsicSizes(box: Box, percentBlock: number, blockSize?: number): IntrinsicSizes;
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly quirks: boolean;
  /** Limited quirks mode: only the rule for line heights differs from standards mode. */
  readonly limitedQuirks: boolean;
  /** What is remembered of anchored boxes. */
  readonly anchors: AnchorMemory;
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
  /**
   * The box, or its parent, is a table cell whose height is being measured and which has one to keep to: what can scroll
   * in it takes no more than that gives, so a percentage counts as zero (CSS Tables 3 §3.10.4).
   */
  readonly measuringCell: boolean;
  /** The parent's main axis and the like for which a replaced or aspect-ratio box must not stretch. */
  readonly isFlexItem: boolean;
  /** For subgrids and other boxes whose parent hands down more; compared by identity. */
  readonly extra: unknown;
  /** Used border widths where the parent decides them (cells of a collapsed table); `null` for the style's own. */
  readonly borders: LogicalSides<number> | null;
  /** For a table cell that is laid out for good: where its row's baseline is; `null` aligns it by 'vertical-align'. */
  readonly cellBaseline: number | null;
  /** Edges of the container where margins may collapse: a block size of 'stretch' does not subtract them there. */
  readonly collapsesAt: 'none' | 'start' | 'end' | 'both';
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
  borders: null,
  cellBaseline: null,
  collapsesAt: 'none',
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
  readonly borders: LogicalSides<number> | null;
  readonly cellBaseline: number | null;
  readonly collapsesAt: 'none' | 'start' | 'end' | 'both';

  constructor(ports: LayoutPorts, fields: Partial<SpaceFields>, base: SpaceFields = DEFAULTS) {
    this.ports = ports;
    this.availableInline = fields.availableInline ?? base.availableInline;
    this.availableBlock = fields.availableBlock ?? base.availableBlock;
    this.percentInline = fields.percentInline ?? base.percentInline;
    this.percentBlock = fields.percentBlock ?? base.percentBlock;
    this.inlineSizing = fields.inlineSizing ?? base.inlineSizing;
    this.blockSizing = fields.blockSizing ?? base.blockSizing;
    this.blockSizeIsDefinite = fields.blockSizeIsDefinite ?? base.blockSizeIsDefinite;
    this.newFormattingContext = fields.newFormattingContext ?? base.newFormattingContext;
    this.flow = fields.flow === undefined ? base.flow : fields.flow;
    this.measuringCell = fields.measuringCell ?? base.measuringCell;
    this.isFlexItem = fields.isFlexItem ?? base.isFlexItem;
    this.extra = fields.extra === undefined ? base.extra : fields.extra;
    this.borders = fields.borders === undefined ? base.borders : fields.borders;
    this.cellBaseline = fields.cellBaseline === undefined ? base.cellBaseline : fields.cellBaseline;
    this.collapsesAt = fields.collapsesAt ?? base.collapsesAt;
  }

  /** The same space with some fields changed. */
  with(fields: Partial<SpaceFields>): Space {
    return new Space(this.ports, fields, this);
  }

  layoutChild(child: Box, space: Space): LayoutResult {
    return this.ports.layoutChild(child, space);
  }

  intrinsicSizes(child: Box, percentBlock: number = INDEFINITE, blockSize: number = INDEFINITE): IntrinsicSizes {
    return this.ports.intrinsicSizes(child, percentBlock, blockSize);
  }
}

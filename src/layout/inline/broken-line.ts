/**
 * A line as the line breaker leaves it: which items are on it, and how wide each is.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Exclusions } from '../exclusions.ts';
import type { LayoutResult } from '../fragment.ts';
import type { PlacedFloat } from '../inline-content.ts';
import type { LogicalSides } from '../writing-mode.ts';
import type { InlineItems } from './collect.ts';
import type { InlineEdges } from './inline-edges.ts';
import type { InlineItem } from './items.ts';
import type { RubyColumn } from './ruby.ts';

/** A place between items or inside a text item. */
export interface Position {
  readonly item: number;
  readonly offset: number;
}

/** An item, or a part of a text item, on a line. */
export class LineResult {
  readonly item: InlineItem;
  readonly itemIndex: number;
  readonly start: number;
  end: number;
  /** What it adds to the line: a tag adds its margin, border and padding. */
  inlineSize = 0;
  canBreakAfter = false;
  /** The text has a break opportunity inside that fits. */
  mayBreakInside = false;
  /** 'overflow-wrap' lets it break anywhere rather than overflow. */
  readonly breaksAnywhere: boolean;
  /** The line has height because of this or of something before it. */
  createsLine: boolean;
  /** A float up to here waits for the end of the line. */
  hasWaitingFloats: boolean;
  /** False for text that overflowed and will be broken again, so that nobody measured it. */
  isMeasured = false;
  /** Preserved spaces at the end of the line: they hang. */
  hangs = false;
  /** The hyphen's width once it was measured, included in `inlineSize` while the line ends here. */
  hyphenSize = 0;
  isHyphenated = false;
  /** For 'open' and 'close'. */
  edges: InlineEdges | null = null;
  /** For 'atomic'. */
  margins: LogicalSides<number> | null = null;
  layout: LayoutResult | null = null;
  /** For 'column' and 'annotation'. */
  column: RubyColumn | null = null;
  /** For 'float': where it is, and the floats before it. */
  float: PlacedFloat | null = null;
  exclusionsBefore: Exclusions | null = null;

  constructor(
    item: InlineItem,
    itemIndex: number,
    start: number,
    end: number,
    breaksAnywhere: boolean,
    previous: LineResult | undefined,
  ) {
    this.item = item;
    this.itemIndex = itemIndex;
    this.start = start;
    this.end = end;
    this.breaksAnywhere = breaksAnywhere;
    this.createsLine = previous?.createsLine ?? false;
    this.hasWaitingFloats = previous?.hasWaitingFloats ?? false;
  }

  get length(): number {
    return this.end - this.start;
  }
}

export class BrokenLine {
  readonly start: Position;
  /** Where the next line begins. */
  end: Position;
  results: LineResult[] = [];
  /** Of the container, or of its first line. */
  readonly items: InlineItems;
  readonly style: ComputedStyle;
  /** Of the innermost inline box that is open where the line begins. */
  readonly initialStyle: ComputedStyle;
  readonly textIndent: number;
  /** The height that floats beside the line have been looked up for. */
  minBlockSize = 0;
  /** The line is right to left as a whole. */
  readonly isRtl: boolean;
  /** Where the line may begin and how wide it may be, from the line-left edge of the BFC. */
  lineLeft = 0;
  blockOffset = 0;
  availableWidth = 0;
  /** With 'text-indent', without trailing spaces that collapsed. */
  width = 0;
  /** How far 'text-align' moves the line box. */
  alignOffset = 0;
  /** Of trailing spaces that hang. */
  hangWidth = 0;
  /** The last of the block, or before a forced break: 'text-align-last' applies. */
  isLast = false;
  hasForcedBreak = false;
  hasOverflow = false;
  /** CSS 2.2 §9.4.2: a line without anything in it is not there. */
  isEmpty = false;
  hasTrailingSpaces = false;
  /** Floats after the line. */
  exclusions: Exclusions;

  constructor(
    start: Position,
    items: InlineItems,
    initialStyle: ComputedStyle,
    textIndent: number,
    isRtl: boolean,
    exclusions: Exclusions,
  ) {
    this.start = start;
    this.end = start;
    this.items = items;
    this.style = items.style;
    this.initialStyle = initialStyle;
    this.textIndent = textIndent;
    this.isRtl = isRtl;
    this.exclusions = exclusions;
  }

  /** The sum of what is on the line. */
  computeWidth(): number {
    let width = this.textIndent;
    for (const result of this.results) width += result.inlineSize;
    return width;
  }
}

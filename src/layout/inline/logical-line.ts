/**
 * A line while it is built: its entries in order, and the inline boxes around them.
 *
 * Offsets are along the line: inline from its line-left edge, block from the baseline until the line's height is known.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { BrokenLine, LineResult } from './broken-line.ts';
import type { FontHeight } from './font-height.ts';
import type { InlineEdges } from './inline-edges.ts';

export type EntryKind =
  | 'text'
  | 'hyphen'
  | 'atomic'
  | 'initial-letter'
  /** Room before the base of a ruby annotation. */
  | 'gap'
  /** A ruby annotation with the room behind its base. */
  | 'annotation'
  /** Holds the place and the block offset of an inline box that has content. */
  | 'placeholder'
  /** An inline box without content. */
  | 'empty-box'
  | 'out-of-flow'
  /** Something that only has a bidi level. */
  | 'control';

export class LineEntry {
  kind: EntryKind;
  readonly box: Box;
  readonly result: LineResult | null;
  readonly level: number;
  inlineOffset = 0;
  blockOffset: number;
  inlineSize: number;
  readonly blockSize: number;
  /** From the line-left edge of its area to its border box: the margin of an atomic inline. */
  lead = 0;
  /** Index of the innermost box around it in `LogicalLine.boxes` plus one; 0 for none. */
  boxIndex = 0;
  /** For 'annotation': where it begins, which is where its base does or before. */
  annotationOffset = 0;
  /** What relative positioning of the boxes around it adds, along the page's axes. */
  dx = 0;
  dy = 0;

  constructor(
    kind: EntryKind,
    box: Box,
    result: LineResult | null,
    level: number,
    blockOffset: number,
    inlineSize: number,
    blockSize: number,
  ) {
    this.kind = kind;
    this.box = box;
    this.result = result;
    this.level = level;
    this.blockOffset = blockOffset;
    this.inlineSize = inlineSize;
    this.blockSize = blockSize;
  }

  /** Takes room on the line. */
  get isContent(): boolean {
    return this.kind !== 'placeholder' && this.kind !== 'out-of-flow' && this.kind !== 'control';
  }

  /** Its place among others follows theirs when bidi text is reordered. */
  get isOpaqueToBidi(): boolean {
    return this.kind === 'placeholder' || this.kind === 'empty-box';
  }
}

/** An inline box on one line; bidi reordering may tear it into several. */
export class LineBox {
  readonly box: Box;
  /** The box's style on this line. */
  readonly style: ComputedStyle;
  readonly edges: InlineEdges;
  /** The entries of the box: its placeholder and what is inside. */
  start: number;
  end: number;
  hasLeftEdge: boolean;
  hasRightEdge: boolean;
  isCulled = false;
  /** Nothing is inside: the box is an entry itself. */
  isEmpty = false;
  /** Index plus one of the box around it; 0 for none. */
  parentIndex = 0;
  inlineOffset = 0;
  inlineSize = 0;
  blockOffset = 0;
  readonly blockSize: number;
  dx = 0;
  dy = 0;

  constructor(
    box: Box,
    style: ComputedStyle,
    edges: InlineEdges,
    start: number,
    end: number,
    hasLeftEdge: boolean,
    hasRightEdge: boolean,
    blockSize: number,
  ) {
    this.box = box;
    this.style = style;
    this.edges = edges;
    this.start = start;
    this.end = end;
    this.hasLeftEdge = hasLeftEdge;
    this.hasRightEdge = hasRightEdge;
    this.blockSize = blockSize;
  }

  get isRtl(): boolean {
    return this.box.style.direction === 'rtl';
  }

  get leftMargin(): number {
    if (!this.hasLeftEdge) return 0;
    return this.isRtl ? this.edges.margin.inlineEnd : this.edges.margin.inlineStart;
  }

  get rightMargin(): number {
    if (!this.hasRightEdge) return 0;
    return this.isRtl ? this.edges.margin.inlineStart : this.edges.margin.inlineEnd;
  }

  /** Margin, border and padding on the line-left side. */
  get left(): number {
    if (!this.hasLeftEdge) return 0;
    const { border, padding } = this.edges;
    const own = this.isRtl ? border.inlineEnd + padding.inlineEnd : border.inlineStart + padding.inlineStart;
    return own + this.leftMargin;
  }

  get right(): number {
    if (!this.hasRightEdge) return 0;
    const { border, padding } = this.edges;
    const own = this.isRtl ? border.inlineStart + padding.inlineStart : border.inlineEnd + padding.inlineEnd;
    return own + this.rightMargin;
  }
}

export interface LogicalLine {
  readonly line: BrokenLine;
  entries: LineEntry[];
  /** Inner boxes before the boxes around them. */
  boxes: LineBox[];
  /** Of the line box. */
  metrics: FontHeight;
  inlineSize: number;
  /** How far ruby annotations reach above and below the baseline; 0 without any. */
  annotationOver: number;
  annotationUnder: number;
}

/**
 * The state of the line breaker, and the small steps that change it.
 *
 * It goes through the items of an inline formatting context once; a line that overflows is rewound to its last
 * break opportunity. Each line of state has an owner: text and its measures here, what items do in line-content.ts,
 * rewinding in line-overflow.ts.
 *
 * The stages follow Blink's line breaker, because where a line breaks in corner cases is defined by no standard.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { Exclusions, LineOpportunity } from '../exclusions.ts';
import type { LayoutResult } from '../fragment.ts';
import type { PlacedFloat } from '../inline-content.ts';
import { ceilUnit, EPSILON } from '../layout-unit.ts';
import type { LogicalSides } from '../writing-mode.ts';
import { type BrokenLine, LineResult } from './broken-line.ts';
import type { InlineItems } from './collect.ts';
import type { InlineItem } from './items.ts';
import { breaksSpaces, wrapsLines } from './items.ts';
import { hyphenWidth } from './shape-items.ts';

/** An atomic inline as the line needs it. */
export interface AtomicSize {
  /** With margins. */
  readonly inlineSize: number;
  readonly margins: LogicalSides<number>;
  /** `null` while only sizes are asked for. */
  readonly layout: LayoutResult | null;
}

/** What the line breaker asks of those who use it. */
export interface LineContext {
  readonly items: InlineItems;
  /** 'min-content' breaks at every opportunity to find the widest word. */
  readonly mode: 'content' | 'min-content';
  /** Quirks and limited quirks mode: boxes without text do not make lines. */
  readonly lineHeightQuirk: boolean;
  /** What 100% is for margins, padding and 'text-indent'. */
  readonly percentBase: number;
  /** The content edges of the container in BFC coordinates. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** `least`: it is as wide as this at least. */
  sizeAtomic(box: Box, least?: number): AtomicSize;
  placeFloat(box: Box, blockOffset: number, exclusions: Exclusions): PlacedFloat;
}

export type Stage =
  | 'continue'
  /** Too much is on the line and nothing could be taken back: it ends at the next opportunity. */
  | 'overflow'
  /** The line has ended but for spaces and tags that belong to it. */
  | 'trailing'
  | 'done';

/** What is known about white space at the end of the line so far. */
export type TrailingSpace = 'leading' | 'none' | 'unknown' | 'collapsible' | 'collapsed' | 'preserved';

const NO_FLOATS: ReadonlyMap<Box, PlacedFloat> = new Map();

export class LineState {
  readonly context: LineContext;
  readonly items: readonly InlineItem[];
  readonly text: string;
  readonly positions: Float64Array;
  readonly line: BrokenLine;
  itemIndex = 0;
  offset = 0;
  /** The width of the line so far. */
  position = 0;
  stage: Stage = 'continue';
  trailing: TrailingSpace = 'leading';
  exclusions: Exclusions;
  opportunity: LineOpportunity;
  /** How wide the line may be, whatever room there is ('text-wrap-style'). */
  limit = Number.POSITIVE_INFINITY;
  /** The style of the innermost open inline box. */
  style!: ComputedStyle;
  autoWrap = true;
  /** Lines do not break between the letters of a ruby base. */
  isInColumn = false;
  breaksAnywhere = false;
  /** The line is being broken again because a word did not fit: words with 'overflow-wrap' break anywhere. */
  overridesBreakAnywhere = false;
  /** Index of the result that shows a hyphen as things stand, or -1. */
  hyphenIndex = -1;
  hasAnyHyphen = false;
  afterForcedBreak = false;
  /** How often the line went back. No content is known that makes it go on for ever, but a page may find some. */
  rewinds = 0;
  /** Floats in front of anything on the line: they have been placed before it. */
  leadingFloats: ReadonlyMap<Box, PlacedFloat> = NO_FLOATS;
  #breaks!: Uint8Array;

  constructor(context: LineContext, line: BrokenLine, exclusions: Exclusions, opportunity: LineOpportunity) {
    this.context = context;
    this.line = line;
    this.items = line.items.items;
    this.text = line.items.text;
    this.positions = line.items.positions;
    this.exclusions = exclusions;
    this.opportunity = opportunity;
  }

  // --- Room -------------------------------------------------------------------------------------------------------

  get available(): number {
    return Math.max(0, this.opportunity.lineEnd - this.opportunity.lineStart);
  }

  /** Widths are rounded up one by one: what is over by less than one unit fits. */
  get availableToFit(): number {
    return Math.min(this.available, this.limit) + EPSILON;
  }

  get remaining(): number {
    return this.availableToFit - this.position;
  }

  get fits(): boolean {
    return this.position <= this.availableToFit;
  }

  // --- Items ------------------------------------------------------------------------------------------------------

  get isAtEnd(): boolean {
    return this.itemIndex >= this.items.length;
  }

  /** Puts the current item, or its text up to `end`, on the line. */
  add(item: InlineItem, end: number): LineResult {
    const results = this.line.results;
    const previous = results[results.length - 1];
    const result = new LineResult(item, this.itemIndex, this.offset, end, this.breaksAnywhere, previous);
    results.push(result);
    return result;
  }

  /** Puts nothing of the current item on the line: a break before it moves behind it. */
  addEmpty(item: InlineItem): void {
    const results = this.line.results;
    const last = results[results.length - 1];
    const result = this.add(item, this.offset);
    if (last?.canBreakAfter) {
      last.canBreakAfter = false;
      result.canBreakAfter = true;
    } else if (last?.createsLine) {
      // An open tag in between keeps its place: the space that collapsed is inside the box.
      this.computeCanBreakAfter(result);
    }
  }

  skipEmpty(item: InlineItem): void {
    this.addEmpty(item);
    this.moveTo(item);
  }

  /** Goes on after an item. */
  moveTo(item: InlineItem): void {
    this.offset = item.end;
    this.itemIndex++;
  }

  /** Goes on after a part of an item. */
  moveAfter(result: LineResult): void {
    this.offset = result.end;
    this.itemIndex = result.itemIndex + (result.end === result.item.end ? 1 : 0);
  }

  get canBreakAfterLast(): boolean {
    const results = this.line.results;
    return results.length > 0 && results[results.length - 1]!.canBreakAfter;
  }

  // --- Style and break opportunities ------------------------------------------------------------------------------

  setStyle(style: ComputedStyle): void {
    if (style !== this.style) this.forceStyle(style);
  }

  /** Sets what the style says about wrapping, also when the style is the same but the way to break has changed. */
  forceStyle(style: ComputedStyle): void {
    this.style = style;
    this.autoWrap = wrapsLines(style) && !this.isInColumn;
    if (this.isInColumn) this.breaksAnywhere = false;
    if (!this.autoWrap) return;
    if (style.lineBreak === 'anywhere') {
      this.breaksAnywhere = false;
    } else if (style.wordBreak === 'break-word') {
      this.breaksAnywhere = true;
    } else {
      // 'break-word' does not count for min-content, 'anywhere' does.
      this.breaksAnywhere =
        style.overflowWrap === 'anywhere' || (style.overflowWrap === 'break-word' && this.context.mode === 'content');
    }
    const anywhere = this.breaksAnywhere && (this.overridesBreakAnywhere || this.context.mode === 'min-content');
    this.#breaks = this.line.items.breaks.forStyle(style, anywhere);
  }

  get breaksEverySpace(): boolean {
    return breaksSpaces(this.style);
  }

  get breaksAtCharacters(): boolean {
    return this.style.lineBreak === 'anywhere' || (this.overridesBreakAnywhere && this.breaksAnywhere);
  }

  /** Whether a line may end before this offset. */
  isBreakable(offset: number): boolean {
    return this.#breaks[offset] !== 0 || offset >= this.text.length;
  }

  /** The last opportunity at or before an offset, or `start` when there is none after it. */
  previousBreak(offset: number, start: number): number {
    for (let at = offset; at > start; at--) if (this.isBreakable(at)) return at;
    return start;
  }

  /** The first opportunity at or after an offset, or `end`. */
  nextBreak(offset: number, end: number): number {
    for (let at = offset; at < end; at++) if (this.isBreakable(at)) return at;
    return end;
  }

  /** The character that follows the current place in the flow; NaN at the end. */
  get unitAfter(): number {
    return this.text.charCodeAt(this.line.items.inFlow.after(this.offset));
  }

  /** The character before the current place in the flow; NaN at the beginning. */
  get unitBefore(): number {
    return this.text.charCodeAt(this.line.items.inFlow.before(this.offset) - 1);
  }

  computeCanBreakAfter(result: LineResult): void {
    result.canBreakAfter = this.autoWrap && this.isBreakable(result.end);
  }

  // --- Measures ---------------------------------------------------------------------------------------------------

  /** The width of a part of a text item; a line is never made shorter by text. */
  textWidth(start: number, end: number, correction = 0): number {
    return Math.max(0, ceilUnit(this.positions[end]! - this.positions[start]! + correction));
  }

  /** The first character of text[start, end) that does not fit into `available`, or `end`. */
  firstBeyond(start: number, end: number, available: number): number {
    const limit = this.positions[start]! + available;
    if (this.positions[end]! <= limit) return end;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.positions[middle]! <= limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // --- Hyphens ----------------------------------------------------------------------------------------------------

  get hasHyphen(): boolean {
    return this.hyphenIndex >= 0;
  }

  /** Lets the line end with a hyphen after this result; the position is the caller's to move. */
  addHyphen(index: number): number {
    const result = this.line.results[index]!;
    if (result.hyphenSize === 0) result.hyphenSize = hyphenWidth(result.item.style);
    result.inlineSize += result.hyphenSize;
    this.hyphenIndex = index;
    this.hasAnyHyphen = true;
    return result.hyphenSize;
  }

  removeHyphen(): number {
    const result = this.line.results[this.hyphenIndex]!;
    result.inlineSize -= result.hyphenSize;
    this.hyphenIndex = -1;
    return result.hyphenSize;
  }
}

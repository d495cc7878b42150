/**
 * Inline layout: lines of a block container.
 *
 * In:  the container's box, its content size, the floats around it.
 * Out: lines from top to bottom with all fragments in them, baselines, floats and out-of-flow boxes they held.
 *
 * CSS 2.2 §9.4.2 https://www.w3.org/TR/CSS22/visuren.html#inline-formatting, CSS Inline 3
 */
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { usedMargins } from '../edges.ts';
import type { ClearSides, Exclusions, LineOpportunity } from '../exclusions.ts';
import type { OutOfFlow } from '../fragment.ts';
import type { InlineInput, InlineResult, PlacedFloat, PlacedLine } from '../inline-content.ts';
import type { LineLimits } from '../line-limits.ts';
import { type Writing, writingOf } from '../writing-mode.ts';
import { alignLine } from './align.ts';
import type { BrokenLine } from './broken-line.ts';
import { inlineItemsOf } from './collect.ts';
import { lineHeightOf } from './font-height.ts';
import { type InitialLetter, initialLetterIn, initialLetterOf, placeLetter } from './initial-letter.ts';
import { InlineContainers } from './inline-containers.ts';
import { isFlipped } from './inline-edges.ts';
import { wrapsLines } from './items.ts';
import { buildLine, type LineOptions, type OpenBox } from './line.ts';
import { type LineRoom, type LineStart, type NextLine, nextLine } from './line-breaker.ts';
import { emitLine, type LineContainer } from './line-fragment.ts';
import type { AtomicSize, LineContext } from './line-state.ts';
import type { LogicalLine } from './logical-line.ts';
import { plainTextOf } from './plain-text.ts';
import { reachOf } from './ruby.ts';
import { textEdges } from './text-edge.ts';
import { TextWrap } from './text-wrap.ts';

export function layoutInlineContent(input: InlineInput): InlineResult {
  return new InlineLayout(input).layout();
}

/** No line of it would have any height: margins collapse through it. A marker beside it has a line. */
export function inlineContentIsEmpty(box: Box, lineHeightQuirk = false): boolean {
  return box.marker === null && plainTextOf(box) === null && inlineItemsOf(box).isEmpty(lineHeightQuirk);
}

/** A line with its place in the container's content box. */
interface FinishedLine extends PlacedLine {
  readonly lineLeft: number;
  readonly outOfFlow: readonly OutOfFlow[];
}

/** One try at a line. */
interface Attempt {
  readonly broken: NextLine;
  readonly built: LogicalLine;
  readonly open: OpenBox[];
}

class InlineLayout implements LineContext {
  readonly items;
  readonly mode = 'content';
  readonly lineHeightQuirk: boolean;
  readonly percentBase: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly #input: InlineInput;
  readonly #writing: Writing;
  readonly #options: LineOptions;
  readonly #container: LineContainer;
  readonly #lines: FinishedLine[] = [];
  #open: OpenBox[] = [];
  /** BFC block offset of the next line. */
  #cursor: number;
  #exclusions: Exclusions;
  readonly #wrap: TextWrap | null;
  readonly #maxLines: number;
  /** What the last line is trimmed by. */
  #trimmedEnd = 0;
  #lineCount = 0;
  /** What the last line, or margins before the first, leave for annotations of the next one. */
  #spaceBelow: number;
  /** How far annotations below the last line reach out of it. */
  #annotationBelow = 0;
  #firstBaseline: number | null = null;
  #lastBaseline: number | null = null;
  /** The letter beside the first lines. */
  #letter: InitialLetter | null = null;
  /** Where line-clamp ends the container. */
  #clampedSize: number | null = null;

  constructor(input: InlineInput) {
    const { box, space, contentInline, contentBlock, bfcLineOffset } = input;
    this.#input = input;
    this.items = inlineItemsOf(box);
    this.#spaceBelow = input.spaceAbove;
    this.percentBase = contentInline;
    this.lineStart = bfcLineOffset;
    this.lineEnd = bfcLineOffset + contentInline;
    this.#writing = writingOf(box.style);
    this.#cursor = input.bfcBlockOffset;
    this.#exclusions = input.exclusions;
    this.lineHeightQuirk = space.ports.quirks || space.ports.limitedQuirks;
    this.#options = { lineHeightQuirk: this.lineHeightQuirk, isBidi: this.items.isBidi };
    this.#maxLines = input.limits?.lines ?? Number.POSITIVE_INFINITY;
    this.#wrap = TextWrap.of(this, this.#maxLines, !input.exclusions.isEmpty);
    const { horizontal } = this.#writing;
    this.#container = {
      box,
      writing: this.#writing,
      contentWidth: horizontal ? contentInline : contentBlock,
      contentHeight: horizontal ? contentBlock : contentInline,
      contentInline,
    };
  }

  layout(): InlineResult {
    let start: LineStart | null = {
      position: { item: 0, offset: 0 },
      style: this.items.forFirstLine.style,
      isFirst: true,
      afterForcedBreak: false,
      isRtl: null,
    };
    while (start !== null) start = this.#layoutLine(start);
    return this.#finish();
  }

  // --- Lines --------------------------------------------------------------------------------------------------------

  #layoutLine(start: LineStart): LineStart | null {
    const leading = this.#placeLeadingFloats(start);
    if (start.isFirst) this.#beginBesideLetters();
    const attempt = this.#fitWithAnnotations(start, leading);
    const { line, next } = attempt.broken;
    this.#open = attempt.open;
    const height = lineHeightOf(attempt.built.metrics);
    const { limits } = this.#input;
    if (limits !== null && !line.isEmpty) this.#trimLine(limits, attempt.built);
    if (this.items.hasAnnotations && !line.isEmpty) this.#leaveForAnnotations(attempt.built);
    if (start.isFirst && this.#letter !== null) placeLetter(this.#letter, attempt.built, this.#writing);
    this.#exclusions = this.#placeWaitingFloats(line, line.blockOffset + height);
    this.#addLine(attempt.built);
    if (!line.isEmpty) {
      this.#cursor = Math.max(line.blockOffset + height, this.#clearance(line));
      this.#lineCount++;
      if (this.#lineCount === this.#maxLines && next !== null) {
        this.#clampedSize = this.#cursor - this.#input.bfcBlockOffset;
      }
    }
    return next;
  }

  /** CSS Inline 3 §6.1: the first line moves up; the container ends where the letters of the last one do. */
  #trimLine(limits: LineLimits, { line, metrics }: LogicalLine): void {
    const { ascent, descent } = textEdges(line.style, limits.edge);
    if (limits.trimsStart && this.#lineCount === 0) line.blockOffset -= metrics.ascent - ascent;
    if (limits.trimsEnd && this.#clampedSize === null) this.#trimmedEnd = metrics.descent - descent;
  }

  /** CSS Ruby 1 §3.4: annotations take what lines and margins leave above and below the text before lines move apart. */
  #annotationShift(built: LogicalLine): number {
    const { line, letters, annotation } = reachOf(built, isFlipped(this.#input.box) ? 'under' : 'over');
    const above = annotation - line - this.#spaceBelow;
    const below = this.#annotationBelow - Math.max(0, line - Math.max(0, letters));
    return Math.max(0, above, below);
  }

  /** Tries once more where the line moved down to make room, because other floats may be there. */
  #fitWithAnnotations(start: LineStart, leading: ReadonlyMap<Box, PlacedFloat>): Attempt {
    const attempt = this.#fitLine(start, leading);
    const { line } = attempt.broken;
    if (!this.items.hasAnnotations || line.isEmpty) return attempt;
    const shift = this.#annotationShift(attempt.built);
    if (shift === 0 || this.#exclusions.isEmpty) {
      line.blockOffset += shift;
      return attempt;
    }
    this.#cursor = line.blockOffset + shift;
    return this.#fitLine(start, leading);
  }

  /** What a line leaves for the annotations of the next. */
  #leaveForAnnotations(built: LogicalLine): void {
    const { line, letters, annotation } = reachOf(built, isFlipped(this.#input.box) ? 'over' : 'under');
    this.#spaceBelow = Math.max(0, line - Math.max(0, letters, annotation));
    this.#annotationBelow = Math.max(0, annotation - line);
  }

  /** Tries one place between the floats after the other until the line fits there. */
  #fitLine(start: LineStart, leading: ReadonlyMap<Box, PlacedFloat>): Attempt {
    const exclusions = this.#exclusions;
    const forceLine = this.#input.box.marker !== null;
    const wraps = wrapsLines(this.#input.box.style);
    const limit = this.#wrap === null ? Number.POSITIVE_INFINITY : this.#wrap.limitAt(start);
    let blockOffset = this.#cursor;
    // A line is as high as its letter reaches down where floats are concerned.
    const least = start.isFirst && this.#letter !== null ? this.#letter.bottom : 0;
    let minBlockSize = least;
    for (;;) {
      const opportunity = exclusions.opportunityAt(this.lineStart, this.lineEnd, blockOffset, minBlockSize);
      // Floats that begin further down leave no room for a line of this height.
      if (minBlockSize > 0 && opportunity.lineEnd <= opportunity.lineStart && this.#isNarrowed(opportunity)) {
        blockOffset = opportunity.nextBlockOffset;
        minBlockSize = least;
        continue;
      }
      const room: LineRoom = { opportunity, exclusions, minBlockSize, leadingFloats: leading, limit };
      const broken = nextLine(this, start, room, forceLine);
      const { line } = broken;
      // A word that does not fit beside the floats goes below them.
      if (line.hasOverflow && wraps && this.#isNarrowed(opportunity)) {
        blockOffset = opportunity.nextBlockOffset;
        minBlockSize = least;
        continue;
      }
      line.alignOffset = alignLine(line);
      const open = [...this.#open];
      const built = buildLine(line, this.#input.box, open, this.#options);
      // A float that begins further down may narrow a line as high as this one.
      const height = lineHeightOf(built.metrics);
      if (height > minBlockSize && blockOffset + height > opportunity.blockEnd) {
        minBlockSize = height;
        continue;
      }
      return { broken, built, open };
    }
  }

  #isNarrowed(opportunity: LineOpportunity): boolean {
    const { lineStart, lineEnd, nextBlockOffset } = opportunity;
    if (nextBlockOffset === Number.POSITIVE_INFINITY) return false;
    // A container without width has nothing that a float could take.
    return Math.min(lineStart, this.lineEnd) > this.lineStart || Math.max(lineEnd, this.lineStart) < this.lineEnd;
  }

  #addLine(built: LogicalLine): void {
    const { line, metrics } = built;
    const { contentInline, bfcBlockOffset, box } = this.#input;
    const indent = line.isRtl ? 0 : line.textIndent;
    const lineLeft = line.lineLeft - this.lineStart + line.alignOffset + indent;
    const { fragment, outOfFlow } = emitLine(built, this.#container, lineLeft);
    if (line.isEmpty && fragment.children.length === 0 && outOfFlow.length === 0) return;
    const size = inlineSizeOf(fragment, this.#writing);
    const blockOffset = line.blockOffset - bfcBlockOffset;
    const inlineOffset = this.#writing.rtl ? contentInline - lineLeft - size : lineLeft;
    this.#lines.push({ fragment, inlineOffset, blockOffset, lineLeft, outOfFlow });
    if (line.isEmpty) return;
    const baseline = blockOffset + (isFlipped(box) ? metrics.descent : metrics.ascent);
    this.#firstBaseline ??= baseline;
    if (this.#clampedSize === null) this.#lastBaseline = baseline;
  }

  /** <br clear> goes below floats after its line. */
  #clearance(line: BrokenLine): number {
    if (!line.hasForcedBreak) return Number.NEGATIVE_INFINITY;
    const last = line.results.findLast((result) => result.item.kind === 'newline')!.item;
    if (last.box.kind !== 'break') return Number.NEGATIVE_INFINITY;
    return this.#exclusions.clearance(clearSides(last.style.clear, this.#writing.rtl));
  }

  // --- Floats -------------------------------------------------------------------------------------------------------

  /** Floats in front of everything on the line narrow it wherever it goes. */
  #placeLeadingFloats(start: LineStart): ReadonlyMap<Box, PlacedFloat> {
    let placed: Map<Box, PlacedFloat> | null = null;
    const { items } = this.items;
    for (let i = start.position.item; i < items.length; i++) {
      const item = items[i]!;
      if (!item.isEmptyIn(this.lineHeightQuirk)) break;
      if (item.kind !== 'float') continue;
      const float = this.placeFloat(item.box, this.#cursor, this.#exclusions);
      this.#exclusions = float.exclusions;
      placed ??= new Map();
      placed.set(item.box, float);
    }
    return placed ?? NO_FLOATS;
  }

  placeFloat(box: Box, blockOffset: number, exclusions: Exclusions): PlacedFloat {
    return this.#input.placeFloat(box, blockOffset, exclusions);
  }

  /** Floats that did not fit beside the line go below it. */
  #placeWaitingFloats(line: BrokenLine, blockOffset: number): Exclusions {
    let { exclusions } = line;
    for (const { item, float } of line.results) {
      if (item.kind !== 'float' || float !== null) continue;
      exclusions = this.placeFloat(item.box, blockOffset, exclusions).exclusions;
    }
    return exclusions;
  }

  // --- Initial letters ----------------------------------------------------------------------------------------------

  /**
   * CSS Inline 3 §7.9: the first line begins below earlier letters, if it has one of its own or 'clear' says so, and makes
   * room for what its letter reaches above it.
   */
  #beginBesideLetters(): void {
    const { style } = this.#input.box;
    const letter = initialLetterOf(this.items.items);
    const { leftLetters, rightLetters } = this.#exclusions;
    if (letter === null && Math.max(leftLetters, rightLetters) <= this.#cursor) return;
    const sides = letter === null ? clearSides(style.clear, this.#writing.rtl) : 'both';
    if (sides === 'left' || sides === 'both') this.#cursor = Math.max(this.#cursor, leftLetters);
    if (sides === 'right' || sides === 'both') this.#cursor = Math.max(this.#cursor, rightLetters);
    if (letter === null) return;
    const { layout, margins } = this.sizeAtomic(letter);
    const blockSize = blockSizeOf(layout!.fragment, this.#writing);
    this.#letter = initialLetterIn(style, this.items.forFirstLine.style, letter, margins, blockSize, this.percentBase);
    // What is above the first line is trimmed with it.
    if (this.#input.limits?.trimsStart === true) return;
    this.#cursor += this.#letter.raise;
    this.#spaceBelow += this.#letter.raise;
  }

  // --- Atomic inlines -----------------------------------------------------------------------------------------------

  sizeAtomic(box: Box, least = Number.NEGATIVE_INFINITY): AtomicSize {
    const size = this.#layoutAtomic(box, 'fit-content', this.#input.contentInline);
    return size.inlineSize < least ? this.#layoutAtomic(box, 'stretch', least) : size;
  }

  #layoutAtomic(box: Box, inlineSizing: 'fit-content' | 'stretch', availableInline: number): AtomicSize {
    const { space, contentInline, contentBlock } = this.#input;
    const offered = childSpace(box, this.#writing, space.ports, {
      availableInline,
      availableBlock: contentBlock,
      percentInline: contentInline,
      percentBlock: contentBlock,
      inlineSizing,
      newFormattingContext: true,
    });
    const layout = space.layoutChild(box, offered);
    const margins = usedMargins(box.style, this.#writing, contentInline);
    const inlineSize = inlineSizeOf(layout.fragment, this.#writing) + margins.inlineStart + margins.inlineEnd;
    return { inlineSize, margins, layout };
  }

  // --- The whole ----------------------------------------------------------------------------------------------------

  #finish(): InlineResult {
    const { bfcBlockOffset } = this.#input;
    const end = this.#clampedSize ?? this.#cursor + this.#annotationBelow - bfcBlockOffset;
    const blockSize = end - this.#trimmedEnd;
    const outOfFlow: OutOfFlow[] = [];
    const containers = new InlineContainers();
    for (const line of this.#lines) {
      const corner = this.#cornerOf(line, blockSize);
      for (const item of line.outOfFlow) outOfFlow.push({ ...item, x: item.x + corner.x, y: item.y + corner.y });
      containers.add(line.fragment, corner.x, corner.y);
    }
    return {
      lines: this.#lines,
      blockSize,
      firstBaseline: this.#firstBaseline,
      lastBaseline: this.#lastBaseline,
      exclusions: this.#exclusions,
      outOfFlow,
      inlineContainers: containers.finish(),
      lineCount: this.#lineCount,
    };
  }

  /** The physical corner of a line in the area of all lines. */
  #cornerOf(line: FinishedLine, blockSize: number): { readonly x: number; readonly y: number } {
    const { fragment, lineLeft, blockOffset } = line;
    const { contentInline, box } = this.#input;
    if (this.#writing.horizontal) return { x: lineLeft, y: blockOffset };
    const x = this.#writing.blockReversed ? blockSize - blockOffset - fragment.width : blockOffset;
    const upwards = box.style.writingMode === 'sideways-lr';
    return { x, y: upwards ? contentInline - lineLeft - fragment.height : lineLeft };
  }
}

const NO_FLOATS: ReadonlyMap<Box, PlacedFloat> = new Map();

function clearSides(clear: Box['style']['clear'], rtl: boolean): ClearSides {
  if (clear === 'inline-start') return rtl ? 'right' : 'left';
  if (clear === 'inline-end') return rtl ? 'left' : 'right';
  return clear;
}

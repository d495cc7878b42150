/**
 * Builds a line from what the line breaker put on it: line box heights and inline positions.
 *
 * In:  a broken line, the inline boxes that were open before it.
 * Out: entries with offsets along the line, boxes around them, the metrics of the line box.
 *
 * CSS 2.2 §10.8 https://www.w3.org/TR/CSS22/visudet.html#line-height
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { isListItem } from '../../style/display.ts';
import type { Box } from '../box.ts';
import { blockSizeOf } from '../child-space.ts';
import { lineLeftMargin } from '../edges.ts';
import { fallbackFonts, fontFor } from '../text/measure.ts';
import { writingOf } from '../writing-mode.ts';
import { alignedBaseline } from './atomic-baseline.ts';
import { BoxState, BoxStateStack } from './box-state.ts';
import type { BrokenLine, LineResult } from './broken-line.ts';
import {
  type Baseline,
  baselineOf,
  type FontHeight,
  isNoHeight,
  lineHeightOf,
  metricsHeight,
  ZERO_HEIGHT,
} from './font-height.ts';
import type { InlineEdges } from './inline-edges.ts';
import type { InlineItem } from './items.ts';
import { LineBox, LineEntry, type LogicalLine } from './logical-line.ts';
import { reorderLine } from './reorder.ts';
import { baseEnds, placeAnnotations } from './ruby.ts';
import { textEdges } from './text-edge.ts';

/** An inline box that is open across a line break. */
export interface OpenBox {
  readonly item: InlineItem;
  readonly edges: InlineEdges;
}

export interface LineOptions {
  /** Quirks and limited quirks mode: boxes without text do not make lines taller. */
  readonly lineHeightQuirk: boolean;
  readonly isBidi: boolean;
}

/** Builds one line; `open` is changed to the boxes that are open after it. */
export function buildLine(line: BrokenLine, container: Box, open: OpenBox[], options: LineOptions): LogicalLine {
  const built = new LineBuilder(line, container, options).build(open);
  if (options.isBidi) reorderLine(built, line.isRtl);
  built.inlineSize = positionInline(built);
  if (line.items.hasAnnotations) placeAnnotations(built);
  return built;
}

class LineBuilder {
  readonly #line: BrokenLine;
  readonly #container: Box;
  readonly #quirk: boolean;
  readonly #baseline: Baseline;
  readonly #entries: LineEntry[] = [];
  readonly #boxes: LineBox[] = [];
  readonly #stack: BoxStateStack;
  /** A ruby column whose base has not begun, and the last annotation whose base has ended. */
  #gap: LineResult | null = null;
  #ended: LineResult | null = null;
  readonly #baseEnds: ReadonlyMap<LineResult, LineResult> | null;

  constructor(line: BrokenLine, container: Box, options: LineOptions) {
    this.#line = line;
    this.#container = container;
    this.#baseEnds = line.items.hasAnnotations ? baseEnds(line) : null;
    this.#quirk = options.lineHeightQuirk;
    this.#baseline = baselineOf(container.style);
    this.#stack = new BoxStateStack(this.#entries, this.#boxes, this.#baseline);
  }

  build(open: OpenBox[]): LogicalLine {
    this.#begin(open);
    for (const result of this.#line.results) this.#place(result, open);
    while (this.#stack.states.length > 1) this.#close(false);
    const root = this.#stack.root;
    this.#stack.pop();
    for (const box of this.#boxes) box.blockOffset = this.#entries[box.start]!.blockOffset;
    const metrics = this.#line.isEmpty || isNoHeight(root.metrics) ? ZERO_HEIGHT : root.metrics;
    return {
      line: this.#line,
      entries: this.#entries,
      boxes: this.#boxes,
      metrics,
      inlineSize: 0,
      annotationOver: 0,
      annotationUnder: 0,
    };
  }

  /** The strut, and the boxes that go on from the line before. */
  #begin(open: readonly OpenBox[]): void {
    const style = this.#line.style;
    const root = this.#stack.push(new BoxState(this.#container, style, null, true, 0));
    // A list item makes room for its marker on every line.
    if (!this.#quirk || isListItem(style.display)) root.computeTextMetrics(this.#baseline);
    for (const { item, edges } of open) {
      const state = this.#open(item, item.box.style, edges, false);
      if (!this.#quirk) state.computeTextMetrics(this.#baseline);
    }
  }

  #place(result: LineResult, open: OpenBox[]): void {
    const item = result.item;
    const state = this.#stack.top;
    if (this.#gap !== null && item.kind !== 'open' && item.kind !== 'bidi') this.#addGap(this.#gap);
    if (item.kind === 'close') this.#endBase(this.#baseEnds?.get(result));
    switch (item.kind) {
      case 'text':
        if (result.length > 0) this.#placeText(result, state);
        break;
      case 'tab':
      case 'newline':
        this.#placeControl(result, state);
        break;
      case 'opportunity':
        if (!item.isGenerated) this.#placeControl(result, state);
        break;
      case 'ignored':
        break;
      case 'open': {
        const opened = this.#open(item, item.style, result.edges!, item.box.isFirstPiece);
        // Even an empty inline box is as high as its line height, except in quirks mode.
        if (!this.#quirk || !item.isEmptyIn(true)) opened.computeTextMetrics(this.#baseline);
        open.push({ item, edges: result.edges! });
        break;
      }
      case 'close':
        if (this.#quirk && !item.isEmptyIn(true)) state.ensureTextMetrics(this.#baseline);
        this.#close(item.box.isLastPiece);
        open.pop();
        break;
      case 'atomic':
        this.#placeAtomic(result);
        break;
      case 'column':
        if (result.column !== null) this.#gap = result;
        break;
      case 'annotation':
        this.#endBase(result);
        this.#entries.push(new LineEntry('annotation', item.box, result, item.level, 0, 0, 0));
        break;
      case 'out-of-flow':
        this.#entries.push(new LineEntry('out-of-flow', item.box, result, item.level, 0, 0, 0));
        break;
      case 'initial-letter':
        this.#placeInitialLetter(result);
        break;
      case 'bidi':
      case 'float':
        this.#entries.push(new LineEntry('control', item.box, result, item.level, 0, 0, 0));
        break;
    }
  }

  /** The room before a ruby base is inside the boxes that begin with it, */
  #addGap(result: LineResult): void {
    this.#gap = null;
    this.#entries.push(new LineEntry('gap', result.item.box, result, result.item.level, 0, result.inlineSize, 0));
  }

  /** and the room behind it inside those that end with it. */
  #endBase(annotation: LineResult | undefined): void {
    if (annotation === undefined || annotation === this.#ended) return;
    this.#ended = annotation;
    this.#addGap(annotation);
  }

  #placeText(result: LineResult, state: BoxState): void {
    const item = result.item;
    if (this.#quirk) state.ensureTextMetrics(this.#baseline);
    if (item.hasFallbacks) {
      // Only those of the part on this line make it taller.
      const fonts = fallbackFonts(fontFor(item.style), this.#line.items.text, result.start, result.end);
      state.addFallbacks(fonts, this.#baseline);
    }
    // UAX 9, rule L1: spaces at the end of a line have the level of the paragraph.
    const level = result.hangs ? Number(this.#line.isRtl) : item.level;
    const { textTop, textHeight } = state;
    const hyphen = result.isHyphenated ? result.hyphenSize : 0;
    const width = result.inlineSize - hyphen;
    this.#entries.push(new LineEntry('text', item.box, result, level, textTop, width, textHeight));
    if (hyphen > 0) {
      this.#entries.push(new LineEntry('hyphen', item.box, result, level, textTop, hyphen, textHeight));
    }
  }

  #placeControl(result: LineResult, state: BoxState): void {
    if (this.#quirk && isNoHeight(state.metrics)) state.ensureTextMetrics(this.#baseline);
    const { item, inlineSize } = result;
    const level = result.hangs ? Number(this.#line.isRtl) : item.level;
    this.#entries.push(new LineEntry('text', item.box, result, level, state.textTop, inlineSize, state.textHeight));
  }

  #placeAtomic(result: LineResult): void {
    const box = result.item.box;
    const margins = result.margins!;
    const state = this.#stack.push(new BoxState(box, box.style, null, true, this.#entries.length));
    const { metrics, blockSize, over } = alignedBaseline(box, result.layout!, margins, this.#container, this.#baseline);
    state.metrics = metrics;
    const top = over - metrics.ascent;
    const entry = new LineEntry('atomic', box, result, result.item.level, top, result.inlineSize, blockSize);
    const rtl = this.#container.style.direction === 'rtl';
    entry.inlineOffset = rtl ? margins.inlineEnd : margins.inlineStart;
    this.#entries.push(entry);
    this.#stack.pop();
  }

  /** It takes room along the line and none across it: where it stands is known with the line's place. */
  #placeInitialLetter(result: LineResult): void {
    const { item, layout, inlineSize } = result;
    const margins = result.margins!;
    const blockSize = blockSizeOf(layout!.fragment, writingOf(this.#container.style));
    const entry = new LineEntry('initial-letter', item.box, result, item.level, 0, inlineSize, blockSize);
    entry.inlineOffset = lineLeftMargin(margins, writingOf(this.#container.style));
    this.#entries.push(entry);
  }

  #open(item: InlineItem, style: ComputedStyle, edges: InlineEdges, hasStartEdge: boolean): BoxState {
    const { box, isCulled } = item;
    const state = this.#stack.push(new BoxState(box, style, edges, hasStartEdge, this.#entries.length));
    state.isCulled = isCulled;
    let offset = 0;
    let size = 0;
    if (!this.#line.isEmpty) {
      // The box is as high as its font, whatever its line height is.
      const font = boxHeight(style, this.#baseline);
      offset = -font.ascent - edges.over;
      size = lineHeightOf(font) + edges.over + edges.under;
    }
    this.#entries.push(new LineEntry('placeholder', box, null, 0, offset, 0, size));
    return state;
  }

  #hasContent(from: number): boolean {
    for (let at = from; at < this.#entries.length; at++) if (this.#entries[at]!.isContent) return true;
    return false;
  }

  #close(hasEndEdge: boolean): void {
    const state = this.#stack.top;
    const placeholder = this.#entries[state.start]!;
    const rtl = state.style.direction === 'rtl';
    const hasLeft = rtl ? hasEndEdge : state.hasStartEdge;
    const hasRight = rtl ? state.hasStartEdge : hasEndEdge;
    const end = this.#entries.length;
    const isEmpty = end === state.start + 1;
    if (state.isCulled && !this.#hasContent(state.start + 1)) {
      // Nothing of it is on this line, so nothing is aligned either.
      if (isEmpty) this.#entries.pop();
      this.#stack.pop();
      return;
    }
    const size = placeholder.blockSize;
    const box = new LineBox(state.box, state.style, state.edges!, state.start, end, hasLeft, hasRight, size);
    box.isCulled = state.isCulled;
    box.isEmpty = isEmpty;
    // A box without content has its size now: there is nothing that could move it apart.
    if (isEmpty) {
      placeholder.kind = 'empty-box';
      placeholder.inlineSize = box.left + box.right;
    }
    this.#boxes.push(box);
    this.#stack.pop();
  }
}

/** Places entries from line-left to line-right, then the boxes around them; returns the width of the line. */
function positionInline(built: LogicalLine): number {
  const { entries, boxes, line } = built;
  if (boxes.length === 0) return positionEntries(line, entries, null);
  const count = entries.length;

  // Margins, borders and padding of boxes push what follows their edges.
  const push = new Float64Array(count + 1);
  for (const box of boxes) {
    if (box.isEmpty) continue;
    push[box.start]! += box.left;
    push[box.end]! += box.right;
  }
  const position = positionEntries(line, entries, push);

  // A box reaches from its first entry to its last, with the edges of boxes that begin or end there too.
  const leftEdges = new Float64Array(count);
  const rightEdges = new Float64Array(count);
  for (const box of boxes) {
    const first = entries[box.start]!;
    if (box.isEmpty) {
      box.inlineOffset = first.inlineOffset + box.leftMargin;
      box.inlineSize = Math.max(0, box.left + box.right - box.leftMargin - box.rightMargin);
      continue;
    }
    const last = entries[box.end - 1]!;
    leftEdges[box.start]! += box.left;
    rightEdges[box.end - 1]! += box.right;
    const left = first.inlineOffset - first.lead - leftEdges[box.start]! + box.leftMargin;
    const lastSize = last.isContent ? last.inlineSize : 0;
    const right = last.inlineOffset - last.lead + lastSize + rightEdges[box.end - 1]! - box.rightMargin;
    box.inlineOffset = left;
    box.inlineSize = Math.max(0, right - left);
  }
  return position;
}

/** `push` is what the edges of boxes add before each entry, and behind the last one. */
function positionEntries(line: BrokenLine, entries: readonly LineEntry[], push: Float64Array | null): number {
  // In right-to-left lines spaces hang over the left edge.
  let position = line.isRtl ? -line.hangWidth : 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    if (push !== null) position += push[i]!;
    entry.lead = entry.inlineOffset;
    entry.inlineOffset += position;
    if (entry.isContent) position += entry.inlineSize;
  }
  if (push !== null) position += push[entries.length]!;
  return line.isRtl ? position : position - line.hangWidth;
}

/** As high as the font, unless 'text-box-trim' cuts it down to the letters. */
function boxHeight(style: ComputedStyle, baseline: Baseline): FontHeight {
  const font = metricsHeight(fontFor(style), baseline);
  if (style.textBoxTrim === 'none') return font;
  const { ascent, descent } = textEdges(style, style.textBoxEdge);
  const isTrimmedAt = (side: 'trim-start' | 'trim-end') =>
    style.textBoxTrim === side || style.textBoxTrim === 'trim-both';
  return {
    ascent: isTrimmedAt('trim-start') ? ascent : font.ascent,
    descent: isTrimmedAt('trim-end') ? descent : font.descent,
  };
}

/**
 * Inline boxes that are open while a line is built, and vertical alignment.
 *
 * In:  boxes as they open and close, text and atomic inlines as they are met.
 * Out: block offsets of all entries from the line's baseline, and how far the line reaches above and below it.
 *
 * CSS 2.2 §10.8 https://www.w3.org/TR/CSS22/visudet.html#line-height. Where that leaves things undefined ('top' and
 * 'bottom' in one line), the result is Chrome's.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { roundUnit, toUnit } from '../layout-unit.ts';
import { type FontMetrics, fontFor } from '../text/measure.ts';
import {
  type Baseline,
  type FontHeight,
  isNoHeight,
  lineHeightOf,
  metricsHeight,
  moved,
  NO_HEIGHT,
  unite,
  usedLineHeight,
  withLeading,
  ZERO_HEIGHT,
} from './font-height.ts';
import type { InlineEdges } from './inline-edges.ts';
import type { LineBox, LineEntry } from './logical-line.ts';

/** A box whose place depends on the size of one around it. */
interface Pending {
  readonly start: number;
  readonly end: number;
  metrics: FontHeight;
  readonly align: ComputedStyle['verticalAlign'];
}

export class BoxState {
  readonly box: Box;
  readonly style: ComputedStyle;
  readonly edges: InlineEdges | null;
  readonly hasStartEdge: boolean;
  /** Index of the first entry of the box. */
  readonly start: number;
  /** How far the box and its content reach. */
  metrics: FontHeight = NO_HEIGHT;
  /** How far its own text reaches, with leading. */
  textMetrics: FontHeight = NO_HEIGHT;
  textTop = 0;
  textHeight = 0;
  /** 'line-height: normal' makes room for fallback fonts. */
  includesFallbacks = false;
  pending: Pending[] = [];
  isCulled = false;

  constructor(box: Box, style: ComputedStyle, edges: InlineEdges | null, hasStartEdge: boolean, start: number) {
    this.box = box;
    this.style = style;
    this.edges = edges;
    this.hasStartEdge = hasStartEdge;
    this.start = start;
  }

  computeTextMetrics(baseline: Baseline): void {
    const font = metricsHeight(fontFor(this.style), baseline);
    this.textTop = -font.ascent;
    this.textHeight = lineHeightOf(font);
    this.textMetrics = withLeading(font, usedLineHeight(this.style));
    this.metrics = unite(this.metrics, this.textMetrics);
    this.includesFallbacks = this.style.lineHeight === 'normal';
  }

  ensureTextMetrics(baseline: Baseline): void {
    if (isNoHeight(this.textMetrics)) this.computeTextMetrics(baseline);
  }

  addFallbacks(fonts: readonly FontMetrics[], baseline: Baseline): void {
    if (!this.includesFallbacks) return;
    for (const font of fonts) {
      this.metrics = unite(this.metrics, withLeading(metricsHeight(font, baseline), font.lineSpacing));
    }
  }
}

/** The boxes that are open, outermost (the line's root inline box) first. */
export class BoxStateStack {
  readonly states: BoxState[] = [];
  readonly #entries: LineEntry[];
  readonly #boxes: readonly LineBox[];
  readonly #baseline: Baseline;

  constructor(entries: LineEntry[], boxes: readonly LineBox[], baseline: Baseline) {
    this.#entries = entries;
    this.#boxes = boxes;
    this.#baseline = baseline;
  }

  get root(): BoxState {
    return this.states[0]!;
  }

  get top(): BoxState {
    return this.states[this.states.length - 1]!;
  }

  push(state: BoxState): BoxState {
    this.states.push(state);
    return state;
  }

  /** Aligns the innermost box and gives its extent to the one around it. */
  pop(): void {
    const index = this.states.length - 1;
    const settled = this.#align(index);
    const state = this.states.pop()!;
    if (index > 0 && settled) {
      const parent = this.states[index - 1]!;
      parent.metrics = unite(parent.metrics, state.metrics);
    }
  }

  /** Whether the box has its place; if not, one of the boxes around it will move it. */
  #align(index: number): boolean {
    const state = this.states[index]!;
    if (state.pending.length > 0) this.#settlePending(state);
    const align = state.style.verticalAlign;
    const end = this.#entries.length;
    if (align === 'baseline' || index === 0 || state.start === end) return true;

    const parent = this.states[index - 1]!;
    if (align === 'top' || align === 'bottom') {
      let ancestor = index - 1;
      while (ancestor > 0 && !isLineRelative(this.states[ancestor]!.style.verticalAlign)) ancestor--;
      this.states[ancestor]!.pending.push({ start: state.start, end, metrics: state.metrics, align });
      return false;
    }
    if (align === 'text-top' || align === 'text-bottom') {
      parent.pending.push({ start: state.start, end, metrics: state.metrics, align });
      return false;
    }
    const shift = baselineShift(state, parent);
    if (!isNoHeight(state.metrics)) state.metrics = moved(state.metrics, shift);
    this.#move(state.start, end, shift);
    return true;
  }

  #settlePending(state: BoxState): void {
    const font = metricsHeight(fontFor(state.style), this.#baseline);
    let toLine = false;
    for (const child of state.pending) {
      if (isNoHeight(child.metrics)) child.metrics = ZERO_HEIGHT;
      if (isLineRelative(child.align)) {
        toLine = true;
        continue;
      }
      const shift =
        child.align === 'text-top' ? child.metrics.ascent - font.ascent : font.descent - child.metrics.descent;
      this.#settle(state, child, shift);
    }
    if (toLine) {
      const subtree = this.#alignedSubtree(state);
      for (const child of state.pending) {
        if (child.align === 'top') this.#settle(state, child, child.metrics.ascent - subtree.ascent);
        else if (child.align === 'bottom') this.#settle(state, child, subtree.descent - child.metrics.descent);
      }
    }
    state.pending = [];
  }

  #settle(state: BoxState, child: Pending, shift: number): void {
    child.metrics = moved(child.metrics, shift);
    state.metrics = unite(state.metrics, child.metrics);
    this.#move(child.start, child.end, shift);
  }

  #move(start: number, end: number, shift: number): void {
    if (shift === 0) return;
    for (let i = start; i < end; i++) this.#entries[i]!.blockOffset += shift;
  }

  /** What 'top' and 'bottom' align to: all that is not so aligned, extended where a box is taller than that. */
  #alignedSubtree(state: BoxState): FontHeight {
    let metrics = state.metrics;
    for (const box of this.#boxes) {
      if (box.isCulled || box.isEmpty || isLineRelative(box.style.verticalAlign)) continue;
      const { padding } = box.edges;
      const ascent = -this.#entries[box.start]!.blockOffset;
      const own = { ascent: ascent - padding.blockStart, descent: box.blockSize - ascent - padding.blockEnd };
      metrics = unite(metrics, withLeading(own, usedLineHeight(box.style)));
    }
    if (isNoHeight(metrics)) metrics = ZERO_HEIGHT;
    let extended = metrics;
    for (const child of state.pending) {
      const height = lineHeightOf(child.metrics);
      if (!isLineRelative(child.align) || height <= lineHeightOf(extended)) continue;
      extended =
        child.align === 'top'
          ? { ascent: metrics.ascent, descent: height - metrics.ascent }
          : { ascent: height - metrics.descent, descent: metrics.descent };
    }
    return extended;
  }
}

function isLineRelative(align: ComputedStyle['verticalAlign']): boolean {
  return align === 'top' || align === 'bottom';
}

/** How far 'vertical-align' moves a box down from its parent's baseline. */
function baselineShift(state: BoxState, parent: BoxState): number {
  const align = state.style.verticalAlign;
  switch (align) {
    case 'sub':
      return toUnit(toUnit(parent.style.fontSize) / 5) + 1;
    case 'super':
      return -(toUnit(toUnit(parent.style.fontSize) / 3) + 1);
    case 'middle':
      return middle(state.metrics) - roundUnit(fontFor(parent.style).xHeight / 2);
    // HTML §15.4.3: what 'align=middle' says of images.
    case '-webkit-baseline-middle':
      return middle(state.metrics);
    case 'baseline':
    case 'top':
    case 'bottom':
    case 'text-top':
    case 'text-bottom':
      return 0;
    default:
      // Percentages are of the box's own line height.
      return -toUnit(resolveLength(align, usedLineHeight(state.style)));
  }
}

/** From the baseline down to the middle of a box. */
function middle(metrics: FontHeight): number {
  return isNoHeight(metrics) ? 0 : toUnit((metrics.ascent - metrics.descent) / 2);
}

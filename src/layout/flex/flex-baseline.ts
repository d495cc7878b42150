/**
 * Baselines in flex containers: of items on a line, and of the container itself.
 *
 * In:  items with their cross sizes and, where they have been laid out, their own baselines.
 * Out: distances from the edges of the line.
 *
 * Items of a line share baselines in two groups: one keeps to the start of the line, the other to its end. A first
 * baseline keeps to the start; 'last baseline', a reversed cross axis, and an item whose blocks stack against the
 * container's each turn that round.
 *
 * CSS Flexbox 1 §8.3, §8.5, CSS Align 3 §9 https://drafts.csswg.org/css-align-3/#baseline-rules
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { LayoutResult } from '../fragment.ts';
import { isScrollContainer } from '../sizing.ts';
import { crossEnd, crossStart, type FlexAxes } from './flex-axes.ts';
import type { FlexContext } from './flex-context.ts';
import type { FlexItem, FlexLine } from './flex-item.ts';

type WritingMode = ComputedStyle['writingMode'];

export function isBaselineAligned({ align }: FlexItem): boolean {
  return align === 'first baseline' || align === 'last baseline';
}

/** The writing mode in which an item has a baseline across the container. */
function baselineMode({ axes, box }: FlexContext, item: FlexItem): WritingMode {
  const own = item.box.style.writingMode;
  const isParallel = item.writing.horizontal === axes.writing.horizontal;
  if (axes.row) return isParallel ? own : box.style.writingMode;
  if (!isParallel) return own;
  if (own !== 'horizontal-tb') return 'horizontal-tb';
  return axes.writing.rtl ? 'vertical-rl' : 'vertical-lr';
}

export function isInStartGroup(context: FlexContext, item: FlexItem): boolean {
  const { axes, box } = context;
  const mode = baselineMode(context, item);
  const turned = (item.align === 'last baseline') !== axes.crossReversed;
  const agrees = axes.row ? mode === box.style.writingMode : isStackedWithDirection(mode) !== axes.writing.rtl;
  return agrees !== turned;
}

function isStackedWithDirection(mode: WritingMode): boolean {
  return mode !== 'vertical-rl' && mode !== 'sideways-rl';
}

/** From the outer edge that the item's group keeps to, to the item's baseline. */
export function baselineDistance(
  context: FlexContext,
  item: FlexItem,
  result: LayoutResult | null,
  crossSize: number,
): number {
  const { axes } = context;
  const isLast = item.align === 'last baseline';
  const mode = baselineMode(context, item);
  const baseline = ownBaseline(item, mode, result, crossSize, isLast) ?? synthesized(context, mode, crossSize);
  const fromEdge = axes.crossReversed !== isLast ? crossSize - baseline : baseline;
  const margin = isInStartGroup(context, item) ? crossStart(axes, item.margin) : crossEnd(axes, item.margin);
  return (margin ?? 0) + fromEdge;
}

function ownBaseline(
  { box }: FlexItem,
  mode: WritingMode,
  result: LayoutResult | null,
  crossSize: number,
  isLast: boolean,
): number | null {
  if (result === null || box.style.writingMode !== mode) return null;
  const baseline = isLast ? result.lastBaseline : result.firstBaseline;
  // What is scrolled away is no baseline.
  if (baseline === null || !isScrollContainer(box.style)) return baseline;
  return Math.max(0, Math.min(baseline, crossSize));
}

/** CSS Align 3 §9.3: at the lower edge of the border box; where upright letters stand in columns, in its middle. */
function synthesized({ box }: FlexContext, mode: WritingMode, crossSize: number): number {
  if (hasCentralBaseline(box.style)) return crossSize / 2;
  return mode === 'vertical-lr' ? 0 : crossSize;
}

function hasCentralBaseline({ writingMode, textOrientation }: ComputedStyle): boolean {
  return writingMode.startsWith('vertical') && textOrientation !== 'sideways';
}

/** Takes one item into the baselines of its line; gives the cross size that its group takes so far. */
export class LineBaselines {
  startAscent: number | null = null;
  endAscent: number | null = null;
  #startDescent = Number.NEGATIVE_INFINITY;
  #endDescent = Number.NEGATIVE_INFINITY;

  add(isStart: boolean, ascent: number, outerCross: number): number {
    const descent = outerCross - ascent;
    if (isStart) {
      this.startAscent = Math.max(this.startAscent ?? Number.NEGATIVE_INFINITY, ascent);
      this.#startDescent = Math.max(this.#startDescent, descent);
      return this.startAscent + this.#startDescent;
    }
    this.endAscent = Math.max(this.endAscent ?? Number.NEGATIVE_INFINITY, ascent);
    this.#endDescent = Math.max(this.#endDescent, descent);
    return this.endAscent + this.#endDescent;
  }
}

/** §8.5: the container's baselines are those of its first and last line: shared ones, else of the outermost item. */
export class ContainerBaselines {
  readonly #axes: FlexAxes;
  readonly #isCentral: boolean;
  #firstShared: number | null = null;
  #lastShared: number | null = null;
  #firstItem: number | null = null;
  #lastItem: number | null = null;

  constructor({ axes, box }: FlexContext) {
    this.#axes = axes;
    this.#isCentral = hasCentralBaseline(box.style);
  }

  addLine({ startBaseline, endBaseline, cross }: FlexLine, offset: number, isFirst: boolean, isLast: boolean): void {
    if (!this.#axes.row) return;
    const fromStart = startBaseline === null ? null : offset + startBaseline;
    const fromEnd = endBaseline === null ? null : offset + cross - endBaseline;
    if (isFirst) this.#firstShared = fromStart ?? fromEnd;
    if (isLast) this.#lastShared = fromEnd ?? fromStart;
  }

  addItem(
    { box, writing }: FlexItem,
    result: LayoutResult,
    blockOffset: number,
    isFirst: boolean,
    isLast: boolean,
  ): void {
    const { fragment } = result;
    const { writing: container } = this.#axes;
    const size = container.horizontal ? fragment.height : fragment.width;
    const isParallel = writing.horizontal === container.horizontal && writing.blockReversed === container.blockReversed;
    const clamped = (baseline: number | null): number => {
      if (!isParallel || baseline === null) return this.#isCentral ? size / 2 : size;
      return isScrollContainer(box.style) ? Math.max(0, Math.min(baseline, size)) : baseline;
    };
    if (isFirst) this.#firstItem ??= blockOffset + clamped(result.firstBaseline);
    if (isLast) this.#lastItem = blockOffset + clamped(result.lastBaseline);
  }

  get first(): number | null {
    return this.#firstShared ?? this.#firstItem;
  }

  get last(): number | null {
    return this.#lastShared ?? this.#lastItem;
  }
}

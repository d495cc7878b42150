/**
 * Used border, padding and margin widths.
 *
 * In:  a style, the writing mode whose sides are asked for, and what 100% is for padding and margin.
 * Out: lengths by flow side; 'auto' margins are zero here, the axis solvers look for them in the style.
 *
 * CSS 2.2 §8 https://www.w3.org/TR/CSS22/box.html
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import { type LengthPercentage, type LengthPercentageOrAuto, resolveLength } from '../style/length.ts';
import type { Box } from './box.ts';
import { toUnit } from './layout-unit.ts';
import type { Space } from './space.ts';
import { factsOf } from './style-facts.ts';
import {
  type LogicalSides,
  logicalBorders,
  logicalMargins,
  logicalPaddings,
  type PhysicalSides,
  toPhysicalSides,
  type Writing,
  writingOf,
} from './writing-mode.ts';

interface PhysicalEdges {
  readonly writing: Writing;
  readonly border: PhysicalSides<number>;
  readonly padding: PhysicalSides<number>;
}

/** Border and padding of a box, and their sums. */
export class Edges {
  readonly border: LogicalSides<number>;
  readonly padding: LogicalSides<number>;
  readonly inlineStart: number;
  readonly inlineEnd: number;
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly inlineSum: number;
  readonly blockSum: number;
  #physical: PhysicalEdges | null = null;

  constructor(border: LogicalSides<number>, padding: LogicalSides<number>) {
    this.border = border;
    this.padding = padding;
    this.inlineStart = border.inlineStart + padding.inlineStart;
    this.inlineEnd = border.inlineEnd + padding.inlineEnd;
    this.blockStart = border.blockStart + padding.blockStart;
    this.blockEnd = border.blockEnd + padding.blockEnd;
    this.inlineSum = this.inlineStart + this.inlineEnd;
    this.blockSum = this.blockStart + this.blockEnd;
  }

  /** The widths by the sides of the page. Made once: the edges of a style are those of all its boxes. */
  physical(writing: Writing): PhysicalEdges {
    if (this.#physical === null || this.#physical.writing !== writing) {
      const border = toPhysicalSides(writing, this.border);
      this.#physical = { writing, border, padding: toPhysicalSides(writing, this.padding) };
    }
    return this.#physical;
  }

  /** Border and padding on the left of horizontal lines, or on the top of vertical ones. */
  lineLeft(writing: Writing): number {
    return writing.rtl ? this.inlineEnd : this.inlineStart;
  }
}

/** A used length in Chrome's units. An unknown percentage base counts as zero. */
export function usedLength(value: LengthPercentage, base: number): number {
  return toUnit(typeof value === 'number' ? value : resolveLength(value, Math.max(base, 0)));
}

/** A used margin; `null` for 'auto'. */
export function usedMargin(value: LengthPercentageOrAuto, base: number): number | null {
  return value === 'auto' ? null : usedLength(value, base);
}

/** What 100% is for a box's padding and margins: the inline size of its containing block, in that block's own flow. */
export function edgePercentBase(box: Box, space: Space): number {
  const parent = box.parent;
  const orthogonal =
    parent !== null &&
    parent.style.writingMode !== box.style.writingMode &&
    (parent.style.writingMode === 'horizontal-tb') !== (box.style.writingMode === 'horizontal-tb');
  return orthogonal ? space.percentBlock : space.percentInline;
}

/** Border and padding by the sides of `writing`; `borders` replaces the style's border widths when it is not `null`. */
export function usedEdges(
  style: ComputedStyle,
  writing: Writing,
  percentBase: number,
  borders: LogicalSides<number> | null = null,
): Edges {
  if (borders === null && writing === writingOf(style)) {
    const facts = factsOf(style);
    if (facts.edges === undefined) facts.edges = hasPercentPadding(style) ? null : edgesOf(style, writing, 0, null);
    if (facts.edges !== null) return facts.edges;
  }
  return edgesOf(style, writing, percentBase, borders);
}

function edgesOf(
  style: ComputedStyle,
  writing: Writing,
  percentBase: number,
  borders: LogicalSides<number> | null,
): Edges {
  if (borders === null && hasNoEdges(style)) return NO_EDGES;
  const padding = logicalPaddings(style, writing);
  return new Edges(borders ?? logicalBorders(style, writing), {
    inlineStart: usedPadding(padding.inlineStart, percentBase),
    inlineEnd: usedPadding(padding.inlineEnd, percentBase),
    blockStart: usedPadding(padding.blockStart, percentBase),
    blockEnd: usedPadding(padding.blockEnd, percentBase),
  });
}

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };
const NO_EDGES = new Edges(NO_SIDES, NO_SIDES);

/** Most boxes: they share one object. */
function hasNoEdges(style: ComputedStyle): boolean {
  return (
    style.paddingTop === 0 &&
    style.paddingBottom === 0 &&
    style.paddingLeft === 0 &&
    style.paddingRight === 0 &&
    style.borderTopWidth === 0 &&
    style.borderBottomWidth === 0 &&
    style.borderLeftWidth === 0 &&
    style.borderRightWidth === 0
  );
}

/** What percentages of padding are of can be another size from one layout to the next. */
export function hasPercentPadding({ paddingTop, paddingRight, paddingBottom, paddingLeft }: ComputedStyle): boolean {
  return (
    typeof paddingTop === 'object' ||
    typeof paddingRight === 'object' ||
    typeof paddingBottom === 'object' ||
    typeof paddingLeft === 'object'
  );
}

function hasPercentMargins({ marginTop, marginRight, marginBottom, marginLeft }: ComputedStyle): boolean {
  return (
    typeof marginTop === 'object' ||
    typeof marginRight === 'object' ||
    typeof marginBottom === 'object' ||
    typeof marginLeft === 'object'
  );
}

function hasNoMargins({ marginTop, marginRight, marginBottom, marginLeft }: ComputedStyle): boolean {
  return marginTop === 0 && marginRight === 0 && marginBottom === 0 && marginLeft === 0;
}

function usedPadding(value: LengthPercentage, base: number): number {
  return Math.max(0, usedLength(value, base));
}

/** Margins by the sides of `writing`, 'auto' as zero. */
export function usedMargins(style: ComputedStyle, writing: Writing, percentBase: number): LogicalSides<number> {
  if (hasNoMargins(style)) return NO_SIDES;
  if (writing === writingOf(style)) {
    const facts = factsOf(style);
    if (facts.margins === undefined) facts.margins = hasPercentMargins(style) ? null : marginsOf(style, writing, 0);
    if (facts.margins !== null) return facts.margins;
  }
  return marginsOf(style, writing, percentBase);
}

function marginsOf(style: ComputedStyle, writing: Writing, percentBase: number): LogicalSides<number> {
  const margins = logicalMargins(style, writing);
  return {
    inlineStart: usedMargin(margins.inlineStart, percentBase) ?? 0,
    inlineEnd: usedMargin(margins.inlineEnd, percentBase) ?? 0,
    blockStart: usedMargin(margins.blockStart, percentBase) ?? 0,
    blockEnd: usedMargin(margins.blockEnd, percentBase) ?? 0,
  };
}

/** The margin on the line-left side: the left of horizontal lines, the top of vertical ones. */
export function lineLeftMargin(margins: LogicalSides<number>, writing: Writing): number {
  return writing.rtl ? margins.inlineEnd : margins.inlineStart;
}

export function lineRightMargin(margins: LogicalSides<number>, writing: Writing): number {
  return writing.rtl ? margins.inlineStart : margins.inlineEnd;
}

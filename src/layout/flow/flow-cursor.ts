/**
 * The place in a block formatting context that a block container has come to.
 *
 * In:  where the container stands in the context it shares with its parent; then its children, one by one.
 * Out: where the container's border box begins, where the next child may begin, the margins and floats so far.
 *
 * While margins can still collapse through the start of the container, it does not know where it begins: it is
 * unresolved. Floats are then placed where it is expected to begin, and everything is laid out again if that was wrong.
 *
 * CSS 2.2 §8.3.1, §9.5.2 https://www.w3.org/TR/CSS22/visuren.html#flow-control
 */
import type { Box } from '../box.ts';
import { type AdjoiningFloats, type ClearSides, type Exclusions, NO_EXCLUSIONS } from '../exclusions.ts';
import type { FlowResult, MarginStrut } from '../fragment.ts';
import { EPSILON } from '../layout-unit.ts';
import type { FlowPosition, Space } from '../space.ts';
import { collapseMargin, enterContainer, marginSum, NO_MARGIN, trimsMargin } from './margin-collapse.ts';

export class FlowCursor {
  /** The container begins the formatting context. */
  readonly isRoot: boolean;
  /** Line-left edge of the container's border box in the BFC. */
  readonly line: number;
  /** The container begins here whatever its margins say. */
  readonly forced: number | null;
  /** Where an earlier try found that it begins. */
  readonly learnt: number | null;
  /** Where floats go while it is unresolved. */
  readonly expected: number;
  readonly clearanceOffset: number;
  /** 'margin-trim' of the container, or of one whose margins at the end are this one's too. */
  readonly trimsEnd: boolean;
  readonly #start: MarginStrut;
  readonly #base: number;
  /** The last try: what was expected is not checked any more. */
  readonly isFinal: boolean;

  /** Where the border box begins in the BFC; `null` while it is unresolved. */
  bfcBlockOffset: number | null = null;
  exclusions: Exclusions;
  /** Sides of floats whose place moves with the container's margins. */
  adjoining: AdjoiningFloats;
  /** Where the last in-flow child ended, from the border-box start. */
  offset = 0;
  /** Margins after it. */
  margin: MarginStrut;
  /** The last child collapsed through, and clearance holds it down. */
  isHeldByClearance = false;
  hasClearance = false;
  #usedExpectation = false;

  constructor(box: Box, space: Space, learnt: number | null, final: boolean) {
    const flow = space.newFormattingContext ? null : space.flow;
    this.isRoot = flow === null;
    this.line = flow?.bfcLineOffset ?? 0;
    this.#base = flow?.bfcBlockOffset ?? 0;
    this.#start = flow?.margin ?? NO_MARGIN;
    this.margin = enterContainer(this.#start, box, space.ports.quirks);
    this.exclusions = flow?.exclusions ?? NO_EXCLUSIONS;
    this.adjoining = flow?.adjoiningFloats ?? 0;
    this.forced = flow?.forcedBfcBlockOffset ?? null;
    this.learnt = learnt;
    this.expected = this.forced ?? learnt ?? this.#base + marginSum(this.#start);
    this.clearanceOffset = flow?.clearanceOffset ?? Number.NEGATIVE_INFINITY;
    this.trimsEnd = trimsMargin(box, 'block-end') || flow?.trimsEnd === true;
    this.isFinal = final;
  }

  get isResolved(): boolean {
    return this.bfcBlockOffset !== null;
  }

  /**
   * Whether clearance holds a child down that collapsed through with this margin. Chrome compares the floats with where the
   * container begins, not with where the child would be: so it holds more of them down than it has to.
   */
  holdsDown(margin: MarginStrut, clearanceOffset: number): boolean {
    return (this.bfcBlockOffset ?? this.#base) + marginSum(margin) < clearanceOffset;
  }

  /** Where margins of the next child begin to count. */
  get base(): number {
    return this.bfcBlockOffset === null ? this.#base : this.bfcBlockOffset + this.offset;
  }

  /** Where the next border box would begin, or is expected to. */
  get nextEdge(): number {
    return this.bfcBlockOffset === null ? this.expected : this.base + marginSum(this.margin);
  }

  /** How much of its containing block the margins before the container have taken. */
  get spaceBefore(): number | null {
    return this.bfcBlockOffset === null || this.isRoot ? null : this.bfcBlockOffset - this.#base;
  }

  /** Something was placed by the expectation: it has to come true. */
  relyOnExpectation(): void {
    if (this.bfcBlockOffset === null && this.forced === null) this.#usedExpectation = true;
  }

  addAdjoining(floats: AdjoiningFloats): void {
    if (this.bfcBlockOffset !== null || floats === 0) return;
    this.adjoining = (this.adjoining | floats) as AdjoiningFloats;
    this.relyOnExpectation();
  }

  /** Settles where the border box begins. False when the expectation was wrong and has been used. */
  resolve(at: number = this.#base + marginSum(this.margin)): boolean {
    if (this.bfcBlockOffset !== null) return true;
    let offset = this.isRoot ? 0 : (this.forced ?? at);
    if (offset < this.clearanceOffset) {
      offset = this.clearanceOffset;
      this.hasClearance = true;
    }
    this.bfcBlockOffset = offset;
    this.offset = 0;
    this.margin = NO_MARGIN;
    this.adjoining = 0;
    return this.isFinal || !this.#usedExpectation || Math.abs(offset - this.expected) < EPSILON;
  }

  /** Settles it for a marker without lines. Chrome lets margins that came through children go on below it as well. */
  resolveBeforeMarker(keepsMargin: boolean): boolean {
    if (this.isResolved) return true;
    const carried = this.margin;
    const isGood = this.resolve();
    if (keepsMargin) this.margin = carried;
    return isGood;
  }

  /** Settles it once more, without the margin of a child that had to move away. */
  resolveAgain(at: number): boolean {
    const old = this.bfcBlockOffset!;
    this.bfcBlockOffset = null;
    this.resolve(at);
    return this.isFinal || !this.#usedExpectation || Math.abs(old - this.bfcBlockOffset!) < EPSILON;
  }

  /**
   * The margin of a formatting context moves the container, and floats with it; unless it clears them, or an earlier try
   * found that it does not fit beside them.
   */
  isSeparated(clears: ClearSides, origin: number, apart: number): boolean {
    if ((sideSet(clears) & this.adjoining) !== 0) return true;
    const { learnt } = this;
    return learnt !== null && Math.abs(learnt - origin) >= EPSILON && Math.abs(learnt - apart) < EPSILON;
  }

  /** Moves past a child that takes up space, and ends at `end`. */
  pass(end: number, margin: MarginStrut): void {
    this.offset = end;
    this.margin = margin;
    this.isHeldByClearance = false;
  }

  /**
   * Moves past a child that collapsed through: the place stays as it was. If it cleared floats, its margins count from
   * so far above it that its border edge is where clearance put it.
   */
  passCollapsed(margin: MarginStrut, clearedAt: number | null, endMargin: MarginStrut): void {
    if (clearedAt !== null) {
      this.offset = clearedAt - marginSum(endMargin);
      this.isHeldByClearance = true;
    }
    this.margin = margin;
  }

  /** 'margin-trim': the margins at the end are dropped. */
  trimEnd(): void {
    this.margin = this.bfcBlockOffset === null ? this.#start : NO_MARGIN;
  }

  /** The position of a child in the same formatting context; `forced` when clearance says where it begins. */
  childPosition(
    line: number,
    blockStart: number,
    quirky: boolean,
    sides: ClearSides,
    forced: number | null,
    trimsEnd: boolean,
  ): FlowPosition {
    const unresolved = this.bfcBlockOffset === null;
    const clearance = this.exclusions.clearance(sides);
    return {
      bfcLineOffset: line,
      bfcBlockOffset: this.base,
      margin: collapseMargin(this.margin, blockStart, quirky),
      exclusions: this.exclusions,
      forcedBfcBlockOffset: unresolved ? this.forced : forced,
      expectedBfcBlockOffset: unresolved ? this.learnt : null,
      clearanceOffset: unresolved ? Math.max(this.clearanceOffset, clearance) : clearance,
      adjoiningFloats: unresolved ? this.adjoining : 0,
      trimsEnd,
    };
  }

  /** What goes on to the parent; `null` for the root of a formatting context. */
  result(endMargin: MarginStrut, lineCount: number): FlowResult | null {
    if (this.isRoot) return null;
    const selfCollapsing = this.bfcBlockOffset === null;
    return {
      bfcBlockOffset: this.bfcBlockOffset ?? this.forced,
      endMargin,
      exclusions: this.exclusions,
      selfCollapsing,
      hasClearance: this.hasClearance,
      adjoiningFloats: selfCollapsing ? this.adjoining : 0,
      lineCount,
    };
  }
}

/** Where floats go in a box at this position while it is unresolved. */
export function expectedOffset(position: FlowPosition): number {
  const { forcedBfcBlockOffset, expectedBfcBlockOffset, bfcBlockOffset, margin } = position;
  return forcedBfcBlockOffset ?? expectedBfcBlockOffset ?? bfcBlockOffset + marginSum(margin);
}

/** The sides of 'clear' as a set. */
export function sideSet(sides: ClearSides): AdjoiningFloats {
  switch (sides) {
    case 'none':
      return 0;
    case 'left':
      return 1;
    case 'right':
      return 2;
    case 'both':
      return 3;
  }
}

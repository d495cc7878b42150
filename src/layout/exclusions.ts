/**
 * The floats of one block formatting context.
 *
 * In:  floats in the order they were placed, with their margin boxes in BFC coordinates (line-left based).
 * Out: where the next float or formatting context fits, how wide a line may be, where clearance ends.
 *
 * CSS 2.2 §9.5.1 https://www.w3.org/TR/CSS22/visuren.html#float-position
 */

export interface Exclusion {
  readonly side: 'left' | 'right';
  /** Margin box, inline from the line-left edge of the BFC. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly blockStart: number;
  readonly blockEnd: number;
}

/** An immutable set of floats: placing one gives a new set, so that a layout that is tried twice sees the same floats. */
export interface Exclusions {
  readonly list: readonly Exclusion[];
  /** Block offset below which the next float's top may not be above (rule 5). */
  readonly lastFloatTop: number;
  readonly leftClear: number;
  readonly rightClear: number;
}

export const NO_EXCLUSIONS: Exclusions = {
  list: [],
  lastFloatTop: Number.NEGATIVE_INFINITY,
  leftClear: Number.NEGATIVE_INFINITY,
  rightClear: Number.NEGATIVE_INFINITY,
};

/** A stretch of a line between floats. */
export interface LineOpportunity {
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly blockOffset: number;
  /** Where the opportunity ends because a float begins or ends. */
  readonly blockEnd: number;
}

/**
 * The floats of one block formatting context.
 *
 * In:  floats in the order they were placed, with their margin boxes in BFC coordinates (line-left based).
 * Out: where the next float or formatting context fits, how wide a line may be, where clearance ends.
 *
 * Floats are placed with tops that never rise (rule 5 of CSS 2.2 §9.5.1), so the list is sorted by top. It is kept in
 * chunks that know how far down their floats reach: a question about one block offset skips whole chunks, and a set
 * shares all chunks but the last with the set it was made from.
 *
 * CSS 2.2 §9.5.1 https://www.w3.org/TR/CSS22/visuren.html#float-position
 */
import { EPSILON } from './layout-unit.ts';

export interface Exclusion {
  readonly side: 'left' | 'right';
  /** Margin box, inline from the line-left edge of the BFC. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly blockStart: number;
  readonly blockEnd: number;
}

/** A set of sides: 1 is left, 2 is right. */
export type AdjoiningFloats = 0 | 1 | 2 | 3;

export type ClearSides = 'none' | 'left' | 'right' | 'both';

interface Chunk {
  readonly previous: Chunk | null;
  readonly items: Exclusion[];
  /** No float of this chunk reaches below this. */
  ownEnd: number;
  /** No float of this chunk or of an earlier one reaches below this. */
  lowestEnd: number;
}

const CHUNK_SIZE = 32;

/** An immutable set of floats: placing one gives a new set, so that a layout that is tried twice sees the same floats. */
export class Exclusions {
  readonly count: number;
  /** Block offset above which the next float's top may not be (rule 5). */
  readonly lastFloatTop: number;
  /** Where all left floats have ended; -Infinity without any. */
  readonly leftClear: number;
  readonly rightClear: number;
  /** Where all initial letters have ended, by the side they stand on. */
  readonly leftLetters: number;
  readonly rightLetters: number;
  readonly #tail: Chunk | null;
  /** How many items of the tail belong to this set; a later set may have added more behind them. */
  readonly #tailCount: number;

  constructor(
    count: number,
    lastFloatTop: number,
    leftClear: number,
    rightClear: number,
    leftLetters: number,
    rightLetters: number,
    tail: Chunk | null,
    tailCount: number,
  ) {
    this.count = count;
    this.lastFloatTop = lastFloatTop;
    this.leftClear = leftClear;
    this.rightClear = rightClear;
    this.leftLetters = leftLetters;
    this.rightLetters = rightLetters;
    this.#tail = tail;
    this.#tailCount = tailCount;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The set with one more float. */
  add(exclusion: Exclusion): Exclusions {
    const left = exclusion.side === 'left';
    return new Exclusions(
      this.count + 1,
      Math.max(this.lastFloatTop, exclusion.blockStart),
      left ? Math.max(this.leftClear, exclusion.blockEnd) : this.leftClear,
      left ? this.rightClear : Math.max(this.rightClear, exclusion.blockEnd),
      this.leftLetters,
      this.rightLetters,
      ...this.#append(exclusion),
    );
  }

  /** The set with an initial letter, which lines keep away from as from a float. */
  addLetter(exclusion: Exclusion): Exclusions {
    const left = exclusion.side === 'left';
    return new Exclusions(
      this.count + 1,
      this.lastFloatTop,
      this.leftClear,
      this.rightClear,
      left ? Math.max(this.leftLetters, exclusion.blockEnd) : this.leftLetters,
      left ? this.rightLetters : Math.max(this.rightLetters, exclusion.blockEnd),
      ...this.#append(exclusion),
    );
  }

  /** Where everything has ended. */
  get blockEnd(): number {
    return Math.max(this.leftClear, this.rightClear, this.leftLetters, this.rightLetters);
  }

  #append(exclusion: Exclusion): [Chunk | null, number] {
    const tail = this.#tail;
    // A float without width moves nothing; it counts for clearance and for rule 5 only. One without height moves lines
    // that it is in the middle of.
    if (exclusion.lineEnd <= exclusion.lineStart || exclusion.blockEnd < exclusion.blockStart) {
      return [tail, this.#tailCount];
    }
    if (tail === null || this.#tailCount === CHUNK_SIZE) {
      const ownEnd = exclusion.blockEnd;
      const lowestEnd = Math.max(tail?.lowestEnd ?? Number.NEGATIVE_INFINITY, ownEnd);
      return [{ previous: tail, items: [exclusion], ownEnd, lowestEnd }, 1];
    }
    // Another set made from this one may have used the place behind our last item: then the chunk is copied.
    const own = tail.items.length === this.#tailCount ? tail : { ...tail, items: tail.items.slice(0, this.#tailCount) };
    own.items.push(exclusion);
    own.ownEnd = Math.max(own.ownEnd, exclusion.blockEnd);
    own.lowestEnd = Math.max(own.lowestEnd, exclusion.blockEnd);
    return [own, this.#tailCount + 1];
  }

  /** The block offset below the floats that `clear` names; -Infinity when there are none. */
  clearance(sides: ClearSides): number {
    if (sides === 'none') return Number.NEGATIVE_INFINITY;
    if (sides === 'left') return this.leftClear;
    return sides === 'right' ? this.rightClear : Math.max(this.leftClear, this.rightClear);
  }

  /**
   * The first place, not above `blockOffset`, where a line of `minInline` by `minBlock` fits between `lineStart` and
   * `lineEnd`. Where not even the whole width is enough, it is the first place without floats.
   */
  findOpportunity(
    lineStart: number,
    lineEnd: number,
    blockOffset: number,
    minInline: number,
    minBlock: number,
  ): LineOpportunity {
    let at = blockOffset;
    for (;;) {
      const found = this.opportunityAt(lineStart, lineEnd, at, minBlock);
      const untouched = found.lineStart === lineStart && found.lineEnd === lineEnd;
      if (untouched || found.lineEnd - found.lineStart >= minInline - EPSILON / 2) return found;
      if (found.nextBlockOffset === Number.POSITIVE_INFINITY) return found;
      at = found.nextBlockOffset;
    }
  }

  /**
   * The stretch of a line of this height at exactly this block offset. Floats that overlap there leave one without width;
   * where floats further down do, the width is negative, because nothing fits.
   */
  opportunityAt(lineStart: number, lineEnd: number, blockOffset: number, blockSize: number): LineOpportunity {
    const bottom = blockOffset + Math.max(blockSize, 0);
    let start = lineStart;
    let end = lineEnd;
    let topStart = lineStart;
    let topEnd = lineEnd;
    let nextStart = Number.POSITIVE_INFINITY;
    let nextEnd = Number.POSITIVE_INFINITY;
    let chunk = this.#tail;
    let count = this.#tailCount;
    while (chunk !== null && chunk.lowestEnd > blockOffset) {
      for (let i = chunk.ownEnd > blockOffset ? count - 1 : -1; i >= 0; i--) {
        const item = chunk.items[i]!;
        if (item.blockEnd <= blockOffset) continue;
        // A float beside the area does not narrow it (floats of other containers in the same BFC).
        if (item.side === 'left' ? item.lineEnd <= lineStart : item.lineStart >= lineEnd) continue;
        if (item.blockStart > blockOffset && item.blockStart >= bottom) {
          if (item.blockStart < nextStart) nextStart = item.blockStart;
          continue;
        }
        const isAbove = item.blockStart <= blockOffset;
        if (item.side === 'left') {
          start = Math.max(start, item.lineEnd);
          if (isAbove) topStart = Math.max(topStart, item.lineEnd);
        } else {
          end = Math.min(end, item.lineStart);
          if (isAbove) topEnd = Math.min(topEnd, item.lineStart);
        }
        if (item.blockEnd < nextEnd) nextEnd = item.blockEnd;
      }
      chunk = chunk.previous;
      count = CHUNK_SIZE;
    }
    return {
      lineStart: start,
      lineEnd: topEnd < topStart ? Math.max(start, end) : end,
      blockOffset,
      blockEnd: nextStart,
      nextBlockOffset: nextEnd,
    };
  }
}

export const NO_EXCLUSIONS = new Exclusions(
  0,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  null,
  0,
);

/** A stretch of a line between floats. */
export interface LineOpportunity {
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly blockOffset: number;
  /** Where a float begins that would narrow it; a taller line must ask again with its height. */
  readonly blockEnd: number;
  /** Where the first of the floats that narrow it ends: the next place worth trying. Infinity without floats. */
  readonly nextBlockOffset: number;
}

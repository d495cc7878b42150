/**
 * The baselines that items share in each track of an axis: from the start edge for one group, from the end edge for the
 * other.
 *
 * CSS Align 3 §9.1 https://drafts.csswg.org/css-align-3/#baseline-sharing-group
 */

export type BaselineGroup = 'start' | 'end';

export class TrackBaselines {
  readonly #fromStart: Float64Array;
  readonly #fromEnd: Float64Array;

  constructor(count: number) {
    this.#fromStart = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#fromEnd = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  }

  /** The largest distance of any item in the group; -Infinity when there is none. */
  distance(group: BaselineGroup, track: number): number {
    return (group === 'start' ? this.#fromStart : this.#fromEnd)[track]!;
  }

  raise(group: BaselineGroup, track: number, distance: number): void {
    const distances = group === 'start' ? this.#fromStart : this.#fromEnd;
    distances[track] = Math.max(distances[track]!, distance);
  }

  equals(other: TrackBaselines | null): boolean {
    if (other === null || other.#fromStart.length !== this.#fromStart.length) return false;
    return (
      this.#fromStart.every((distance, track) => distance === other.#fromStart[track]) &&
      this.#fromEnd.every((distance, track) => distance === other.#fromEnd[track])
    );
  }
}

/**
 * Random numbers from a seed: the same seed gives the same movements, so that what went wrong can be done again.
 *
 * In:  a seed. Out: numbers that are uniform, or close to a middle. Not for secrets.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.trunc(seed) >>> 0;
  }

  /** From 0 up to, not including, 1. SplitMix32: a counter whose bits are mixed. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Between the two, most often in the middle: the mean of three. */
  around(low: number, high: number): number {
    return low + ((high - low) * (this.next() + this.next() + this.next())) / 3;
  }
}

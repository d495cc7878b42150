/** Numbers that depend on a seed alone (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  upTo(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.upTo(values.length)]!;
  }
}

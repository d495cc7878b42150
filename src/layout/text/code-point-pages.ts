/**
 * A small number for each code point, where most of them have the same one.
 *
 * In:  numbers of ranges of code points, of 16 bits. Out: a lookup that is two array reads.
 *
 * Smaller and faster: all pages stand in one array. V8 makes every array of a snapshot anew for each realm, those with bytes
 * at a multiple of the price of other objects.
 */

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

export class CodePointPages {
  /** What code points have that nobody named. */
  readonly #common: number;
  /** Which page each 256 code points have. */
  readonly #numbers: Uint16Array;
  readonly #values: Int16Array;

  constructor(common: number, numbers: Uint16Array, values: Int16Array) {
    this.#common = common;
    this.#numbers = numbers;
    this.#values = values;
  }

  get(codePoint: number): number {
    const page = this.#numbers[codePoint >>> PAGE_BITS];
    return page === undefined ? this.#common : this.#values[(page << PAGE_BITS) | (codePoint & PAGE_MASK)]!;
  }
}

export class CodePointPagesBuilder {
  readonly #common: number;
  readonly #pages: Int16Array[] = [];
  /** Pages of a single value are shared: most of Unicode is ideographs and empty planes. */
  readonly #uniform = new Map<number, number>();
  readonly #numbers: number[] = [];

  constructor(common: number) {
    this.#common = common;
  }

  /** Code points from one up to another, without that. */
  set(from: number, to: number, value: number): void {
    while (from < to) {
      const index = from >>> PAGE_BITS;
      const pageStart = index << PAGE_BITS;
      const end = Math.min(to, pageStart + PAGE_SIZE);
      while (this.#numbers.length <= index) this.#numbers.push(this.#uniformPage(this.#common));
      if (end - from === PAGE_SIZE) this.#numbers[index] = this.#uniformPage(value);
      else this.#ownPage(index).fill(value, from - pageStart, end - pageStart);
      from = end;
    }
  }

  build(): CodePointPages {
    const values = new Int16Array(this.#pages.length * PAGE_SIZE);
    for (const [number, page] of this.#pages.entries()) values.set(page, number * PAGE_SIZE);
    return new CodePointPages(this.#common, Uint16Array.from(this.#numbers), values);
  }

  #uniformPage(value: number): number {
    const known = this.#uniform.get(value);
    if (known !== undefined) return known;
    const number = this.#newPage(new Int16Array(PAGE_SIZE).fill(value));
    this.#uniform.set(value, number);
    return number;
  }

  #newPage(page: Int16Array): number {
    return this.#pages.push(page) - 1;
  }

  /** A page that no other code points have. */
  #ownPage(index: number): Int16Array {
    const page = this.#pages[this.#numbers[index]!]!;
    if (this.#uniform.get(page[0]!) !== this.#numbers[index]) return page;
    this.#numbers[index] = this.#newPage(page.slice());
    return this.#pages[this.#numbers[index]!]!;
  }
}

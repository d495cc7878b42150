/**
 * A property of every code point, from a generated table of ranges.
 *
 * In:  text of int-string.ts: code points left out, length of the range, value, and so on in order.
 * Out: a lookup that is two array reads. What no range names has the value 0. It is decoded when first used.
 */
import { IntReader } from './int-string.ts';

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_COUNT = 0x110000 >>> PAGE_BITS;

export class PropertyTable {
  readonly #source: string;
  #pages: readonly Uint8Array[] | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  get(codePoint: number): number {
    this.#pages ??= readPages(this.#source);
    return this.#pages[codePoint >>> PAGE_BITS]![codePoint & (PAGE_SIZE - 1)]!;
  }
}

function readPages(source: string): Uint8Array[] {
  // Pages of a single value are shared: most of Unicode is ideographs and empty planes.
  const uniform = new Map<number, Uint8Array>();
  const uniformPage = (value: number): Uint8Array => {
    let page = uniform.get(value);
    if (!page) uniform.set(value, (page = new Uint8Array(PAGE_SIZE).fill(value)));
    return page;
  };
  const pages = new Array<Uint8Array>(PAGE_COUNT).fill(uniformPage(0));
  const reader = new IntReader(source);
  let from = 0;
  while (!reader.done) {
    from += reader.unsigned();
    const to = from + reader.unsigned();
    const value = reader.unsigned();
    while (from < to) {
      const index = from >>> PAGE_BITS;
      const pageStart = index << PAGE_BITS;
      const end = Math.min(to, pageStart + PAGE_SIZE);
      if (from === pageStart && end === pageStart + PAGE_SIZE) {
        pages[index] = uniformPage(value);
      } else {
        if (pages[index] === uniform.get(0)) pages[index] = new Uint8Array(PAGE_SIZE);
        pages[index]!.fill(value, from - pageStart, end - pageStart);
      }
      from = end;
    }
  }
  return pages;
}

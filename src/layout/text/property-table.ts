/**
 * A property of every code point, from a generated table of ranges.
 *
 * In:  text of int-string.ts: code points left out, length of the range, value, and so on in order.
 * Out: a lookup that is two array reads. What no range names has the value 0. It is decoded when first used.
 */
import { type CodePointPages, CodePointPagesBuilder } from './code-point-pages.ts';
import { IntReader } from './int-string.ts';

export class PropertyTable {
  readonly #source: string;
  #pages: CodePointPages | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  get(codePoint: number): number {
    this.#pages ??= readPages(this.#source);
    return this.#pages.get(codePoint);
  }
}

function readPages(source: string): CodePointPages {
  const pages = new CodePointPagesBuilder(0);
  const reader = new IntReader(source);
  let from = 0;
  while (!reader.done) {
    from += reader.unsigned();
    const to = from + reader.unsigned();
    pages.set(from, to, reader.unsigned());
    from = to;
  }
  return pages.build();
}

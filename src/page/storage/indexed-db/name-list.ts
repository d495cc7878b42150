/**
 * Sorted lists of names, as DOMStringList.
 *
 * HTML §2.6.2 https://html.spec.whatwg.org/#the-domstringlist-interface
 */
import { checkInternal, exposeClass, INTERNAL } from '../../network/web-class.ts';
import { defineProperty } from '../../primordials.ts';

export class DOMStringList {
  readonly #names: readonly string[];
  constructor(key?: unknown, names?: readonly string[]) {
    checkInternal(key);
    this.#names = names!;
    for (let at = 0; at < names!.length; at++) defineProperty(this, at, { value: names![at], enumerable: true });
  }
  get length(): number {
    return this.#names.length;
  }
  contains(name: unknown): boolean {
    return this.#names.includes(`${name}`);
  }
  item(index: unknown): string | null {
    return this.#names[Number(index) >>> 0] ?? null;
  }
}
defineProperty(DOMStringList.prototype, Symbol.iterator, {
  value: Array.prototype.values,
  writable: true,
  configurable: true,
});

export function nameList(names: string[]): DOMStringList {
  return new DOMStringList(INTERNAL, names.sort());
}

exposeClass('DOMStringList', DOMStringList);

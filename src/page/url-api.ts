/**
 * URL and URLSearchParams. The parsing is the engine realm's; here stand the parts it gave.
 *
 * URL §6 https://url.spec.whatwg.org/#api
 */

import { askEngine } from './engine-link.ts';
import { pairIterator } from './network/pair-iterator.ts';
import { defineProperty, uncurryThis } from './primordials.ts';
import { percentDecodeText, percentEncodeText } from './url/percent-encoding.ts';
import { URL_PARTS, type UrlPart } from './url/url-parts.ts';

type Pair = [name: string, value: string];

const isReserved = (codePoint: number): boolean => !/[A-Za-z0-9*\-._]/.test(String.fromCodePoint(codePoint));
const encode = (text: string): string => percentEncodeText(text, isReserved).replaceAll('%20', '+');
const decode = (text: string): string => percentDecodeText(text.replaceAll('+', ' '));

function parsePairs(query: string): Pair[] {
  const pairs: Pair[] = [];
  for (const piece of query.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    pairs.push(equals < 0 ? [decode(piece), ''] : [decode(piece.slice(0, equals)), decode(piece.slice(equals + 1))]);
  }
  return pairs;
}

/** What `new URLSearchParams()` takes: text, pairs, or a record. */
function pairsFrom(init: unknown): Pair[] {
  if (init === undefined || init === null) return [];
  if (typeof init !== 'object' && typeof init !== 'function') return parsePairs(`${init}`.replace(/^\?/, ''));
  if (typeof (init as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function') {
    return [...(init as Iterable<Iterable<unknown>>)].map((pair) => {
      const [name, value, ...more] = [...pair];
      if (value === undefined || more.length > 0) throw new TypeError('Each pair must have a name and a value.');
      return [`${name}`, `${value}`];
    });
  }
  return Object.entries(init).map(([name, value]) => [name, `${value}`]);
}

export class URLSearchParams {
  #pairs: Pair[];
  #changed: ((query: string) => void) | null = null;

  constructor(init?: unknown) {
    this.#pairs = pairsFrom(init);
  }

  /** Platform code only: ties a list to its URL. */
  static bind(params: URLSearchParams, changed: (query: string) => void): void {
    params.#changed = changed;
  }
  static reset(params: URLSearchParams, query: string): void {
    params.#pairs = parsePairs(query);
  }

  #update(): void {
    this.#changed?.(this.toString());
  }

  get size(): number {
    return this.#pairs.length;
  }
  append(name: unknown, value: unknown): void {
    this.#pairs.push([`${name}`, `${value}`]);
    this.#update();
  }
  delete(name: unknown, value?: unknown): void {
    const isWanted = ([own, ownValue]: Pair) => own === `${name}` && (value === undefined || ownValue === `${value}`);
    this.#pairs = this.#pairs.filter((pair) => !isWanted(pair));
    this.#update();
  }
  get(name: unknown): string | null {
    return this.#pairs.find(([own]) => own === `${name}`)?.[1] ?? null;
  }
  getAll(name: unknown): string[] {
    return this.#pairs.filter(([own]) => own === `${name}`).map(([, value]) => value);
  }
  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(([own, ownValue]) => own === `${name}` && (value === undefined || ownValue === `${value}`));
  }
  set(name: unknown, value: unknown): void {
    const first = this.#pairs.findIndex(([own]) => own === `${name}`);
    if (first < 0) this.#pairs.push([`${name}`, `${value}`]);
    else {
      this.#pairs[first]![1] = `${value}`;
      this.#pairs = this.#pairs.filter(([own], index) => own !== `${name}` || index <= first);
    }
    this.#update();
  }
  sort(): void {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#update();
  }
  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void {
    for (const [name, value] of this.#pairs) callback.call(self, value, name, this);
  }
  entries(): IterableIterator<Pair> {
    return pairIterator('URLSearchParams', (at) => this.#pairs[at], 'entries') as IterableIterator<Pair>;
  }
  keys(): IterableIterator<string> {
    return pairIterator('URLSearchParams', (at) => this.#pairs[at], 'keys') as IterableIterator<string>;
  }
  values(): IterableIterator<string> {
    return pairIterator('URLSearchParams', (at) => this.#pairs[at], 'values') as IterableIterator<string>;
  }
  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  }
}
const bindParams = URLSearchParams.bind;
const resetParams = URLSearchParams.reset;
Reflect.deleteProperty(URLSearchParams, 'bind');
Reflect.deleteProperty(URLSearchParams, 'reset');

// Captured: the page may replace it.
const split = uncurryThis(String.prototype.split as (this: string, by: string) => string[]);

/** Parts of an address in the order of URL_PARTS; `null` when it is none. */
export function addressParts(reference: string, base: string): string[] | null {
  const joined = askEngine((engine) => engine.urlParts(reference, base));
  return typeof joined === 'string' ? split(joined, '\n') : null;
}

export function addressWith(href: string, part: UrlPart, value: string): string[] | null {
  const joined = askEngine((engine) => engine.withUrlPart(href, part, value));
  return typeof joined === 'string' ? split(joined, '\n') : null;
}

export class URL {
  #parts: string[];
  readonly #params: URLSearchParams;

  constructor(url: unknown, base?: unknown) {
    const parts = addressParts(`${url}`, base === undefined ? '' : `${base}`);
    if (parts === null) throw new TypeError(`Failed to construct 'URL': Invalid URL`);
    this.#parts = parts;
    this.#params = new URLSearchParams(this.#part('search'));
    bindParams(this.#params, (query) => this.#set('search', query));
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return addressParts(`${url}`, base === undefined ? '' : `${base}`) !== null;
  }
  static parse(url: unknown, base?: unknown): URL | null {
    return URL.canParse(url, base) ? new URL(url, base) : null;
  }

  /** Platform code only: the accessors below need the parts. */
  static read = (url: URL, part: UrlPart): string => url.#part(part);
  static write = (url: URL, part: UrlPart, value: string): void => url.#assign(part, value);

  #part(part: UrlPart): string {
    return this.#parts[URL_PARTS.indexOf(part)] ?? '';
  }
  #set(part: UrlPart, value: string): void {
    this.#parts = addressWith(this.#part('href'), part, value) ?? this.#parts;
  }
  #assign(part: UrlPart, value: string): void {
    if (part === 'href') {
      const parts = addressParts(value, '');
      if (parts === null) throw new TypeError(`Failed to set the 'href' property on 'URL': Invalid URL`);
      this.#parts = parts;
    } else this.#set(part, value);
    if (part === 'href' || part === 'search') resetParams(this.#params, this.#part('search').slice(1));
  }

  get searchParams(): URLSearchParams {
    return this.#params;
  }
  toString(): string {
    return this.#part('href');
  }
  toJSON(): string {
    return this.#part('href');
  }
}
const readPart = URL.read;
const writePart = URL.write;
Reflect.deleteProperty(URL, 'read');
Reflect.deleteProperty(URL, 'write');

for (const part of URL_PARTS) {
  defineProperty(URL.prototype, part, {
    get(this: URL): string {
      return readPart(this, part);
    },
    ...(part === 'origin'
      ? {}
      : {
          set(this: URL, value: unknown): void {
            writePart(this, part, `${value}`);
          },
        }),
    enumerable: true,
    configurable: true,
  });
}
for (const [interfaceObject, name] of [
  [URL, 'URL'],
  [URLSearchParams, 'URLSearchParams'],
] as const) {
  defineProperty(interfaceObject, 'name', { value: name });
  defineProperty(interfaceObject.prototype, Symbol.toStringTag, { value: name, configurable: true });
}

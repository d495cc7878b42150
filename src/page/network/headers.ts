/**
 * Headers: names with values, sorted and combined as HTTP says.
 *
 * Fetch §5.1 https://fetch.spec.whatwg.org/#headers-class
 */
import {
  append,
  apply,
  asciiLower,
  type BareArray,
  bareArray,
  charCodeAt,
  defineProperty,
  startsWith,
  stringSlice,
} from '../primordials.ts';
import { pairIterator } from './pair-iterator.ts';
import { exposeClass, INTERNAL } from './web-class.ts';

/** Who may change a list, and what: as the standard's guards. */
export type HeadersGuard = 'none' | 'request' | 'request-no-cors' | 'response' | 'immutable';

interface HeaderField {
  /** In lower case. */
  readonly name: string;
  value: string;
}

/** A list of headers, apart from the object that pages see. */
export interface HeaderList {
  readonly fields: BareArray<HeaderField>;
  guard: HeadersGuard;
}

export function makeHeaderList(guard: HeadersGuard): HeaderList {
  return { fields: bareArray(), guard };
}

export function headerOf(list: HeaderList, name: string): string | null {
  let value: string | null = null;
  for (let at = 0; at < list.fields.length; at++) {
    const field = list.fields[at]!;
    if (field.name === name) value = value === null ? field.value : `${value}, ${field.value}`;
  }
  return value;
}

export function addHeader(list: HeaderList, name: string, value: string): void {
  append(list.fields, { name, value });
}

export function removeHeader(list: HeaderList, name: string): void {
  let to = 0;
  for (let at = 0; at < list.fields.length; at++) {
    if (list.fields[at]!.name !== name) list.fields[to++] = list.fields[at]!;
  }
  list.fields.length = to;
}

export function copyHeaders(from: HeaderList, to: HeaderList): void {
  for (let at = 0; at < from.fields.length; at++) addHeader(to, from.fields[at]!.name, from.fields[at]!.value);
}

/** Names with combined values, in order of the names. */
export function sortedHeaders(list: HeaderList): BareArray<readonly [string, string]> {
  const pairs = bareArray<readonly [string, string]>();
  for (let at = 0; at < list.fields.length; at++) {
    const { name, value } = list.fields[at]!;
    let place = 0;
    while (place < pairs.length && pairs[place]![0] <= name) place++;
    // Set-Cookie is never combined: its values have commas of their own.
    if (place > 0 && pairs[place - 1]![0] === name && name !== 'set-cookie') {
      pairs[place - 1] = [name, `${pairs[place - 1]![1]}, ${value}`];
      continue;
    }
    for (let index = pairs.length; index > place; index--) pairs[index] = pairs[index - 1]!;
    pairs[place] = [name, value];
  }
  return pairs;
}

function isToken(name: string): boolean {
  return name !== '' && /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

/** "normalize", then check: no line ends and no characters that are not bytes. */
function headerValue(value: unknown): string {
  const text = `${value}`;
  let start = 0;
  let end = text.length;
  const isSpace = (at: number): boolean => {
    const code = charCodeAt(text, at);
    return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  };
  while (start < end && isSpace(start)) start++;
  while (end > start && isSpace(end - 1)) end--;
  const trimmed = stringSlice(text, start, end);
  for (let at = 0; at < trimmed.length; at++) {
    const code = charCodeAt(trimmed, at);
    if (code === 0 || code === 0x0a || code === 0x0d || code > 0xff) throw new TypeError('Invalid header value.');
  }
  return trimmed;
}

/** §2.2.2, forbidden request-header: the host leaves them out again. */
function isForbidden(name: string): boolean {
  if (startsWith(name, 'sec-') || startsWith(name, 'proxy-')) return true;
  return /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/.test(
    name,
  );
}

/** Headers with which some servers change the method: not to one that is forbidden. */
function isForbiddenOverride(name: string, value: string): boolean {
  if (name !== 'x-http-method' && name !== 'x-http-method-override' && name !== 'x-method-override') return false;
  return /(?:^|,)[\t ]*(?:connect|trace|track)[\t ]*(?:,|$)/i.test(value);
}

/** §2.2.2, no-CORS-safelisted request-header: what a form could send. */
export function isNoCorsSafe(name: string, value: string): boolean {
  if (value.length > 128) return false;
  if (name === 'accept-language' || name === 'content-language') return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
  if ((name !== 'accept' && name !== 'content-type') || /[\x00-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/.test(value))
    return false;
  return (
    name === 'accept' ||
    /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i.test(value)
  );
}

/** Whether a change is made; throws where the list cannot change at all. */
function mayChange(list: HeaderList, name: string, value: string): boolean {
  if (list.guard === 'immutable') throw new TypeError('Headers are immutable');
  if (list.guard === 'request' && (isForbidden(name) || isForbiddenOverride(name, value))) return false;
  if (list.guard === 'request-no-cors' && !isNoCorsSafe(name, value)) return false;
  return !(list.guard === 'response' && (name === 'set-cookie' || name === 'set-cookie2'));
}

function headerName(name: unknown): string {
  const text = `${name}`;
  if (!isToken(text)) throw new TypeError('Invalid header name.');
  return asciiLower(text);
}

function appendHeader(list: HeaderList, given: unknown, givenValue: unknown): void {
  const name = headerName(given);
  const value = headerValue(givenValue);
  if (mayChange(list, name, value)) addHeader(list, name, value);
}

/** "fill": from another Headers, from pairs, or from a record. */
export function fillHeaders(list: HeaderList, init: unknown): void {
  if (init === undefined) return;
  if ((typeof init !== 'object' && typeof init !== 'function') || init === null)
    throw new TypeError('The headers are not an object.');
  if ((init as Partial<Iterable<unknown>>)[Symbol.iterator] !== undefined) {
    for (const pair of init as Iterable<Iterable<unknown>>) {
      const [name, value, ...more] = [...pair, MISSING, MISSING];
      if (value === MISSING || more.length !== 2) throw new TypeError('Each header pair must be a name/value tuple.');
      appendHeader(list, name, value);
    }
  } else {
    for (const key of Reflect.ownKeys(init)) {
      const isOwn = Reflect.getOwnPropertyDescriptor(init, key)?.enumerable === true;
      if (!isOwn) continue;
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      const name = headerName(key);
      appendHeader(list, name, (init as Record<string, unknown>)[key]);
    }
  }
}

const MISSING = Symbol('missing');
export let headerListOf: (headers: Headers) => HeaderList;
export let wrapHeaders: (list: HeaderList) => Headers;

export class Headers {
  readonly #list: HeaderList;
  static {
    headerListOf = (headers) => headers.#list;
    wrapHeaders = (list) => new Headers(INTERNAL, list);
  }

  constructor(...args: readonly unknown[]) {
    if (args[0] === INTERNAL) {
      this.#list = args[1] as HeaderList;
      return;
    }
    this.#list = makeHeaderList('none');
    fillHeaders(this.#list, args[0]);
  }

  append(name: unknown, value: unknown): void {
    appendHeader(this.#list, name, value);
  }
  delete(name: unknown): void {
    const lower = headerName(name);
    if (mayChange(this.#list, lower, '')) removeHeader(this.#list, lower);
  }
  get(name: unknown): string | null {
    return headerOf(this.#list, headerName(name));
  }
  getSetCookie(): string[] {
    const found: string[] = [];
    const { fields } = this.#list;
    for (let at = 0; at < fields.length; at++)
      if (fields[at]!.name === 'set-cookie') found[found.length] = fields[at]!.value;
    return found;
  }
  has(name: unknown): boolean {
    return headerOf(this.#list, headerName(name)) !== null;
  }
  set(name: unknown, value: unknown): void {
    const lower = headerName(name);
    const text = headerValue(value);
    if (!mayChange(this.#list, lower, text)) return;
    removeHeader(this.#list, lower);
    addHeader(this.#list, lower, text);
  }
  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    if (typeof callback !== 'function') throw new TypeError('parameter 1 is not a function.');
    for (let at = 0; ; at++) {
      const pair = sortedHeaders(this.#list)[at];
      if (pair === undefined) return;
      apply(callback, self, [pair[1], pair[0], this]);
    }
  }
  entries(): object {
    return pairIterator('Headers', (at) => sortedHeaders(this.#list)[at], 'entries');
  }
  keys(): object {
    return pairIterator('Headers', (at) => sortedHeaders(this.#list)[at], 'keys');
  }
  values(): object {
    return pairIterator('Headers', (at) => sortedHeaders(this.#list)[at], 'values');
  }
}
defineProperty(Headers.prototype, Symbol.iterator, {
  value: Headers.prototype.entries,
  writable: true,
  configurable: true,
});
exposeClass('Headers', Headers);

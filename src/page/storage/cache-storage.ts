/**
 * caches: responses by request, for the life of the document.
 *
 * Service Workers §5.4, §5.5 https://w3c.github.io/ServiceWorker/#cache-interface
 *
 * Differs: what is stored is gone with the document; nothing but the page's own code reads it.
 */
import { resolveAddress } from '../document-address.ts';
import { fetchResource } from '../network/fetch.ts';
import { promised } from '../network/promises.ts';
import { Request } from '../network/request.ts';
import type { Response } from '../network/response.ts';
import { checkInternal, exposeClass, exposeValue, INTERNAL } from '../network/web-class.ts';
import { append, type BareArray, bareArray, indexOf, removeAt, stringSlice } from '../primordials.ts';

interface CacheEntry {
  readonly url: string;
  readonly method: string;
  readonly request: Request;
  readonly response: Response;
}

interface QueryOptions {
  readonly ignoreSearch?: unknown;
  readonly ignoreMethod?: unknown;
  readonly cacheName?: unknown;
}

/** Entries of one cache that are kept; the oldest go first. */
const MAX_ENTRIES = 1_000;

function without(url: string, mark: string): string {
  const at = indexOf(url, mark);
  return at < 0 ? url : stringSlice(url, 0, at);
}

function requestOf(input: unknown): Request {
  return input instanceof Request ? input : new Request(input);
}

function matches(entry: CacheEntry, input: unknown, options: QueryOptions): boolean {
  const isRequest = input instanceof Request;
  if (isRequest && input.method !== 'GET' && !options.ignoreMethod) return false;
  const url = isRequest ? input.url : resolveAddress(`${input}`);
  if (url === null) throw new TypeError(`Failed to parse URL from ${input}`);
  const part = (text: string) => (options.ignoreSearch ? without(without(text, '#'), '?') : without(text, '#'));
  return part(url) === part(entry.url);
}

export class Cache {
  readonly #entries: BareArray<CacheEntry> = bareArray();
  constructor(key?: unknown) {
    checkInternal(key);
  }
  match(input: unknown, options: QueryOptions = {}): Promise<Response | undefined> {
    return promised(() => {
      for (let at = 0; at < this.#entries.length; at++) {
        if (matches(this.#entries[at]!, input, options)) return this.#entries[at]!.response.clone();
      }
      return undefined;
    });
  }
  matchAll(input?: unknown, options: QueryOptions = {}): Promise<Response[]> {
    return promised(() => {
      const found: Response[] = [];
      for (let at = 0; at < this.#entries.length; at++) {
        const entry = this.#entries[at]!;
        if (input === undefined || matches(entry, input, options)) found[found.length] = entry.response.clone();
      }
      return found;
    });
  }
  add(input: unknown): Promise<undefined> {
    return this.addAll([input]);
  }
  addAll(inputs: Iterable<unknown>): Promise<undefined> {
    return promised(async () => {
      for (const input of inputs) {
        const request = requestOf(input);
        const response = await fetchResource(request.clone());
        if (!response.ok) throw new TypeError('Request failed');
        await this.put(request, response);
      }
      return undefined;
    });
  }
  put(input: unknown, response: Response): Promise<undefined> {
    return promised(() => {
      const request = requestOf(input);
      if (request.method !== 'GET') throw new TypeError(`Request method '${request.method}' is unsupported`);
      if (response.status === 206) throw new TypeError('Partial response (status code 206) is unsupported');
      if (response.bodyUsed) throw new TypeError('Response body is already used');
      this.#remove(request, {});
      const copy = response.clone();
      append(this.#entries, { url: request.url, method: request.method, request, response: copy });
      if (this.#entries.length > MAX_ENTRIES) removeAt(this.#entries, 0);
      return undefined;
    });
  }
  delete(input: unknown, options: QueryOptions = {}): Promise<boolean> {
    return promised(() => this.#remove(input, options));
  }
  keys(input?: unknown, options: QueryOptions = {}): Promise<Request[]> {
    return promised(() => {
      const found: Request[] = [];
      for (let at = 0; at < this.#entries.length; at++) {
        const entry = this.#entries[at]!;
        if (input === undefined || matches(entry, input, options)) found[found.length] = entry.request;
      }
      return found;
    });
  }

  #remove(input: unknown, options: QueryOptions): boolean {
    let isFound = false;
    for (let at = this.#entries.length - 1; at >= 0; at--) {
      if (!matches(this.#entries[at]!, input, options)) continue;
      removeAt(this.#entries, at);
      isFound = true;
    }
    return isFound;
  }
}

export class CacheStorage {
  readonly #caches = new Map<string, Cache>();
  constructor(key?: unknown) {
    checkInternal(key);
  }
  open(name: unknown): Promise<Cache> {
    return promised(() => {
      let cache = this.#caches.get(`${name}`);
      if (cache === undefined) {
        cache = new Cache(INTERNAL);
        this.#caches.set(`${name}`, cache);
      }
      return cache;
    });
  }
  has(name: unknown): Promise<boolean> {
    return promised(() => this.#caches.has(`${name}`));
  }
  delete(name: unknown): Promise<boolean> {
    return promised(() => this.#caches.delete(`${name}`));
  }
  keys(): Promise<string[]> {
    return promised(() => [...this.#caches.keys()]);
  }
  match(input: unknown, options: QueryOptions = {}): Promise<Response | undefined> {
    return promised(async () => {
      for (const [name, cache] of this.#caches) {
        if (options.cacheName !== undefined && `${options.cacheName}` !== name) continue;
        const response = await cache.match(input, options);
        if (response !== undefined) return response;
      }
      return undefined;
    });
  }
}

exposeClass('Cache', Cache);
exposeClass('CacheStorage', CacheStorage);
exposeValue('caches', new CacheStorage(INTERNAL));

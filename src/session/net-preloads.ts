/**
 * Resources of a document that are on their way before its parser asks for them.
 *
 * In:  the document's markup, as it comes. Out: answers for the requests that the page then makes, each given once.
 *
 * Requests are made with the rights of the document, like those of the page: nothing is fetched that it could not have.
 */
import { Readable } from 'node:stream';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from '../net/address.ts';
import { readBody } from '../net/body.ts';
import type { Fetcher, FetchRequest, FetchResponse } from '../net/fetch.ts';
import { type FoundResource, PreloadScanner, preloadsOfHeader } from '../net/preload-scan.ts';
import { chosenPolicy, type ReferrerPolicy } from '../net/referrer.ts';
import type { PageRequest } from '../page/messages.ts';
import type { LoadedDocument } from './load-document.ts';

export class Preloads {
  readonly #fetcher: Fetcher;
  readonly #url: URL;
  readonly #space: AddressSpace;
  readonly #policy: ReferrerPolicy | null;
  readonly #isScripting: boolean;
  readonly #end = new AbortController();
  readonly #started = new Map<string, Promise<FetchResponse>>();
  readonly #known = new Set<string>();
  readonly #scanner: PreloadScanner;

  constructor(
    fetcher: Fetcher,
    { url, space, referrerPolicy }: Pick<LoadedDocument, 'url' | 'space' | 'referrerPolicy'>,
    isScripting: boolean,
  ) {
    this.#fetcher = fetcher;
    this.#url = url;
    this.#space = space;
    this.#policy = referrerPolicy;
    this.#isScripting = isScripting;
    this.#scanner = new PreloadScanner(isScripting);
  }

  /**
   * Looks at the next piece of the markup, whose bytes are read as Latin-1: addresses that need the document's encoding
   * are left to the parser, or to `scanWhole`.
   */
  scan(piece: string): void {
    const ascii = (text: string) => !/[^\x00-\x7f]/.test(text);
    this.#startAll(this.#scanner, piece, ({ url }) => ascii(url + this.#scanner.base));
  }

  /** Looks at the whole document, in its encoding. */
  scanWhole(html: string): void {
    this.#startAll(new PreloadScanner(this.#isScripting), html, () => true);
  }

  #startAll(scanner: PreloadScanner, markup: string, isKnown: (resource: FoundResource) => boolean): void {
    const found = scanner.scan(markup);
    // Those of the whole piece count for all that stands in it, also before them.
    for (const hint of scanner.takeHints()) this.#fetcher.noteHints(this.#url, hint);
    const from = scanner.base === '' ? this.#url : (URL.parse(scanner.base, this.#url) ?? this.#url);
    for (const resource of found) if (isKnown(resource)) this.#start(resource, from);
  }

  /** What the server announced in a Link header. */
  announce(header: string): void {
    for (const resource of preloadsOfHeader(header, this.#isScripting)) this.#start(resource, this.#url);
  }

  /** The answer to a request of the page; `null` when it was not foreseen, or was given already. */
  take(request: PageRequest): Promise<FetchResponse> | null {
    if (request.method !== 'GET' || request.body !== null) return null;
    const key = keyOf(request.destination, request.url, request.cors ?? '');
    const response = this.#started.get(key) ?? null;
    this.#started.delete(key);
    return response;
  }

  close(): void {
    this.#end.abort();
    this.#started.clear();
  }

  #start({ url: text, destination, cors, referrerPolicy, isLate }: FoundResource, from: URL): void {
    const url = URL.parse(text, from);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return;
    const key = keyOf(destination, url.href, cors);
    if (this.#known.has(key) || this.#known.size >= LIMITS.preloadsPerDocument) return;
    this.#known.add(key);
    const response = this.#load({
      url,
      destination,
      initiator: { kind: 'page', url: this.#url, space: this.#space },
      signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(LIMITS.resourceMs)]),
      ...(isLate ? { isLate } : {}),
      ...chosenPolicy(referrerPolicy, this.#policy),
      ...(cors === '' ? {} : { mode: 'cors', credentials: cors === 'use-credentials' ? 'include' : 'same-origin' }),
    });
    // Whoever takes it hears of the failure; when nobody does, it concerns nobody.
    response.catch(() => undefined);
    this.#started.set(key, response);
  }

  async #load(request: FetchRequest): Promise<FetchResponse> {
    const response = await this.#fetcher.fetch(request);
    // Read at once: a body that waits keeps a place in the line of its host.
    const bytes = await readBody(response.body, response.url, LIMITS.resourceBytes);
    return { ...response, body: Readable.from(bytes.byteLength === 0 ? [] : [bytes]) };
  }
}

function keyOf(destination: string, url: string, cors: string): string {
  return `${destination}\n${cors}\n${url}`;
}

/**
 * The HTTP cache of one session, between the fetcher and the wire.
 *
 * In:  requests. Out: answers, from memory where HTTP allows it, asked for again with their ETag or date where it does
 * not. Bodies are kept as they came, with their content coding.
 *
 * RFC 9111 https://www.rfc-editor.org/rfc/rfc9111; http-cache-semantics decides what may be kept and what is fresh.
 *
 * Key: the site of the page that asks, whether it asks with credentials, and the URL; one answer for each, so one that
 * varies replaces the other. An entry ends when it is replaced, when a request changes its URL (§4.4), or as the least
 * recently used one. One part of what is kept whole comes from there; parts that servers send are not kept (§3.3 lets a
 * cache do without).
 *
 * Differs: an answer that is neither fresh for a while nor has an ETag or a date is not kept, also not for 'force-cache'.
 */
import { Readable } from 'node:stream';
import CachePolicy from 'http-cache-semantics';
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, mayReach } from './address.ts';
import { byteRange } from './byte-range.ts';
import { shorten } from './policy.ts';
import {
  discard,
  type ResponseHeaders,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';
import type { SocketRequest, WebConnection } from './web-socket.ts';

interface Entry {
  policy: CachePolicy;
  headers: ResponseHeaders;
  readonly status: number;
  readonly statusText: string;
  readonly body: Uint8Array;
  readonly space: AddressSpace;
  /** What the request said in the headers that the answer varies with. */
  varied: ReadonlyMap<string, string>;
}

/** An answer that will be kept when all of it has come. */
interface Coming {
  readonly key: string;
  /** Its address was changed meanwhile. */
  isOutdated: boolean;
}

/** Multiple choices, both permanent redirects, and gone. */
const PERMANENT: ReadonlySet<number> = new Set([300, 301, 308, 410]);
/** Whose freshness is guessed from their age, as in Chromium; RFC 9111 §4.2.2 would let more be. Parts are not kept. */
const GUESSED = new Set([200, 203]);

/** Headers with which a page does its own caching: then the session's is not asked (Fetch §4.6). */
const OWN_CONDITIONS = new Set(['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range']);

export class CachingTransport implements Transport {
  readonly #inner: Transport;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  readonly #coming = new Set<Coming>();
  readonly #keeps: boolean;

  /** With `keeps: false` nothing is ever there. */
  constructor(inner: Transport, { keeps = true }: { readonly keeps?: boolean } = {}) {
    this.#inner = inner;
    this.#keeps = keeps;
  }

  /** Fetch §4.6, HTTP-network-or-cache fetch. */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const { cache } = request;
    const isKept = this.#keeps && isCacheable(request);
    const key = keyOf(request);
    const entry = isKept ? this.#reachable(key, request) : null;
    const takesOld = cache === 'force-cache' || cache === 'only-if-cached';
    const range = requestHeader(request, 'range');
    if (entry !== null && takesOld && isSelected(entry, request)) {
      const answer = range === '' ? answerFrom(entry) : partFrom(entry, range);
      if (answer !== null) {
        this.#use(key, entry);
        return answer;
      }
    }
    if (cache === 'only-if-cached') throw notCached(request.url);
    if (!isKept) return this.#sendUncached(request);
    if (range !== '') return this.#part(key, entry, range, request) ?? this.#inner.send(request);
    if (entry === null) return this.#keep(key, request, await this.#inner.send(request));

    const asked = forPolicy(request);
    this.#use(key, entry);
    if (cache !== 'revalidate' && entry.policy.satisfiesWithoutRevalidation(asked)) return answerFrom(entry);
    const conditions = conditionsOf(entry, isSelected(entry, request));
    const headers = [...request.headers, ...conditions];
    const response = await this.#inner.send({ ...request, headers });
    if (response.status !== 304 || conditions.length === 0) return this.#keep(key, request, response);
    const { policy } = entry.policy.revalidatedPolicy(forPolicy({ ...request, headers }), {
      status: response.status,
      headers: whileFresh(response.headers, entry.status),
    });
    discard(response.body);
    entry.policy = policy;
    entry.headers = refreshed(entry.headers, response.headers);
    entry.varied = variedIn(entry.headers, request);
    return { ...answerFrom(entry), fromCache: false, headers: withCookies(entry.headers, response.headers) };
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    if (this.#inner.openSocket === undefined) throw new Error('The transport has no web sockets');
    return this.#inner.openSocket(request, from);
  }

  async close(): Promise<void> {
    this.#entries.clear();
    this.#bytes = 0;
    await this.#inner.close();
  }

  async #sendUncached(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#inner.send(request);
    const isUnsafe = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
    if (isUnsafe && response.status < 400) {
      for (const url of changedBy(request.url, response.headers)) this.#forget(url);
    }
    return response;
  }

  /** One part of what is kept and fresh; `null` where it is not. */
  #part(key: string, entry: Entry | null, range: string, request: TransportRequest): TransportResponse | null {
    if (entry === null || request.cache === 'revalidate') return null;
    // Whether it is asked for in parts is nothing that freshness follows from.
    if (!entry.policy.satisfiesWithoutRevalidation(forPolicy(request))) return null;
    this.#use(key, entry);
    return partFrom(entry, range);
  }

  /** §4.4: what was changed on the server is not believed any more, whichever page had asked for it. */
  #forget(url: URL): void {
    const end = `\n${withoutFragment(url)}`;
    for (const [key, entry] of this.#entries) if (key.endsWith(end)) this.#drop(key, entry);
    for (const coming of this.#coming) if (coming.key.endsWith(end)) coming.isOutdated = true;
  }

  /** Secure: an answer is given only to who could have connected to where it came from. */
  #reachable(key: string, { from, cache }: TransportRequest): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || cache === 'reload' || !mayReach(from, entry.space)) return null;
    return entry;
  }

  #use(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  /** Lets the body through, and keeps it when it has come to its end. */
  #keep(key: string, request: TransportRequest, response: TransportResponse): TransportResponse {
    const old = this.#entries.get(key);
    if (old !== undefined) this.#drop(key, old);
    const { status, statusText, headers, space } = response;
    const policy = new CachePolicy(
      forPolicy(request),
      { status, headers: whileFresh(headers, status) },
      { shared: false },
    );
    const declared = Number(headers.get('content-length')?.[0] ?? 0);
    const hasValidator = headers.has('etag') || headers.has('last-modified');
    const isWorthIt = policy.timeToLive() > 0 || hasValidator;
    if (!policy.storable() || !isWorthIt || declared > LIMITS.cachedBodyBytes) return response;
    const varied = variedIn(headers, request);
    // Nobody reads the body of a redirect.
    if (status >= 300 && status < 400 && headers.has('location')) {
      this.#put(key, {
        policy,
        headers: withoutCookies(headers),
        status,
        statusText,
        body: new Uint8Array(),
        space,
        varied,
      });
      return response;
    }
    const coming: Coming = { key, isOutdated: false };
    const body = copied(response.body, LIMITS.cachedBodyBytes, (bytes) => {
      if (coming.isOutdated) return;
      this.#put(key, { policy, headers: withoutCookies(headers), status, statusText, body: bytes, space, varied });
    });
    this.#coming.add(coming);
    body.once('close', () => this.#coming.delete(coming));
    return { ...response, body };
  }

  #put(key: string, entry: Entry): void {
    // Somebody else may have asked for the same meanwhile.
    const old = this.#entries.get(key);
    if (old !== undefined) this.#drop(key, old);
    this.#entries.set(key, entry);
    this.#bytes += entry.body.byteLength;
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#bytes <= LIMITS.cacheBytes && this.#entries.size <= LIMITS.cacheEntries) return;
      this.#drop(oldestKey, oldest);
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.body.byteLength;
  }
}

function isCacheable({ method, headers, url, cache }: TransportRequest): boolean {
  if (method !== 'GET' || cache === 'no-store' || url.href.length > LIMITS.cachedUrlChars) return false;
  return !headers.some(([name]) => OWN_CONDITIONS.has(name.toLowerCase()));
}

function keyOf({ url, partition = '' }: TransportRequest): string {
  return `${partition}\n${withoutFragment(url)}`;
}

function withoutFragment(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, url.href.indexOf('#'));
}

function forPolicy({ url, method, headers }: Pick<TransportRequest, 'url' | 'method' | 'headers'>) {
  const named: Record<string, string> = { host: url.host };
  for (const [name, value] of headers) named[name.toLowerCase()] = value;
  return { url: url.pathname + url.search, method, headers: named };
}

function joined(headers: ResponseHeaders): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, values]) => [name, values.join(', ')]));
}

/**
 * What is fresh may be used also where it has to be asked for again when it is stale (§5.2.2.2): nothing stale is used
 * here without asking, and the policy would not use it at all.
 */
function whileFresh(headers: ResponseHeaders, status: number): Record<string, string> {
  const named = joined(headers);
  // Names of directives have no case (§5.2), which the policy does not know.
  const control = named['cache-control']?.toLowerCase();
  if (control !== undefined) named['cache-control'] = control;
  // §4.2.2: what says by its status that it stays so is fresh without saying for how long, as in Chromium.
  const isSilent = control === undefined && named['expires'] === undefined && named['pragma'] === undefined;
  if (isSilent && PERMANENT.has(status)) named['cache-control'] = `max-age=${LIMITS.permanentAnswerS}`;
  // How long ago something was changed says how long it stays so; that something is missing is no such thing.
  else if (!GUESSED.has(status)) delete named['last-modified'];
  if (control !== undefined && /must-revalidate/i.test(control)) {
    named['cache-control'] = control.replace(/(?:^|,)\s*must-revalidate\s*(?=,|$)/gi, '');
  }
  return named;
}

/** §4.1: the names in Vary. */
function variedBy(headers: ResponseHeaders): string[] {
  const names = (headers.get('vary') ?? []).flatMap((value) => value.split(','));
  return names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
}

/** What the request said in the headers that the answer varies with. */
function variedIn(headers: ResponseHeaders, request: TransportRequest): ReadonlyMap<string, string> {
  return new Map(variedBy(headers).map((name) => [name, requestHeader(request, name)]));
}

function requestHeader({ headers }: TransportRequest, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** §4.1: whether the answer is one to this request, too. */
function isSelected({ varied }: Entry, request: TransportRequest): boolean {
  return [...varied].every(([name, value]) => name !== '*' && requestHeader(request, name) === value);
}

function notCached(url: URL): AgentBrowserError {
  return new AgentBrowserError(
    'connection_failed',
    `${shorten(url.href)} is not in the session's cache, and the page asked for it from there only.`,
  );
}

function answerFrom({ status, statusText, headers, body, space }: Entry): TransportResponse {
  const stream = Readable.from(body.byteLength === 0 ? [] : [body]);
  return { status, statusText, headers, body: stream, space, fromCache: true };
}

/** RFC 9110 §15.3.7: a part of what is there as it is; coded, its bytes are those of something else. */
function partFrom(entry: Entry, range: string): TransportResponse | null {
  const { status, headers, body, space } = entry;
  const part = status === 200 && !headers.has('content-encoding') ? byteRange(range, body.byteLength) : null;
  if (part === null) return null;
  const [start, end] = part;
  const named = new Map([
    ...headers,
    ['content-range', [`bytes ${start}-${end - 1}/${body.byteLength}`]],
    ['content-length', [`${end - start}`]],
  ] as const);
  const stream = Readable.from([body.subarray(start, end)]);
  return { status: 206, statusText: 'Partial Content', headers: named, body: stream, space, fromCache: true };
}

/** §4.4: the address itself, and others of its origin that the answer names. */
function changedBy(url: URL, headers: ResponseHeaders): URL[] {
  const named = ['location', 'content-location'].map((name) => {
    const [value = ''] = headers.get(name) ?? [];
    return value === '' ? null : URL.parse(value, url);
  });
  // Secure: nobody ends what is kept of others.
  return [url, ...named.filter((each) => each !== null && each.origin === url.origin)] as URL[];
}

/** §4.3.1: the validators of what is known. Of an answer to another request only its ETag says which one it is (§4.1). */
function conditionsOf(entry: Entry, isSameRequest: boolean): HeaderPair[] {
  const etag = entry.headers.get('etag')?.[0];
  const modified = isSameRequest ? entry.headers.get('last-modified')?.[0] : undefined;
  const conditions: HeaderPair[] = [];
  if (etag !== undefined) conditions.push(['If-None-Match', etag]);
  if (modified !== undefined) conditions.push(['If-Modified-Since', modified]);
  return conditions;
}

/** §3.2: what the new head says counts, except about the body, which is the old one. */
function refreshed(old: ResponseHeaders, fresh: ResponseHeaders): ResponseHeaders {
  const headers = new Map(old);
  for (const [name, values] of fresh) {
    if (!/^content-(?:encoding|length|range|type)$|^set-cookie$|^transfer-encoding$/.test(name))
      headers.set(name, values);
  }
  return headers;
}

function withoutCookies(headers: ResponseHeaders): ResponseHeaders {
  if (!headers.has('set-cookie')) return headers;
  return new Map([...headers].filter(([name]) => name !== 'set-cookie'));
}

/** A 304 may set cookies; the answer that is kept does not set them again. */
function withCookies(headers: ResponseHeaders, fresh: ResponseHeaders): ResponseHeaders {
  const cookies = fresh.get('set-cookie');
  return cookies === undefined ? headers : new Map([...headers, ['set-cookie', cookies]]);
}

/** The body, with a copy for `onWhole` when all of it was read and it is not too large. */
function copied(body: Readable, maxBytes: number, onWhole: (bytes: Uint8Array) => void): Readable {
  let chunks: Uint8Array[] = [];
  let size = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size <= maxBytes) chunks.push(chunk);
        else chunks = [];
        yield chunk;
      }
      if (size <= maxBytes) onWhole(Buffer.concat(chunks, size));
    } finally {
      body.destroy();
    }
  }
  const copy = Readable.from(read(), { objectMode: false });
  // What nobody begins to read, such as the body of a redirect, is let go of with its copy.
  copy.once('close', () => {
    if (!body.closed) discard(body);
  });
  return copy;
}

/**
 * The one way bytes come in.
 *
 * In:  what is asked for, by whom and for what.
 * Out: the final response after redirects, its body decoded and still streaming.
 *
 * Every hop goes through policy.ts, gets the headers that belong to it, and may reach only what its initiator may.
 *
 * Fetch §4 https://fetch.spec.whatwg.org/#fetching
 */
import { Readable } from 'node:stream';
import { AgentBrowserError } from '../errors.ts';
import { type HintEnvironment, hintHeaders } from '../identity/client-hints.ts';
import type { Profile } from '../identity/profile.ts';
import { browserHeaders, type Destination, type HeaderPair, socketHeaders } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from './address.ts';
import { checkDeclaredSize } from './body.ts';
import { ClientHintStore } from './client-hint-store.ts';
import { decodedBody } from './content-coding.ts';
import { CookieJar, scriptContext } from './cookie-jar.ts';
import { checkCors, checkResourcePolicy, checkWithoutCors, needsPreflight } from './cors.ts';
import { percentDecode, readDataUrl } from './data-url.ts';
import { openFile } from './file-source.ts';
import { headerKindOf, inChromeOrder, priorityOf } from './header-order.ts';
import {
  checkMixedContent,
  type FetchMode,
  firstHop,
  followed,
  type Hop,
  modeOf,
  originHeader,
  redirectRefused,
  taint,
  upgradedMedia,
} from './hop.ts';
import { StrictTransport } from './hsts.ts';
import { HttpTransport } from './http-transport.ts';
import { networkError } from './network-error.ts';
import { checkPort, checkRequest, cookiePlace, type Initiator, isTrustworthy, shorten } from './policy.ts';
import { Preflights } from './preflight.ts';
import type { HintMeta } from './preload-scan.ts';
import { Reach } from './reach.ts';
import { redirectOf } from './redirect.ts';
import { type ReferrerPolicy, referrerFor } from './referrer.ts';
import { siteOf } from './site.ts';
import { Traffic } from './traffic.ts';
import { type CacheMode, discard, type ResponseHeaders, type Transport, type TransportResponse } from './transport.ts';
import type { SocketRequest, WebConnection } from './web-socket.ts';

export interface FetchRequest {
  readonly url: URL;
  readonly destination: Destination;
  readonly initiator: Initiator;
  /** Aborting it ends the exchange at any point, also inside the body. */
  readonly signal: AbortSignal;
  readonly method?: string;
  /** Added to what the browser sends by itself; the same name replaces. */
  readonly headers?: readonly HeaderPair[];
  readonly body?: Uint8Array | null;
  /** Whether the agent's own action started it. */
  readonly userActivated?: boolean;
  readonly maxBytes?: number;
  /** What the answer may be read as: 'cors' asks the other origin, 'no-cors' reads nothing of it. */
  readonly mode?: FetchMode;
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  readonly redirect?: 'follow' | 'error' | 'manual';
  readonly referrerPolicy?: ReferrerPolicy;
  /** An address of the page's origin that is told in place of its own. */
  readonly referrer?: URL;
  readonly cache?: CacheMode;
  /** Nobody reads its answer: sendBeacon. */
  readonly isBeacon?: boolean;
  /** Nothing waits for it, as for a script that is async: it comes after what is urgent. */
  readonly isLate?: boolean;
  /** Who asks inside the page, where it is not its document: Chrome's workers tell no client hints. */
  readonly client?: 'worker';
}

/** Fetch §2.2.6: how much of the answer its asker may see. */
export type ResponseType = 'basic' | 'cors' | 'opaque' | 'opaqueredirect';

export interface FetchResponse {
  /** Where the response came from in the end, with the fragment and without user name and password. */
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  readonly type: ResponseType;
  /** Whether the request carried the session's cookies. */
  readonly withCredentials: boolean;
  readonly headers: ResponseHeaders;
  /** Content codings are undone. Whoever does not read it to its end destroys it. */
  readonly body: Readable;
  readonly space: AddressSpace;
  readonly redirected: boolean;
}

/** May refuse a request before it is made, by throwing: lists of what is blocked, robots.txt. Asked for each hop. */
export interface RequestGuard {
  check(request: FetchRequest, url: URL): void | Promise<void>;
  /** The same for a web socket of a page. */
  checkSocket?(url: URL, initiator: Initiator): void;
}

/** What a fetcher is made of; what is not given is the usual. */
export interface FetcherParts {
  readonly transport?: Transport;
  readonly cookies?: CookieJar;
  readonly reach?: Reach;
  readonly guards?: readonly RequestGuard[];
  readonly traffic?: Traffic;
  /** What pages are shown on, for servers that ask; the profile's viewport and a light screen when it is not given. */
  readonly environment?: () => HintEnvironment;
}

export class Fetcher {
  readonly cookies: CookieJar;
  readonly traffic: Traffic;
  readonly #profile: Profile;
  readonly #transport: Transport;
  readonly #reach: Reach;
  readonly #guards: readonly RequestGuard[];
  readonly #preflights = new Preflights();
  readonly #strict = new StrictTransport();
  readonly #hints = new ClientHintStore();
  readonly #environment: () => HintEnvironment;

  constructor(profile: Profile, parts: FetcherParts = {}) {
    this.#profile = profile;
    this.#transport = parts.transport ?? new HttpTransport();
    this.cookies = parts.cookies ?? new CookieJar();
    this.#reach = parts.reach ?? new Reach();
    this.#guards = parts.guards ?? [];
    this.traffic = parts.traffic ?? new Traffic();
    const usual = { viewport: profile.viewport, colorScheme: 'light', reducedMotion: false } as const;
    this.#environment = parts.environment ?? (() => usual);
  }

  async fetch(request: FetchRequest): Promise<FetchResponse> {
    const maxBytes = request.maxBytes ?? LIMITS.resourceBytes;
    const mode = modeOf(request);
    let hop = firstHop(request);
    let redirected = false;
    /** Origins that were asked a second time, with the hints that they cannot do without. */
    const restarted = new Set<string>();

    for (let redirects = 0; redirects <= LIMITS.redirects; redirects++) {
      request.signal.throwIfAborted();
      const { initiator } = hop;
      hop = { ...hop, url: upgradedMedia(this.#strict.upgraded(hop.url), initiator, request.destination) };
      checkRequest(hop.url, initiator);
      checkMixedContent(hop.url, initiator, request.destination === 'document');
      hop = { ...hop, type: taint(hop, mode) };
      const told = this.#wantedHints(hop, request);
      const response = isLocal(hop.url) ? await openLocal(hop.url, initiator) : await this.#exchange(hop, request);
      if (isNavigation(request) && hop.method === 'GET' && !restarted.has(hop.url.origin)) {
        if (this.#hints.isMissing(hop.url, response.headers, told)) {
          discard(response.body);
          restarted.add(hop.url.origin);
          hop = { ...hop, isFurther: true };
          continue;
        }
      }

      const next = request.redirect === 'manual' ? null : redirectOf(hop, response.status, response.headers);
      if (next === null) return finish(response, redirected, maxBytes);
      discard(response.body);
      if (request.redirect === 'error') throw redirectRefused(hop.url);
      if (next.url.protocol !== 'http:' && next.url.protocol !== 'https:') {
        throw new AgentBrowserError(
          'unsupported_scheme',
          `${shorten(hop.url.href)} redirects to ${shorten(next.url.href)}; a redirect may only lead to http: or https:.`,
        );
      }
      hop = followed(hop, next, response, request.initiator);
      redirected = true;
    }
    throw new AgentBrowserError(
      'too_many_redirects',
      `${shorten(request.url.href)} redirected more than ${LIMITS.redirects} times, last to ${shorten(hop.url.href)}. It may need cookies or a login.`,
    );
  }

  /** A web socket with the rights of the page that asks for it. Throws where it may not be made. */
  openSocket(request: SocketRequest & { readonly initiator: Initiator }): WebConnection {
    const { initiator } = request;
    const url = this.#strict.upgraded(request.url);
    checkPort(url);
    this.#reach.checkHost(url);
    for (const guard of this.#guards) guard.checkSocket?.(url, initiator);
    const headers = [...socketHeaders(this.#profile), ...request.headers];
    const from = this.#reach.leastPublic(initiator, url);
    // Cookies are the same for a page and for the web sockets of its host.
    const page = new URL(`http${url.href.slice(2)}`);
    const context = scriptContext(cookiePlace(initiator));
    const onCookie = (text: string) => this.cookies.set(text, page, 'http', context);
    const socket = this.#transport.openSocket?.({ ...request, url, headers, onCookie }, from);
    if (socket !== undefined) return socket;
    throw new AgentBrowserError('connection_failed', 'This session has no web sockets: it replays a recording.');
  }

  /** What the markup of a document asks its requests to tell. */
  noteHints(document: URL, { kind, content }: HintMeta): void {
    this.#hints.noteMeta(document, kind, content);
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** HTTP-network-or-cache fetch, with the preflight before it and the CORS check behind it. */
  async #exchange(hop: Hop, request: FetchRequest): Promise<FetchResponse> {
    const { url, type, origin } = hop;
    const credentials = request.credentials ?? (modeOf(request) === 'cors' ? 'same-origin' : 'include');
    const withCredentials = credentials === 'include' || (credentials === 'same-origin' && type === 'basic');
    try {
      this.traffic.check(url);
      this.#reach.checkHost(url);
      for (const guard of this.#guards) await guard.check(request, url);
      if (type === 'opaque') checkWithoutCors(origin, url, hop.method, hop.headers);
      if (type === 'cors' && needsPreflight(hop.method, hop.headers)) {
        const asked = { origin, url, method: hop.method, headers: hop.headers, withCredentials };
        await this.#preflights.check(asked, (headers) =>
          this.#send({ ...hop, method: 'OPTIONS', body: null }, request, headers, false),
        );
      }
      const headers = [...hop.headers, ...originHeader(hop, request)];
      const response = await this.#send(hop, request, headers, withCredentials);
      if (type === 'cors' || type === 'opaque') {
        try {
          if (type === 'cors') checkCors(origin, url, response.headers, withCredentials);
          else checkResourcePolicy(request.initiator, url, response.headers);
        } catch (error) {
          discard(response.body);
          throw error;
        }
      }
      const isRedirect = request.redirect === 'manual' && redirectOf(hop, response.status, response.headers) !== null;
      return { ...response, url, redirected: false, withCredentials, type: isRedirect ? 'opaqueredirect' : type };
    } catch (error) {
      throw networkError(error, url);
    }
  }

  #wantedHints({ url }: Pick<Hop, 'url'>, request: FetchRequest): readonly string[] {
    return this.#hints.wanted(url, request.initiator, isNavigation(request), request.destination === 'iframe');
  }

  async #send(
    { url, method, body, initiator, policy, site, isFurther }: Hop,
    request: FetchRequest,
    headers: readonly HeaderPair[],
    withCredentials: boolean,
  ): Promise<TransportResponse> {
    // Pages cannot set this one, so it tells a preflight.
    const isPreflight = headers.some(([name]) => name === 'Access-Control-Request-Method');
    const hasHints = !isPreflight && request.client !== 'worker' && request.destination !== 'worker';
    const hints = hasHints ? this.#wantedHints({ url }, request) : [];
    const mode = modeOf(request);
    // Storage Access Headers §3.1: who is embedded by another site hears whether it has its cookies there.
    const isEmbedded = withCredentials && site === 'cross-site' && !isNavigation(request);
    const own = browserHeaders(this.#profile, {
      hints: hasHints ? hintHeaders(this.#profile, this.#environment(), hints) : null,
      destination: request.destination,
      site,
      userActivated: request.userActivated ?? request.initiator.kind === 'caller',
      trustworthy: isTrustworthy(url),
      referrer: referrerFor(request.initiator, url, policy, request.referrer),
      mode,
      storageAccess: isEmbedded ? (this.cookies.hasThirdParties ? 'active' : 'none') : null,
    });
    const context = {
      ...cookiePlace(request.initiator),
      // A frame is part of a page: what it shows is nowhere that a person went to.
      isNavigation: isNavigation(request),
      method,
    };
    const cookie = withCredentials ? this.cookies.header(url, context) : '';
    const added: HeaderPair[] = withCredentials ? [...headers, ...urlCredentials(url)] : [...headers];
    if (cookie !== '') added.push(['Cookie', cookie]);
    // Fetch §4.6: a part of something is a part of it as it is.
    if (headers.some(([name]) => name.toLowerCase() === 'range')) added.push(['Accept-Encoding', 'identity']);
    added.push(...cacheHeaders(request.cache), ...priorityOf(url, request, mode));
    const isRedirected = url.origin !== request.url.origin;
    const kind = headerKindOf({ destination: request.destination, isPreflight, isRedirected, mode });
    const response = await this.#transport.send({
      url,
      method,
      headers: inChromeOrder(mergeHeaders(own, added), kind),
      body,
      from: this.#reach.leastPublic(initiator, url),
      signal: request.signal,
      priority: request.isLate === true ? PRIORITY.fetch : PRIORITY[request.destination],
      isNavigation: isNavigation(request),
      beginsPage: isNavigation(request) && !isFurther,
      cache: request.cache ?? 'default',
      // Secure: an answer that was made for somebody's cookies may let '*' read it, who asks without them.
      partition: cachePartition(request, url) + (withCredentials ? '' : ' without credentials'),
    });
    this.traffic.note(response);
    if (response.fromCache !== true) this.#strict.note(url, response.headers);
    if (isNavigation(request)) this.#hints.note(url, response.headers);
    if (withCredentials) {
      for (const text of response.headers.get('set-cookie') ?? []) this.cookies.set(text, url, 'http', context);
    }
    return response;
  }
}

/** Whether the page itself goes somewhere. */
function isNavigation(request: FetchRequest): boolean {
  return request.destination === 'document' && modeOf(request) === 'navigate';
}

/** Fetch §2.7, "network partition key": the site of the page at the top, and that of the frame where it is another one. */
function cachePartition(request: FetchRequest, url: URL): string {
  const { initiator, destination } = request;
  if (initiator.kind === 'caller' || isNavigation(request)) return siteOf(url);
  const top = siteOf(initiator.topLevel ?? initiator.url);
  const frame = siteOf(destination === 'iframe' ? url : initiator.url);
  return frame === top ? top : `${top} ${frame}`;
}

/** What a reload says to caches on the way. */
function cacheHeaders(mode: CacheMode = 'default'): HeaderPair[] {
  if (mode === 'revalidate') return [['Cache-Control', 'max-age=0']];
  return mode === 'reload' || mode === 'no-store'
    ? [
        ['Pragma', 'no-cache'],
        ['Cache-Control', 'no-cache'],
      ]
    : [];
}

/** What a page cannot go on without comes first. */
const PRIORITY: Record<Destination, number> = {
  document: 0,
  iframe: 1,
  style: 1,
  script: 1,
  worker: 1,
  fetch: 2,
  image: 3,
};

/** Checks the size that was promised, undoes the codings, and hides credentials that the URL carried. */
function finish(response: FetchResponse, redirected: boolean, maxBytes: number): FetchResponse {
  const url = new URL(response.url);
  url.username = '';
  url.password = '';
  try {
    checkDeclaredSize(response.headers, url, maxBytes);
    return { ...response, url, redirected, body: decodedBody(response.body, response.headers, url) };
  } catch (error) {
    discard(response.body);
    throw error;
  }
}

function isLocal(url: URL): boolean {
  return url.protocol === 'data:' || url.protocol === 'about:' || url.protocol === 'file:';
}

/** What needs no network. Its content may be anyone's, so as an initiator it counts as public. */
async function openLocal(url: URL, initiator: Initiator): Promise<FetchResponse> {
  const answer = (contentType: string, body: Readable, size: number): FetchResponse => ({
    url,
    status: 200,
    statusText: 'OK',
    type: 'basic',
    withCredentials: false,
    headers: new Map([
      ['content-type', [contentType]],
      ['content-length', [String(size)]],
    ]),
    body,
    space: 'public',
    redirected: false,
  });
  if (url.protocol === 'file:') {
    const file = await openFile(url, initiator);
    return answer(file.contentType, file.body, file.size);
  }
  const { contentType, bytes } =
    url.protocol === 'about:' ? { contentType: 'text/html;charset=utf-8', bytes: new Uint8Array() } : readDataUrl(url);
  return answer(contentType, Readable.from(bytes.byteLength === 0 ? [] : [bytes]), bytes.byteLength);
}

function mergeHeaders(own: readonly HeaderPair[], added: readonly HeaderPair[]): HeaderPair[] {
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return [...own.filter(([name]) => !names.has(name.toLowerCase())), ...added];
}

function urlCredentials(url: URL): HeaderPair[] {
  if (url.username === '' && url.password === '') return [];
  const pair = percentDecode(`${url.username}:${url.password}`);
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}

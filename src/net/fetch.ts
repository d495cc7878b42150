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
import type { Profile } from '../identity/profile.ts';
import { browserHeaders, type Destination, type HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, morePublic } from './address.ts';
import { checkDeclaredSize, decodedBody } from './body.ts';
import { percentDecode, readDataUrl } from './data-url.ts';
import { openFile } from './file-source.ts';
import { networkError } from './network-error.ts';
import { checkRequest, type Initiator, isTrustworthy, shorten } from './policy.ts';
import { type RedirectableRequest, redirectOf } from './redirect.ts';
import { referrerFor, siteOf } from './referrer.ts';
import { discard, HttpTransport, type ResponseHeaders, type Transport } from './transport.ts';

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
}

export interface FetchResponse {
  /** Where the response came from in the end, with the fragment and without user name and password. */
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Content codings are undone. Whoever does not read it to its end destroys it. */
  readonly body: Readable;
  readonly space: AddressSpace;
  readonly redirected: boolean;
}

export class Fetcher {
  readonly #profile: Profile;
  readonly #transport: Transport;

  constructor(profile: Profile, transport: Transport = new HttpTransport()) {
    this.#profile = profile;
    this.#transport = transport;
  }

  async fetch(request: FetchRequest): Promise<FetchResponse> {
    const maxBytes = request.maxBytes ?? LIMITS.resourceBytes;
    let hop: RedirectableRequest = {
      url: request.url,
      method: request.method ?? 'GET',
      headers: request.headers ?? [],
      body: request.body ?? null,
    };
    let initiator = request.initiator;

    for (let redirects = 0; redirects <= LIMITS.redirects; redirects++) {
      request.signal.throwIfAborted();
      checkRequest(hop.url, initiator);
      const response = isLocal(hop.url)
        ? await openLocal(hop.url, initiator)
        : await this.#exchange(hop, initiator, request);

      const next = redirectOf(hop, response.status, response.headers);
      if (next === null) {
        return finish(response, redirects > 0, maxBytes);
      }
      discard(response.body);
      // Secure: whoever answers with a redirect is who asks for its target.
      const from = initiator.kind === 'page' ? morePublic(initiator.space, response.space) : response.space;
      initiator = { kind: 'page', url: initiator.kind === 'page' ? initiator.url : hop.url, space: from };
      if (next.url.protocol !== 'http:' && next.url.protocol !== 'https:') {
        throw new AgentBrowserError(
          'unsupported_scheme',
          `${shorten(hop.url.href)} redirects to ${shorten(next.url.href)}; a redirect may only lead to http: or https:.`,
        );
      }
      hop = next;
    }
    throw new AgentBrowserError(
      'too_many_redirects',
      `${shorten(request.url.href)} redirected more than ${LIMITS.redirects} times, last to ${shorten(hop.url.href)}. It may need cookies or a login.`,
    );
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #exchange(hop: RedirectableRequest, initiator: Initiator, request: FetchRequest): Promise<FetchResponse> {
    const { url } = hop;
    const own = browserHeaders(this.#profile, {
      destination: request.destination,
      // The caller's own navigation stays its own through redirects.
      site: siteOf(request.initiator, url),
      userActivated: request.userActivated ?? request.initiator.kind === 'caller',
      trustworthy: isTrustworthy(url),
      referrer: referrerFor(request.initiator, url),
    });
    try {
      const response = await this.#transport.send({
        url,
        method: hop.method,
        headers: mergeHeaders(own, [...hop.headers, ...urlCredentials(url)]),
        body: hop.body,
        from: initiator.kind === 'page' ? initiator.space : 'loopback',
        signal: request.signal,
      });
      return { ...response, url, redirected: false };
    } catch (error) {
      throw networkError(error, url);
    }
  }
}

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

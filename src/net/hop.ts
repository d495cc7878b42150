/**
 * One request of a chain of redirects: who asks, and what its answer may be read as.
 *
 * Fetch §4.3 scheme fetch, §4.5 HTTP-redirect fetch https://fetch.spec.whatwg.org/#http-redirect-fetch,
 * Mixed Content §4.4 https://www.w3.org/TR/mixed-content/#should-block-fetch
 */
import { isIP } from 'node:net';
import { AgentBrowserError } from '../errors.ts';
import type { Destination, HeaderPair, RequestSite } from '../identity/request-headers.ts';
import { morePublic } from './address.ts';
import { isSameOrigin, originOf } from './cors.ts';
import type { FetchRequest, FetchResponse } from './fetch.ts';
import { type Initiator, isTrustworthy, shorten } from './policy.ts';
import type { RedirectableRequest } from './redirect.ts';
import { furtherSite, policyOfHeader, type ReferrerPolicy, requestSite } from './referrer.ts';
import { headerValue } from './transport.ts';

export type FetchMode = 'navigate' | 'cors' | 'no-cors' | 'same-origin';

export interface Hop extends RedirectableRequest {
  readonly initiator: Initiator;
  readonly type: 'basic' | 'cors' | 'opaque';
  /** What the Origin header says, and what the other side has to agree to; empty for the session itself. */
  readonly origin: string;
  readonly policy: ReferrerPolicy | undefined;
  /** Whether something was asked for already: a redirect led here, or the same is asked for again. */
  readonly isFurther: boolean;
  /** How far the asker is from the furthest address on the way. */
  readonly site: RequestSite;
}

export function modeOf({ mode, destination }: FetchRequest): FetchMode {
  if (mode !== undefined) return mode;
  if (destination === 'document' || destination === 'iframe') return 'navigate';
  return destination === 'fetch' ? 'cors' : 'no-cors';
}

export function firstHop(request: FetchRequest): Hop {
  const { url, initiator } = request;
  return {
    url,
    method: request.method ?? 'GET',
    headers: request.headers ?? [],
    body: request.body ?? null,
    initiator,
    type: 'basic',
    origin: initiator.kind === 'page' ? originOf(initiator.url) : '',
    policy: request.referrerPolicy,
    isFurther: false,
    site: requestSite(initiator, url),
  };
}

/** §4.1 main fetch, step 12: what the answer of this hop may be read as. Throws where nothing may be asked. */
export function taint({ url, initiator, type }: Hop, mode: FetchMode): Hop['type'] {
  if (type !== 'basic' || mode === 'navigate' || initiator.kind === 'caller') return type;
  const isLocal = url.protocol === 'data:' || url.protocol === 'about:';
  // A page from a file reads what lies beside it, which policy.ts decides.
  const isOwnFile = url.protocol === 'file:' && mode === 'no-cors';
  if (isLocal || isOwnFile || isSameOrigin(initiator.url, url)) return 'basic';
  if (mode === 'no-cors') return 'opaque';
  if (mode === 'cors' && (url.protocol === 'http:' || url.protocol === 'https:')) return 'cors';
  throw new AgentBrowserError(
    'address_not_allowed',
    `${originOf(initiator.url)} may not read ${shorten(url.href)}: it is another origin.`,
  );
}

/** The request that a redirect leads to. */
export function followed(hop: Hop, next: RedirectableRequest, response: FetchResponse, asker: Initiator): Hop {
  const { initiator } = hop;
  // Secure: whoever answers with a redirect is who asks for its target.
  const space = initiator.kind === 'page' ? morePublic(initiator.space, response.space) : response.space;
  const from = initiator.kind === 'page' ? initiator.url : hop.url;
  if (hop.type === 'cors' && (next.url.username !== '' || next.url.password !== '')) throw redirectRefused(hop.url);
  // A cross-origin answer that leads to a third origin makes the asker nameless.
  const isTainted = hop.origin !== '' && hop.origin !== hop.url.origin && next.url.origin !== hop.url.origin;
  return {
    ...next,
    initiator: initiator.kind === 'page' ? { ...initiator, space } : { kind: 'page', url: from, space },
    type: hop.type,
    origin: isTainted ? 'null' : hop.origin,
    policy: policyOfHeader(headerValue(response.headers, 'referrer-policy')) ?? hop.policy,
    isFurther: true,
    site: furtherSite(hop.site, requestSite(asker, next.url)),
  };
}

/** Fetch §3.2.4, "append a request `Origin` header". Elements with 'crossorigin' say where they are to everybody. */
export function originHeader({ origin, method, url, policy, type }: Hop, request: FetchRequest): HeaderPair[] {
  const isCors = modeOf(request) === 'cors';
  const asksWithCors = type === 'cors' || (isCors && request.destination !== 'fetch');
  if (origin === '' || (!asksWithCors && (method === 'GET' || method === 'HEAD'))) return [];
  return [['Origin', isCors || mayTellOrigin(origin, url, policy) ? origin : 'null']];
}

function mayTellOrigin(origin: string, url: URL, policy: ReferrerPolicy | undefined): boolean {
  switch (policy) {
    case 'no-referrer':
      return false;
    case 'same-origin':
      return origin === url.origin;
    case 'origin':
    case 'origin-when-cross-origin':
    case 'unsafe-url':
      return true;
    default:
      return !origin.startsWith('https:') || url.protocol === 'https:';
  }
}

/** Mixed Content §4.1: what a secure page shows of the insecure web is asked for over a secure connection. */
export function upgradedMedia(url: URL, initiator: Initiator, destination: Destination): URL {
  const isSecurePage = initiator.kind === 'page' && initiator.url.protocol === 'https:';
  if (!isSecurePage || destination !== 'image' || url.protocol !== 'http:' || isTrustworthy(url)) return url;
  // An address has no certificate to be expected.
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return url;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

export function redirectRefused(url: URL): AgentBrowserError {
  return new AgentBrowserError('connection_failed', `${shorten(url.href)} redirects, which the page does not allow.`);
}

/** A secure page gets nothing over an insecure connection. It may lead to an insecure page. */
export function checkMixedContent(url: URL, initiator: Initiator, isLeaving: boolean): void {
  if (isLeaving || initiator.kind === 'caller' || initiator.url.protocol !== 'https:') return;
  if (url.protocol !== 'http:' || isTrustworthy(url)) return;
  throw new AgentBrowserError(
    'address_not_allowed',
    `The secure page ${shorten(initiator.url.href)} asked for ${shorten(url.href)} without encryption (mixed content).`,
  );
}

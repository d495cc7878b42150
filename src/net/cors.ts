/**
 * Which answers of other origins a page's script may read.
 *
 * In:  the document, the request that its script made, the response.
 * Out: the Origin header to send, and an error where the response does not agree.
 *
 * Fetch §3.2 https://fetch.spec.whatwg.org/#http-cors-protocol, for requests without credentials.
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** An origin as it is written: files and data have none to show. */
export function originOf(url: URL): string {
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : 'null';
}

/** Fetch §3.1: cross-origin reads, and whatever is neither GET nor HEAD, say where they come from. */
export function originHeader(document: URL, target: URL, method: string): HeaderPair[] {
  const isSimple = method === 'GET' || method === 'HEAD';
  return originOf(document) === originOf(target) && isSimple ? [] : [['Origin', originOf(document)]];
}

const SIMPLE_METHODS = new Set(['GET', 'HEAD', 'POST']);
const SIMPLE_HEADERS = new Set(['accept', 'accept-language', 'content-language', 'content-type']);
const SIMPLE_BODIES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;

// Missing: the preflight. A request of a page to another origin that needs one is refused, as by a server without CORS.
export function checkCrossOriginRequest(
  document: URL,
  target: URL,
  method: string,
  headers: readonly HeaderPair[],
): void {
  if (originOf(document) === originOf(target)) return;
  const isSimple =
    SIMPLE_METHODS.has(method) &&
    headers.every(([name, value]) => {
      const lower = name.toLowerCase();
      return SIMPLE_HEADERS.has(lower) && (lower !== 'content-type' || SIMPLE_BODIES.test(value));
    });
  if (!isSimple) throw refused(document, target);
}

export function checkCrossOriginResponse(
  document: URL,
  response: { readonly url: URL; readonly headers: ResponseHeaders },
): void {
  const origin = originOf(document);
  if (origin === originOf(response.url) && origin !== 'null') return;
  const allowed = headerValue(response.headers, 'access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw refused(document, response.url);
}

function refused(document: URL, target: URL): AgentBrowserError {
  return new AgentBrowserError(
    'address_not_allowed',
    `${originOf(target)} does not let ${originOf(document)} read it (CORS).`,
  );
}

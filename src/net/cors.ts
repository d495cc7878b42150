/**
 * Which requests to other origins a page's script may make, and which answers it may read.
 *
 * In:  the origin that asks, the request, the response.
 * Out: whether a preflight is needed, an error where the response does not agree, the headers that script may see.
 *
 * Fetch §3.2 https://fetch.spec.whatwg.org/#http-cors-protocol
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import type { Initiator } from './policy.ts';
import { registrableDomain } from './site.ts';
import { isToken } from './token.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

/** An origin as it is written: files and data have none to show. */
export function originOf(url: URL): string {
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : 'null';
}

/** Pages without an origin are strangers to each other. */
export function isSameOrigin(a: URL, b: URL): boolean {
  return originOf(a) === originOf(b) && originOf(a) !== 'null';
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'POST']);
const SAFE_BODIES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
/** Fetch §2.2.2: bytes that no safelisted value has. */
const UNSAFE_BYTES = /[\x00-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;

/** §2.2.2, CORS-safelisted request-header. */
function isSafeHeader([name, value]: HeaderPair): boolean {
  if (value.length > 128) return false;
  switch (name.toLowerCase()) {
    case 'accept':
      return !UNSAFE_BYTES.test(value);
    case 'accept-language':
    case 'content-language':
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case 'content-type':
      return !UNSAFE_BYTES.test(value) && SAFE_BODIES.test(value);
    case 'range':
      return isSimpleRange(value);
    default:
      return false;
  }
}

/** §2.2.2, "simple range header value": from a byte on, to one that is not before it. */
function isSimpleRange(value: string): boolean {
  const [, start = '', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? [];
  return start !== '' && (end === '' || Number(start) <= Number(end));
}

/** Names of headers that need the other side's consent, in lower case and in order. */
export function unsafeHeaders(headers: readonly HeaderPair[]): string[] {
  return [...new Set(headers.filter((header) => !isSafeHeader(header)).map(([name]) => name.toLowerCase()))].sort();
}

export function needsPreflight(method: string, headers: readonly HeaderPair[]): boolean {
  return !SAFE_METHODS.has(method) || unsafeHeaders(headers).length > 0;
}

/** §4.1: without CORS only what a form could send goes to another origin, whatever the page's own rules let through. */
export function checkWithoutCors(origin: string, url: URL, method: string, headers: readonly HeaderPair[]): void {
  if (!needsPreflight(method, headers)) return;
  throw new AgentBrowserError(
    'address_not_allowed',
    `${origin} may not send ${method} with these headers to ${originOf(url)} without asking it (CORS).`,
  );
}

/** "CORS check": throws unless the response lets this origin read it. */
export function checkCors(origin: string, url: URL, headers: ResponseHeaders, withCredentials: boolean): void {
  const allowed = headerValue(headers, 'access-control-allow-origin');
  if (allowed === '*' && !withCredentials) return;
  const isAllowed = allowed === origin;
  const takesCredentials = headerValue(headers, 'access-control-allow-credentials') === 'true';
  if (!isAllowed || (withCredentials && !takesCredentials)) throw refusedByCors(origin, url);
}

export function refusedByCors(origin: string, target: URL): AgentBrowserError {
  return new AgentBrowserError('address_not_allowed', `${originOf(target)} does not let ${origin} read it (CORS).`);
}

/** §2.2.2, CORS-safelisted response-header name. */
const SAFE_RESPONSE_HEADERS = new Set(
  'cache-control content-language content-length content-type expires last-modified pragma'.split(' '),
);

/** The headers of a response that script may see. Cookies are the jar's, never the page's. */
export function readableHeaders(headers: ResponseHeaders, isCors: boolean, withCredentials: boolean): HeaderPair[] {
  const exposed = new Set(listOf(headers, 'access-control-expose-headers'));
  const exposesAll = exposed.has('*') && !withCredentials;
  const isReadable = (name: string): boolean => {
    if (name === 'set-cookie' || name === 'set-cookie2') return false;
    return !isCors || exposesAll || SAFE_RESPONSE_HEADERS.has(name) || exposed.has(name);
  };
  return [...headers]
    .filter(([name]) => isReadable(name))
    .map(([name, values]): HeaderPair => [name, values.join(', ')]);
}

/** Names of headers in a header that is a list of them, in lower case. */
export function listOf(headers: ResponseHeaders, name: string): string[] {
  return namesIn(headers, name).map((item) => item.toLowerCase());
}

/** A header that is a list of names; one thing in it that is no name makes it none (§2.2.2, "extract"). */
export function namesIn(headers: ResponseHeaders, name: string): string[] {
  const items = (headerValue(headers, name) ?? '').split(',').map((item) => item.replace(/^[ \t]+|[ \t]+$/g, ''));
  const names = items.filter((item) => item !== '');
  return names.every(isToken) ? names : [];
}

/** §3.6, "cross-origin resource policy check": throws where a server wants to be embedded by its own only. */
export function checkResourcePolicy(initiator: Initiator, url: URL, headers: ResponseHeaders): void {
  // Who asks is who asked first, whoever led the way.
  const origin = initiator.kind === 'page' ? originOf(initiator.url) : url.origin;
  const policy = headerValue(headers, 'cross-origin-resource-policy');
  if ((policy !== 'same-origin' && policy !== 'same-site') || origin === url.origin) return;
  const asker = URL.parse(origin);
  const isSameSite = asker !== null && registrableDomain(asker.hostname) === registrableDomain(url.hostname);
  const isAsSecure = asker?.protocol === 'https:' || url.protocol === 'http:';
  if (policy === 'same-site' && isSameSite && isAsSecure) return;
  throw new AgentBrowserError(
    'address_not_allowed',
    `${originOf(url)} does not let ${origin} embed it (Cross-Origin-Resource-Policy: ${policy}).`,
  );
}

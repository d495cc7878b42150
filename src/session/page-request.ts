/**
 * What a page may put into a request of its own: method, headers, body.
 *
 * Fetch §2.2 https://fetch.spec.whatwg.org/#http-requests
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { isToken } from '../net/token.ts';

const MOST_METHOD_CHARS = 40;
/** §2.2.1: methods that would speak to a proxy, or show what must stay hidden. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);
const NORMALISED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

export function checkMethod(method: string): string {
  const upper = method.toUpperCase();
  const isMethod = isToken(method) && method.length <= MOST_METHOD_CHARS;
  if (isMethod && !FORBIDDEN_METHODS.has(upper)) return NORMALISED_METHODS.has(upper) ? upper : method;
  throw new AgentBrowserError('invalid_argument', `The page used the method '${method.slice(0, 20)}'.`);
}

/** §2.2.2: headers that only the browser sets. */
const FORBIDDEN_HEADERS =
  /^(?:accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

/** Secure: the page chose these. A name or value that is not valid HTTP would split the request in two. */
export function allowedHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers
    .slice(0, LIMITS.requestHeaders)
    .filter(
      ([name, value]) => isToken(name) && !FORBIDDEN_HEADERS.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    );
}

/** Text, or base64 where the page had bytes. */
export function bodyOf(body: string | null, isBinary: boolean): Uint8Array | null {
  if (body === null) return null;
  const bytes = Buffer.from(body, isBinary ? 'base64' : 'utf8');
  if (bytes.byteLength <= LIMITS.requestBytes) return bytes;
  throw new AgentBrowserError('invalid_argument', `The page wanted to send ${bytes.byteLength} bytes.`);
}

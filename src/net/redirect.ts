/**
 * The next request of a redirect.
 *
 * In:  the request that was answered, and the answer.
 * Out: what to ask for next, or `null` when the answer is the answer.
 *
 * Fetch §4.4 HTTP-redirect fetch https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { shorten } from './policy.ts';
import type { ResponseHeaders } from './transport.ts';

export interface RedirectableRequest {
  readonly url: URL;
  readonly method: string;
  /** Headers that the asker added; the browser's own are made anew for each hop. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | null;
}

const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308]);
/** Headers that speak of a body, which is gone when the method becomes GET. */
const BODY_HEADERS = new Set(['content-encoding', 'content-language', 'content-location', 'content-type']);

export function redirectOf(
  request: RedirectableRequest,
  status: number,
  headers: ResponseHeaders,
): RedirectableRequest | null {
  if (!REDIRECT_STATUS.has(status)) return null;
  const locations = new Set(headers.get('location'));
  const [location = ''] = locations;
  // Browsers take an empty one for none.
  if (location === '') return null;
  // Secure: whoever could add a header to the answer would choose the way.
  if (locations.size > 1) {
    throw new AgentBrowserError(
      'navigation_error',
      `${shorten(request.url.href)} redirects to ${locations.size} different addresses at once. Open one of them: ${[...locations].map(shorten).join(', ')}.`,
    );
  }
  const url = locationUrl(location, request.url);

  const dropsBody =
    ((status === 301 || status === 302) && request.method === 'POST') ||
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD');
  const isSameOrigin = url.origin === request.url.origin;
  return {
    url,
    method: dropsBody ? 'GET' : request.method,
    body: dropsBody ? null : request.body,
    headers: request.headers.filter(([name]) => {
      const lower = name.toLowerCase();
      if (dropsBody && BODY_HEADERS.has(lower)) return false;
      // Secure: credentials given for one origin are not shown to another.
      return isSameOrigin || lower !== 'authorization';
    }),
  };
}

function redirectUrl(location: string, base: URL): URL {
  const url = URL.parse(location, base);
  if (url !== null && location.length <= LIMITS.urlChars) return url;
  throw new AgentBrowserError(
    'navigation_error',
    `${shorten(base.href)} redirects to '${shorten(location)}', which is not a URL. Open another page.`,
  );
}

/** The target keeps the fragment of the request unless it has its own (Fetch §2.2.6, location URL). */
function locationUrl(location: string, base: URL): URL {
  // Header bytes arrive as Latin-1; servers mean UTF-8, and percent-encoding them says exactly that.
  const ascii = location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  const url = redirectUrl(ascii, base);
  if (url.hash === '' && !ascii.includes('#')) url.hash = base.hash;
  return url;
}

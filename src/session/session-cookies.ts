/**
 * The cookies of a session, as its caller reads and sets them.
 *
 * In:  an address, or a cookie. Out: plain data. What a caller sets keeps the rules that a server would have to keep, so that
 *      no cookie stands in the jar that could not have come from the web (RFC 6265bis §5.7).
 */
import { AgentBrowserError } from '../errors.ts';
import type { CookieJar } from '../net/cookie-jar.ts';
import { parseUrl } from '../net/policy.ts';
import { type StoredCookie, storedCookie } from './storage-state.ts';

type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** A cookie to be set: for an address, a domain, or else for the current page. */
export interface NewCookie extends Optional<Omit<StoredCookie, 'name' | 'value'>> {
  readonly name: string;
  readonly value: string;
  readonly url?: string | undefined;
}

export function sessionCookies(jar: CookieJar, url: string | undefined): StoredCookie[] {
  return (url === undefined ? jar.all() : jar.forAddress(parseUrl(url))).map(storedCookie);
}

export function setSessionCookie(jar: CookieJar, cookie: NewCookie, current: URL | null): void {
  const address = addressOf(cookie, current);
  if (address === null) {
    throw new AgentBrowserError('invalid_argument', 'No page is open: say whose cookie it is, with url or domain.');
  }
  if (!jar.set(headerOf(cookie), address, 'http')) {
    throw new AgentBrowserError(
      'invalid_argument',
      `${address.origin} may not set this cookie. See to its name and value, domain, and that 'secure' and SameSite=None need https.`,
    );
  }
}

/** Where the cookie could have come from. */
function addressOf({ url, domain, path = '/', secure = false }: NewCookie, current: URL | null): URL | null {
  if (url !== undefined) return parseUrl(url);
  if (domain === undefined) return current;
  return parseUrl(`${secure ? 'https' : 'http'}://${domain.replace(/^\./, '')}${path.startsWith('/') ? path : '/'}`);
}

/** As a server would send it. */
function headerOf({ name, value, domain, path = '/', expires = -1, httpOnly, secure, sameSite }: NewCookie): string {
  // Secure: what ends a field would add others.
  for (const part of [name, value, path, domain ?? '']) {
    if (/[;\x00-\x08\x0a-\x1f\x7f]/.test(part)) {
      throw new AgentBrowserError('invalid_argument', 'A cookie has neither semicolons nor control characters.');
    }
  }
  const bytes = Buffer.from(`${name}=${value}`, 'utf8').toString('latin1');
  return [
    bytes,
    `Path=${path}`,
    ...(domain?.startsWith('.') ? [`Domain=${domain}`] : []),
    ...(expires < 0 ? [] : [`Expires=${new Date(Math.min(expires, 8.64e12) * 1000).toUTCString()}`]),
    ...(httpOnly === true ? ['HttpOnly'] : []),
    ...(secure === true ? ['Secure'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
  ].join('; ');
}

/**
 * What a session keeps of the web, as plain data: cookies and localStorage, to be given to another session.
 *
 * In:  a session's cookies and storage. Out: JSON, and back. The shape is the one that Playwright saves, so states made
 *      there can be used here.
 *
 * Secure: it holds what signs a person in. It is for the caller, never for a model.
 */
import { LIMITS } from '../limits.ts';
import type { Cookie, SameSite } from '../net/cookie.ts';
import type { CookieJar } from '../net/cookie-jar.ts';
import type { StorageStore } from './storage-store.ts';

export interface StorageState {
  readonly cookies: readonly StoredCookie[];
  readonly origins: readonly StoredOrigin[];
}

export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  /** With a dot before it for a whole domain, without for one host. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for a cookie that ends with the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

export interface StoredOrigin {
  readonly origin: string;
  readonly localStorage: readonly { readonly name: string; readonly value: string }[];
}

export function saveStorageState(cookies: CookieJar, storage: StorageStore): StorageState {
  return {
    cookies: cookies.all().map(storedCookie),
    origins: storage
      .save()
      .filter(({ local }) => local.length > 0)
      .map(({ origin, local }) => ({ origin, localStorage: local.map(([name, value]) => ({ name, value })) })),
  };
}

export function loadStorageState(state: StorageState, cookies: CookieJar, storage: StorageStore): void {
  const now = Date.now();
  cookies.load(state.cookies.slice(0, LIMITS.cookies).map((cookie) => cookieOf(cookie, now)));
  storage.load(
    state.origins.slice(0, LIMITS.storageOrigins).map(({ origin, localStorage }) => ({
      origin,
      local: localStorage.map(({ name, value }) => [name, value] as const),
    })),
  );
}

export function storedCookie({
  name,
  value,
  domain,
  hostOnly,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
}: Cookie): StoredCookie {
  return {
    name,
    value,
    domain: hostOnly ? domain : `.${domain}`,
    path,
    expires: expires === null ? -1 : expires / 1000,
    httpOnly,
    secure,
    sameSite: sameSite === 'strict' ? 'Strict' : sameSite === 'none' ? 'None' : 'Lax',
  };
}

const SAME_SITE: Readonly<Record<StoredCookie['sameSite'], SameSite>> = { Strict: 'strict', Lax: 'lax', None: 'none' };

function cookieOf(stored: StoredCookie, now: number): Cookie {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite } = stored;
  return {
    name,
    value,
    domain: domain.replace(/^\./, '').toLowerCase(),
    hostOnly: !domain.startsWith('.'),
    path,
    expires: expires < 0 ? null : expires * 1000,
    httpOnly,
    secure,
    sameSite: SAME_SITE[sameSite],
    created: now,
  };
}

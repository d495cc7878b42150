/**
 * What is kept of a signed-in session, and the check of what comes back.
 *
 * In:  cookies and storage of a session. Out: plain data of the sign-in's sites, within limits: cookies, localStorage, and
 *      IndexedDB as far as it is small.
 */
import { LIMITS } from '../limits.ts';
import type { Cookie } from '../net/cookie.ts';
import type { CookieJar } from '../net/cookie-jar.ts';
import { registrableDomain } from '../net/site.ts';
import type { StorageStore, StoredState } from './storage-store.ts';

export interface SavedState {
  readonly cookies: readonly Cookie[];
  readonly storage: readonly StoredState[];
}

/** With what is known of the sign-in (auth-health.ts). */
export interface RestoredState extends SavedState {
  readonly showsSignOut: boolean;
  readonly proofs: readonly string[];
}

/** Of the sites of these origins: a sign-in often sets what its neighbours need. */
export function savedState(cookies: CookieJar, storage: StorageStore, origins: readonly string[]): SavedState {
  const sites = new Set(origins.map((origin) => registrableDomain(new URL(origin).hostname)));
  const isOurs = (origin: string) => sites.has(registrableDomain(URL.parse(origin)?.hostname ?? ''));
  return {
    cookies: cookies.all().filter(({ domain }) => sites.has(registrableDomain(domain))),
    storage: storage
      .save()
      .filter(({ origin }) => isOurs(origin))
      .map((state) => ({ ...state, databases: smallDatabases(state.databases ?? []) })),
  };
}

/** The first that fit. */
function smallDatabases(databases: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  let chars = 0;
  return databases.filter(([name, content]) => {
    if (chars + name.length + content.length > LIMITS.savedDatabaseChars) return false;
    chars += name.length + content.length;
    return true;
  });
}

/** `null` when it is nothing of ours. */
export function readSavedState(value: unknown): RestoredState | null {
  const { cookies, storage, showsSignOut, proofs } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(cookies) || !Array.isArray(storage)) return null;
  return {
    cookies: cookies.filter(isCookie),
    storage: storage.filter(isStored),
    // Older files do not say.
    showsSignOut: showsSignOut === true,
    proofs: Array.isArray(proofs) ? proofs.filter((proof) => typeof proof === 'string') : [],
  };
}

function isCookie(value: unknown): value is Cookie {
  const { name, value: text, domain, path, expires, created } = (value ?? {}) as Partial<Cookie>;
  const areTexts = [name, text, domain, path].every((each) => typeof each === 'string');
  return areTexts && (expires === null || typeof expires === 'number') && typeof created === 'number';
}

function isStored(value: unknown): value is StoredState {
  const { origin, local } = (value ?? {}) as Partial<StoredState>;
  return typeof origin === 'string' && Array.isArray(local);
}

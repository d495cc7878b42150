/**
 * The cookies of one session.
 *
 * In:  Set-Cookie headers, what scripts write, and requests. Out: Cookie headers, and what scripts may read.
 *
 * RFC 6265bis §5.7, §5.8. Kept by site, so that a request looks at its own site's cookies only.
 */
import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../limits.ts';
import { type Cookie, type CookieSource, domainMatches, parseCookie, pathMatches } from './cookie.ts';
import { type CookiePlace, isTrustworthy } from './policy.ts';
import { isSameSite, registrableDomain, siteOf } from './site.ts';

/** What a request is, for SameSite: who asks, and whether it leads a person somewhere. */
export interface CookieContext extends CookiePlace {
  readonly isNavigation: boolean;
  readonly method: string;
}

export const OWN_NAVIGATION: CookieContext = { from: null, isNavigation: true, method: 'GET' };

/** What a script does is a request of its own document. */
export function scriptContext(place: CookiePlace): CookieContext {
  return { ...place, isNavigation: false, method: 'GET' };
}

/** Whether sites get their cookies inside pages of other sites. */
export type ThirdPartyCookies = 'allow' | 'block';

export class CookieJar {
  readonly #thirdParty: ThirdPartyCookies;
  /** By registrable domain, then by name, domain and path. */
  readonly #sites = new Map<string, Map<string, Cookie>>();
  #count = 0;

  constructor(thirdParty: ThirdPartyCookies = 'allow') {
    this.#thirdParty = thirdParty;
  }

  /** Whether sites have their cookies inside pages of other sites. */
  get hasThirdParties(): boolean {
    return this.#thirdParty === 'allow';
  }

  /** Takes a Set-Cookie header, or what a script wrote. `false` when it is not one that this address may set. */
  set(text: string, url: URL, source: CookieSource, context: CookieContext = OWN_NAVIGATION): boolean {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
    const now = Date.now();
    const written = source === 'http' ? textOfBytes(text) : text;
    const cookie = parseCookie(written, url, source, now, partitionOf(url, context));
    if (cookie === null || !this.#mayHave(cookie, url, context)) return false;
    // §5.7: SameSite cookies are not taken from a cross-site sub-resource.
    if (cookie.sameSite !== 'none' && !context.isNavigation && !isFromSameSite(context, url)) return false;
    return this.#put(cookie, url, source, now);
  }

  /** The Cookie header's value; empty when there is nothing to send. */
  header(url: URL, context: CookieContext): string {
    return bytesOfText(this.#matching(url, 'http', context));
  }

  /** `document.cookie` of a document at `url`; in a frame, of a place that is another one. */
  forScript(url: URL, place: CookiePlace = { from: url }): string {
    return this.#matching(url, 'script', scriptContext(place));
  }

  /** What `cookieStore` tells of the same cookies. */
  listForScript(url: URL, place: CookiePlace): Cookie[] {
    return this.#found(url, 'script', scriptContext(place));
  }

  /** Every cookie that is alive, to be kept and given back with `load`. */
  all(): Cookie[] {
    const now = Date.now();
    return [...this.#sites.values()].flatMap((site) => [...site.values()].filter((cookie) => !isExpired(cookie, now)));
  }

  /** The cookies that an address gets when somebody goes there. */
  forAddress(url: URL): Cookie[] {
    return this.#found(url, 'http', OWN_NAVIGATION);
  }

  load(cookies: Iterable<Cookie>): void {
    for (const cookie of cookies) this.#add(cookie);
  }

  clear(): void {
    this.#sites.clear();
    this.#count = 0;
  }

  /** Inside pages of other sites, where third parties have no cookies, they have partitioned ones only. */
  #mayHave({ partition }: Cookie, url: URL, context: CookieContext): boolean {
    if (this.#thirdParty === 'allow' || partition !== undefined) return true;
    return context.isNavigation || isFromSameSite(context, url);
  }

  #put(cookie: Cookie, url: URL, source: CookieSource, now: number): boolean {
    const site = this.#sites.get(registrableDomain(cookie.domain));
    const old = site?.get(keyOf(cookie));
    if (old?.httpOnly && source === 'script') return false;
    if (site !== undefined && !cookie.secure && !isTrustworthy(url) && hidesSecure(cookie, site)) return false;
    if (cookie.expires !== null && cookie.expires <= now) {
      if (old !== undefined) this.#delete(old);
      return true;
    }
    this.#add(old === undefined ? cookie : { ...cookie, created: old.created });
    return true;
  }

  #add(cookie: Cookie): void {
    const name = registrableDomain(cookie.domain);
    let site = this.#sites.get(name);
    if (site === undefined) {
      site = new Map();
      this.#sites.set(name, site);
    }
    const key = keyOf(cookie);
    if (!site.has(key)) this.#count++;
    site.set(key, cookie);
    if (site.size > LIMITS.cookiesPerSite) this.#drop(site.values());
    if (this.#count > LIMITS.cookies) this.#drop(this.all());
  }

  /** §5.7, last step: an expired cookie goes first, then one that is not secure, then the oldest. */
  #drop(cookies: Iterable<Cookie>): void {
    const now = Date.now();
    let worst: Cookie | null = null;
    const rank = (cookie: Cookie) => (isExpired(cookie, now) ? 0 : cookie.secure ? 2 : 1);
    for (const cookie of cookies) {
      const isWorse = worst === null || rank(cookie) < rank(worst);
      if (isWorse || (rank(cookie) === rank(worst!) && cookie.created < worst!.created)) worst = cookie;
    }
    if (worst !== null) this.#delete(worst);
  }

  #delete(cookie: Cookie): void {
    if (this.#sites.get(registrableDomain(cookie.domain))?.delete(keyOf(cookie))) this.#count--;
  }

  /** §5.8.3 */
  #matching(url: URL, source: CookieSource, context: CookieContext): string {
    const found = this.#found(url, source, context);
    return found.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  }

  #found(url: URL, source: CookieSource, context: CookieContext): Cookie[] {
    if (this.#count === 0) return [];
    const host = url.hostname.replace(/\.$/, '');
    const site = this.#sites.get(registrableDomain(host));
    if (site === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:' && !isSocket(url))) return [];
    const now = Date.now();
    const found: Cookie[] = [];
    const partition = partitionOf(url, context);
    for (const cookie of site.values()) {
      if (isExpired(cookie, now)) this.#delete(cookie);
      else if (cookie.partition !== undefined && cookie.partition !== partition) continue;
      else if (!isFor(cookie, url, host, source) || !passesSameSite(cookie, url, context)) continue;
      else if (this.#mayHave(cookie, url, context)) found.push(cookie);
    }
    // Longer paths first, then the older ones.
    return found.sort((a, b) => b.path.length - a.path.length || a.created - b.created);
  }
}

function isSocket({ protocol }: URL): boolean {
  return protocol === 'ws:' || protocol === 'wss:';
}

function keyOf({ name, domain, path, hostOnly, partition = '' }: Cookie): string {
  return `${name}\n${domain}\n${path}\n${hostOnly}\n${partition}`;
}

/**
 * CHIPS: the site of the page that is open, which for a navigation is the one that it leads to, and whether strangers are
 * part of it: a site in a frame of another one inside its own page does not have the cookies of that page.
 */
function partitionOf(url: URL, context: CookieContext): string {
  const { from, top = from, isNavigation } = context;
  if (isNavigation || top === null) return siteOf(url);
  return isFromSameSite(context, url) ? siteOf(top) : `${siteOf(top)} with strangers`;
}

/** Header bytes arrive as Latin-1; where they are UTF-8, that is what scripts see. */
function textOfBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\x00-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

/** What a script wrote goes out as UTF-8. */
function bytesOfText(text: string): string {
  return /[^\x00-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

function isExpired({ expires }: Cookie, now: number): boolean {
  return expires !== null && expires <= now;
}

function isFor(cookie: Cookie, url: URL, host: string, source: CookieSource): boolean {
  if (cookie.httpOnly && source === 'script') return false;
  if (cookie.secure && !isTrustworthy(url) && url.protocol !== 'wss:') return false;
  const isHost = cookie.hostOnly ? host === cookie.domain : domainMatches(host, cookie.domain);
  return isHost && pathMatches(url.pathname, cookie.path);
}

function isFromSameSite({ from }: CookieContext, url: URL): boolean {
  return from === null || isSameSite(from, url);
}

/** §5.8.3. Sign-ins that come back from another site by POST have a cookie that is new and says nothing (§5.6.7.2). */
function passesSameSite({ sameSite, created }: Cookie, url: URL, context: CookieContext): boolean {
  if (sameSite === 'none' || isFromSameSite(context, url)) return true;
  if (sameSite === 'strict' || !context.isNavigation) return false;
  if (context.method === 'GET' || context.method === 'HEAD') return true;
  return sameSite === 'default' && Date.now() - created <= LIMITS.laxAllowingUnsafeMs;
}

/** §5.7 step 12: an insecure address may not cover a secure cookie of the same name. */
function hidesSecure(cookie: Cookie, site: ReadonlyMap<string, Cookie>): boolean {
  for (const other of site.values()) {
    const isSameHost = domainMatches(other.domain, cookie.domain) || domainMatches(cookie.domain, other.domain);
    if (other.secure && other.name === cookie.name && isSameHost && pathMatches(cookie.path, other.path)) return true;
  }
  return false;
}

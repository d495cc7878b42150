/**
 * One cookie: read from a Set-Cookie header or from what a script wrote, and matched against requests.
 *
 * RFC 6265bis §5 https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-20.html
 */
import { LIMITS } from '../limits.ts';
import { isTrustworthy } from './policy.ts';
import { isPublicSuffix } from './site.ts';

export type SameSite = 'strict' | 'lax' | 'none' | 'default';

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Only the host that set it gets it back. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: SameSite;
  /** Wall-clock time; `null` for the length of the session. */
  readonly expires: number | null;
  readonly created: number;
  /** Of a partitioned cookie (CHIPS): in which pages alone it shows, by their site. */
  readonly partition?: string;
}

/** Who sets it: a server, or a script, which may neither make nor touch what is HttpOnly. */
export type CookieSource = 'http' | 'script';

/** §5.6: what the text says, or `null` when it is not a cookie that this address may set. */
export function parseCookie(text: string, url: URL, source: CookieSource, now: number, partition = ''): Cookie | null {
  // §5.6 step 1: control characters other than a tab make it invalid.
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text)) return null;
  const [pair, ...attributes] = text.split(';');
  const equals = pair!.indexOf('=');
  const name = equals < 0 ? '' : trimmed(pair!.slice(0, equals));
  const value = trimmed(equals < 0 ? pair! : pair!.slice(equals + 1));
  if (name === '' && value === '') return null;
  if (Buffer.byteLength(name) + Buffer.byteLength(value) > LIMITS.cookieChars) return null;

  const read = readAttributes(attributes, now);
  const host = url.hostname.replace(/\.$/, '');
  let domain = read.domain;
  // Browsers take names of domains in their ASCII form only.
  if (/[^\x00-\x7f]/.test(domain)) return null;
  // §5.7 step 9: nobody sets cookies for a whole suffix, except the host of that name for itself.
  if (domain !== '' && isPublicSuffix(domain)) {
    if (domain !== host) return null;
    domain = '';
  }
  if (domain !== '' && !domainMatches(host, domain)) return null;
  const cookie: Cookie = {
    name,
    value,
    domain: domain === '' ? host : domain,
    hostOnly: domain === '',
    path: read.path.startsWith('/') ? read.path : defaultPath(url),
    secure: read.secure,
    httpOnly: read.httpOnly,
    sameSite: read.sameSite,
    expires: read.expires,
    created: now,
    ...(read.partitioned ? { partition } : {}),
  };
  return isAllowed(cookie, url, source) ? cookie : null;
}

interface Attributes {
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  sameSite: SameSite;
  expires: number | null;
  partitioned: boolean;
}

/** §5.6: spaces and tabs, and nothing else that counts as white space elsewhere. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start]!)) start++;
  while (end > start && isBlank(text[end - 1]!)) end--;
  return text.slice(start, end);
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t';
}

/** §5.6.1 to §5.6.7: the last of each name counts, and Max-Age before Expires. */
function readAttributes(attributes: readonly string[], now: number): Attributes {
  const read: Attributes = {
    domain: '',
    path: '',
    secure: false,
    httpOnly: false,
    sameSite: 'default',
    expires: null,
    partitioned: false,
  };
  let maxAge: number | null = null;
  for (const attribute of attributes) {
    const equals = attribute.indexOf('=');
    const name = (equals < 0 ? attribute : attribute.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? '' : trimmed(attribute.slice(equals + 1));
    if (value.length > 1024) continue;
    switch (name) {
      case 'expires':
        read.expires = parseCookieDate(value) ?? read.expires;
        break;
      case 'max-age':
        if (/^-?\d+$/.test(value)) maxAge = Number(value);
        break;
      case 'domain':
        read.domain = value.replace(/^\./, '').toLowerCase();
        break;
      case 'path':
        read.path = value;
        break;
      case 'secure':
        read.secure = true;
        break;
      case 'httponly':
        read.httpOnly = true;
        break;
      case 'partitioned':
        read.partitioned = true;
        break;
      case 'samesite': {
        const word = value.toLowerCase();
        read.sameSite = word === 'strict' || word === 'lax' || word === 'none' ? word : 'default';
      }
    }
  }
  if (maxAge !== null) read.expires = maxAge <= 0 ? 0 : now + maxAge * 1000;
  if (read.expires !== null) read.expires = Math.min(read.expires, now + LIMITS.cookieMaxAgeMs);
  return read;
}

/** §5.7: Secure, HttpOnly, SameSite=None, Partitioned and the name prefixes. */
function isAllowed(cookie: Cookie, url: URL, source: CookieSource): boolean {
  if (cookie.secure && !isTrustworthy(url)) return false;
  if (cookie.httpOnly && source === 'script') return false;
  if (cookie.sameSite === 'none' && !cookie.secure) return false;
  const prefixed = (cookie.name === '' ? cookie.value : cookie.name).toLowerCase();
  const isHttpOnly = source === 'http' && cookie.httpOnly;
  const isForHost = cookie.hostOnly && cookie.path === '/';
  if (cookie.partition !== undefined && !cookie.secure) return false;
  const prefix = /^__(?:host-http|host|http|secure)-/.exec(prefixed)?.[0];
  // A nameless cookie must not come back looking like one that keeps a promise.
  if (prefix !== undefined && (cookie.name === '' || !cookie.secure)) return false;
  switch (prefix) {
    case '__host-http-':
      return isHttpOnly && isForHost;
    case '__http-':
      return isHttpOnly;
    case '__host-':
      return isForHost;
    default:
      return true;
  }
}

/** §5.1.3 */
export function domainMatches(host: string, domain: string): boolean {
  if (host === domain) return true;
  return host.endsWith(`.${domain}`) && !/^[\d.]+$|:/.test(host);
}

/** §5.1.4: the folder of the request. */
function defaultPath(url: URL): string {
  const end = url.pathname.lastIndexOf('/');
  return end <= 0 ? '/' : url.pathname.slice(0, end);
}

/** §5.1.4 */
export function pathMatches(requestPath: string, path: string): boolean {
  if (requestPath === path) return true;
  return requestPath.startsWith(path) && (path.endsWith('/') || requestPath[path.length] === '/');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** §5.1.1: a date in whatever order and punctuation servers write it. */
export function parseCookieDate(text: string): number | null {
  let time: RegExpExecArray | null = null;
  let day: number | null = null;
  let month: number | null = null;
  let year: number | null = null;
  for (const token of text.split(/[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/)) {
    const found: RegExpExecArray | null = time === null ? /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/.exec(token) : null;
    const number = /^(\d{1,4})(?:\D|$)/.exec(token)?.[1];
    if (found !== null) time = found;
    else if (day === null && number !== undefined && number.length <= 2) day = Number(number);
    else if (month === null && MONTHS.includes(token.slice(0, 3).toLowerCase())) {
      month = MONTHS.indexOf(token.slice(0, 3).toLowerCase());
    } else if (year === null && number !== undefined && number.length >= 2) year = Number(number);
  }
  if (time === null || day === null || month === null || year === null) return null;
  if (year >= 70 && year <= 99) year += 1900;
  else if (year <= 69) year += 2000;
  const [hours, minutes, seconds] = time.slice(1).map(Number) as [number, number, number];
  if (day < 1 || day > 31 || year < 1601 || hours > 23 || minutes > 59 || seconds > 59) return null;
  return Date.UTC(year, month, day, hours, minutes, seconds);
}

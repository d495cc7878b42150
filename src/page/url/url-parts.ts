/**
 * URLs as text in, parts as text out: what the page realm's URL, location and links ask the engine realm for.
 *
 * In:  addresses as strings. Out: strings only, because nothing else may cross between the realms.
 *
 * URL §6.1 https://url.spec.whatwg.org/#api
 */
import { parseHost } from './host.ts';
import { FRAGMENT_SET, PATH_SET, percentEncodeText, USERINFO_SET } from './percent-encoding.ts';
import {
  appendPath,
  encodeQuery,
  isSpecial,
  originOf,
  parseUrl,
  SPECIAL_PORTS,
  serialisePath,
  serialiseUrl,
  setHostAndPort,
  setPort,
  type UrlRecord,
} from './url-record.ts';

/** In the order in which `joinParts` gives them. */
export const URL_PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
export type UrlPart = (typeof URL_PARTS)[number];

/** Absolute address of a reference, or `null`. */
export function resolveUrl(reference: string, base: string): string | null {
  const url = parseWithBase(reference, base);
  return url === null ? null : serialiseUrl(url);
}

/** All parts, one to a line (a URL has no line ends); `null` when the text is no URL. An empty base is none. */
export function urlParts(reference: string, base: string): string | null {
  const url = parseWithBase(reference, base);
  return url === null ? null : joinParts(url);
}

function parseWithBase(reference: string, base: string): UrlRecord | null {
  if (base === '') return parseUrl(reference, null);
  const baseUrl = parseUrl(base, null);
  return baseUrl === null ? null : parseUrl(reference, baseUrl);
}

function joinParts(url: UrlRecord): string {
  const port = url.port === null ? '' : String(url.port);
  const parts: Record<UrlPart, string> = {
    href: serialiseUrl(url),
    origin: originOf(url),
    protocol: `${url.scheme}:`,
    username: url.username,
    password: url.password,
    host: `${url.host ?? ''}${port === '' ? '' : `:${port}`}`,
    hostname: url.host ?? '',
    port,
    pathname: serialisePath(url),
    search: url.query === null || url.query === '' ? '' : `?${url.query}`,
    hash: url.fragment === null || url.fragment === '' ? '' : `#${url.fragment}`,
  };
  return URL_PARTS.map((name) => parts[name]).join('\n');
}

/** The parts of `href` after one of them was set; unchanged when the value is not acceptable, as setters have it. */
export function withUrlPart(href: string, part: UrlPart, value: string): string | null {
  const url = parseUrl(href, null);
  if (url === null) return null;
  const copy: UrlRecord = { ...url, path: typeof url.path === 'string' ? url.path : [...url.path] };
  return joinParts(setPart(copy, part, value.replace(/[\t\n\r]/g, '')) ? copy : url);
}

function setPart(url: UrlRecord, part: UrlPart, value: string): boolean {
  switch (part) {
    case 'protocol':
      return setScheme(url, value);
    case 'username':
    case 'password':
      if (!mayHaveCredentials(url)) return false;
      url[part] = percentEncodeText(value, USERINFO_SET);
      return true;
    case 'host':
    case 'hostname':
      return setHost(url, value, part === 'host');
    case 'port':
      if (!mayHaveCredentials(url)) return false;
      if (value === '') {
        url.port = null;
        return true;
      }
      return /^[0-9]/.test(value) && setPort(url, /^[0-9]+/.exec(value)![0]);
    case 'pathname':
      if (typeof url.path === 'string') return false;
      url.path = [];
      appendPath(
        url,
        percentEncodeText(value, (codePoint) => codePoint === 0x23 || codePoint === 0x3f || PATH_SET(codePoint)),
      );
      return true;
    case 'search':
      url.query = value === '' ? null : encodeQuery(value.replace(/^\?/, ''), url);
      return true;
    case 'hash':
      url.fragment = value === '' ? null : percentEncodeText(value.replace(/^#/, ''), FRAGMENT_SET);
      return true;
    case 'href':
    case 'origin':
      return false;
  }
}

function mayHaveCredentials(url: UrlRecord): boolean {
  return url.host !== null && url.host !== '' && url.scheme !== 'file';
}

/** "scheme state" with state override: special schemes stay special, and others stay other. */
function setScheme(url: UrlRecord, value: string): boolean {
  const scheme = /^([a-z][a-z0-9+\-.]*)(?::|$)/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme in SPECIAL_PORTS !== isSpecial(url)) return false;
  if (scheme === 'file' && (url.username !== '' || url.password !== '' || url.port !== null)) return false;
  if (url.scheme === 'file' && url.host === '') return false;
  url.scheme = scheme;
  if (url.port === SPECIAL_PORTS[scheme]) url.port = null;
  return true;
}

function setHost(url: UrlRecord, value: string, withPort: boolean): boolean {
  if (typeof url.path === 'string') return false;
  const end = value.search(isSpecial(url) ? /[/\\?#]/ : /[/?#]/);
  const text = end < 0 ? value : value.slice(0, end);
  if (text.includes('@')) return false;
  if (url.scheme === 'file') {
    const fileHost = text === '' ? '' : parseHost(text, false);
    if (fileHost !== null) url.host = fileHost === 'localhost' ? '' : fileHost;
    return fileHost !== null;
  }
  const colon = text.startsWith('[') ? text.indexOf(':', text.indexOf(']')) : text.indexOf(':');
  if (!withPort && colon >= 0) return false;
  const host = colon < 0 ? text : text.slice(0, colon);
  const port = colon < 0 ? '' : (/^[0-9]*/.exec(text.slice(colon + 1))?.[0] ?? '');
  return setHostAndPort(url, port === '' ? host : `${host}:${port}`);
}

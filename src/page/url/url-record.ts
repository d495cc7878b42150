/**
 * The URL parser.
 *
 * In:  text and, for relative references, the record of the base. Out: a record, or `null` when the text is no URL.
 *
 * URL §4.4 https://url.spec.whatwg.org/#url-parsing. The states are the standard's; where it gives a pointer back, this
 * reads ahead.
 */
import { parseHost } from './host.ts';
import {
  C0_CONTROL_SET,
  FRAGMENT_SET,
  PATH_SET,
  percentEncode,
  percentEncodeText,
  QUERY_SET,
  SPECIAL_QUERY_SET,
  USERINFO_SET,
} from './percent-encoding.ts';

export interface UrlRecord {
  /** Without the colon. */
  scheme: string;
  username: string;
  password: string;
  /** Serialised; `null` where there is none (mailto:), empty for file:///. */
  host: string | null;
  port: number | null;
  /** Segments, or one string for an opaque path. */
  path: string[] | string;
  query: string | null;
  fragment: string | null;
}

/** Schemes with an authority that is required, and their default ports. */
export const SPECIAL_PORTS: Readonly<Record<string, number | null>> = {
  __proto__: null as never,
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  file: null,
};

export function isSpecial(url: UrlRecord): boolean {
  return url.scheme in SPECIAL_PORTS;
}

export function parseUrl(text: string, base: UrlRecord | null): UrlRecord | null {
  const input = text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
  const scheme = /^([a-z][a-z0-9+\-.]*):/i.exec(input)?.[1]?.toLowerCase();
  if (scheme === undefined) return base === null ? null : parseRelative(input, base);

  const rest = input.slice(scheme.length + 1);
  const url = emptyUrl(scheme);
  if (scheme === 'file') return parseFile(rest, url, base !== null && base.scheme === 'file' ? base : null);
  if (scheme in SPECIAL_PORTS) {
    // "special relative or authority state": the same scheme without slashes is a relative reference.
    if (base !== null && base.scheme === scheme && !/^[/\\]{2}/.test(rest)) return parseRelative(rest, base);
    return parseAuthority(rest.replace(/^[/\\]+/, ''), url);
  }
  if (rest.startsWith('//')) return parseAuthority(rest.slice(2), url);
  if (rest.startsWith('/')) return parsePathAndMore(rest, url);
  return parseOpaquePath(rest, url);
}

function emptyUrl(scheme: string): UrlRecord {
  return { scheme, username: '', password: '', host: null, port: null, path: [], query: null, fragment: null };
}

/** "no scheme state" and "relative state". */
function parseRelative(input: string, base: UrlRecord): UrlRecord | null {
  const url: UrlRecord = { ...base, fragment: null };
  if (typeof base.path === 'string') {
    if (!input.startsWith('#')) return null;
    return { ...url, fragment: percentEncodeText(input.slice(1), FRAGMENT_SET) };
  }
  if (base.scheme === 'file') return parseFile(input, emptyUrl('file'), base);
  const special = isSpecial(base);
  if (special ? /^[/\\]{2}/.test(input) : input.startsWith('//')) {
    const authority = special ? input.replace(/^[/\\]+/, '') : input.slice(2);
    return parseAuthority(authority, emptyUrl(base.scheme));
  }
  if (isSlash(input[0], special)) return parsePathAndMore(input, { ...url, path: [], query: null });
  return parseReference(input, url, base.path);
}

/** A path, query or fragment that is relative to the base's path. */
function parseReference(input: string, url: UrlRecord, basePath: readonly string[]): UrlRecord {
  if (input === '') return { ...url, path: [...basePath] };
  if (input.startsWith('#')) return parsePathAndMore(input, { ...url, path: [...basePath] }, false);
  if (input.startsWith('?')) return parsePathAndMore(input, { ...url, path: [...basePath], query: null }, false);
  const path = [...basePath];
  shortenPath(path, url.scheme);
  return parsePathAndMore(input, { ...url, path, query: null });
}

/** "authority state", "host state", "port state". */
function parseAuthority(input: string, url: UrlRecord): UrlRecord | null {
  const special = isSpecial(url);
  const end = input.search(special ? /[/\\?#]/ : /[/?#]/);
  let authority = end < 0 ? input : input.slice(0, end);
  const rest = end < 0 ? '' : input.slice(end);

  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const credentials = authority.slice(0, at);
    authority = authority.slice(at + 1);
    if (authority === '') return null;
    const colon = credentials.indexOf(':');
    url.username = percentEncodeText(colon < 0 ? credentials : credentials.slice(0, colon), USERINFO_SET);
    url.password = colon < 0 ? '' : percentEncodeText(credentials.slice(colon + 1), USERINFO_SET);
  }
  if (!setHostAndPort(url, authority)) return null;
  return parsePathAndMore(rest, url);
}

/** Reads 'host:port' into the record. */
export function setHostAndPort(url: UrlRecord, text: string): boolean {
  const colon = text.startsWith('[') ? text.indexOf(':', text.indexOf(']')) : text.indexOf(':');
  const hostText = colon < 0 ? text : text.slice(0, colon);
  const special = isSpecial(url);
  if (hostText === '' && (special || colon >= 0)) return false;
  const host = hostText === '' ? '' : parseHost(hostText, !special);
  if (host === null) return false;
  url.host = host;
  return colon < 0 || setPort(url, text.slice(colon + 1));
}

export function setPort(url: UrlRecord, text: string): boolean {
  if (text === '') return true;
  if (!/^[0-9]+$/.test(text)) return false;
  const port = Number(text);
  if (port > 65535) return false;
  url.port = port === SPECIAL_PORTS[url.scheme] ? null : port;
  return true;
}

/** "file state" and its slash and host states. */
function parseFile(input: string, url: UrlRecord, base: UrlRecord | null): UrlRecord | null {
  url.host = '';
  if (/^[/\\]{2}/.test(input)) {
    const rest = input.slice(2);
    const end = rest.search(/[/\\?#]/);
    const hostText = end < 0 ? rest : rest.slice(0, end);
    if (isWindowsDriveLetter(hostText)) return parsePathAndMore(rest, url);
    if (hostText !== '') {
      const host = parseHost(hostText, false);
      if (host === null) return null;
      url.host = host === 'localhost' ? '' : host;
    }
    return parsePathAndMore(end < 0 ? '' : rest.slice(end), url);
  }
  if (base === null || typeof base.path === 'string') return parsePathAndMore(input, url);
  url.host = base.host;
  const drive = base.path[0];
  if (isSlash(input[0], true)) {
    if (!startsWithDriveLetter(input.slice(1)) && drive !== undefined && /^[a-z]:$/i.test(drive)) url.path = [drive];
    return parsePathAndMore(input, url);
  }
  if (startsWithDriveLetter(input)) return parsePathAndMore(input, url);
  return parseReference(input, { ...url, query: base.query }, base.path);
}

/** "path state", "query state" and "fragment state". */
function parsePathAndMore(input: string, url: UrlRecord, hasPath = true): UrlRecord {
  const hash = input.indexOf('#');
  if (hash >= 0) url.fragment = percentEncodeText(input.slice(hash + 1), FRAGMENT_SET);
  const beforeHash = hash < 0 ? input : input.slice(0, hash);
  const question = beforeHash.indexOf('?');
  if (question >= 0) url.query = encodeQuery(beforeHash.slice(question + 1), url);
  if (hasPath) appendPath(url, question < 0 ? beforeHash : beforeHash.slice(0, question));
  return url;
}

export function encodeQuery(text: string, url: UrlRecord): string {
  return percentEncodeText(text, isSpecial(url) ? SPECIAL_QUERY_SET : QUERY_SET);
}

/** "path start state" and "path state" for the whole of a path's text. */
export function appendPath(url: UrlRecord, text: string): void {
  const special = isSpecial(url);
  const path = url.path as string[];
  if (text === '' && !special) return;
  const body = isSlash(text[0], special) ? text.slice(1) : text;
  const segments = body.split(special ? /[/\\]/ : '/');
  for (const [index, raw] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const lower = raw.toLowerCase().replaceAll('%2e', '.');
    if (lower === '..') {
      shortenPath(path, url.scheme);
      if (isLast) path.push('');
    } else if (lower === '.') {
      if (isLast) path.push('');
    } else {
      const drive = url.scheme === 'file' && path.length === 0 && isWindowsDriveLetter(raw);
      path.push(drive ? `${raw[0]}:` : percentEncodeText(raw, PATH_SET));
    }
  }
}

function parseOpaquePath(input: string, url: UrlRecord): UrlRecord {
  const hash = input.indexOf('#');
  const beforeHash = hash < 0 ? input : input.slice(0, hash);
  const question = beforeHash.indexOf('?');
  if (hash >= 0) url.fragment = percentEncodeText(input.slice(hash + 1), FRAGMENT_SET);
  if (question >= 0) url.query = encodeQuery(beforeHash.slice(question + 1), url);
  let path = '';
  for (const character of question < 0 ? beforeHash : beforeHash.slice(0, question)) {
    path += percentEncode(character.codePointAt(0)!, C0_CONTROL_SET);
  }
  // A trailing space would be lost when the URL is parsed again.
  url.path = hash >= 0 || question >= 0 ? path.replace(/ $/, '%20') : path;
  return url;
}

function shortenPath(path: string[], scheme: string): void {
  if (scheme === 'file' && path.length === 1 && /^[a-z]:$/i.test(path[0]!)) return;
  path.pop();
}

function isSlash(character: string | undefined, special: boolean): boolean {
  return character === '/' || (special && character === '\\');
}

function isWindowsDriveLetter(text: string): boolean {
  return /^[a-z][:|]$/i.test(text);
}

function startsWithDriveLetter(text: string): boolean {
  return /^[a-z][:|](?:$|[/\\?#])/i.test(text);
}

export function serialisePath(url: UrlRecord): string {
  return typeof url.path === 'string' ? url.path : url.path.map((segment) => `/${segment}`).join('');
}

export function serialiseUrl(url: UrlRecord): string {
  let authority = '';
  if (url.host !== null) {
    const password = url.password === '' ? '' : `:${url.password}`;
    const credentials = url.username === '' && url.password === '' ? '' : `${url.username}${password}@`;
    authority = `//${credentials}${url.host}${url.port === null ? '' : `:${url.port}`}`;
  } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') {
    // Without a host, a path that begins with '//' would be read as one.
    authority = '/.';
  }
  const query = url.query === null ? '' : `?${url.query}`;
  const fragment = url.fragment === null ? '' : `#${url.fragment}`;
  return `${url.scheme}:${authority}${serialisePath(url)}${query}${fragment}`;
}

/** URL §4.7: tuple origins as text, 'null' for the rest. */
export function originOf(url: UrlRecord): string {
  if (url.scheme === 'blob' && typeof url.path === 'string') {
    const inner = parseUrl(url.path, null);
    return inner !== null && /^https?$/.test(inner.scheme) ? originOf(inner) : 'null';
  }
  if (!isSpecial(url) || url.scheme === 'file') return 'null';
  return `${url.scheme}://${url.host}${url.port === null ? '' : `:${url.port}`}`;
}

/**
 * Whether a source list allows an address.
 *
 * In:  the expressions of a directive, an address, and the origin of the protected document. Out: yes or no.
 *
 * CSP 3 §6.7.2 https://www.w3.org/TR/CSP3/#match-url-to-source-list
 */
import { originOf, parseUrl, SPECIAL_PORTS, serialisePath, type UrlRecord } from '../url/url-record.ts';

export function matchesSources(
  sources: readonly string[],
  address: string,
  self: string,
  isRedirected: boolean,
): boolean {
  const url = parseUrl(address, null);
  if (url === null || sources.length === 0) return false;
  if (sources.length === 1 && sources[0]!.toLowerCase() === "'none'") return false;
  const own = parseUrl(self, null);
  return sources.some((source) => matchesSource(source, url, own, isRedirected));
}

const SCHEME = /^[a-z][a-z\d+.-]*:$/i;
const HOST =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i;

/** §6.7.2.8 "does url match expression in origin with redirect count?" */
function matchesSource(source: string, url: UrlRecord, self: UrlRecord | null, isRedirected: boolean): boolean {
  if (source === '*') return isNetwork(url.scheme) || (self !== null && matchesScheme(self.scheme, url.scheme));
  if (SCHEME.test(source)) return matchesScheme(source.slice(0, -1).toLowerCase(), url.scheme);
  if (source.toLowerCase() === "'self'") return self !== null && matchesSelf(self, url);
  const match = HOST.exec(source);
  if (match === null || url.host === null) return false;
  const [, scheme, host = '', port = '', path = ''] = match;
  if (
    scheme === undefined
      ? self === null || !matchesScheme(self.scheme, url.scheme)
      : !matchesScheme(scheme.toLowerCase(), url.scheme)
  ) {
    return false;
  }
  if (!matchesHost(host.toLowerCase(), url.host) || !matchesPort(port, scheme ?? self?.scheme ?? '', url)) return false;
  return isRedirected || path === '' || matchesPath(path, serialisePath(url));
}

function isNetwork(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https' || scheme === 'ws' || scheme === 'wss' || scheme === 'ftp';
}

/** §6.7.2.9 "scheme-part matches": secure schemes are better than their insecure ones. */
function matchesScheme(expression: string, scheme: string): boolean {
  if (expression === scheme) return true;
  switch (expression) {
    case 'http':
      return scheme === 'https' || scheme === 'ws' || scheme === 'wss';
    case 'https':
      return scheme === 'wss';
    case 'ws':
      return scheme === 'wss' || scheme === 'http' || scheme === 'https';
    case 'wss':
      return scheme === 'https';
    default:
      return false;
  }
}

function matchesSelf(self: UrlRecord, url: UrlRecord): boolean {
  const origin = originOf(self);
  if (origin !== 'null' && origin === originOf(url)) return true;
  if (self.host === null || self.host !== url.host) return false;
  const isSamePort = portOf(self) === portOf(url) || (isDefaultPort(self) && isDefaultPort(url));
  const isUpgrade = url.scheme === 'https' || url.scheme === 'wss' || (self.scheme === 'http' && url.scheme === 'ws');
  return isSamePort && isUpgrade;
}

function portOf({ port, scheme }: UrlRecord): number | null {
  return port ?? SPECIAL_PORTS[scheme] ?? null;
}

function isDefaultPort({ port }: UrlRecord): boolean {
  return port === null;
}

/** §6.7.2.10 "host-part matches" */
function matchesHost(expression: string, host: string): boolean {
  if (expression === '*') return true;
  if (expression.startsWith('*.')) return host.endsWith(expression.slice(1));
  return expression === host;
}

/** §6.7.2.11 "port-part matches" */
function matchesPort(expression: string, scheme: string, url: UrlRecord): boolean {
  if (expression === '*') return true;
  const port = portOf(url);
  if (expression === '') return isDefaultPort(url) || port === (SPECIAL_PORTS[scheme.toLowerCase()] ?? null);
  // A port of an insecure scheme is that of the secure one, too.
  return Number(expression) === port || (expression === '80' && port === 443 && /^(?:https|wss)$/.test(url.scheme));
}

/** §6.7.2.12 "path-part matches" */
function matchesPath(expression: string, path: string): boolean {
  if (expression === '/' && path === '') return true;
  const wanted = decoded(expression);
  const actual = decoded(path);
  return wanted.endsWith('/') ? actual.startsWith(wanted) : actual === wanted;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A page may write any percent signs: they are compared as they are.
    return path;
  }
}

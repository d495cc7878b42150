/**
 * Request headers in the order in which Chrome sends them.
 *
 * In:  headers of one request, and what it is for. Out: the same, sorted.
 *
 * The orders were recorded from Debian's Chromium 150 over HTTP/1.1 and HTTP/2: navigations, elements' resources, requests
 * of scripts, and preflights differ. Headers that a page adds stand where Chrome puts them, in the order of the page.
 */
import type { Destination, HeaderPair } from '../identity/request-headers.ts';

export type HeaderKind = 'navigation' | 'element' | 'script' | 'preflight';

/** `*` is the place of headers that are not named. */
const ORDERS: Record<HeaderKind, ReadonlyMap<string, number>> = {
  navigation: orderOf(
    'host connection content-length pragma cache-control sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform ' +
      'upgrade-insecure-requests content-type user-agent * origin accept sec-fetch-site sec-fetch-mode sec-fetch-user ' +
      'sec-fetch-dest referer accept-encoding accept-language if-none-match if-modified-since cookie priority',
  ),
  element: orderOf(
    'host connection pragma cache-control origin sec-ch-ua-platform user-agent sec-ch-ua * sec-ch-ua-mobile accept ' +
      'sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language if-none-match ' +
      'if-modified-since cookie priority',
  ),
  script: orderOf(
    'host connection content-length pragma cache-control sec-ch-ua-platform user-agent sec-ch-ua content-type * ' +
      'sec-ch-ua-mobile accept origin sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding ' +
      'accept-language if-none-match if-modified-since cookie priority',
  ),
  preflight: orderOf(
    'host connection accept access-control-request-method access-control-request-headers origin user-agent * ' +
      'sec-fetch-mode sec-fetch-site sec-fetch-dest referer accept-encoding accept-language priority',
  ),
};

function orderOf(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, at) => [name, at]));
}

export function headerKindOf(destination: Destination, isPreflight: boolean): HeaderKind {
  if (isPreflight) return 'preflight';
  if (destination === 'document' || destination === 'iframe') return 'navigation';
  return destination === 'fetch' ? 'script' : 'element';
}

/** Sorting is stable: headers of the same place stay in their order. */
export function inChromeOrder(headers: readonly HeaderPair[], kind: HeaderKind): HeaderPair[] {
  const ranks = ORDERS[kind];
  const others = ranks.get('*')!;
  const rank = ([name]: HeaderPair) => ranks.get(name.toLowerCase()) ?? others;
  return headers
    .filter(([name]) => kind !== 'preflight' || !name.startsWith('sec-ch-'))
    .toSorted((a, b) => rank(a) - rank(b));
}

const PRIORITIES: Record<Destination, string> = {
  document: 'u=0, i',
  iframe: 'u=0, i',
  style: 'u=0',
  script: 'u=1',
  image: 'u=2, i',
  fetch: 'u=1, i',
};

/** RFC 9218, as Chrome fills it in. It is sent with HTTP/2, which is what secure servers speak. */
export function priorityOf(url: URL, destination: Destination, isBeacon: boolean): HeaderPair[] {
  if (url.protocol !== 'https:') return [];
  return [['Priority', isBeacon ? 'u=4, i' : PRIORITIES[destination]]];
}

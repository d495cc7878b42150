/**
 * Request headers in the order in which Chrome sends them.
 *
 * In:  headers of one request, and what it is for. Out: the same, sorted.
 *
 * The orders were recorded from Debian's Chromium 150 and 156 over HTTP/1.1 and HTTP/2: navigations, elements' resources, requests
 * of scripts, and preflights differ. Headers that a page adds stand where Chrome puts them, in the order of the page.
 */
import { isHighEntropyHint } from '../identity/client-hints.ts';
import type { Destination, HeaderPair } from '../identity/request-headers.ts';

export type HeaderKind = 'navigation' | 'redirected' | 'element' | 'script' | 'worker' | 'imported' | 'preflight';

/** Hints as the browser's own process writes them, for pages and frames. */
const PAGE_HINTS =
  'device-memory sec-ch-device-memory dpr sec-ch-dpr viewport-width sec-ch-viewport-width sec-ch-viewport-height rtt downlink ' +
  'ect sec-ch-ua sec-ch-ua-mobile sec-ch-ua-full-version sec-ch-ua-arch sec-ch-ua-platform sec-ch-ua-platform-version ' +
  'sec-ch-ua-model sec-ch-ua-bitness sec-ch-ua-wow64 sec-ch-ua-full-version-list sec-ch-ua-form-factors ' +
  'sec-ch-prefers-color-scheme sec-ch-prefers-reduced-motion sec-ch-prefers-reduced-transparency';

/** The same for what a page asks for, where its server wants more than the usual three. */
const MANY_HINTS =
  'sec-ch-ua-full-version-list sec-ch-ua-platform viewport-width device-memory sec-ch-ua sec-ch-dpr sec-ch-ua-model ' +
  'sec-ch-ua-mobile sec-ch-ua-form-factors sec-ch-ua-bitness sec-ch-ua-wow64 sec-ch-ua-arch ' +
  'sec-ch-prefers-reduced-transparency sec-ch-ua-full-version sec-ch-viewport-width downlink sec-ch-viewport-height ect ' +
  'sec-ch-device-memory sec-ch-prefers-reduced-motion dpr sec-ch-prefers-color-scheme user-agent rtt ' +
  'sec-ch-ua-platform-version content-type *';

const ELEMENT_END =
  'accept sec-fetch-site sec-fetch-mode sec-fetch-dest sec-fetch-storage-access referer accept-encoding accept-language ' +
  'if-none-match if-modified-since cookie priority';
const SCRIPT_END = ELEMENT_END.replace('accept ', 'accept origin ');

/** `*` is the place of headers that are not named. */
const ORDERS: Record<HeaderKind | 'element with hints' | 'script with hints', ReadonlyMap<string, number>> = {
  navigation: orderOf(
    `host connection content-length pragma cache-control ${PAGE_HINTS} upgrade-insecure-requests content-type user-agent * ` +
      'origin accept sec-fetch-site sec-fetch-mode sec-fetch-user sec-fetch-dest sec-fetch-storage-access referer ' +
      'accept-encoding accept-language if-none-match if-modified-since cookie priority',
  ),
  // Hints that are made anew for another origin come last.
  redirected: orderOf(
    'host connection content-length pragma cache-control upgrade-insecure-requests content-type user-agent * origin ' +
      `accept sec-fetch-site sec-fetch-mode sec-fetch-user sec-fetch-dest sec-fetch-storage-access ${PAGE_HINTS} referer ` +
      'accept-encoding accept-language if-none-match if-modified-since cookie priority',
  ),
  element: orderOf(
    'host connection pragma cache-control origin sec-ch-ua-platform user-agent sec-ch-ua * sec-ch-ua-mobile ' +
      ELEMENT_END,
  ),
  'element with hints': orderOf(`host connection pragma cache-control origin ${MANY_HINTS} ${ELEMENT_END}`),
  script: orderOf(
    'host connection content-length pragma cache-control sec-ch-ua-platform user-agent sec-ch-ua content-type * ' +
      `sec-ch-ua-mobile ${SCRIPT_END}`,
  ),
  'script with hints': orderOf(`host connection content-length pragma cache-control ${MANY_HINTS} ${SCRIPT_END}`),
  // What a worker begins with, and what its modules import.
  worker: orderOf(
    'host connection pragma cache-control accept sec-fetch-site sec-fetch-mode sec-fetch-dest referer user-agent * ' +
      'accept-encoding accept-language if-none-match if-modified-since cookie priority',
  ),
  imported: orderOf(
    'host connection pragma cache-control user-agent * origin accept sec-fetch-site sec-fetch-mode sec-fetch-dest ' +
      'referer accept-encoding accept-language if-none-match if-modified-since cookie priority',
  ),
  preflight: orderOf(
    'host connection accept access-control-request-method access-control-request-headers origin user-agent * ' +
      'sec-fetch-mode sec-fetch-site sec-fetch-dest referer accept-encoding accept-language priority',
  ),
};

function orderOf(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, at) => [name, at]));
}

export interface KindOfRequest {
  readonly destination: Destination;
  readonly isPreflight: boolean;
  /** It was sent elsewhere at first. */
  readonly isRedirected: boolean;
  readonly mode: string;
}

export function headerKindOf({ destination, isPreflight, isRedirected, mode }: KindOfRequest): HeaderKind {
  if (isPreflight) return 'preflight';
  if (destination === 'document' || destination === 'iframe') return isRedirected ? 'redirected' : 'navigation';
  if (destination === 'worker') return mode === 'cors' ? 'imported' : 'worker';
  return destination === 'fetch' ? 'script' : 'element';
}

/** Sorting is stable: headers of the same place stay in their order. */
export function inChromeOrder(headers: readonly HeaderPair[], kind: HeaderKind): HeaderPair[] {
  const hasMany = headers.some(([name]) => isHighEntropyHint(name.toLowerCase()));
  const ranks =
    hasMany && (kind === 'element' || kind === 'script') ? ORDERS[`${kind} with hints` as const] : ORDERS[kind];
  const others = ranks.get('*')!;
  const agent = ranks.get('user-agent')!;
  const rank = ([name, value]: HeaderPair) => {
    const lower = name.toLowerCase();
    // What script wants to get is told where its headers begin.
    if (kind === 'script' && lower === 'accept' && value !== '*/*') return agent + 0.5;
    return ranks.get(lower) ?? others;
  };
  return headers
    .filter(([name]) => kind !== 'preflight' || !name.startsWith('sec-ch-'))
    .toSorted((a, b) => rank(a) - rank(b));
}

export interface UrgentRequest {
  readonly destination: Destination;
  readonly isBeacon?: boolean;
  readonly isLate?: boolean;
}

const PRIORITIES: Record<Destination, string> = {
  document: 'u=0, i',
  iframe: 'u=0, i',
  style: 'u=0',
  script: 'u=1',
  worker: 'u=4, i',
  image: 'u=2, i',
  fetch: 'u=1, i',
};

/** RFC 9218, as Chrome fills it in. It is sent with HTTP/2, which is what secure servers speak. */
export function priorityOf(url: URL, { destination, isBeacon, isLate }: UrgentRequest, mode: string): HeaderPair[] {
  // What is as urgent as the standard's default is not told.
  if (url.protocol !== 'https:' || isLate === true) return [];
  if (isBeacon === true) return [['Priority', 'u=4, i']];
  // What a worker's module imports is a script as any.
  return [['Priority', PRIORITIES[destination === 'worker' && mode === 'cors' ? 'script' : destination]]];
}

/**
 * The headers a browser sends by itself, in the order in which it sends them.
 *
 * In:  who we appear to be, and what a request is for.
 * Out: header pairs without Host, Connection and Cookie, which belong to the transport and to the cookie jar.
 *
 * Fetch Metadata https://www.w3.org/TR/fetch-metadata/
 */
import { brandsHint } from './client-hints.ts';
import type { Profile } from './profile.ts';

/** What a request's answer will be used as: Fetch's destination, with `fetch` for script's own requests. */
export type Destination = 'document' | 'iframe' | 'style' | 'script' | 'worker' | 'image' | 'fetch';

/** Fetch Metadata: how the target is related to who asked. */
export type RequestSite = 'none' | 'same-origin' | 'same-site' | 'cross-site';

export interface RequestContext {
  readonly destination: Destination;
  readonly site: RequestSite;
  /** Whether a person or agent started it, as a link click does. Only counts for documents. */
  readonly userActivated: boolean;
  /** Whether the target is trustworthy (https or loopback): hints and metadata go nowhere else. */
  readonly trustworthy: boolean;
  readonly referrer: string | null;
  /** Fetch's mode, where it is not the usual one of the destination: elements with 'crossorigin' ask with CORS. */
  readonly mode?: string;
  /** Whether the target has its cookies inside a page of another site; `null` where it is not told. */
  readonly storageAccess?: 'active' | 'none' | null;
  /** Client hints that the target has asked for; `null` for requests that have none at all. */
  readonly hints?: readonly HeaderPair[] | null;
}

export type HeaderPair = readonly [name: string, value: string];

const ACCEPT_PAGE =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
/** Chromium 150 did not take JPEG XL, 156 does. */
const JPEG_XL_SINCE = 156;
const ACCEPT: Record<Destination, string> = {
  document: ACCEPT_PAGE,
  iframe: ACCEPT_PAGE,
  style: 'text/css,*/*;q=0.1',
  script: '*/*',
  worker: '*/*',
  image: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  fetch: '*/*',
};

const MODE: Record<Destination, string> = {
  document: 'navigate',
  iframe: 'navigate',
  style: 'no-cors',
  script: 'no-cors',
  worker: 'same-origin',
  image: 'no-cors',
  fetch: 'cors',
};
const FETCH_DEST: Record<Destination, string> = {
  document: 'document',
  iframe: 'iframe',
  style: 'style',
  script: 'script',
  worker: 'worker',
  image: 'image',
  fetch: 'empty',
};

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

export function browserHeaders(profile: Profile, context: RequestContext): HeaderPair[] {
  const { destination } = context;
  const headers: HeaderPair[] = [];
  if (context.trustworthy && context.hints !== null) {
    headers.push(['sec-ch-ua', brandsHint(profile)]);
    headers.push(['sec-ch-ua-mobile', '?0']);
    headers.push(['sec-ch-ua-platform', `"${profile.platformName}"`]);
    headers.push(...(context.hints ?? []));
  }
  const isPage = destination === 'document' || destination === 'iframe';
  if (isPage) headers.push(['Upgrade-Insecure-Requests', '1']);
  headers.push(['User-Agent', profile.userAgent]);
  headers.push(['Accept', acceptOf(destination, profile)]);
  if (context.trustworthy) {
    headers.push(['Sec-Fetch-Site', context.site]);
    headers.push(['Sec-Fetch-Mode', context.mode ?? MODE[destination]]);
    if (isPage && context.userActivated) headers.push(['Sec-Fetch-User', '?1']);
    headers.push(['Sec-Fetch-Dest', FETCH_DEST[destination]]);
    const { storageAccess = null } = context;
    if (storageAccess !== null) headers.push(['Sec-Fetch-Storage-Access', storageAccess]);
  }
  if (context.referrer !== null) headers.push(['Referer', context.referrer]);
  headers.push(['Accept-Encoding', ACCEPT_ENCODING]);
  headers.push(['Accept-Language', acceptLanguage(profile.languages)]);
  return headers;
}

/** What a browser says when it opens a web socket; the handshake's own headers belong to the transport. */
export function socketHeaders(profile: Profile): HeaderPair[] {
  return [
    ['Pragma', 'no-cache'],
    ['Cache-Control', 'no-cache'],
    ['User-Agent', profile.userAgent],
    ['Accept-Encoding', ACCEPT_ENCODING],
    ['Accept-Language', acceptLanguage(profile.languages)],
  ];
}

function acceptOf(destination: Destination, { majorVersion }: Profile): string {
  const accept = ACCEPT[destination];
  return majorVersion < JPEG_XL_SINCE ? accept : accept.replace('image/avif', 'image/jxl,image/avif');
}

/** `en-US,en;q=0.9`: each language counts a tenth less than the one before it, down to a tenth. */
export function acceptLanguage(languages: readonly string[]): string {
  return languages
    .map((language, index) => {
      const tenths = Math.max(1, 10 - index);
      return tenths === 10 ? language : `${language};q=0.${tenths}`;
    })
    .join(',');
}

/**
 * What a request tells about where it came from.
 *
 * In:  the page that asks, and the target.
 * Out: the Referer header's value or none, and how the two sites are related.
 *
 * Referrer Policy §8.3, strict-origin-when-cross-origin https://www.w3.org/TR/referrer-policy/
 */
import type { RequestSite } from '../identity/request-headers.ts';
import { type Initiator, isTrustworthy } from './policy.ts';

export function referrerFor(initiator: Initiator, target: URL): string | null {
  if (initiator.kind === 'caller') return null;
  const from = initiator.url;
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return null;
  // A secure page does not tell an insecure target that it exists.
  if (isTrustworthy(from) && !isTrustworthy(target)) return null;
  return from.origin === target.origin ? from.origin + from.pathname + from.search : `${from.origin}/`;
}

// Differs: without a public suffix list, two hosts are one site when they share their last two labels.
export function siteOf(initiator: Initiator, target: URL): RequestSite {
  if (initiator.kind === 'caller') return 'none';
  const from = initiator.url;
  if (from.origin === target.origin) return 'same-origin';
  const isSameSite = from.protocol === target.protocol && siteName(from.hostname) === siteName(target.hostname);
  return isSameSite ? 'same-site' : 'cross-site';
}

function siteName(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}

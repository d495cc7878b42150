/**
 * What a request tells about where it came from.
 *
 * In:  the page that asks, and the target.
 * Out: the Referer header's value or none, and how the two sites are related.
 *
 * Referrer Policy §8.3 https://www.w3.org/TR/referrer-policy/#determine-requests-referrer
 */
import type { RequestSite } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type Initiator, isTrustworthy } from './policy.ts';
import { isSameSite } from './site.ts';

export const REFERRER_POLICIES = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;

export type ReferrerPolicy = (typeof REFERRER_POLICIES)[number];

function knownPolicy(name: string): ReferrerPolicy | null {
  return REFERRER_POLICIES.find((policy) => policy === name) ?? null;
}

/** The first of these that says something: what an element or a script wants, then what its document's header says. */
export function chosenPolicy(
  wanted: string | undefined,
  ofDocument: ReferrerPolicy | null,
): { readonly referrerPolicy?: ReferrerPolicy } {
  const policy = knownPolicy((wanted ?? '').trim().toLowerCase()) ?? ofDocument;
  return policy === null ? {} : { referrerPolicy: policy };
}

/** The last known policy of a Referrer-Policy header counts; `null` when there is none. */
export function policyOfHeader(value: string | null): ReferrerPolicy | null {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.map(knownPolicy).findLast((policy) => policy !== null) ?? null;
}

/** `source`: what the page wants to be told in its place, an address of its own origin. */
export function referrerFor(
  initiator: Initiator,
  target: URL,
  policy: ReferrerPolicy = 'strict-origin-when-cross-origin',
  source?: URL,
): string | null {
  if (initiator.kind === 'caller') return null;
  const from = source?.origin === initiator.url.origin ? source : initiator.url;
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return null;
  const origin = `${from.origin}/`;
  const address = from.origin + from.pathname + from.search;
  const whole = address.length > LIMITS.referrerChars ? origin : address;
  const isSame = from.origin === target.origin;
  // A secure page does not tell an insecure target that it exists.
  const isDowngrade = isTrustworthy(from) && !isTrustworthy(target);
  switch (policy) {
    case 'no-referrer':
      return null;
    case 'no-referrer-when-downgrade':
      return isDowngrade ? null : whole;
    case 'same-origin':
      return isSame ? whole : null;
    case 'origin':
      return origin;
    case 'strict-origin':
      return isDowngrade ? null : origin;
    case 'origin-when-cross-origin':
      return isSame ? whole : origin;
    case 'strict-origin-when-cross-origin':
      return isSame ? whole : isDowngrade ? null : origin;
    case 'unsafe-url':
      return whole;
  }
}

export function requestSite(initiator: Initiator, target: URL): RequestSite {
  if (initiator.kind === 'caller') return 'none';
  if (initiator.url.origin === target.origin) return 'same-origin';
  return isSameSite(initiator.url, target) ? 'same-site' : 'cross-site';
}

const FURTHER: readonly RequestSite[] = ['none', 'same-origin', 'same-site', 'cross-site'];

/** Fetch Metadata §2.3: a way that led through another site is as far as that site, also when it comes back. */
export function furtherSite(a: RequestSite, b: RequestSite): RequestSite {
  return FURTHER.indexOf(a) > FURTHER.indexOf(b) ? a : b;
}

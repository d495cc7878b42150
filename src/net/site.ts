/**
 * Sites: which hosts belong together.
 *
 * In:  host names. Out: the registrable domain, and whether two addresses are of one site.
 *
 * HTML §7.1.1 https://html.spec.whatwg.org/#same-site; the public suffix list https://publicsuffix.org/list/, with its
 * private part, as tldts brings it.
 *
 * Faster: reading the list costs 7 ms and 1 MB once, so it waits until a host needs it. Addresses and names of one label
 * do not.
 */
import { createRequire } from 'node:module';

type SuffixList = Pick<typeof import('tldts'), 'getDomain' | 'getPublicSuffix'>;

/** Names are those of parsed URLs: nothing is left to check or to cut out. */
const NAMES_AS_THEY_ARE = {
  allowPrivateDomains: true,
  detectIp: false,
  extractHostname: false,
  mixedInputs: false,
  validateHostname: false,
} as const;

let list: SuffixList | null = null;

function suffixList(): SuffixList {
  list ??= createRequire(import.meta.url)('tldts') as SuffixList;
  return list;
}

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$|:/.test(host);

/** Whether names directly below this one belong to different people. */
export function isPublicSuffix(domain: string): boolean {
  if (isAddress(domain) || domain === '') return false;
  // A name of one label is a suffix also when nobody knows it; this machine's is not.
  if (!domain.includes('.')) return domain !== 'localhost';
  return suffixList().getPublicSuffix(domain, NAMES_AS_THEY_ARE) === domain;
}

/** The name that somebody registered: `b.co.uk` for `a.b.co.uk`. The host itself when there is none. */
export function registrableDomain(hostname: string): string {
  const host = hostname.replace(/\.$/, '');
  if (isAddress(host) || !host.includes('.')) return host;
  return suffixList().getDomain(host, NAMES_AS_THEY_ARE) ?? host;
}

/** The site of an address, with its scheme; a web socket is of the site of its pages. */
export function siteOf({ protocol, hostname }: URL): string {
  const scheme = protocol === 'wss:' ? 'https:' : protocol === 'ws:' ? 'http:' : protocol;
  return `${scheme}//${registrableDomain(hostname)}`;
}

/** With the scheme, as browsers compare sites now. */
export function isSameSite(a: URL, b: URL): boolean {
  return siteOf(a) === siteOf(b);
}

/**
 * What may be asked for, before anything is connected.
 *
 * In:  a URL as text, and who asks.
 * Out: the URL, or an error that says why not.
 *
 * The address that a name leads to is judged in transport.ts, when it is known.
 */
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from './address.ts';

/**
 * Who asks. A caller may name any host, also a private one, unless it passes on what a model or a page made up; a page may
 * not reach what is less public than itself.
 */
export type Initiator =
  | { readonly kind: 'caller'; readonly isPassedOn?: true }
  | {
      readonly kind: 'page';
      readonly url: URL;
      readonly space: AddressSpace;
      /** In a frame: the site that cookies count as asked for by; the page's own address when it is not said. */
      readonly cookieSite?: URL;
      /** In a frame: the page around all frames. */
      readonly topLevel?: URL;
    };

export const CALLER: Initiator = { kind: 'caller' };
/** The address is somebody else's idea. */
export const PASSED_ON: Initiator = { kind: 'caller', isPassedOn: true };

/** Where somebody asks from, as cookies see it. `null` for the caller, who is at home everywhere. */
export interface CookiePlace {
  /** RFC 6265bis §5.2, "site for cookies": about:blank, the site of nobody, where strangers stand around a frame. */
  readonly from: URL | null;
  /** In a frame: the page at the top, by whose site partitioned cookies (CHIPS) are told apart. */
  readonly top?: URL;
}

export function cookiePlace(initiator: Initiator): CookiePlace {
  if (initiator.kind === 'caller') return { from: null };
  const { url, cookieSite = url, topLevel = url } = initiator;
  return { from: cookieSite, top: topLevel };
}

const FROM_CALLER = 'http:, https:, data:, about:blank and file:';
const SCHEMES = new Set(['http:', 'https:', 'data:', 'about:', 'file:']);

/** Reads what a caller gave as the address of a page. Whole URLs only: guessing a scheme can lead somewhere else. */
export function parseUrl(text: string, base?: URL): URL {
  if (text.length > LIMITS.urlChars) {
    throw new AgentBrowserError(
      'invalid_url',
      `The URL is ${text.length} characters long; ${LIMITS.urlChars} is the limit.`,
    );
  }
  const url = URL.parse(text, base);
  if (url === null) {
    throw new AgentBrowserError(
      'invalid_url',
      `'${shorten(text)}' is not a URL. Give a whole one, such as https://example.com/.`,
    );
  }
  return url;
}

/** Throws unless the scheme is one we load, and one that this initiator may ask for. */
export function checkRequest(url: URL, initiator: Initiator): void {
  const { protocol } = url;
  if (!SCHEMES.has(protocol) || (protocol === 'about:' && url.pathname !== 'blank')) {
    throw new AgentBrowserError(
      'unsupported_scheme',
      `'${shorten(url.href)}' cannot be opened: only ${FROM_CALLER} URLs can.`,
    );
  }
  if (protocol === 'file:') checkFile(url, initiator);
  checkPort(url);
}

/** Fetch §2.9: ports of services that could take a request for words of their own, such as mail and IRC. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Secure: the page chose the port, and what it sends may mean something to who listens there. */
export function checkPort({ port, host }: URL): void {
  if (port === '' || !BAD_PORTS.has(Number(port))) return;
  throw new AgentBrowserError(
    'address_not_allowed',
    `${host} has a port that browsers do not connect to, because services other than the web have it: refused. Let the server listen on another port.`,
  );
}

/** Secure: a page on the web never reads files; a page from a file reads only files beside or below it. */
function checkFile(url: URL, initiator: Initiator): void {
  if (initiator.kind === 'caller') {
    if (initiator.isPassedOn !== true) return;
    throw new AgentBrowserError(
      'not_allowed',
      `${shorten(url.href)} is a file of this machine: refused. Open a web address.`,
    );
  }
  if (initiator.url.protocol === 'file:' && isBelow(fileURLToPath(url), dirname(fileURLToPath(initiator.url)))) return;
  throw new AgentBrowserError(
    'unsupported_scheme',
    `The page asked for the file ${shorten(url.href)}, which only you may open. Call goto() with it if you want it.`,
  );
}

export function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

/** Secure Contexts §3.1: https, and what stays on this machine. */
export function isTrustworthy(url: URL): boolean {
  if (url.protocol === 'https:' || url.protocol === 'file:') return true;
  const host = url.hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** URLs in messages are page content at times: they are cut to a length that a person can read. */
export function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 197)}...`;
}

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
    };

export const CALLER: Initiator = { kind: 'caller' };
/** The address is somebody else's idea. */
export const PASSED_ON: Initiator = { kind: 'caller', isPassedOn: true };

/** RFC 6265bis §5.2: "site for cookies"; `null` for the caller. */
export function cookieSite(initiator: Initiator): URL | null {
  return initiator.kind === 'page' ? (initiator.cookieSite ?? initiator.url) : null;
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

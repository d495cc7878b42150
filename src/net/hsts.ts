/**
 * Hosts that asked to be reached over HTTPS only.
 *
 * In:  responses' Strict-Transport-Security headers. Out: the address to ask in place of an insecure one.
 *
 * RFC 6797 https://www.rfc-editor.org/rfc/rfc6797
 */
import { isIP } from 'node:net';
import { LIMITS } from '../limits.ts';
import type { ResponseHeaders } from './transport.ts';

interface Known {
  readonly ends: number;
  readonly includesBelow: boolean;
}

export class StrictTransport {
  readonly #hosts = new Map<string, Known>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** §8.1: only what came over a secure connection counts, and addresses have no names to protect. */
  note(url: URL, headers: ResponseHeaders): void {
    if (url.protocol !== 'https:' || isAddress(url.hostname)) return;
    // Only the first of several headers counts.
    const value = headers.get('strict-transport-security')?.[0];
    if (value === undefined) return;
    const directives = new Map(
      value.split(';').map((part) => {
        const [name = '', argument = ''] = part.split('=', 2);
        return [name.trim().toLowerCase(), argument.trim().replace(/^"(.*)"$/, '$1')] as const;
      }),
    );
    const seconds = directives.get('max-age') ?? '';
    if (!/^\d+$/.test(seconds)) return;
    this.#hosts.delete(url.hostname);
    if (Number(seconds) === 0) return;
    if (this.#hosts.size >= LIMITS.hostsRemembered) this.#hosts.clear();
    const includesBelow = directives.has('includesubdomains');
    this.#hosts.set(url.hostname, { ends: this.#now() + Number(seconds) * 1000, includesBelow });
  }

  /** §8.3: the same address over a secure connection, where the host wants that. */
  upgraded(url: URL): URL {
    const isInsecure = url.protocol === 'http:' || url.protocol === 'ws:';
    if (!isInsecure || !this.#isKnown(url.hostname)) return url;
    const secure = new URL(url);
    secure.protocol = url.protocol === 'ws:' ? 'wss:' : 'https:';
    return secure;
  }

  #isKnown(hostname: string): boolean {
    if (this.#hosts.size === 0 || isAddress(hostname)) return false;
    const labels = hostname.replace(/\.$/, '').split('.');
    return labels.some((_, at) => {
      const known = this.#hosts.get(labels.slice(at).join('.'));
      return known !== undefined && known.ends > this.#now() && (at === 0 || known.includesBelow);
    });
  }
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

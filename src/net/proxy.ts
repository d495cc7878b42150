/**
 * Proxies: what a user gives, and which one a request takes.
 *
 * In:  URLs of proxies, and how they are to be used. Out: the proxy of each request.
 *
 * A single one is used for everything. Several are rotated: with each request, with each page, or sticky: a site keeps
 * its proxy until that fails. A proxy that failed is passed over for a while.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { registrableDomain } from './site.ts';

export interface ProxyServer {
  readonly kind: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

export type Rotation = 'request' | 'page' | 'sticky';

export interface ProxyOptions {
  /** `http://`, `https://`, `socks5://` or `residential://`, with user name and password where they are needed. */
  readonly servers: readonly string[];
  readonly rotate?: Rotation | undefined;
  /** Hosts that are asked directly. */
  readonly bypass?: readonly string[] | undefined;
  /**
   * Where the proxies are, for the session's time zone and languages: two letters, an address that answers with them, or
   * 'auto': where the addresses of the servers are registered.
   */
  readonly country?: string | undefined;
  /** For 'auto': files with rows `first,last,country`, in place of those of the optional package. */
  readonly countryFiles?: readonly string[] | undefined;
}

const KINDS: Record<string, readonly [ProxyServer['kind'], number]> = {
  'http:': ['http', 80],
  'https:': ['https', 443],
  'socks5:': ['socks5', 1080],
  'socks5h:': ['socks5', 1080],
  'socks:': ['socks5', 1080],
  // Providers of residential addresses speak HTTP to their customers.
  'residential:': ['http', 80],
};

/** Secure: what a proxy's URL says is not repeated in an error, because its password stands in it. */
export function parseProxy(text: string, at = 0, all: readonly string[] = [text]): ProxyServer {
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const scheme = /^[a-z0-9+.-]+:/i.exec(withScheme)?.[0].toLowerCase() ?? '';
  const kind = KINDS[scheme];
  // Special schemes lose a port that is their default; this way none is.
  const url = URL.parse(`proxy:${withScheme.slice(scheme.length)}`);
  if (kind === undefined || url === null || url.hostname === '') {
    const which = all.length === 1 ? 'the proxy' : `server ${at + 1} of ${all.length}`;
    const why = kind === undefined ? `it begins with '${scheme.slice(0, 20)}//'` : 'its host or port cannot be read';
    throw new AgentBrowserError(
      'invalid_argument',
      `proxy: ${which} is not valid: ${why}. Write http://, https://, socks5:// or residential://, then user:password@ if needed, then host:port.`,
    );
  }
  return {
    kind: kind[0],
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? kind[1] : Number(url.port),
    username: decoded(url.username),
    password: decoded(url.password),
  };
}

/** How a proxy is told of in errors and events. */
export function proxyName({ kind, hostname, port }: ProxyServer): string {
  return `${kind}://${hostname}:${port}`;
}

export class ProxyPool {
  readonly #proxies: readonly ProxyServer[];
  readonly #rotate: Rotation;
  /** When a proxy that failed may be tried again. */
  readonly #restUntil = new Map<ProxyServer, number>();
  readonly #bySite = new Map<string, ProxyServer>();
  #next = 0;
  #current: ProxyServer | null = null;

  constructor({ servers, rotate }: ProxyOptions) {
    this.#proxies = servers.map((server, at) => parseProxy(server, at, servers));
    if (this.#proxies.length === 0)
      throw new AgentBrowserError(
        'invalid_argument',
        'proxy: the list of servers is empty. Give one, or leave the option out.',
      );
    this.#rotate = rotate ?? 'sticky';
  }

  get size(): number {
    return this.#proxies.length;
  }

  choose(url: URL, beginsPage: boolean): ProxyServer {
    switch (this.#rotate) {
      case 'request':
        return this.#take();
      case 'page':
        if (beginsPage || this.#current === null || this.#rests(this.#current)) this.#current = this.#take();
        return this.#current;
      case 'sticky': {
        const site = registrableDomain(url.hostname);
        const known = this.#bySite.get(site);
        if (known !== undefined && !this.#rests(known)) return known;
        const proxy = this.#take();
        if (this.#bySite.size >= LIMITS.hostsRemembered) this.#bySite.clear();
        this.#bySite.set(site, proxy);
        return proxy;
      }
    }
  }

  failed(proxy: ProxyServer): void {
    this.#restUntil.set(proxy, performance.now() + LIMITS.proxyRestMs);
  }

  #rests(proxy: ProxyServer): boolean {
    return (this.#restUntil.get(proxy) ?? 0) > performance.now();
  }

  /** The next one that does not rest; when all do, the next one all the same. */
  #take(): ProxyServer {
    for (let tries = 0; tries < this.#proxies.length; tries++) {
      const proxy = this.#proxies[this.#next++ % this.#proxies.length]!;
      if (!this.#rests(proxy)) return proxy;
    }
    return this.#proxies[this.#next++ % this.#proxies.length]!;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not percent-encoded after all: it is meant as it stands.
    return part;
  }
}

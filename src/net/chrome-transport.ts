/**
 * HTTP as Chrome speaks it: its TLS and HTTP/2, by wreq-js.
 *
 * In:  a request with its final headers, in their order, and the least public address space it may reach.
 * Out: status, headers and the body as it comes off the wire.
 *
 * Secure: wreq-js looks names up by itself, so each name is looked up here, its addresses are filtered, and wreq-js is
 * pinned to what is left: it cannot connect to anything else, whatever the name means by then. A pinned connection is
 * given up after a while, and the name is looked up again.
 */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Transport as WreqTransport } from 'wreq-js';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, addressSpaceOf, mayReach, morePublic } from './address.ts';
import { connectChromeSocket, SOCKET_TLS } from './chrome-socket.ts';
import { addressNotAllowed, type ConnectOptions, resolveAll } from './guarded-connect.ts';
import { HostList } from './host-list.ts';
import { HttpTransport } from './http-transport.ts';
import { networkError } from './network-error.ts';
import { type ProxyOptions, ProxyPool, type ProxyServer, proxyName } from './proxy.ts';
import { checkBehindProxy, proxyFailure, spaceBehindProxy } from './proxy-tunnel.ts';
import { RequestQueue } from './request-queue.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import type { SocketRequest, WebConnection } from './web-socket.ts';

/** The version whose handshake wreq-js has. The user agent must say the same one. */
export const CHROME_VERSION = 149;

export interface ChromeTransportOptions extends ConnectOptions {
  readonly proxies?: ProxyOptions;
  /** For tests with certificates of their own. */
  readonly insecure?: boolean;
}

interface Route {
  readonly transport: Promise<WreqTransport>;
  readonly space: AddressSpace;
  readonly ends: number;
}

export class ChromeTransport implements Transport {
  readonly #options: ChromeTransportOptions;
  readonly #proxies: ProxyPool | null;
  readonly #direct: HostList;
  readonly #queue = new RequestQueue();
  #plain: HttpTransport | null = null;
  /** By permitted space, proxy and host; the least recently used first. */
  readonly #routes = new Map<string, Promise<Route>>();

  constructor(options: ChromeTransportOptions = {}) {
    this.#options = options;
    this.#proxies = options.proxies === undefined ? null : new ProxyPool(options.proxies);
    this.#direct = new HostList(options.proxies?.bypass ?? [], 'proxy.bypass');
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { protocol, origin } = request.url;
    // wreq-js does not say which version it speaks; secure servers without HTTP/2 are few.
    if (protocol === 'https:') this.#queue.widen(origin, LIMITS.streamsPerOrigin);
    return this.#queue.send(request, () => this.#sendByProxies(request));
  }

  /** Another proxy takes over when one fails, as long as nothing was sent to the server. */
  async #sendByProxies(request: TransportRequest): Promise<TransportResponse> {
    for (let tries = 1; ; tries++) {
      const proxy = this.#proxyFor(request.url, request.beginsPage === true && tries === 1);
      try {
        return await this.#sendSafely(request, proxy);
      } catch (error) {
        const isProxyFailure = isAgentBrowserError(error) && error.code === 'proxy_failure';
        const size = this.#proxies?.size ?? 0;
        if (!isProxyFailure || tries >= Math.min(LIMITS.proxyTries, size)) throw error;
      }
    }
  }

  /** A connection that was kept alive may have ended under the request: what changes nothing is asked for once more. */
  async #sendSafely(request: TransportRequest, proxy: ProxyServer | null): Promise<TransportResponse> {
    try {
      return await this.#send(request, proxy);
    } catch (error) {
      const isSafe = (request.method === 'GET' || request.method === 'HEAD') && request.body === null;
      const isBroken = (error as { readonly code?: unknown } | null)?.code === BROKEN;
      if (!isSafe || !isBroken || request.signal.aborted) throw error;
      return this.#send(request, proxy);
    }
  }

  async #send(request: TransportRequest, proxy: ProxyServer | null): Promise<TransportResponse> {
    const { url } = request;
    const wreq = await load();
    const { transport, space } = await this.#routeAsPublic(url, request.from, proxy);
    request.signal.throwIfAborted();
    try {
      const response = await wreq.fetch(url.href, {
        transport: await transport,
        method: request.method,
        headers: [...leadingHeaders(request), ...request.headers].map(([name, value]) => [name, value]),
        body: request.body,
        signal: request.signal,
        redirect: 'manual',
        disableDefaultHeaders: true,
        compress: false,
        timeout: LIMITS.maxCallMs,
      });
      const headers = new Map<string, string[]>();
      for (const [name, value] of response.headers.toTuples()) {
        const known = headers.get(name.toLowerCase());
        if (known === undefined) headers.set(name.toLowerCase(), [value]);
        else known.push(value);
      }
      const body = response.body === null ? Readable.from([]) : response.readable();
      return { status: response.status, statusText: response.statusText, headers, body, space };
    } catch (error) {
      request.signal.throwIfAborted();
      throw proxy === null ? asNodeError(error) : this.#proxyError(error, proxy, url);
    }
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    const { url } = request;
    const proxy = this.#proxyFor(url, false);
    // wreq-js asks a proxy to forward it, which proxies do not do with web sockets. Without TLS there is little to see.
    if (proxy !== null && url.protocol === 'ws:') return this.#plainSockets().openSocket(request, from);
    return connectChromeSocket(request, {
      wreq: load,
      route: async () => (await this.#routeAsPublic(url, from, proxy)).transport,
      explain: (error) => networkError(proxy === null ? asNodeError(error) : this.#proxyError(error, proxy, url), url),
    });
  }

  #plainSockets(): HttpTransport {
    const { insecure: _, ...options } = this.#options;
    this.#plain ??= new HttpTransport(options);
    return this.#plain;
  }

  #proxyFor(url: URL, beginsPage: boolean): ProxyServer | null {
    return this.#proxies === null || this.#direct.has(url) ? null : this.#proxies.choose(url, beginsPage);
  }

  async close(): Promise<void> {
    const routes = [...this.#routes.values()];
    this.#routes.clear();
    await this.#plain?.close();
    await Promise.all(routes.map(closeRoute));
  }

  /** What is public needs no rights, so that pages find the connections on which they came themselves. */
  async #routeAsPublic(url: URL, from: AddressSpace, proxy: ProxyServer | null): Promise<Route> {
    if (from === 'public') return this.#route(url, from, proxy);
    try {
      return await this.#route(url, 'public', proxy);
    } catch (error) {
      if (!isAgentBrowserError(error) || error.code !== 'address_not_allowed') throw error;
      return this.#route(url, from, proxy);
    }
  }

  async #route(url: URL, from: AddressSpace, proxy: ProxyServer | null): Promise<Route> {
    const way = proxy === null ? '' : `${proxyName(proxy)} ${proxy.username}`;
    const key = `${from} ${way} ${isSocket(url) ? 'socket ' : ''}${url.hostname}`;
    const known = this.#routes.get(key);
    if (known !== undefined) {
      const route = await known;
      if (route.ends > performance.now()) {
        this.#routes.delete(key);
        this.#routes.set(key, known);
        return route;
      }
    }
    const made = this.#makeRoute(url, from, proxy);
    this.#routes.set(key, made);
    made.catch(() => this.#routes.delete(key));
    for (const [oldest, route] of this.#routes) {
      if (this.#routes.size <= LIMITS.chromeRoutes) break;
      this.#routes.delete(oldest);
      void closeRoute(route);
    }
    return made;
  }

  async #makeRoute(url: URL, from: AddressSpace, proxy: ProxyServer | null): Promise<Route> {
    const wreq = await load();
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const { insecure = false } = this.#options;
    const look = isSocket(url)
      ? { emulation: { tlsOptions: SOCKET_TLS } }
      : ({ browser: `chrome_${CHROME_VERSION}`, os: 'linux' } as const);
    const readTimeout = isSocket(url) ? {} : { readTimeout: this.#options.timeouts?.headersMs ?? LIMITS.headersMs };
    const usual = {
      ...look,
      insecure,
      connectTimeout: this.#options.timeouts?.connectMs ?? LIMITS.connectMs,
      ...readTimeout,
    };
    const ends = performance.now() + LIMITS.chromeRouteMs;
    if (proxy !== null) {
      await checkBehindProxy(proxy, host, from, this.#options);
      const transport = wreq.createTransport({ ...usual, proxy: proxyUrl(proxy) });
      return { transport, space: spaceBehindProxy(host), ends };
    }
    const all = isIP(host) === 0 ? await resolveAll(host, this.#options) : [host];
    const addresses = all.filter((address) => mayReach(from, addressSpaceOf(address)));
    if (addresses.length === 0) throw addressNotAllowed(host, all[0] ?? '');
    const space = addresses.map(addressSpaceOf).reduce(morePublic);
    const resolve = isIP(host) === 0 ? { resolve: { [url.hostname]: addresses } } : {};
    return { transport: wreq.createTransport({ ...usual, ...resolve }), space, ends };
  }

  #proxyError(error: unknown, proxy: ProxyServer, url: URL): Error {
    // The address that was asked for may have any words in it.
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(url.href, '');
    if (!/\(connect\)|proxy|socks|tunnel/i.test(message)) return asNodeError(error);
    this.#proxies?.failed(proxy);
    return proxyFailure(proxy, 'the connection failed', error);
  }
}

/** What Chrome begins with, and wreq-js would put at the end. Without TLS it is HTTP/1.1, which says more. */
function leadingHeaders({ url, method, body }: TransportRequest): HeaderPair[] {
  const length = body?.byteLength ?? (method === 'POST' || method === 'PUT' ? 0 : null);
  const plain: HeaderPair[] = [
    ['Host', url.host],
    ['Connection', 'keep-alive'],
  ];
  return [
    ...(url.protocol === 'http:' ? plain : []),
    ...(length === null ? [] : [['Content-Length', String(length)] as const]),
  ];
}

function isSocket({ protocol }: URL): boolean {
  return protocol === 'ws:' || protocol === 'wss:';
}

type Wreq = typeof import('wreq-js');
let loading: Promise<Wreq> | null = null;

/** An optional package: whoever does not ask for Chrome's handshake does without it. */
function load(): Promise<Wreq> {
  loading ??= import('wreq-js').catch((cause: unknown) => {
    loading = null;
    throw new AgentBrowserError(
      'unsupported_runtime',
      "identity: 'chrome' needs the package wreq-js, which is not installed or has no binary for this machine. Install it, or leave the option out.",
      { cause },
    );
  });
  return loading;
}

async function closeRoute(route: Promise<Route>): Promise<void> {
  try {
    await (await (await route).transport).close();
  } catch {
    // It never came to be, so there is nothing to close.
  }
}

function proxyUrl({ kind, hostname, port, username, password }: ProxyServer): string {
  const user =
    username === '' && password === '' ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  // With the h, names are looked up by the proxy.
  const scheme = kind === 'socks5' ? 'socks5h' : kind;
  return `${scheme}://${user}${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

/** Node's code for a connection that ended under a request. */
const BROKEN = 'ECONNRESET';

const CODES: readonly (readonly [RegExp, string])[] = [
  [/dns error|failed to lookup/i, 'ENOTFOUND'],
  [/connection refused/i, 'ECONNREFUSED'],
  [/certificate|tls|ssl/i, 'ERR_TLS_HANDSHAKE'],
  [/response body.*timed? ?out/i, 'UND_ERR_BODY_TIMEOUT'],
  [/\(connect\).*timed? ?out/i, 'ETIMEDOUT'],
  [/timed? ?out|deadline/i, 'UND_ERR_HEADERS_TIMEOUT'],
  [/too (?:large|long|many headers)|header list/i, 'UND_ERR_HEADERS_OVERFLOW'],
];

/** wreq-js says what went wrong in words; network-error.ts knows the codes that Node has for it. */
function asNodeError(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const code = CODES.find(([pattern]) => pattern.test(message))?.[1] ?? BROKEN;
  return Object.assign(new Error(message, { cause: error }), { code });
}

/**
 * HTTP/1.1 and HTTP/2 by undici, directly or through proxies, with the address that is connected to under our control.
 *
 * In:  a request with its final headers, and the least public address space it may reach.
 * Out: status, headers and the body as it comes off the wire.
 *
 * Secure: connections are pooled per permitted space and per proxy, so a request never rides on a connection that it
 * would not have been allowed to open.
 */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { isAgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, morePublic } from './address.ts';
import { mendAnswers } from './answer-head.ts';
import { type ConnectOptions, guardedConnector } from './guarded-connect.ts';
import { HostList } from './host-list.ts';
import { networkError } from './network-error.ts';
import { type ProxyOptions, ProxyPool, type ProxyServer, proxyName } from './proxy.ts';
import {
  checkBehindProxy,
  proxyAuthorization,
  proxyConnector,
  proxyFailure,
  spaceBehindProxy,
  toProxyConnector,
} from './proxy-tunnel.ts';
import { RequestQueue } from './request-queue.ts';
import { failResetStreams } from './reset-streams.ts';
import { discard, headersOf, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';
import { connectSocket, type SocketRequest, type WebConnection } from './web-socket.ts';

export interface HttpTransportOptions extends ConnectOptions {
  readonly proxies?: ProxyOptions;
}

export class HttpTransport implements Transport {
  readonly #options: ConnectOptions;
  readonly #proxies: ProxyPool | null;
  readonly #direct: HostList;
  readonly #pools = new Map<string, Pool>();
  readonly #queue = new RequestQueue();

  constructor({ proxies, ...options }: HttpTransportOptions = {}) {
    this.#options = options;
    this.#proxies = proxies === undefined ? null : new ProxyPool(proxies);
    this.#direct = new HostList(proxies?.bypass ?? [], 'proxy.bypass');
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    return this.#queue.send(request, () => this.#sendByProxies(request));
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    const { agent, failures } = this.#pool(from, this.#proxyFor(request.url, false), 'sockets');
    // undici does not say why a web socket failed; the connection knows.
    const onError = (reason: string) => {
      const failure = failures.get(unbracketed(request.url.hostname));
      request.onError(failure === undefined ? reason : `${networkError(failure, request.url)}`);
    };
    return connectSocket({ ...request, onError }, agent);
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.agent.destroy()));
  }

  /** Another proxy takes over when one fails, as long as nothing was sent to the server that could change something. */
  async #sendByProxies(request: TransportRequest): Promise<TransportResponse> {
    for (let tries = 1; ; tries++) {
      const proxy = this.#proxyFor(request.url, request.beginsPage === true && tries === 1);
      try {
        return await this.#sendAsPublic(request, proxy);
      } catch (error) {
        const isProxyFailure = isAgentBrowserError(error) && error.code === 'proxy_failure';
        if (!isProxyFailure || proxy === null || this.#proxies === null) throw error;
        this.#proxies.failed(proxy);
        // What a proxy had taken when it broke off may have been done.
        const isDone = error.cause instanceof BrokenExchange && !isSafe(request);
        if (isDone || tries >= Math.min(LIMITS.proxyTries, this.#proxies.size)) throw error;
      }
    }
  }

  /**
   * What is public needs no rights.
   *
   * Faster: so whoever may reach more asks without that first. A page's own requests then find the connections on which
   * the page itself came.
   */
  async #sendAsPublic(request: TransportRequest, proxy: ProxyServer | null): Promise<TransportResponse> {
    if (request.from !== 'public' && !this.#isKnownPrivate(request, proxy)) {
      try {
        return await this.#sendSafely({ ...request, from: 'public' }, proxy);
      } catch (error) {
        // It was refused before anything was sent.
        if (!isAgentBrowserError(error) || error.code !== 'address_not_allowed') throw error;
      }
    }
    return this.#sendSafely(request, proxy);
  }

  #isKnownPrivate({ url, from }: TransportRequest, proxy: ProxyServer | null): boolean {
    const host = unbracketed(url.hostname);
    return spaceBehindProxy(host) !== 'public' || this.#pool(from, proxy).spaces.has(host);
  }

  /** A connection that was kept alive may have ended under the request: what changes nothing is asked for once more. */
  async #sendSafely(request: TransportRequest, proxy: ProxyServer | null): Promise<TransportResponse> {
    try {
      return await this.#sendOnce(request, proxy);
    } catch (error) {
      if (!isSafe(request) || request.signal.aborted || !isBrokenConnection(error)) throw error;
      return this.#sendOnce(request, proxy);
    }
  }

  async #sendOnce(request: TransportRequest, proxy: ProxyServer | null): Promise<TransportResponse> {
    const { url, from } = request;
    // Proxies of HTTP forward plain requests, and many of them connect to port 443 only.
    const isForwarded = proxy !== null && proxy.kind !== 'socks5' && url.protocol === 'http:';
    if (isForwarded) await checkBehindProxy(proxy, url.hostname, from, this.#options);
    const pool = this.#pool(from, proxy, isForwarded ? 'forwarded' : 'requests');
    const asked = pool.agent.request({
      origin: isForwarded
        ? `http://${proxy.hostname.includes(':') ? `[${proxy.hostname}]` : proxy.hostname}`
        : url.origin,
      path: isForwarded ? `${url.origin}${url.pathname}${url.search}` : url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: (isForwarded ? [...forwardHeaders(url, proxy), ...request.headers] : request.headers).flat() as string[],
      body: request.body,
      signal: request.signal,
    });
    const answer = isForwarded ? await asked.catch((error: unknown) => throwOf(proxy, error)) : await asked;
    if (isForwarded && answer.statusCode === 407) {
      discard(answer.body);
      throw proxyFailure(proxy, 'it wants a user name and password, or other ones (407)');
    }
    return {
      status: answer.statusCode,
      statusText: answer.statusText ?? '',
      headers: headersOf(answer.headers),
      body: answer.body as Readable,
      httpVersion: pool.h2Hosts.has(url.host) && !isForwarded ? 'HTTP/2' : 'HTTP/1.1',
      space: isForwarded
        ? spaceBehindProxy(unbracketed(url.hostname))
        : (pool.spaces.get(unbracketed(url.hostname)) ?? 'public'),
    };
  }

  #proxyFor(url: URL, beginsPage: boolean): ProxyServer | null {
    if (this.#proxies === null || this.#direct.has(url)) return null;
    return this.#proxies.choose(url, beginsPage);
  }

  #pool(from: AddressSpace, proxy: ProxyServer | null, use: PoolUse = 'requests'): Pool {
    // User names choose the way out at many providers, so they tell connections apart.
    const name = proxy === null ? '' : `${proxyName(proxy)} ${proxy.username}`;
    const key = `${from} ${use} ${name}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = this.#createPool(from, proxy, use);
      this.#pools.set(key, pool);
    }
    return pool;
  }

  #createPool(from: AddressSpace, proxy: ProxyServer | null, use: PoolUse): Pool {
    const allowH2 = use !== 'sockets';
    const options = { ...this.#options, allowH2 };
    const spaces = new Map<string, AddressSpace>();
    const onConnected = (hostname: string, space: AddressSpace) => {
      const name = unbracketed(hostname);
      if (spaces.size >= LIMITS.hostsRemembered) spaces.clear();
      spaces.set(name, morePublic(space, spaces.get(name) ?? space));
    };
    const failures = new Map<string, Error>();
    const h2Hosts = new Set<string>();
    const connect =
      use === 'forwarded'
        ? toProxyConnector(proxy!, options)
        : proxy === null
          ? guardedConnector(from, options, onConnected)
          : proxyConnector(proxy, from, options, onConnected);
    const agent = new Agent({
      allowH2,
      connections: LIMITS.connectionsPerOrigin,
      headersTimeout: this.#options.timeouts?.headersMs ?? LIMITS.headersMs,
      bodyTimeout: this.#options.timeouts?.bodyIdleMs ?? LIMITS.bodyIdleMs,
      maxHeaderSize: LIMITS.headerBytes,
      webSocket: { maxPayloadSize: LIMITS.socketQueueBytes },
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          const isH2 = (socket as { readonly alpnProtocol?: unknown } | null)?.alpnProtocol === 'h2';
          const host = target.host ?? target.hostname;
          if (isH2) {
            if (h2Hosts.size >= LIMITS.hostsRemembered) h2Hosts.clear();
            h2Hosts.add(host);
            this.#queue.widen(`https://${host}`, LIMITS.streamsPerOrigin);
          } else if (error === null) h2Hosts.delete(host);
          if (error === null) {
            if (isH2) failResetStreams(socket as Socket);
            else if (use !== 'sockets') mendAnswers(socket as Socket);
            failures.delete(unbracketed(target.hostname));
            callback(null, socket);
          } else {
            if (failures.size >= LIMITS.hostsRemembered) failures.clear();
            failures.set(unbracketed(target.hostname), error);
            callback(error, null);
          }
        }),
    });
    return { agent, spaces, failures, h2Hosts };
  }
}

/** A proxy forwards plain requests; a web socket begins as a request of HTTP/1.1, also where requests have HTTP/2. */
type PoolUse = 'requests' | 'forwarded' | 'sockets';

interface Pool {
  readonly agent: Agent;
  /** Space by host name: the most public one seen, because a name that leads to several is trusted least. */
  readonly spaces: Map<string, AddressSpace>;
  /** Why the last connection to a host failed. */
  readonly failures: Map<string, Error>;
  /** Hosts, with their ports, that speak HTTP/2. */
  readonly h2Hosts: Set<string>;
}

/** URLs write IPv6 addresses in brackets; connectors do not. */
function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function forwardHeaders(url: URL, proxy: ProxyServer): HeaderPair[] {
  const authorization = proxyAuthorization(proxy);
  const host: HeaderPair = ['Host', url.host];
  return authorization === null ? [host] : [host, ['Proxy-Authorization', authorization]];
}

/** A proxy that takes a request and gives no answer has failed, as one that takes no connection. */
function throwOf(proxy: ProxyServer, error: unknown): never {
  if (isBrokenConnection(error)) throw proxyFailure(proxy, 'it broke off', new BrokenExchange('', { cause: error }));
  if (error instanceof Error && error.name === 'HTTPParserError') {
    throw proxyFailure(proxy, 'it answered something that is not HTTP', error);
  }
  throw error;
}

function isSafe({ method, body }: TransportRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && body === null;
}

const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ERR_HTTP2_GOAWAY_SESSION']);

function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.cause instanceof BrokenExchange || BROKEN.has(String((error as { code?: unknown }).code));
}

/** A proxy had the request when its connection ended. */
class BrokenExchange extends Error {}

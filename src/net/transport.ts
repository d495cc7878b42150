/**
 * One HTTP exchange, without redirects: undici, with the address that is connected to under our control.
 *
 * In:  a request with its final headers, and the least public address space it may reach.
 * Out: status, headers and the body as it comes off the wire.
 *
 * Secure: the resolver's answers are filtered before a socket is opened, and the socket's own remote address is checked
 * again after it is. Connections are pooled per permitted space, so a request never rides on a connection that it would
 * not have been allowed to open.
 */
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AgentBrowserError } from '../errors.ts';
import type { HeaderPair } from '../identity/request-headers.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, addressSpaceOf, mayReach, morePublic } from './address.ts';
import { connectSocket, type SocketRequest, type WebConnection } from './web-socket.ts';

export interface TransportRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array | null;
  /** Who asks lives here: nothing less public is connected to. */
  readonly from: AddressSpace;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
  /** Where the answer came from. */
  readonly space: AddressSpace;
}

/** Lower-case names, and every value in the order in which it was sent. */
export type ResponseHeaders = ReadonlyMap<string, readonly string[]>;

/** A header's values as one; `null` when it was not sent. */
export function headerValue(headers: ResponseHeaders, name: string): string | null {
  return headers.get(name)?.join(', ') ?? null;
}

/** Sends one request. Another implementation may look like another browser on the wire, or replay a recording. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** A web socket that reaches nothing less public than `from`. */
  openSocket?(request: SocketRequest, from: AddressSpace): WebConnection;
  close(): Promise<void>;
}

export class HttpTransport implements Transport {
  readonly #pools = new Map<AddressSpace, Pool>();

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { url } = request;
    const pool = this.#pool(request.from);
    const answer = await pool.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers.flat() as string[],
      body: request.body,
      signal: request.signal,
    });
    return {
      status: answer.statusCode,
      statusText: answer.statusText ?? '',
      headers: headersOf(answer.headers),
      body: answer.body,
      space: pool.spaces.get(url.hostname) ?? 'public',
    };
  }

  openSocket(request: SocketRequest, from: AddressSpace): WebConnection {
    return connectSocket(request, this.#pool(from).agent);
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.agent.destroy()));
  }

  #pool(from: AddressSpace): Pool {
    let pool = this.#pools.get(from);
    if (pool === undefined) {
      pool = createPool(from);
      this.#pools.set(from, pool);
    }
    return pool;
  }
}

/**
 * Lets go of a body that nobody will read. A short one is read to its end, so that its connection can be used again.
 * What fails after that concerns nobody.
 */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  if ('dump' in body && typeof body.dump === 'function') body.dump({ limit: LIMITS.discardBytes });
  else body.destroy();
}

interface Pool {
  readonly agent: Agent;
  /** Space by host name: the most public one seen, because a name that leads to several is trusted least. */
  readonly spaces: Map<string, AddressSpace>;
}

function createPool(from: AddressSpace): Pool {
  const spaces = new Map<string, AddressSpace>();
  const connect = buildConnector({
    timeout: LIMITS.connectMs,
    lookup: (hostname, options, callback) => lookupReachable(hostname, options, from, callback),
  });
  const agent = new Agent({
    connections: LIMITS.connectionsPerOrigin,
    headersTimeout: LIMITS.headersMs,
    bodyTimeout: LIMITS.bodyIdleMs,
    maxHeaderSize: LIMITS.headerBytes,
    connect: (options, callback) => {
      // A literal address is never looked up, so it is judged here.
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) !== 0 && !mayReach(from, addressSpaceOf(literal))) {
        callback(addressNotAllowed(literal), null);
        return;
      }
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error !== null) {
          callback(error, null);
          return;
        }
        // A socket that is already gone has no address: that counts as one we may not reach.
        const address = socket.remoteAddress ?? '';
        const space = addressSpaceOf(address);
        if (!mayReach(from, space)) {
          socket.destroy();
          callback(addressNotAllowed(address), null);
          return;
        }
        if (spaces.size >= LIMITS.hostsRemembered) spaces.clear();
        spaces.set(options.hostname, morePublic(space, spaces.get(options.hostname) ?? space));
        callback(null, socket);
      });
    },
  });
  return { agent, spaces };
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number | undefined,
) => void;

/** dns.lookup without the addresses that `from` may not reach. */
function lookupReachable(hostname: string, options: LookupOptions, from: AddressSpace, callback: LookupCallback): void {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const reachable = addresses.filter(({ address }) => mayReach(from, addressSpaceOf(address)));
    const first = reachable[0];
    if (first === undefined) {
      callback(addressNotAllowed(`${hostname} (${addresses[0]?.address ?? 'no address'})`), []);
    } else if (options.all === true) {
      callback(null, reachable);
    } else {
      callback(null, first.address, first.family);
    }
  });
}

function addressNotAllowed(address: string): AgentBrowserError {
  return new AgentBrowserError(
    'address_not_allowed',
    `A page on the public web asked for ${address}, which is in a private network: refused. Call goto() with that address yourself if you trust it.`,
  );
}

function headersOf(sent: Record<string, string | string[] | undefined>): ResponseHeaders {
  const headers = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value : [value]);
  }
  return headers;
}

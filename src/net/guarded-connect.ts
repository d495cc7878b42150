/**
 * Connections whose address is under our control.
 *
 * In:  a host and port, and the least public address space that may be connected to.
 * Out: a connected socket, or `address_not_allowed`.
 *
 * Secure: the resolver's answers are filtered before a socket is opened, and the socket's own remote address is checked
 * again when it is, before a byte is sent, also of TLS. There is no moment between the check and the connection in which a
 * name could change its meaning.
 */
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, addressSpaceOf, mayReach } from './address.ts';
import { hostKey } from './host-list.ts';

/** All addresses of a name: dns.lookup unless a test or an embedder has another. */
export type Resolver = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const systemResolver: Resolver = (hostname, options, callback) =>
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => callback(error, addresses));

const localResolver: Resolver = (_hostname, { family }, callback) => {
  const all = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const isWanted = family === 4 || family === 6 ? (each: LookupAddress) => each.family === family : () => true;
  callback(null, all.filter(isWanted));
};

export interface ConnectOptions {
  readonly resolver?: Resolver;
  /** Certificates of the authorities that count, in place of the usual ones. */
  readonly ca?: string;
  /** Whether HTTP/2 may be spoken, where the server can. Web sockets need HTTP/1.1. */
  readonly allowH2?: boolean;
  /** What opens sockets: undici's, unless a test or an embedder has another. What it opens is checked all the same. */
  readonly makeConnector?: typeof buildConnector;
  /** In place of those of limits.ts. */
  readonly timeouts?: Partial<Timeouts>;
}

/** How long a connection may take, the first byte of an answer, and a pause inside its body. */
export type Timeouts = Readonly<Record<'connectMs' | 'headersMs' | 'bodyIdleMs', number>>;

/** Told of each connection that was made. */
export type OnConnected = (hostname: string, space: AddressSpace) => void;

export function guardedConnector(
  from: AddressSpace,
  { resolver = systemResolver, ca, allowH2 = true, makeConnector = buildConnector, timeouts }: ConnectOptions,
  onConnected: OnConnected,
): buildConnector.connector {
  const connect = makeConnector({
    allowH2,
    timeout: timeouts?.connectMs ?? LIMITS.connectMs,
    autoSelectFamilyAttemptTimeout: LIMITS.connectAttemptMs,
    preferH2: true,
    ...(ca === undefined ? {} : { ca }),
    lookup: (hostname, options, callback) => lookupReachable(resolver, hostname, options, from, callback),
  });
  return (options, callback) => {
    // A literal address is never looked up, so it is judged here.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayReach(from, addressSpaceOf(literal))) {
      callback(addressNotAllowed(literal), null);
      return;
    }
    const opening: unknown = connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null) {
        callback(error, null);
        return;
      }
      const refusal = refusalOf(socket, from);
      if (refusal !== null) {
        socket.destroy();
        callback(refusal, null);
        return;
      }
      onConnected(options.hostname, addressSpaceOf(socket.remoteAddress!));
      callback(null, socket);
    });
    if (options.protocol === 'https:') checkBeforeTls(opening as Socket | undefined, from);
  };
}

/** undici calls back when TLS is through. The socket, which it gives at once, is open before that. */
function checkBeforeTls(socket: Socket | undefined, from: AddressSpace): void {
  // First of all listeners: the next one says hello.
  socket?.prependOnceListener('connect', () => {
    const refusal = refusalOf(socket, from);
    if (refusal !== null) socket.destroy(refusal);
  });
}

/** A socket that is already gone has no address: that counts as one we may not reach. */
function refusalOf({ remoteAddress = '' }: Socket, from: AddressSpace): AgentBrowserError | null {
  return mayReach(from, addressSpaceOf(remoteAddress)) ? null : addressNotAllowed(remoteAddress);
}

/** All addresses of a name, unfiltered, for those who filter them themselves. It is part of the time to connect. */
export function resolveAll(
  hostname: string,
  { resolver = systemResolver, timeouts }: ConnectOptions,
): Promise<string[]> {
  const ask = hostKey(hostname) === 'localhost' ? localResolver : resolver;
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('The name was not looked up in time'), { code: 'ETIMEDOUT' });
    const end = setTimeout(() => reject(late), timeouts?.connectMs ?? LIMITS.connectMs);
    ask(hostname, {}, (error, addresses) => {
      clearTimeout(end);
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(error);
    });
  });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number | undefined,
) => void;

/** A lookup without the addresses that `from` may not reach. */
function lookupReachable(
  resolver: Resolver,
  hostname: string,
  options: LookupOptions,
  from: AddressSpace,
  callback: LookupCallback,
): void {
  // Names of this machine are not a matter of DNS (RFC 6761 §6.3), whatever it would say.
  const ask = hostKey(hostname) === 'localhost' ? localResolver : resolver;
  ask(hostname, options, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const reachable = addresses.filter(({ address }) => mayReach(from, addressSpaceOf(address)));
    const first = reachable[0];
    if (first === undefined) {
      callback(addressNotAllowed(hostname, addresses[0]?.address ?? ''), []);
    } else if (options.all === true) {
      callback(null, reachable);
    } else {
      callback(null, first.address, first.family);
    }
  });
}

/** `address`: what the name has turned out to be, where it is one. */
export function addressNotAllowed(host: string, address: string = host): AgentBrowserError {
  const shown = host === address ? host : `${host} (${address || 'no address'})`;
  const why =
    addressSpaceOf(address) === 'link-local'
      ? "is on this machine's own link, where clouds give out its credentials: refused. If you trust it, name it in allowedHosts when you make the session."
      : "is in a private network, which this request may not reach: refused. If you trust it, call goto() with that address yourself, or let pages of private hosts reach others with privateHosts: 'all'.";
  return new AgentBrowserError('address_not_allowed', `${shown} ${why}`);
}

/**
 * A connection through a proxy.
 *
 * In:  a proxy, and the host and port behind it.
 * Out: a socket that leads there, as undici's connectors give it.
 *
 * HTTP's CONNECT https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6, SOCKS 5 https://www.rfc-editor.org/rfc/rfc1928
 * with user name and password https://www.rfc-editor.org/rfc/rfc1929
 *
 * Secure: names are resolved by the proxy, in its network. Addresses and names of this machine are judged before the
 * proxy hears of them. A proxy that stands in a private network may share ours: then names that lead to private
 * addresses from here are refused too.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector } from 'undici';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type AddressSpace, addressBytes, addressSpaceOf, mayReach } from './address.ts';
import { addressNotAllowed, type ConnectOptions, type OnConnected, systemResolver } from './guarded-connect.ts';
import { hostKey } from './host-list.ts';
import { type ProxyServer, proxyName } from './proxy.ts';

export function proxyConnector(
  proxy: ProxyServer,
  from: AddressSpace,
  options: ConnectOptions,
  onConnected: OnConnected,
): buildConnector.connector {
  const secure = buildConnector({
    allowH2: options.allowH2 ?? true,
    timeout: options.timeouts?.connectMs ?? LIMITS.connectMs,
    preferH2: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  return (target, callback) => {
    const hostname = target.hostname.replace(/^\[|\]$/g, '');
    const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port);
    openTunnel(proxy, hostname, port, from, options).then(
      (socket) => {
        onConnected(target.hostname, spaceBehindProxy(hostname));
        if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/** A connector to the proxy itself, for requests that it forwards. Whoever configured it may have it anywhere. */
export function toProxyConnector(proxy: ProxyServer, options: ConnectOptions): buildConnector.connector {
  return (_target, callback) => {
    connectToProxy(proxy, options, AbortSignal.timeout(options.timeouts?.connectMs ?? LIMITS.connectMs)).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/** What a host behind a proxy counts as: names are the proxy's to resolve. */
export function spaceBehindProxy(hostname: string): AddressSpace {
  if (hostKey(hostname) === 'localhost') return 'loopback';
  return isIP(hostname) === 0 ? 'public' : addressSpaceOf(hostname);
}

/** Throws for what may not be asked of the proxy. */
export async function checkBehindProxy(
  proxy: ProxyServer,
  host: string,
  from: AddressSpace,
  { resolver = systemResolver }: ConnectOptions,
): Promise<void> {
  const hostname = host.replace(/^\[|\]$/g, '');
  if (!mayReach(from, spaceBehindProxy(hostname))) throw addressNotAllowed(hostname);
  if (isIP(hostname) !== 0 || from === 'link-local') return;
  const isPublicProxy = isIP(proxy.hostname) !== 0 && addressSpaceOf(proxy.hostname) === 'public';
  if (isPublicProxy) return;
  const addresses = await new Promise<readonly { readonly address: string }[]>((resolve) => {
    // A name that is not known here is known to the proxy only, which is the usual case behind a company's proxy.
    resolver(hostname, {}, (error, found) => resolve(error === null ? found : []));
  });
  const refused = addresses.find(({ address }) => !mayReach(from, addressSpaceOf(address)));
  if (refused !== undefined) throw addressNotAllowed(hostname, refused.address);
}

async function openTunnel(
  proxy: ProxyServer,
  hostname: string,
  port: number,
  from: AddressSpace,
  options: ConnectOptions,
): Promise<Socket> {
  await checkBehindProxy(proxy, hostname, from, options);
  const signal = AbortSignal.timeout(options.timeouts?.connectMs ?? LIMITS.connectMs);
  const socket = await connectToProxy(proxy, options, signal);
  const end = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', end);
  try {
    if (proxy.kind === 'socks5') await askSocks(socket, proxy, hostname, port);
    else await askConnect(socket, proxy, hostname, port);
    return socket;
  } catch (error) {
    socket.destroy();
    throw isAgentBrowserError(error) ? error : proxyFailure(proxy, reasonOf(error), error);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function connectToProxy(proxy: ProxyServer, { ca }: ConnectOptions, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port, kind } = proxy;
    const socket =
      kind === 'https'
        ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca ? { ca } : {}) })
        : connectTcp({ host, port });
    const fail = (error: unknown) => {
      socket.destroy();
      reject(proxyFailure(proxy, reasonOf(error), error));
    };
    const giveUp = () => fail(signal.reason);
    signal.addEventListener('abort', giveUp);
    socket.once('error', fail);
    socket.once(kind === 'https' ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', fail);
      // Errors from here on belong to whoever uses the socket; until somebody does, they must not end the process.
      socket.on('error', () => undefined);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

export function proxyAuthorization({ username, password }: ProxyServer): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function askConnect(socket: Socket, proxy: ProxyServer, hostname: string, port: number): Promise<void> {
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const says = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${says}Proxy-Connection: keep-alive\r\n\r\n`);
  const head = await readHead(socket);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  if (status === 407) throw proxyFailure(proxy, 'it wants a user name and password, or other ones (407)');
  if (status < 200 || status > 299) throw proxyFailure(proxy, `it answered ${status || 'something that is not HTTP'}`);
}

const SOCKS_ERRORS: Record<number, string> = {
  1: 'it failed',
  2: 'its rules do not allow the connection',
  3: 'the network cannot be reached from it',
  4: 'the host cannot be reached from it',
  5: 'the host refused the connection',
  6: 'the host did not answer it in time',
  7: 'it cannot make connections',
  8: 'it does not know this kind of address',
};

async function askSocks(socket: Socket, proxy: ProxyServer, hostname: string, port: number): Promise<void> {
  const hasCredentials = proxy.username !== '' || proxy.password !== '';
  socket.write(Buffer.from(hasCredentials ? [5, 2, 0, 2] : [5, 1, 0]));
  const [version, method] = await readBytes(socket, 2);
  if (version !== 5) throw proxyFailure(proxy, 'it does not speak SOCKS 5');
  if (method === 2 && hasCredentials) {
    const user = Buffer.from(proxy.username).subarray(0, 255);
    const password = Buffer.from(proxy.password).subarray(0, 255);
    socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]));
    const [, status] = await readBytes(socket, 2);
    if (status !== 0) throw proxyFailure(proxy, 'it does not take this user name and password');
  } else if (method !== 0) {
    throw proxyFailure(proxy, 'it wants a user name and password');
  }
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(hostname), Buffer.from([port >> 8, port & 255])]));
  const [, reply, , kind] = await readBytes(socket, 4);
  if (reply !== 0) throw proxyFailure(proxy, SOCKS_ERRORS[reply!] ?? `it answered ${reply}`);
  // Its own address follows, which nobody needs.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : (await readBytes(socket, 1))[0]!;
  await readBytes(socket, length + 2);
}

/** RFC 1928 §5. Names go as names: the proxy looks them up where it is. */
function socksAddress(hostname: string): Buffer {
  const family = isIP(hostname);
  if (family !== 0) return Buffer.from([family === 4 ? 1 : 4, ...addressBytes(hostname)]);
  const name = Buffer.from(hostname).subarray(0, 255);
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** Exactly so many bytes; what comes after them stays in the socket. */
async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes !== null && bytes.length === count) return bytes;
    await moreToRead(socket);
  }
}

/** A head of HTTP; what comes after it stays in the socket. */
async function readHead(socket: Socket): Promise<string> {
  let head = Buffer.alloc(0);
  for (;;) {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) {
      await moreToRead(socket);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\r\n\r\n');
    if (end >= 0) {
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
      return head.toString('latin1', 0, end);
    }
    if (head.length > LIMITS.proxyAnswerBytes) throw new Error('its answer has no end');
  }
}

function moreToRead(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const onEnd = () => settle(() => reject(new Error('it closed the connection')));
    const onError = (error: Error) => settle(() => reject(error));
    const onReadable = () =>
      settle(socket.readableEnded ? () => reject(new Error('it closed the connection')) : resolve);
    const settle = (then: () => void) => {
      socket.removeListener('readable', onReadable);
      socket.removeListener('end', onEnd);
      socket.removeListener('close', onEnd);
      socket.removeListener('error', onError);
      then();
    };
    socket.on('readable', onReadable);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.on('error', onError);
  });
}

function reasonOf(error: unknown): string {
  const { code, message, name } = error as { code?: unknown; message?: unknown; name?: unknown };
  if (name === 'TimeoutError') return `it did not answer within ${LIMITS.connectMs / 1_000} s`;
  return typeof code === 'string' ? code : String(message).slice(0, 100);
}

export function proxyFailure(proxy: ProxyServer, reason: string, cause?: unknown): AgentBrowserError {
  return new AgentBrowserError(
    'proxy_failure',
    `The proxy ${proxyName(proxy)} did not connect: ${reason}. Check its address and credentials.`,
    cause === undefined ? undefined : { cause },
  );
}

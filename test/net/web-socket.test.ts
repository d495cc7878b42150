import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Blocker } from '../../src/net/blocker.ts';
import { Fetcher, type FetcherParts } from '../../src/net/fetch.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { Reach } from '../../src/net/reach.ts';
import { Traffic } from '../../src/net/traffic.ts';
import { socketHead } from '../site.ts';
import { TEST_CA, TEST_KEY } from './tls-site.ts';

interface SocketSite {
  readonly port: number;
  readonly requests: IncomingMessage[];
}

const HELLO = Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]);

/** Takes every web socket, says 'hello' and closes. `isSecure`: with TLS, and HTTP/2 for who asks for it. */
async function socketSite(t: TestContext, isSecure = false, message = HELLO): Promise<SocketSite> {
  const requests: IncomingMessage[] = [];
  const tls = { cert: TEST_CA, key: TEST_KEY, allowHTTP1: true };
  const server = isSecure ? createSecureServer(tls, (_request, response) => response.end('page')) : createServer();
  server.on('upgrade', (request, socket: Socket) => {
    requests.push(request);
    socket.write(socketHead(request, 'Set-Cookie: a=1; Path=/', 'Set-Cookie: b=2; Path=/; HttpOnly'));
    socket.write(message);
    socket.end(Buffer.from([0x88, 0]));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}

const page: Initiator = { kind: 'page', url: new URL('http://localhost/'), space: 'loopback' };

function fetcher(t: TestContext, parts: FetcherParts = {}): Fetcher {
  const made = new Fetcher(DEFAULT_PROFILE, parts);
  t.after(() => made.close());
  return made;
}

/** What comes of a connection: its messages, or why there are none. */
function talk(net: Fetcher, url: string, initiator = page): Promise<string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    net.openSocket({
      url: new URL(url),
      protocols: [],
      headers: [['Origin', 'http://localhost']],
      initiator,
      onOpen: () => heard.push('open'),
      onMessage: (data) => heard.push(String(data)),
      onClose: () => resolve(heard),
      onError: (reason) => heard.push(reason),
    });
  });
}

test("a web socket carries the page's origin and the browser's headers", async (t) => {
  const { port, requests } = await socketSite(t);
  assert.deepEqual(await talk(fetcher(t), `ws://localhost:${port}/chat`), ['open', 'hello']);
  const { headers, url } = requests[0]!;
  assert.equal(url, '/chat');
  assert.equal(headers.origin, 'http://localhost');
  assert.equal(headers['user-agent'], DEFAULT_PROFILE.userAgent);
  assert.equal(headers['accept-language'], 'en-US,en;q=0.9');
});

test('a web socket to a server of HTTP/2 speaks HTTP/1.1, also beside requests that do not', async (t) => {
  const { port, requests } = await socketSite(t, true);
  const net = fetcher(t, { transport: new HttpTransport({ ca: TEST_CA }) });
  const secure: Initiator = { kind: 'page', url: new URL(`https://localhost:${port}/`), space: 'loopback' };
  const signal = AbortSignal.timeout(5_000);
  const { body } = await net.fetch({ url: secure.url, destination: 'fetch', initiator: secure, signal });
  body.resume();
  assert.deepEqual(await talk(net, `wss://localhost:${port}/chat`, secure), ['open', 'hello']);
  assert.equal(requests[0]!.httpVersion, '1.1');
});

test("the handshake has Chrome's headers, and none that only Node sends", async (t) => {
  const { port, requests } = await socketSite(t);
  await talk(fetcher(t), `ws://localhost:${port}/`);
  const names = requests[0]!.rawHeaders.filter((_, at) => at % 2 === 0);
  assert.deepEqual(names, [
    ...['host', 'connection', 'upgrade', 'Pragma', 'Cache-Control', 'User-Agent', 'Origin', 'Sec-WebSocket-Version'],
    ...['Accept-Encoding', 'Accept-Language', 'Sec-WebSocket-Key', 'Sec-WebSocket-Extensions'],
  ]);
});

test('a web socket goes through the proxy', async (t) => {
  const { port } = await socketSite(t);
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(request.url!);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => undefined);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const servers = [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
  const net = fetcher(t, { transport: new HttpTransport({ proxies: { servers } }) });
  assert.deepEqual(await talk(net, `ws://far.test:${port}/`), ['open', 'hello']);
  assert.deepEqual(asked, [`far.test:${port}`]);
});

test('lists of hosts and the blocklist count for web sockets too', async (t) => {
  const { port, requests } = await socketSite(t);
  const hosts = fetcher(t, { reach: new Reach({ blockedHosts: ['localhost'] }) });
  await assert.rejects(async () => talk(hosts, `ws://localhost:${port}/`), { code: 'host_not_allowed' });
  const traffic = new Traffic();
  const blocking = fetcher(t, { guards: [new Blocker({ types: ['websocket'] }, traffic)], traffic });
  await assert.rejects(async () => talk(blocking, `ws://localhost:${port}/`), { code: 'request_blocked' });
  assert.deepEqual(traffic.report().blocked, { websocket: 1 });
  assert.equal(requests.length, 0);
});

test('a message that is too large ends the connection', async (t) => {
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    socket.write(socketHead(request));
    // A frame that says it is 1 GB long.
    socket.write(Buffer.from([0x82, 127, 0, 0, 0, 0, 0x40, 0, 0, 0]));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const heard = await talk(fetcher(t), `ws://localhost:${(server.address() as AddressInfo).port}/`);
  assert.equal(heard[0], 'open');
  assert.equal(heard.length, 2);
});

test('a web socket sets cookies, as any answer of its host does', async (t) => {
  const { port } = await socketSite(t);
  const net = fetcher(t);
  assert.deepEqual(await talk(net, `ws://localhost:${port}/`), ['open', 'hello']);
  assert.equal(net.cookies.forScript(new URL('http://localhost/')), 'a=1');
});

test('whoever gets a message may take its bytes away, also of an empty one', async (t) => {
  const { port } = await socketSite(t, false, Buffer.from([0x82, 0]));
  const net = fetcher(t);
  // What undici does with its own bytes happens outside of any call: it would end the process.
  const takeAway = (data: string | ArrayBuffer) => structuredClone(data, { transfer: [data as ArrayBuffer] });
  for (let round = 0; round < 2; round++) {
    const code = await new Promise<number>((resolve) => {
      net.openSocket({
        ...{ url: new URL(`ws://localhost:${port}/`), protocols: [], headers: [], initiator: page },
        ...{ onOpen: () => undefined, onMessage: takeAway, onClose: resolve, onError: () => undefined },
      });
    });
    assert.equal(code, 1005);
  }
});

/** Takes a web socket, and reads nothing from it until it is told to. */
async function lazySite(t: TestContext): Promise<{ readonly port: number; readonly taken: Promise<Socket> }> {
  const { promise: taken, resolve } = Promise.withResolvers<Socket>();
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    socket.on('error', () => undefined).pause();
    socket.write(socketHead(request));
    t.after(() => socket.destroy());
    resolve(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, taken };
}

const message = { protocols: [], headers: [], onMessage: () => undefined, onError: () => undefined };

test('bytes of messages are told when they have left, and not before the server reads', async (t) => {
  const { port, taken } = await lazySite(t);
  const large = new Uint8Array(24 * 1024 * 1024);
  const all = large.byteLength + Buffer.byteLength('grüße');
  let sent = 0;
  const { promise: opened, resolve: onOpen } = Promise.withResolvers<string>();
  const { promise: done, resolve: onDone } = Promise.withResolvers<void>();
  const socket = fetcher(t).openSocket({
    ...message,
    url: new URL(`ws://localhost:${port}/`),
    initiator: page,
    onOpen,
    onClose: () => undefined,
    onSent(bytes) {
      sent += bytes;
      if (sent >= all) onDone();
    },
  });
  await opened;
  const server = await taken;
  socket.send('grüße');
  socket.send(large);
  // Meanwhile another connection comes and goes.
  const other = await socketSite(t);
  assert.deepEqual(await talk(fetcher(t), `ws://localhost:${other.port}/`), ['open', 'hello']);
  assert.ok(sent <= Buffer.byteLength('grüße'), `${sent} bytes have left`);
  server.resume();
  await done;
  assert.equal(sent, all);
});

test('what waits when the connection breaks is never told as sent', async (t) => {
  const { port, taken } = await lazySite(t);
  let sent = 0;
  const { promise: opened, resolve: onOpen } = Promise.withResolvers<string>();
  const { promise: closed, resolve: onClose } = Promise.withResolvers<number>();
  const socket = fetcher(t).openSocket({
    ...message,
    url: new URL(`ws://localhost:${port}/`),
    initiator: page,
    onOpen,
    onClose,
    onSent: (bytes) => {
      sent += bytes;
    },
  });
  await opened;
  socket.send(new Uint8Array(24 * 1024 * 1024));
  (await taken).resetAndDestroy();
  assert.equal(await closed, 1006);
  assert.equal(sent, 0);
});

test('a server that does not answer that a connection is to end is not waited for for ever', async (t) => {
  const { port, taken } = await lazySite(t);
  const { promise: opened, resolve: onOpen } = Promise.withResolvers<string>();
  const { promise: closed, resolve } = Promise.withResolvers<unknown[]>();
  const onClose = (...how: unknown[]) => resolve(how);
  const net = fetcher(t);
  const socket = net.openSocket({
    ...message,
    url: new URL(`ws://localhost:${port}/`),
    initiator: page,
    onOpen,
    onClose,
  });
  await opened;
  const gone = new Promise((end) => taken.then((server) => server.resume().once('end', end)));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  socket.close(1000, 'bye');
  t.mock.timers.tick(60_000);
  assert.deepEqual(await closed, [1006, '', false]);
  await gone;
});

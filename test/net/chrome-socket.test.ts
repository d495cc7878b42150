import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createRelay,
  type Server as RelayServer,
  type Socket,
} from 'node:net';
import { type TestContext, test } from 'node:test';
import { clientHello, ja4 } from '../../bench/tls-fingerprint.ts';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { ChromeTransport, type ChromeTransportOptions } from '../../src/net/chrome-transport.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import type { Resolver } from '../../src/net/guarded-connect.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { socketHead } from '../site.ts';
import { TEST_CA, TEST_KEY } from './tls-site.ts';

/** The package is optional: where it has no binary there is nothing to test. */
const skip = await import('wreq-js').then(
  () => false,
  () => 'wreq-js is not installed',
);

interface SocketSite {
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly hellos: string[];
  readonly connections: () => number;
  /** Frames that came, unmasked: opcode and payload. */
  readonly frames: string[];
}

/** Takes every web socket and says 'hello'; answers 'bye' with a close frame, unless it is deaf. */
async function socketSite(t: TestContext, { secure = false, answer = '', isDeaf = false } = {}): Promise<SocketSite> {
  const requests: IncomingMessage[] = [];
  const frames: string[] = [];
  const hellos: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = secure ? createTlsServer({ cert: TEST_CA, key: TEST_KEY }) : createServer();
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    requests.push(request);
    socket.on('error', () => undefined);
    if (answer !== '') return void socket.end(answer);
    const protocol = request.headers['sec-websocket-protocol'];
    const says = protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol.split(',')[0]}`];
    socket.write(socketHead(request, ...says));
    socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]));
    socket.on('data', (frame: Buffer) => {
      const mask = frame.subarray(2, 6);
      const payload = frame.subarray(6).map((byte, at) => byte ^ mask[at % 4]!);
      const opcode = frame[0]! & 15;
      frames.push(`${opcode} ${Buffer.from(payload).toString('latin1')}`);
      if (isDeaf) return;
      if (opcode === 8) socket.end(Buffer.concat([Buffer.from([0x88, payload.length]), payload]));
      else if (Buffer.from(payload).toString() === 'leave') socket.end(Buffer.from([0x88, 2, 0x03, 0xe9]));
      else if (Buffer.from(payload).toString() === 'break') socket.destroy();
    });
  });
  const port = await listen(server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const seen = { requests, hellos, frames, connections: () => connections };
  if (!secure) return { port, ...seen };
  // Node does not show a hello, so somebody in front of it looks at it.
  const front = createRelay((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const each of [socket, onward]) each.on('error', () => undefined);
    let start = Buffer.alloc(0);
    const look = (bytes: Buffer) => {
      start = Buffer.concat([start, bytes]);
      const hello = clientHello(start);
      if (hello === null) return;
      socket.removeListener('data', look);
      hellos.push(ja4(hello));
    };
    socket.on('data', look);
    socket.pipe(onward).pipe(socket);
  });
  t.after(() => front.close());
  return { port: await listen(front), ...seen };
}

async function listen(server: RelayServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const page: Initiator = { kind: 'page', url: new URL('http://localhost/'), space: 'loopback' };
const publicPage: Initiator = { kind: 'page', url: new URL('https://example.com/'), space: 'public' };

function fetcher(t: TestContext, options: ChromeTransportOptions = {}): Fetcher {
  const made = new Fetcher(DEFAULT_PROFILE, { transport: new ChromeTransport({ insecure: true, ...options }) });
  t.after(() => made.close());
  return made;
}

interface Talk {
  readonly initiator?: Initiator;
  readonly protocols?: readonly string[];
  /** What is sent when 'hello' came; `null` closes. */
  readonly say?: string | Uint8Array | null;
}

/** What comes of a connection, up to its end. */
function talk(
  net: Fetcher,
  url: string,
  { initiator = page, protocols = [], say = null }: Talk = {},
): Promise<string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    const socket = net.openSocket({
      url: new URL(url),
      protocols,
      headers: [
        ['Origin', 'http://localhost'],
        ['Cookie', 'a=1'],
      ],
      initiator,
      onOpen: (protocol) => heard.push(`open ${protocol}`),
      onMessage: (data) => {
        heard.push(String(data));
        if (say === null) socket.close(3001, 'bye');
        else socket.send(say);
      },
      onClose: (code, reason, wasClean) => {
        heard.push(`close ${code} ${reason} ${wasClean}`);
        resolve(heard);
      },
      onError: (reason) => heard.push(reason),
    });
  });
}

test('a server that does not answer that a connection is to end is not waited for for ever', { skip }, async (t) => {
  const { port, frames } = await socketSite(t, { isDeaf: true });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const heard = talk(fetcher(t), `ws://localhost:${port}/`);
  while (frames.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(60_000);
  assert.deepEqual(await heard, ['open ', 'hello', 'close 1006  false']);
});

test("a web socket has Chrome's hello and headers, in Chrome's order", { skip }, async (t) => {
  const { port, requests, hellos } = await socketSite(t, { secure: true });
  const heard = await talk(fetcher(t), `wss://localhost:${port}/chat`, { protocols: ['chat', 'other'] });
  assert.deepEqual(heard, ['open chat', 'hello', 'close 3001 bye true']);
  // Chrome 149's hello without HTTP/2: that of its pages is t13d1516h2_8daaf6152771_d8a2da3f94cd.
  assert.deepEqual(hellos, ['t13d1515h1_8daaf6152771_0a20fe35d3a5']);
  const names = requests[0]!.rawHeaders.filter((_, at) => at % 2 === 0);
  assert.deepEqual(names, [
    'Host',
    'Connection',
    'Pragma',
    'Cache-Control',
    'User-Agent',
    'Upgrade',
    'Origin',
    'Sec-WebSocket-Version',
    'Accept-Encoding',
    'Accept-Language',
    'Cookie',
    'Sec-WebSocket-Key',
    'Sec-WebSocket-Protocol',
  ]);
  assert.equal(requests[0]!.headers['user-agent'], DEFAULT_PROFILE.userAgent);
  assert.equal(requests[0]!.headers.cookie, 'a=1');
});

test('text and bytes go both ways, and closes are told as they were', { skip }, async (t) => {
  const { port, frames } = await socketSite(t);
  const net = fetcher(t);
  const url = `ws://localhost:${port}/`;
  assert.deepEqual(await talk(net, url, { say: 'leave' }), ['open ', 'hello', 'close 1001  true']);
  assert.deepEqual(await talk(net, url, { say: Buffer.from('leave') }), ['open ', 'hello', 'close 1001  true']);
  const broken = await talk(net, url, { say: 'break' });
  assert.equal(broken.at(-1), 'close 1006  false');
  assert.deepEqual(
    frames.filter((frame) => frame.endsWith('leave')),
    ['1 leave', '2 leave'],
  );
});

test('a private address is refused before anything is connected', { skip }, async (t) => {
  const { port, connections } = await socketSite(t);
  const rebinding: Resolver = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const net = fetcher(t, { resolver: rebinding });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', 'rebound.test']) {
    const heard = await talk(net, `ws://${host}:${port}/`, { initiator: publicPage });
    assert.match(heard[0]!, /address_not_allowed|private network/, host);
    assert.equal(heard.at(-1), 'close 1006  false');
  }
  assert.equal(connections(), 0);
});

test('it connects where its name led when it was judged, whatever the system says', { skip }, async (t) => {
  const { port } = await socketSite(t);
  const net = fetcher(t, {
    resolver: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const named: Initiator = { ...page, url: new URL(`http://named.test:${port}/`) };
  assert.deepEqual(await talk(net, `ws://named.test:${port}/`, { initiator: named }), [
    'open ',
    'hello',
    'close 3001 bye true',
  ]);
});

test('an answer that leads elsewhere is a connection that failed', { skip }, async (t) => {
  const other = await socketSite(t);
  const { port } = await socketSite(t, {
    answer: `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
  });
  const heard = await talk(fetcher(t), `ws://localhost:${port}/`);
  assert.equal(heard.at(-1), 'close 1006  false');
  assert.equal(other.connections(), 0);
});

test('it goes through the proxy, whose password is in no error', { skip }, async (t) => {
  const { port } = await socketSite(t, { secure: true });
  const plain = await socketSite(t);
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    socket.on('error', () => undefined);
    const onward = connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => undefined);
  });
  const proxyPort = await listen(proxy);
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const servers = [`http://ann:pass-word@127.0.0.1:${proxyPort}`];
  const net = fetcher(t, { proxies: { servers } });
  const answer = Buffer.from('ann:pass-word').toString('base64');
  for (const address of [`wss://far.test:${port}/`, `ws://far.test:${plain.port}/`]) {
    assert.deepEqual(await talk(net, address, { initiator: publicPage }), ['open ', 'hello', 'close 3001 bye true']);
    assert.equal(asked.at(-1), `${new URL(address).host} Basic ${answer}`);
  }
  const broken = fetcher(t, { proxies: { servers: ['http://ann:pass-word@127.0.0.1:1'] } });
  const failed = await talk(broken, `wss://far.test:${port}/`, { initiator: publicPage });
  assert.equal(failed.at(-1), 'close 1006  false');
  assert.doesNotMatch(failed.join(), /pass-word/);
});

test('a session that is closed before the connection is made ends it', { skip }, async (t) => {
  const { port, frames } = await socketSite(t);
  const net = fetcher(t);
  const closed = new Promise<string>((resolve) => {
    const socket = net.openSocket({
      url: new URL(`ws://localhost:${port}/`),
      protocols: [],
      headers: [],
      initiator: page,
      onOpen: () => resolve('open'),
      onMessage: () => undefined,
      onClose: (code) => resolve(`close ${code}`),
      onError: () => undefined,
    });
    socket.close(1000, '');
  });
  assert.equal(await closed, 'close 1000');
  assert.deepEqual(frames, ['8 \x03è']);
});

test('bytes of messages are told when they have left', { skip }, async (t) => {
  const { port } = await socketSite(t);
  const sent = await new Promise<number>((resolve) => {
    let all = 0;
    const socket = fetcher(t).openSocket({
      url: new URL(`ws://localhost:${port}/`),
      protocols: [],
      headers: [],
      initiator: page,
      onOpen: () => undefined,
      onMessage: () => {
        socket.send('grüße');
        socket.send(new Uint8Array(5));
      },
      onSent: (bytes) => {
        all += bytes;
        if (all >= 12) resolve(all);
      },
      onClose: () => undefined,
      onError: () => undefined,
    });
  });
  assert.equal(sent, 12);
});

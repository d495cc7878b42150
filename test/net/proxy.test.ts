import assert from 'node:assert/strict';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { CALLER, type Initiator } from '../../src/net/policy.ts';
import { type ProxyOptions, ProxyPool, parseProxy } from '../../src/net/proxy.ts';
import { closedPort, redirect, site } from '../site.ts';
import { TEST_CA, TEST_KEY, tlsSite } from './tls-site.ts';

interface TestProxy {
  readonly port: number;
  /** What it was asked for: `CONNECT host:port`, `GET http://…`, `SOCKS host:port`. */
  readonly asked: string[];
  readonly authorizations: (string | undefined)[];
}

function listen(t: TestContext, server: ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Every name behind the proxy is this machine, as if it had a DNS of its own. */
async function httpProxy(t: TestContext, password: string | null = null): Promise<TestProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const isKnown = (header: string | undefined) => {
    authorizations.push(header);
    return password === null || header === `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  };
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!isKnown(request.headers['proxy-authorization'])) {
      response.writeHead(407).end();
      return;
    }
    const { port, pathname, search } = new URL(request.url!);
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const onward = httpRequest({ host: '127.0.0.1', port, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connect', (request, socket: Socket, head) => {
    asked.push(`CONNECT ${request.url}`);
    if (!isKnown(request.headers['proxy-authorization'])) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const onward = connect(Number(request.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  return { port: await listen(t, server), asked, authorizations };
}

async function socksProxy(t: TestContext, password: string | null = null): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer(async (socket) => {
    const bytes = reader(socket);
    const [, count] = await bytes(2);
    const methods = await bytes(count!);
    socket.write(Buffer.from([5, password === null ? 0 : methods.includes(2) ? 2 : 255]));
    if (password !== null) {
      const [, userLength] = await bytes(2);
      const user = (await bytes(userLength!)).toString();
      const given = (await bytes((await bytes(1))[0]!)).toString();
      const isKnown = user === 'user' && given === password;
      socket.write(Buffer.from([1, isKnown ? 0 : 1]));
      if (!isKnown) return;
    }
    const [, , , kind] = await bytes(4);
    const name = async () => (await bytes((await bytes(1))[0]!)).toString();
    const host =
      kind === 1 ? [...(await bytes(4))].join('.') : kind === 4 ? (await bytes(16)).toString('hex') : await name();
    const port = (await bytes(2)).readUInt16BE();
    asked.push(`SOCKS ${host}:${port}`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
  });
  return { port: await listen(t, server), asked, authorizations: [] };
}

function reader(socket: Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    for (;;) {
      const bytes = count === 0 ? Buffer.alloc(0) : (socket.read(count) as Buffer | null);
      if (bytes !== null) return bytes;
      await new Promise((resolve) => socket.once('readable', resolve));
    }
  };
}

function through(t: TestContext, proxies: ProxyOptions): Fetcher {
  const made = new Fetcher(DEFAULT_PROFILE, { transport: new HttpTransport({ ca: TEST_CA, proxies }) });
  t.after(() => made.close());
  return made;
}

async function get(net: Fetcher, url: string, more: Partial<FetchRequest> = {}): Promise<string> {
  const signal = AbortSignal.timeout(10_000);
  const response = await net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more });
  return Buffer.from(await readBody(response.body, response.url, 1e6)).toString();
}

const publicPage: Initiator = { kind: 'page', url: new URL('https://page.test/'), space: 'public' };

test('plain HTTP is forwarded by a proxy, which looks the name up', async (t) => {
  const target = await site(t, { '/a': 'hello' });
  const proxy = await httpProxy(t);
  const net = through(t, { servers: [`http://127.0.0.1:${proxy.port}`] });
  const url = `http://far.test:${target.port}/a?b=1`;
  assert.equal(await get(net, url), 'hello');
  assert.deepEqual(proxy.asked, [`GET ${url}`]);
});

test('TLS goes through a tunnel, with HTTP/2 inside', async (t) => {
  const target = await tlsSite(t, (request, response) => response.end(`h${request.httpVersion}`));
  const proxy = await httpProxy(t);
  const net = through(t, { servers: [`http://127.0.0.1:${proxy.port}`] });
  assert.equal(await get(net, `https://secure.test:${target.port}/`), 'h2.0');
  assert.deepEqual(proxy.asked, [`CONNECT secure.test:${target.port}`]);
});

test('user name and password are given to the proxy, and to nobody else', async (t) => {
  let sent: string | undefined = 'nothing';
  const target = await site(t, {
    '/': (request, response) => {
      sent = request.headers['proxy-authorization'];
      response.end('x');
    },
  });
  const secure = await tlsSite(t, (_request, response) => response.end('y'));
  const proxy = await httpProxy(t, 'p@ss:word');
  const net = through(t, { servers: [`residential://user:p%40ss%3Aword@127.0.0.1:${proxy.port}`] });
  assert.equal(await get(net, `http://far.test:${target.port}/`), 'x');
  assert.equal(await get(net, `https://secure.test:${secure.port}/`), 'y');
  assert.equal(sent, undefined);
});

test('a wrong password is proxy_failure, and is not in its message', async (t) => {
  const proxy = await httpProxy(t, 'right');
  for (const url of ['http://far.test/', 'https://far.test/']) {
    const net = through(t, { servers: [`http://user:wr0ng@127.0.0.1:${proxy.port}`] });
    await assert.rejects(get(net, url), (error: { code?: string; message: string }) => {
      assert.equal(error.code, 'proxy_failure');
      assert.ok(!error.message.includes('wr0ng'));
      return true;
    });
  }
});

test('SOCKS 5 carries plain and secure connections, with and without a password', async (t) => {
  const target = await site(t, { '/': 'hello' });
  const secure = await tlsSite(t, (_request, response) => response.end('secure'));
  for (const password of [null, 'secret']) {
    const proxy = await socksProxy(t, password);
    const user = password === null ? '' : `user:${password}@`;
    const net = through(t, { servers: [`socks5://${user}127.0.0.1:${proxy.port}`] });
    assert.equal(await get(net, `http://far.test:${target.port}/`), 'hello');
    assert.equal(await get(net, `https://secure.test:${secure.port}/`), 'secure');
    assert.deepEqual(proxy.asked, [`SOCKS far.test:${target.port}`, `SOCKS secure.test:${secure.port}`]);
  }
});

test('SOCKS says why it does not connect', async (t) => {
  const proxy = await socksProxy(t);
  const net = through(t, { servers: [`socks5://127.0.0.1:${proxy.port}`] });
  await assert.rejects(get(net, `http://far.test:${await closedPort()}/`), /host refused the connection/);
  const locked = await socksProxy(t, 'secret');
  const wrong = through(t, { servers: [`socks5://user:wrong@127.0.0.1:${locked.port}`] });
  await assert.rejects(get(wrong, 'http://far.test/'), {
    code: 'proxy_failure',
    message: /does not take this user name and password/,
  });
  assert.deepEqual(locked.asked, []);
});

test('the way to the proxy itself can be secure', async (t) => {
  const target = await site(t, { '/': 'hello' });
  const inner = await httpProxy(t);
  const outer = createTlsServer({ cert: TEST_CA, key: TEST_KEY }, (socket) => {
    const onward = connect(inner.port, '127.0.0.1');
    socket.on('error', () => undefined);
    onward.pipe(socket).pipe(onward);
  });
  const port = await listen(t, outer);
  const net = through(t, { servers: [`https://localhost:${port}`] });
  assert.equal(await get(net, `http://far.test:${target.port}/`), 'hello');
});

test('private addresses behind a proxy are refused before it hears of them', async (t) => {
  const inner = await site(t, { '/': 'secret' });
  for (const [scheme, proxy] of [
    ['http', await httpProxy(t)],
    ['socks5', await socksProxy(t)],
  ] as const) {
    const net = through(t, { servers: [`${scheme}://127.0.0.1:${proxy.port}`] });
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'localhost', '2130706433', '10.0.0.1']) {
      for (const protocol of ['http', 'https']) {
        const url = `${protocol}://${host}:${inner.port}/`;
        const request = { initiator: publicPage, destination: 'document' } as const;
        await assert.rejects(get(net, url, request), { code: 'address_not_allowed' }, url);
      }
    }
    assert.deepEqual(proxy.asked, []);
  }
  assert.equal(inner.connections(), 0);
});

test('a proxy in our own network does not lead to names that are private here', async (t) => {
  const proxy = await httpProxy(t);
  const transport = new HttpTransport({
    resolver: (_host, _options, callback) => callback(null, [{ address: '10.0.0.5', family: 4 }]),
    proxies: { servers: [`http://127.0.0.1:${proxy.port}`] },
  });
  const net = new Fetcher(DEFAULT_PROFILE, { transport });
  t.after(() => net.close());
  for (const url of ['http://rebind.test/', 'https://rebind.test/']) {
    await assert.rejects(get(net, url, { initiator: publicPage }), { code: 'address_not_allowed' });
  }
  assert.deepEqual(proxy.asked, []);
});

test('hosts that bypass the proxy are asked directly', async (t) => {
  const target = await site(t, { '/': 'direct' });
  const proxy = await httpProxy(t);
  const net = through(t, { servers: [`http://127.0.0.1:${proxy.port}`], bypass: ['localhost'] });
  assert.equal(await get(net, `${target.origin}/`), 'direct');
  assert.deepEqual(proxy.asked, []);
});

test('another proxy of the pool takes over when one fails', async (t) => {
  const target = await site(t, { '/': 'hello' });
  const proxy = await httpProxy(t);
  const servers = [`http://127.0.0.1:${await closedPort()}`, `http://127.0.0.1:${proxy.port}`];
  const net = through(t, { servers });
  assert.equal(await get(net, `http://far.test:${target.port}/`), 'hello');
  assert.equal(await get(net, `http://far.test:${target.port}/`), 'hello');
  assert.equal(proxy.asked.length, 2);
});

test('a proxy that takes a request and breaks off is passed over, for what changes nothing', async (t) => {
  const target = await site(t, { '/': 'hello' });
  const proxy = await httpProxy(t);
  let taken = 0;
  const broken = await listen(
    t,
    createServer((socket) => socket.once('data', () => socket.end(void taken++))),
  );
  const servers = [`http://127.0.0.1:${broken}`, `http://127.0.0.1:${proxy.port}`];
  assert.equal(await get(through(t, { servers }), `http://far.test:${target.port}/`), 'hello');
  assert.equal(taken, 2);
  const post = { method: 'POST', body: Buffer.from('a=1') };
  const sent = get(through(t, { servers }), `http://far.test:${target.port}/`, post);
  await assert.rejects(sent, { code: 'proxy_failure' });
  assert.equal(taken, 3);
  assert.equal(proxy.asked.length, 1);
});

const ports = (pool: ProxyPool, ...asked: readonly [string, boolean][]) =>
  asked.map(([url, isNavigation]) => pool.choose(new URL(url), isNavigation).port);
const servers = ['http://p.test:1', 'http://p.test:2', 'http://p.test:3'];

test('proxies change with each request, with each page, or stay with a site', () => {
  const a = 'http://www.a.test/';
  const b = 'http://b.test/';
  const asked: [string, boolean][] = [
    [a, true],
    [a, false],
    [b, false],
    ['http://a.test/', true],
  ];
  assert.deepEqual(ports(new ProxyPool({ servers, rotate: 'request' }), ...asked), [1, 2, 3, 1]);
  assert.deepEqual(ports(new ProxyPool({ servers, rotate: 'page' }), ...asked), [1, 1, 1, 2]);
  assert.deepEqual(ports(new ProxyPool({ servers, rotate: 'sticky' }), ...asked), [1, 1, 2, 1]);
});

test('a page keeps its proxy, also over redirects and for its frames; the next page has another one', async (t) => {
  const target = await site(t, {
    '/a': redirect('/b'),
    '/b': redirect('/c', 307),
    '/c': 'page',
    '/frame': 'frame',
    '/image': 'image',
    '/next': 'next',
  });
  const proxies = [await httpProxy(t), await httpProxy(t)];
  const net = through(t, { servers: proxies.map(({ port }) => `http://127.0.0.1:${port}`), rotate: 'page' });
  const origin = `http://far.test:${target.port}`;
  const initiator: Initiator = { kind: 'page', url: new URL(`${origin}/c`), space: 'public' };
  await get(net, `${origin}/a`);
  await get(net, `${origin}/frame`, { destination: 'iframe', initiator });
  await get(net, `${origin}/image`, { destination: 'image', initiator });
  await get(net, `${origin}/next`, { initiator });
  const paths = proxies.map(({ asked }) => asked.map((each) => each.replace(`GET ${origin}`, '')).join(' '));
  assert.deepEqual(paths, ['/a /b /c /frame /image', '/next']);
});

test('with each request another proxy is asked, in turn', async (t) => {
  const target = await site(t, { '/': 'x' });
  const proxies = [await httpProxy(t), await httpProxy(t), await httpProxy(t)];
  const net = through(t, { servers: proxies.map(({ port }) => `http://127.0.0.1:${port}`), rotate: 'request' });
  for (let times = 0; times < 6; times++) await get(net, `http://far.test:${target.port}/`);
  assert.deepEqual(
    proxies.map(({ asked }) => asked.length),
    [2, 2, 2],
  );
});

test('providers of residential addresses are asked as proxies of HTTP, with the session in the user name', async (t) => {
  const target = await site(t, { '/': 'x' });
  const proxy = await httpProxy(t);
  const net = through(t, { servers: [`residential://user-country-de:secret@127.0.0.1:${proxy.port}`] });
  assert.equal(await get(net, `http://far.test:${target.port}/`), 'x');
  assert.deepEqual(proxy.authorizations, [`Basic ${Buffer.from('user-country-de:secret').toString('base64')}`]);
});

test('SOCKS is told addresses as addresses, of both kinds', async (t) => {
  const target = await site(t, { '/': 'x' });
  const proxy = await socksProxy(t);
  const net = through(t, { servers: [`socks5://127.0.0.1:${proxy.port}`] });
  for (const host of ['93.184.216.34', '[2606:2800:21f:cb07::1]', '[::ffff:5db8:d822]']) {
    assert.equal(await get(net, `http://${host}:${target.port}/`), 'x');
  }
  const port = target.port;
  assert.deepEqual(proxy.asked, [
    `SOCKS 93.184.216.34:${port}`,
    `SOCKS 26062800021fcb070000000000000001:${port}`,
    `SOCKS 00000000000000000000ffff5db8d822:${port}`,
  ]);
});

test('a site whose proxy failed gets another one, and keeps that', () => {
  const pool = new ProxyPool({ servers });
  const url = new URL('http://a.test/');
  pool.failed(pool.choose(url, true));
  assert.deepEqual([pool.choose(url, true).port, pool.choose(url, false).port], [2, 2]);
});

test('proxies are written as URLs', () => {
  assert.deepEqual(parseProxy('socks5://u:p%20w@h.test:9'), {
    kind: 'socks5',
    hostname: 'h.test',
    port: 9,
    username: 'u',
    password: 'p w',
  });
  assert.equal(parseProxy('proxy.test:3128').port, 3128);
  assert.equal(parseProxy('http://proxy.test').port, 80);
  assert.equal(parseProxy('socks5://[::1]').hostname, '::1');
  for (const text of ['', 'ftp://proxy.test', 'http://', 'http://u:secret@']) {
    assert.throws(
      () => parseProxy(text),
      (error: { code?: string; message: string }) => {
        assert.equal(error.code, 'invalid_argument');
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
  }
});

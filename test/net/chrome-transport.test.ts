import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { ChromeTransport, type ChromeTransportOptions } from '../../src/net/chrome-transport.ts';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../src/net/fetch.ts';
import { CALLER, type Initiator } from '../../src/net/policy.ts';
import { closedPort, redirect, site } from '../site.ts';
import { tlsSite } from './tls-site.ts';

/** The package is optional: where it has no binary there is nothing to test. */
const skip = await import('wreq-js').then(
  () => false,
  () => 'wreq-js is not installed',
);

function fetcher(t: TestContext, options: ChromeTransportOptions = {}): Fetcher {
  const made = new Fetcher(DEFAULT_PROFILE, { transport: new ChromeTransport({ insecure: true, ...options }) });
  t.after(() => made.close());
  return made;
}

function ask(net: Fetcher, url: string, more: Partial<FetchRequest> = {}): Promise<FetchResponse> {
  const signal = AbortSignal.timeout(10_000);
  return net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more });
}

async function read(response: FetchResponse): Promise<string> {
  return Buffer.from(await readBody(response.body, response.url, 1e6)).toString();
}

test('it speaks HTTP/2, with our headers in their order', { skip }, async (t) => {
  let names: string[] = [];
  const { origin } = await tlsSite(t, (request, response) => {
    names = request.rawHeaders.filter((_, at) => at % 2 === 0);
    response.end(`h${request.httpVersion}`);
  });
  assert.equal(await read(await ask(fetcher(t), `${origin}/`)), 'h2.0');
  assert.deepEqual(names.slice(0, 8), [
    ':method',
    ':authority',
    ':scheme',
    ':path',
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'sec-ch-ua-platform',
    'upgrade-insecure-requests',
  ]);
});

test('the host, the connection and the length of a body come first, as Chrome has them', { skip }, async (t) => {
  const heard: string[][] = [];
  const note = (rawHeaders: readonly string[]) => heard.push(rawHeaders.filter((_, at) => at % 2 === 0));
  const plain = await site(t, { '/': ({ rawHeaders }, response) => response.end(String(note(rawHeaders))) });
  const secure = await tlsSite(t, ({ rawHeaders }, response) => void response.end(String(note(rawHeaders))));
  const net = fetcher(t);
  const post = { method: 'POST', body: Buffer.from('a=1') };
  await read(await ask(net, `${plain.origin}/`));
  await read(await ask(net, `${plain.origin}/`, post));
  await read(await ask(net, `${secure.origin}/`, post));
  assert.deepEqual(heard[0]!.slice(0, 3), ['Host', 'Connection', 'sec-ch-ua']);
  assert.deepEqual(heard[1]!.slice(0, 4), ['Host', 'Connection', 'Content-Length', 'sec-ch-ua']);
  assert.deepEqual(heard[2]!.slice(3, 6), [':path', 'content-length', 'sec-ch-ua']);
  assert.equal(heard[1]!.filter((name) => /^(?:host|content-length)$/i.test(name)).length, 2);
});

test('redirects, codings, cookies and bodies are ours to handle', { skip }, async (t) => {
  let posted = '';
  const { origin } = await site(t, {
    '/a': redirect('/b', 307),
    '/b': (request, response) => {
      request.on('data', (chunk: Buffer) => {
        posted += chunk;
      });
      request.on('end', () => {
        response.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': ['a=1', 'b=2'] }).end(gzipSync('hello'));
      });
    },
  });
  const net = fetcher(t);
  const response = await ask(net, `${origin}/a`, { method: 'POST', body: Buffer.from('x=1') });
  assert.equal(await read(response), 'hello');
  assert.equal(response.url.href, `${origin}/b`);
  assert.equal(response.space, 'loopback');
  assert.equal(posted, 'x=1');
  assert.equal(net.cookies.forScript(new URL(origin)), 'a=1; b=2');
});

const publicPage: Initiator = { kind: 'page', url: new URL('https://public.test/'), space: 'public' };

test('private addresses are refused, by address and by name, and none is reached', { skip }, async (t) => {
  const inner = await site(t, { '/': 'secret' });
  const net = fetcher(t, {
    resolver: (_host, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'rebind.test', '2130706433']) {
    const request = { initiator: publicPage, destination: 'document' } as const;
    await assert.rejects(ask(net, `http://${host}:${inner.port}/`, request), { code: 'address_not_allowed' }, host);
  }
  assert.equal(inner.connections(), 0);
});

test('it connects to the address that was judged, not to what the name means to others', { skip }, async (t) => {
  const { port } = await site(t, { '/': 'here' });
  const net = fetcher(t, {
    resolver: (_host, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  assert.equal(await read(await ask(net, `http://nowhere.invalid:${port}/`)), 'here');
});

test('errors have the codes that they have elsewhere', { skip }, async (t) => {
  const net = fetcher(t, { insecure: false });
  await assert.rejects(ask(net, `http://127.0.0.1:${await closedPort()}/`), { code: 'connection_refused' });
  await assert.rejects(ask(net, 'http://no-such-host.invalid/'), { code: 'dns_failure' });
  const { origin } = await tlsSite(t, (_request, response) => response.end('x'));
  await assert.rejects(ask(net, `${origin}/`), { code: 'tls_failure' });
  const silent = await site(t, { '/': () => undefined });
  await assert.rejects(ask(net, `${silent.origin}/`, { signal: AbortSignal.timeout(200) }), { code: 'timeout' });
});

/** An HTTP proxy that takes every tunnel to a port of this machine, and notes for whom. */
async function tunnel(t: TestContext): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    asked.push(request.url!);
    socket.on('error', () => undefined);
    const onward = connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('another proxy of the pool takes over when one fails', { skip }, async (t) => {
  const { port } = await tlsSite(t, (_request, response) => response.end('hello'));
  const good = await tunnel(t);
  const broken = `http://ann:pass-word@127.0.0.1:${await closedPort()}`;
  const net = fetcher(t, { proxies: { servers: [broken, good.url], rotate: 'request' } });
  for (let times = 0; times < 3; times++) {
    assert.equal(await read(await ask(net, `https://proxy.test:${port}/socks/tunnel`)), 'hello');
  }
  assert.equal(good.asked[0], `proxy.test:${port}`);
  const alone = fetcher(t, { proxies: { servers: [broken] } });
  await assert.rejects(ask(alone, `https://far.test:${port}/`), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'proxy_failure');
    assert.doesNotMatch(error.message, /pass-word/);
    return true;
  });
});

test('a server that breaks off is asked again for what changes nothing, and for nothing else', { skip }, async (t) => {
  const methods: string[] = [];
  const { origin } = await site(t, {
    '/a': (request, response) => {
      methods.push(request.method!);
      if (methods.length === 1) request.socket.destroy();
      else response.end('at last');
    },
    '/b': (request) => {
      methods.push(request.method!);
      request.socket.destroy();
    },
  });
  const net = fetcher(t);
  assert.equal(await read(await ask(net, `${origin}/a`)), 'at last');
  await assert.rejects(ask(net, `${origin}/b`, { method: 'POST', body: Buffer.from('x') }), {
    code: 'connection_failed',
  });
  assert.deepEqual(methods, ['GET', 'GET', 'POST']);
});

test('headers of 1 MB are response_too_large', { skip }, async (t) => {
  const { origin } = await site(t, {
    '/': (request) => {
      request.socket.end(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1e6)}\r\nContent-Length: 0\r\n\r\n`);
    },
  });
  await assert.rejects(ask(fetcher(t), `${origin}/`), { code: 'response_too_large' });
});

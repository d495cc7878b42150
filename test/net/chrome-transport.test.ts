import assert from 'node:assert/strict';
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

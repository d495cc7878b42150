import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import { CachingTransport } from '../../src/net/http-cache.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { type Handler, site } from '../site.ts';
import { answer, cached } from './cached-site.ts';

test('what is fresh is not asked for again', async (t) => {
  const { get, requests, net } = await cached(t, { '/a': answer({ 'cache-control': 'Public, Max-Age=60' }) });
  assert.equal(await get('/a'), 'body');
  assert.equal(await get('/a#part'), 'body');
  assert.equal(requests.length, 1);
  assert.equal(net.traffic.report().fromCache, 1);
});

test('a compressed answer is kept compressed, and read again', async (t) => {
  const headers = { 'cache-control': 'max-age=60', 'content-encoding': 'gzip' };
  const { get, requests } = await cached(t, { '/a': answer(headers, gzipSync('hello')) });
  assert.equal(await get('/a'), 'hello');
  assert.equal(await get('/a'), 'hello');
  assert.equal(requests.length, 1);
});

test('what must not be stored, and what says nothing, is asked for each time', async (t) => {
  const { get, requests } = await cached(t, {
    '/no': answer({ 'cache-control': 'no-store', etag: '"1"' }),
    '/nothing': answer({}),
  });
  for (const path of ['/no', '/no', '/nothing', '/nothing']) await get(path);
  assert.equal(requests.length, 4);
});

test('a page that says when it was changed is fresh for a while; one that is missing is not', async (t) => {
  const old = (status: number): Handler => {
    return (_request, response) => {
      response.writeHead(status, { 'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT' }).end('body');
    };
  };
  const { get, requests } = await cached(t, { '/there': old(200), '/missing': old(404) });
  for (const path of ['/there', '/there', '/missing', '/missing']) assert.equal(await get(path), 'body');
  assert.deepEqual(requests, ['GET /there', 'GET /missing', 'GET /missing']);
});

test('a redirect is kept where its status or its head says that it stays so', async (t) => {
  const to =
    (status: number, headers: Record<string, string> = {}): Handler =>
    (_request, response) => {
      response.writeHead(status, { location: '/end', ...headers }).end('moved');
    };
  const { get, requests } = await cached(t, {
    '/301': to(301),
    '/308': to(308),
    '/302': to(302),
    '/no': to(301, { 'cache-control': 'no-cache' }),
    '/fresh': to(302, { 'cache-control': 'max-age=60' }),
    '/end': answer({ 'cache-control': 'max-age=60' }, 'end'),
  });
  for (const path of ['/301', '/308', '/302', '/no', '/fresh']) {
    assert.equal(await get(path), 'end');
    assert.equal(await get(path), 'end');
  }
  const asked = ['GET /301', 'GET /end', 'GET /308', 'GET /302', 'GET /302', 'GET /no', 'GET /no', 'GET /fresh'];
  assert.deepEqual(requests, asked);
});

test('what must be asked for when it is stale is used while it is fresh', async (t) => {
  const headers = { 'cache-control': 'private, max-age=60, must-revalidate', etag: '"1"' };
  const { get, requests } = await cached(t, { '/a': answer(headers) });
  for (let times = 0; times < 3; times++) await get('/a');
  assert.equal(requests.length, 1);
});

const stale = { 'cache-control': 'no-cache', etag: '"1"' };

test("'force-cache' takes what is stale, and asks for what is not there", async (t) => {
  const { get, requests } = await cached(t, { '/a': answer(stale) });
  await get('/a', { cache: 'force-cache' });
  assert.equal(await get('/a', { cache: 'force-cache' }), 'body');
  assert.equal(requests.length, 1);
  await get('/a');
  assert.equal(requests.length, 2);
});

test("'only-if-cached' takes what is stale, and fails for what is not there", async (t) => {
  const { get, requests } = await cached(t, { '/a': answer(stale) });
  await assert.rejects(get('/a', { cache: 'only-if-cached' }), { code: 'connection_failed', message: /cache/ });
  await get('/a');
  assert.equal(await get('/a', { cache: 'only-if-cached' }), 'body');
  assert.equal(requests.length, 1);
});

test("'force-cache' does not take an answer to another request", async (t) => {
  const headers = { ...stale, vary: 'Accept-Language, X-Mode' };
  const { get, requests } = await cached(t, { '/a': answer(headers) });
  await get('/a', { headers: [['X-Mode', 'one']] });
  await get('/a', { headers: [['X-Mode', 'two']], cache: 'force-cache' });
  assert.equal(requests.length, 2);
  const other = [['X-Mode', 'three']] as const;
  await assert.rejects(get('/a', { headers: other, cache: 'only-if-cached' }), { code: 'connection_failed' });
});

test("'reload' asks anew and keeps the answer; 'no-store' does neither look nor keep", async (t) => {
  let version = 0;
  const { get } = await cached(t, {
    '/a': (_request, response) => void response.writeHead(200, { 'cache-control': 'max-age=60' }).end(`v${++version}`),
  });
  const asked = [];
  for (const cache of ['no-store', 'default', 'reload', 'default', 'no-store', 'default', 'revalidate'] as const) {
    asked.push(await get('/a', { cache }));
  }
  assert.deepEqual(asked, ['v1', 'v2', 'v3', 'v3', 'v4', 'v3', 'v5']);
});

test("a cache that keeps nothing has nothing for 'only-if-cached'", async (t) => {
  const { origin, requests } = await site(t, { '/a': answer({ 'cache-control': 'max-age=60' }) });
  const net = new Fetcher(DEFAULT_PROFILE, { transport: new CachingTransport(new HttpTransport(), { keeps: false }) });
  t.after(() => net.close());
  const initiator: Initiator = { kind: 'page', url: new URL(`${origin}/`), space: 'loopback' };
  const request = { url: new URL(`${origin}/a`), destination: 'fetch', initiator, signal: AbortSignal.timeout(5_000) };
  for (const cache of ['default', 'default'] as const) {
    await net.fetch({ ...request, destination: 'fetch', cache }).then(({ body }) => body.resume());
  }
  assert.equal(requests.length, 2);
  await assert.rejects(net.fetch({ ...request, destination: 'fetch', cache: 'only-if-cached' }));
  assert.equal(requests.length, 2);
});

test('what is stale is asked for with its ETag, and 304 gives the old body', async (t) => {
  const asked: (string | undefined)[] = [];
  const { get } = await cached(t, {
    '/a': (request, response) => {
      asked.push(request.headers['if-none-match']);
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end();
      else response.writeHead(200, { etag: '"v1"', 'cache-control': 'no-cache' }).end('first');
    },
  });
  assert.equal(await get('/a'), 'first');
  assert.equal(await get('/a'), 'first');
  assert.deepEqual(asked, [undefined, '"v1"']);
});

test('a new body replaces the one that is stale', async (t) => {
  let version = 0;
  const { get } = await cached(t, {
    '/a': (_request, response) => {
      version++;
      response.writeHead(200, { etag: `"${version}"`, 'cache-control': 'no-cache' }).end(`v${version}`);
    },
  });
  assert.deepEqual([await get('/a'), await get('/a')], ['v1', 'v2']);
});

test('an answer that varies is not given to another request', async (t) => {
  const { get, requests } = await cached(t, {
    '/a': (request, response) => {
      const headers = { 'cache-control': 'max-age=60', vary: 'X-Kind' };
      response.writeHead(200, headers).end(String(request.headers['x-kind']));
    },
  });
  assert.equal(await get('/a', { headers: [['X-Kind', '1']] }), '1');
  assert.equal(await get('/a', { headers: [['X-Kind', '2']] }), '2');
  assert.equal(requests.length, 2);
});

test('a POST makes the session forget what it had of that address', async (t) => {
  const { get, requests } = await cached(t, { '/a': answer({ 'cache-control': 'max-age=60' }) });
  await get('/a');
  await get('/a', { method: 'POST', body: Buffer.from('x') });
  await get('/a');
  assert.deepEqual(requests, ['GET /a', 'POST /a', 'GET /a']);
});

test('reload asks anew, revalidate asks whether it is still so', async (t) => {
  const conditions: boolean[] = [];
  const { get } = await cached(t, {
    '/a': (request, response) => {
      const isConditional = request.headers['if-none-match'] !== undefined;
      conditions.push(isConditional);
      response.writeHead(isConditional ? 304 : 200, { etag: '"1"', 'cache-control': 'max-age=60' });
      response.end(isConditional ? '' : 'x');
    },
  });
  await get('/a');
  assert.equal(await get('/a', { cache: 'reload' }), 'x');
  assert.equal(await get('/a', { cache: 'revalidate' }), 'x');
  assert.deepEqual(conditions, [false, false, true]);
});

test('pages of other sites do not share answers, and so cannot find out about each other', async (t) => {
  const { get, requests } = await cached(t, { '/a': answer({ 'cache-control': 'max-age=60' }) });
  await get('/a');
  const initiator: Initiator = { kind: 'page', url: new URL('http://other.localhost/'), space: 'loopback' };
  await get('/a', { initiator });
  assert.equal(requests.length, 2);
});

test('a public page is not given what came from a private network', async (t) => {
  const { get, requests } = await cached(t, { '/a': answer({ 'cache-control': 'max-age=60' }) });
  await get('/a');
  const initiator: Initiator = { kind: 'page', url: new URL('http://127.0.0.1/'), space: 'public' };
  await assert.rejects(get('/a', { initiator }), { code: 'address_not_allowed' });
  assert.equal(requests.length, 1);
});

test('a body that was cut off is not kept', async (t) => {
  let isFirst = true;
  const { get } = await cached(t, {
    '/a': (_request, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'content-length': 4 });
      if (isFirst) response.write('bo', () => response.destroy());
      else response.end('body');
      isFirst = false;
    },
  });
  await assert.rejects(get('/a'), { code: 'connection_failed' });
  assert.equal(await get('/a'), 'body');
});

test('a kept answer does not set its cookies again', async (t) => {
  const { get, net, origin } = await cached(t, {
    '/a': answer({ 'cache-control': 'max-age=60', 'set-cookie': 'a=1; Path=/' }),
  });
  await get('/a');
  net.cookies.clear();
  await get('/a');
  assert.equal(net.cookies.forScript(new URL(origin)), '');
});

test('bodies that nobody reads do not keep their places in the line', async (t) => {
  const away: Handler = (_request, response) => {
    response.writeHead(302, { location: '/end', etag: '"1"', 'cache-control': 'no-cache' }).end('x'.repeat(20_000));
  };
  const { get } = await cached(t, { '/away': away, '/end': 'end' });
  for (let at = 0; at < 20; at++) assert.equal(await get(`/away?${at}`), 'end');
});

test('what came with credentials is not shown to whoever asks without them, nor the other way round', async (t) => {
  const { get, requests } = await cached(t, {
    '/a': (request, response) => {
      const headers = { 'cache-control': 'max-age=60', 'access-control-allow-origin': '*' };
      response.writeHead(200, headers).end(request.headers.cookie === undefined ? 'for all' : 'for Ann');
    },
    '/sign-in': (_request, response) => response.writeHead(200, { 'set-cookie': 'user=ann' }).end(),
  });
  await get('/sign-in');
  const asked = ['include', 'omit', 'same-origin', 'omit'] as const;
  const seen = [];
  for (const credentials of asked) seen.push(await get('/a', { destination: 'fetch', mode: 'cors', credentials }));
  assert.deepEqual(seen, ['for Ann', 'for all', 'for Ann', 'for all']);
  assert.equal(requests.length, 3);
});

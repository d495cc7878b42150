/** What ends an answer that is kept, and parts of answers. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '../../src/limits.ts';
import { readBody } from '../../src/net/body.ts';
import type { FetchRequest } from '../../src/net/fetch.ts';
import { CachingTransport } from '../../src/net/http-cache.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { type Handler, site } from '../site.ts';
import { answer, type Cached, cached } from './cached-site.ts';

test('what a request changed elsewhere on its origin is forgotten, whichever way it says so', async (t) => {
  const changed =
    (status: number, headers: Record<string, string>): Handler =>
    (_request, response) => {
      response.writeHead(status, headers).end();
    };
  const { get, requests } = await cached(t, {
    '/list': answer({ 'cache-control': 'max-age=60' }),
    '/item': answer({ 'cache-control': 'max-age=60' }),
    '/made': changed(201, { location: '/item', 'content-location': 'list' }),
    '/refused': changed(409, { location: '/item' }),
    '/broken': changed(200, { location: 'http://[', 'content-location': '' }),
  });
  const isKept = async (path: string) => {
    const before = requests.length;
    await get(path);
    return requests.length === before;
  };
  for (const path of ['/list', '/item']) await get(path);
  // A failed request changed nothing (§4.4), and one that is safe changes nothing either.
  await get('/refused', { method: 'PUT', body: Buffer.from('x') });
  await get('/made', { method: 'HEAD' });
  await get('/broken', { method: 'DELETE' });
  assert.deepEqual([await isKept('/list'), await isKept('/item')], [true, true]);
  await get('/made', { method: 'POST', body: Buffer.from('x') });
  assert.deepEqual([await isKept('/list'), await isKept('/item')], [false, false]);
});

test('a server cannot make the session forget what it has of another origin', async (t) => {
  const other = await site(t, { '/a': answer({ 'cache-control': 'max-age=60' }) });
  const location = `${other.origin}/a`;
  const { get } = await cached(t, {
    '/made': (_request, response) => void response.writeHead(201, { location, 'content-location': location }).end(),
  });
  await get(location);
  await get('/made', { method: 'POST', body: Buffer.from('x') });
  await get(location);
  assert.deepEqual(other.requests, ['GET /a']);
});

test('what was on its way when its address was changed is not kept', async (t) => {
  let finish = () => {};
  const { get, net, origin, requests } = await cached(t, {
    '/a': (request, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'content-length': 4 });
      if (request.method === 'POST' || requests.length > 2) response.end('new!');
      else response.write('o', () => (finish = () => response.end('ld!')));
    },
  });
  const url = new URL('/a', origin);
  const initiator: Initiator = { kind: 'page', url: new URL(`${origin}/`), space: 'loopback' };
  const signal = AbortSignal.timeout(5_000);
  const response = await net.fetch({ url, destination: 'script', initiator, signal });
  await get('/a', { method: 'POST', body: Buffer.from('x') });
  finish();
  assert.equal(Buffer.from(await readBody(response.body, url, 1e6)).toString(), 'old!');
  assert.equal(await get('/a'), 'new!');
});

/** The status of an answer, which part of what it says to be, and its body. */
async function part({ net, origin }: Cached, range: string, more: Partial<FetchRequest> = {}): Promise<string> {
  const url = new URL('/a', origin);
  const initiator: Initiator = { kind: 'page', url: new URL(`${origin}/`), space: 'loopback' };
  const signal = AbortSignal.timeout(5_000);
  const asked = { url, destination: 'fetch', initiator, signal, headers: [['Range', range]], ...more } as const;
  const { status, headers, body } = await net.fetch(asked);
  const text = Buffer.from(await readBody(body, url, 1e6)).toString();
  const [named = '', length = ''] = ['content-range', 'content-length'].map((name) => headers.get(name)?.join() ?? '');
  return `${status} ${named} ${length} ${text}`;
}

test('a part of what is kept whole comes from there, and what is no part of it from the server', async (t) => {
  const kept = await cached(t, { '/a': answer({ 'cache-control': 'max-age=60', etag: '"1"' }, '0123456789') });
  const { get, requests } = kept;
  await get('/a');
  assert.equal(await part(kept, 'bytes=2-4'), '206 bytes 2-4/10 3 234');
  assert.equal(await part(kept, 'bytes=7-'), '206 bytes 7-9/10 3 789');
  assert.equal(await part(kept, 'bytes=8-99'), '206 bytes 8-9/10 2 89');
  assert.equal(await part(kept, 'bytes=-3'), '206 bytes 7-9/10 3 789');
  assert.equal(requests.length, 1);
  // Several parts, none at all, and what has a condition are for the server, which answers with everything here.
  for (const range of ['bytes=0-1,4-5', 'bytes=10-', 'bytes=4-2', 'lines=1-2']) await part(kept, range);
  const condition: FetchRequest['headers'] = [
    ['Range', 'bytes=0-1'],
    ['If-Range', '"1"'],
  ];
  await part(kept, '', { headers: condition });
  await part(kept, 'bytes=0-1', { cache: 'reload' });
  assert.equal(requests.length, 7);
});

test('a part is not taken out of what is stale, or compressed', async (t) => {
  const gzip = { 'cache-control': 'max-age=60', 'content-encoding': 'gzip' };
  for (const stored of [
    answer({ 'cache-control': 'no-cache', etag: '"1"' }, '0123456789'),
    answer(gzip, gzipSync('0123456789')),
  ]) {
    const kept = await cached(t, { '/a': stored });
    await kept.get('/a');
    await part(kept, 'bytes=0-1');
    assert.equal(kept.requests.length, 2);
  }
});

test('a part that a server sends is never given for the whole, and does not take its place', async (t) => {
  const kept = await cached(t, {
    '/a': (request, response) => {
      const headers = { 'cache-control': 'max-age=60', etag: '"1"' };
      const isPart = request.headers.range !== undefined || kept.requests.length === 1;
      if (isPart) response.writeHead(206, { ...headers, 'content-range': 'bytes 0-1/4' }).end('01');
      else response.writeHead(200, headers).end('0123');
    },
  });
  // The server sends a part also to who asks for everything.
  assert.equal(await kept.get('/a'), '01');
  assert.equal(await part(kept, 'bytes=0-1'), '206 bytes 0-1/4  01');
  assert.equal(await kept.get('/a'), '0123');
  assert.equal(await part(kept, 'bytes=0-1', { cache: 'no-store' }), '206 bytes 0-1/4  01');
  assert.equal(await kept.get('/a'), '0123');
  assert.equal(kept.requests.length, 4);
});

test('a date is no condition where the kept answer is one to another request; an ETag is', async (t) => {
  const asked: string[] = [];
  const varied =
    (more: Record<string, string>): Handler =>
    ({ headers }, response) => {
      asked.push(`${headers['if-none-match'] ?? '-'} ${headers['if-modified-since'] ?? '-'}`);
      const fields = {
        'cache-control': 'max-age=60',
        vary: 'X-Kind',
        'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT',
      };
      // As most servers, it looks at the date only.
      if (headers['if-modified-since'] !== undefined) response.writeHead(304, fields).end();
      else response.writeHead(200, { ...fields, ...more }).end(String(headers['x-kind']));
    };
  const { get } = await cached(t, { '/dated': varied({}), '/tagged': varied({ etag: '"1"' }) });
  for (const path of ['/dated', '/tagged']) {
    assert.equal(await get(path, { headers: [['X-Kind', '1']] }), '1');
    assert.equal(await get(path, { headers: [['X-Kind', '2']] }), '2');
  }
  assert.deepEqual(asked, ['- -', '- -', '- -', '"1" -']);
});

test('what 304 says counts from then on: it makes fresh, and its head is that of the answer', async (t) => {
  const kept = await cached(t, {
    '/a': (request, response) => {
      const isKnown = request.headers['if-none-match'] !== undefined;
      if (isKnown) response.writeHead(304, { etag: '"1"', 'cache-control': 'max-age=60', 'x-seen': 'twice' }).end();
      else response.writeHead(200, { etag: '"1"', 'cache-control': 'no-cache', 'x-seen': 'once' }).end('body');
    },
  });
  const seen: string[] = [];
  for (let times = 0; times < 3; times++) {
    const url = new URL('/a', kept.origin);
    const initiator: Initiator = { kind: 'page', url, space: 'loopback' };
    const signal = AbortSignal.timeout(5_000);
    const { status, headers, body } = await kept.net.fetch({ url, destination: 'script', initiator, signal });
    seen.push(`${status} ${headers.get('x-seen')} ${Buffer.from(await readBody(body, url, 1e6))}`);
  }
  assert.deepEqual(seen, ['200 once body', '200 twice body', '200 twice body']);
  assert.equal(kept.requests.length, 2);
});

/** A cache in front of answers that are always fresh, of a size that their address says. */
function sized() {
  const asked: string[] = [];
  const large = Buffer.alloc(LIMITS.cachedBodyBytes + 1);
  const cache = new CachingTransport({
    send: async ({ url }) => {
      asked.push(url.pathname);
      const size = Number(url.searchParams.get('size') ?? 1);
      const headers = new Map([['cache-control', ['max-age=60']]]);
      if (url.searchParams.has('declared')) headers.set('content-length', [`${size}`]);
      return { status: 200, statusText: '', headers, body: Readable.from([large.subarray(0, size)]), space: 'public' };
    },
    close: async () => undefined,
  });
  const signal = AbortSignal.timeout(30_000);
  const send = (path: string) => {
    const url = new URL(path, 'http://a.test/');
    return cache.send({ url, method: 'GET', headers: [], body: null, from: 'public', signal });
  };
  const read = async (path: string) => {
    for await (const _ of (await send(path)).body);
  };
  return { asked, send, read };
}

test('the same answer many times at once counts once', async () => {
  const { asked, send, read } = sized();
  await read('/small');
  // Together more than the cache may hold; one of them is not.
  const times = LIMITS.cacheBytes / LIMITS.cachedBodyBytes + 1;
  const path = `/large?size=${LIMITS.cachedBodyBytes}`;
  const answers = await Promise.all(Array.from({ length: times }, () => send(path)));
  for (const { body } of answers) for await (const _ of body);
  const before = asked.length;
  for (const each of ['/small', path]) await read(each);
  assert.equal(asked.length, before);
});

test('what was used longest ago goes when there is no room, and what is too large is not kept at all', async () => {
  const { asked, read } = sized();
  const tooLarge = LIMITS.cachedBodyBytes + 1;
  for (let times = 0; times < 2; times++) {
    await read(`/declared?declared&size=${tooLarge}`);
    await read(`/streamed?size=${tooLarge}`);
  }
  assert.deepEqual(asked.splice(0), ['/declared', '/streamed', '/declared', '/streamed']);
  for (const path of ['/unused', '/used']) await read(path);
  const most = LIMITS.cacheBytes / LIMITS.cachedBodyBytes;
  for (let at = 0; at < most; at++) {
    await read(`/${at}?size=${LIMITS.cachedBodyBytes}`);
    await read('/used');
  }
  assert.equal(asked.splice(0).length, 2 + most);
  for (const path of ['/used', '/unused', `/0?size=${LIMITS.cachedBodyBytes}`]) await read(path);
  assert.deepEqual(asked, ['/unused', '/0']);
});

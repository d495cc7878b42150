import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { checkCors, needsPreflight, readableHeaders } from '../../src/net/cors.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import type { FetchMode } from '../../src/net/hop.ts';
import { Preflights } from '../../src/net/preflight.ts';
import { Reach } from '../../src/net/reach.ts';
import type { ReferrerPolicy } from '../../src/net/referrer.ts';
import { type Handler, redirect, site } from '../site.ts';

const refused = { code: 'address_not_allowed' };
const there = new URL('https://b.test/data');
const answer = (headers: Record<string, string>) =>
  new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
const allow = (value: string) => answer({ 'access-control-allow-origin': value });

test('a page reads another origin only when that agrees', () => {
  assert.throws(() => checkCors('https://a.test', there, answer({}), false), refused);
  assert.throws(() => checkCors('https://a.test', there, allow('https://c.test'), false), refused);
  checkCors('https://a.test', there, allow('*'), false);
  checkCors('https://a.test', there, allow('https://a.test'), false);
  checkCors('null', there, allow('null'), false);
});

test('with cookies a star does not count, and the other side has to say so twice', () => {
  assert.throws(() => checkCors('https://a.test', there, allow('*'), true), refused);
  assert.throws(() => checkCors('https://a.test', there, allow('https://a.test'), true), refused);
  const both = { 'access-control-allow-origin': 'https://a.test', 'access-control-allow-credentials': 'true' };
  checkCors('https://a.test', there, answer(both), true);
});

test('what a form could not send needs a preflight', () => {
  assert.equal(needsPreflight('POST', [['Content-Type', 'text/plain;charset=UTF-8']]), false);
  assert.equal(needsPreflight('PUT', []), true);
  assert.equal(needsPreflight('POST', [['Content-Type', 'application/json']]), true);
  assert.equal(needsPreflight('GET', [['X-Own', '1']]), true);
  assert.equal(needsPreflight('GET', [['Accept', 'text/html']]), false);
});

test('script sees the headers that the other origin shows', () => {
  const headers = answer({ 'content-type': 'a/b', 'x-a': '1', 'x-b': '2', 'access-control-expose-headers': 'X-A' });
  assert.deepEqual(readableHeaders(headers, true, false), [
    ['content-type', 'a/b'],
    ['x-a', '1'],
  ]);
});

async function ask(t: TestContext, page: string, request: Partial<FetchRequest> & { readonly url: URL }) {
  // The pages have names of their own; what they ask for is on this machine.
  const net = new Fetcher(DEFAULT_PROFILE, { reach: new Reach({ privateHosts: 'all' }) });
  t.after(() => net.close());
  const initiator = { kind: 'page', url: new URL(page), space: 'loopback' } as const;
  const send = () => net.fetch({ destination: 'fetch', initiator, signal: t.signal, ...request });
  return { send, net };
}

const open: Handler = (request, response) => {
  response.writeHead(200, {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'x-own',
    'access-control-max-age': '60',
    'access-control-allow-credentials': 'true',
    'x-origin': String(request.headers.origin),
    'x-cookie': String(request.headers.cookie),
  });
  response.end('x');
};

test('a preflight is asked once, and remembered', async (t) => {
  const { origin, requests } = await site(t, { '/': open });
  const request = { url: new URL(`${origin}/`), method: 'PUT', headers: [['X-Own', '1']] } as const;
  const { send } = await ask(t, 'http://a.test/', request);
  assert.equal((await send()).type, 'cors');
  await send();
  assert.deepEqual(requests, ['OPTIONS /', 'PUT /', 'PUT /']);
});

test('a preflight that does not agree ends it before the request is made', async (t) => {
  const { origin, requests } = await site(t, { '/': open });
  const { send } = await ask(t, 'http://a.test/', { url: new URL(`${origin}/`), method: 'DELETE' });
  await assert.rejects(send(), refused);
  assert.deepEqual(requests, ['OPTIONS /']);
});

test('the origin is told across origins, and with every body', async (t) => {
  const { origin } = await site(t, { '/': open });
  const told = async (page: string, method: string) => {
    const { send } = await ask(t, page, { url: new URL(`${origin}/`), method });
    return (await send()).headers.get('x-origin')?.[0];
  };
  assert.equal(await told('http://a.test/', 'GET'), 'http://a.test');
  assert.equal(await told(`${origin}/`, 'GET'), 'undefined');
  assert.equal(await told(`${origin}/`, 'POST'), origin);
  assert.equal(await told('file:///page.html', 'GET'), 'null');
});

test('a redirect from another origin to a third one hides who asks', async (t) => {
  const last = await site(t, { '/': open });
  const first = await site(t, {
    '/': (request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      redirect(`${last.origin}/`)(request, response);
    },
  });
  const { send } = await ask(t, 'http://a.test/', { url: new URL(`${first.origin}/`) });
  assert.equal((await send()).headers.get('x-origin')?.[0], 'null');
});

test('cookies go to the own origin, and elsewhere only when the page wants it', async (t) => {
  const { origin } = await site(t, { '/': open });
  const told = async (page: string, credentials: 'omit' | 'same-origin' | 'include') => {
    const { send, net } = await ask(t, page, { url: new URL(`${origin}/`), credentials });
    net.cookies.set('a=1; SameSite=None; Secure', new URL(`${origin}/`), 'http');
    return (await send()).headers.get('x-cookie')?.[0];
  };
  assert.equal(await told(`${origin}/`, 'same-origin'), 'a=1');
  assert.equal(await told(`${origin}/`, 'omit'), 'undefined');
  assert.equal(await told('http://a.test/', 'same-origin'), 'undefined');
  assert.equal(await told('http://a.test/', 'include'), 'a=1');
});

test('an answer that nobody opened to the page does not reach it, also at the end of redirects', async (t) => {
  const closed = await site(t, { '/': 'secret' });
  const { origin } = await site(t, {
    '/': (_request, response) => {
      response.writeHead(302, { location: `${closed.origin}/`, 'access-control-allow-origin': '*' }).end();
    },
  });
  for (const url of [`${closed.origin}/`, `${origin}/`]) {
    const { send } = await ask(t, 'http://a.test/', { url: new URL(url) });
    await assert.rejects(send(), { ...refused, message: /CORS/ });
  }
  const { send } = await ask(t, 'http://a.test/', { url: new URL(`${closed.origin}/`), mode: 'same-origin' });
  await assert.rejects(send(), refused);
  assert.deepEqual(closed.requests, ['GET /', 'GET /']);
});

test('without CORS an answer of another origin is opaque', async (t) => {
  const { origin } = await site(t, { '/': 'x' });
  const { send } = await ask(t, 'http://a.test/', { url: new URL(`${origin}/`), mode: 'no-cors' });
  assert.equal((await send()).type, 'opaque');
});

test('a redirect is followed, refused, or handed over closed', async (t) => {
  const { origin } = await site(t, { '/': redirect('/b'), '/b': 'x' });
  const type = async (mode: 'follow' | 'error' | 'manual') => {
    const { send } = await ask(t, `${origin}/`, { url: new URL(`${origin}/`), redirect: mode });
    return (await send()).type;
  };
  assert.equal(await type('follow'), 'basic');
  assert.equal(await type('manual'), 'opaqueredirect');
  await assert.rejects(type('error'), { code: 'connection_failed' });
});

test('a secure page gets nothing over an insecure connection', async (t) => {
  const { send } = await ask(t, 'https://a.test/', { url: new URL('http://b.test/'), mode: 'no-cors' });
  await assert.rejects(send(), /mixed content/);
});

test('what a secure page shows of the insecure web is asked for over a secure connection', async (t) => {
  const { send } = await ask(t, 'https://a.test/', { url: new URL('http://b.invalid/x.png'), destination: 'image' });
  // The name is looked up, which a request that is refused does not get to.
  await assert.rejects(send(), { code: 'dns_failure' });
  const literal = { url: new URL('http://192.0.2.1/x.png'), destination: 'image' } as const;
  const { send: sendToAddress } = await ask(t, 'https://a.test/', literal);
  await assert.rejects(sendToAddress(), /mixed content/);
});

test('with a body, the origin is told as far as the referrer policy lets it', async (t) => {
  const { origin } = await site(t, { '/': open });
  const told = async (page: string, referrerPolicy: ReferrerPolicy, mode: FetchMode = 'no-cors') => {
    const request = { url: new URL(`${origin}/`), method: 'POST', mode, referrerPolicy };
    const { send } = await ask(t, page, request);
    return (await send()).headers.get('x-origin')?.[0];
  };
  assert.equal(await told('http://a.test/', 'no-referrer'), 'null');
  assert.equal(await told('http://a.test/', 'same-origin'), 'null');
  assert.equal(await told(`${origin}/`, 'same-origin'), origin);
  assert.equal(await told('http://a.test/', 'origin'), 'http://a.test');
  assert.equal(await told(`${origin}/`, 'no-referrer', 'cors'), origin);
  assert.equal(await told('http://a.test/', 'strict-origin-when-cross-origin'), 'http://a.test');
});

test('an answer is embedded by those only whom its resource policy names', async (t) => {
  const { origin, port } = await site(t, {
    '/': (request, response) => {
      response.setHeader('cross-origin-resource-policy', new URL(request.url!, 'http://x').searchParams.get('p')!);
      response.end('x');
    },
  });
  const outcome = async (page: string, policy: string, host = origin) => {
    const { send } = await ask(t, page, { url: new URL(`${host}/?p=${policy}`), mode: 'no-cors' });
    return send().then(
      ({ type }) => type,
      ({ code }: { code: string }) => code,
    );
  };
  assert.equal(await outcome('http://a.test/', 'same-origin'), 'address_not_allowed');
  assert.equal(await outcome('http://a.test/', 'same-site'), 'address_not_allowed');
  assert.equal(await outcome('http://a.test/', 'cross-origin'), 'opaque');
  assert.equal(await outcome('http://a.test/', 'unheard-of'), 'opaque');
  assert.equal(await outcome(`${origin}/`, 'same-origin'), 'basic');
  assert.equal(await outcome('http://a.localhost/', 'same-site', `http://a.localhost:${port}`), 'opaque');
});

test('a part of something is asked for without a coding; odd ranges need a preflight', async (t) => {
  const { origin, requests } = await site(t, {
    '/': (request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('x-coding', String(request.headers['accept-encoding']));
      response.end('x');
    },
  });
  const ranged = (range: string) => ({ url: new URL(`${origin}/`), headers: [['Range', range]] as const });
  const { send } = await ask(t, 'http://a.test/', ranged('bytes=1-2'));
  assert.deepEqual((await send()).headers.get('x-coding'), ['identity']);
  const { send: sendOdd } = await ask(t, 'http://a.test/', ranged('bytes=2-1'));
  await assert.rejects(sendOdd(), refused);
  assert.deepEqual(requests, ['GET /', 'OPTIONS /']);
});

test('a list of headers with something that is no name shows none', () => {
  const shown = (value: string) => {
    const headers = new Map([
      ['x-a', ['1']],
      ['access-control-expose-headers', [value]],
    ]);
    return readableHeaders(headers, true, false).length;
  };
  assert.equal(shown('x-a, , x-b'), 1);
  assert.equal(shown('x-a, no no'), 0);
  assert.equal(shown('"x-a", x-a'), 0);
});

test('what nobody agreed to is not sent without CORS either, whatever a page makes of its own rules', async (t) => {
  const { origin, requests } = await site(t, { '/': open });
  const url = new URL(`${origin}/`);
  const sent = async (more: Partial<FetchRequest>, page = 'http://a.test/') => {
    const { send } = await ask(t, page, { url, mode: 'no-cors', ...more });
    return send();
  };
  await assert.rejects(sent({ method: 'PUT' }), refused);
  await assert.rejects(sent({ headers: [['X-Own', '1']] }), refused);
  await assert.rejects(sent({ method: 'POST', headers: [['Content-Type', 'application/json']] }), refused);
  await assert.rejects(sent({ method: 'POST', headers: [['Content-Type', 'text/plainer']] }), refused);
  assert.deepEqual(requests, []);
  // What a form could send is sent, and to its own origin a page sends what it likes.
  await sent({ method: 'POST', headers: [['Content-Type', 'text/plain']] });
  await sent({ method: 'PUT' }, `${origin}/page`);
  assert.deepEqual(requests, ['POST /', 'PUT /']);
});

test('names of methods have a case where servers agree to them', async () => {
  const agreed = answer({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'Purge,\tPATCH ' });
  const send = async () => ({ status: 200, statusText: '', headers: agreed, body: Readable.from([]), space }) as const;
  const space = 'public' as const;
  const check = (method: string) =>
    new Preflights().check({ origin: 'http://a.test', url: there, method, headers: [], withCredentials: false }, send);
  for (const method of ['Purge', 'PATCH']) await check(method);
  for (const method of ['PURGE', 'patch']) await assert.rejects(check(method), refused);
});

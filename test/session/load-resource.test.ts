import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import type { PageRequest, PageResponse } from '../../src/page/messages.ts';
import type { LoadedDocument } from '../../src/session/load-document.ts';
import { loadResource } from '../../src/session/load-resource.ts';
import { type Handler, site } from '../site.ts';

async function ask(
  t: TestContext,
  page: string,
  request: Partial<PageRequest>,
  document: Partial<LoadedDocument> = {},
): Promise<PageResponse> {
  const fetcher = new Fetcher(DEFAULT_PROFILE);
  t.after(() => fetcher.close());
  const whole = { id: 1, url: page, destination: 'fetch', method: 'GET', headers: [], body: null, ...request } as const;
  const loaded: LoadedDocument = {
    url: new URL(page),
    status: 200,
    html: '',
    encoding: 'utf-8',
    contentType: 'text/html',
    space: 'loopback',
    referrer: '',
    referrerPolicy: null,
    ...document,
  };
  return loadResource(fetcher, whole, loaded, t.signal);
}

test('a relative address is relative to the document', async (t) => {
  const { origin } = await site(t, { '/a/b.css': { type: 'text/css', body: 'p {}' } });
  const response = await ask(t, `${origin}/a/page`, { url: 'b.css', destination: 'style' });
  assert.deepEqual([response.text, response.url, response.error], ['p {}', `${origin}/a/b.css`, null]);
});

test('a public page gets nothing from this machine', async (t) => {
  const inner = await site(t, { '/': { type: 'text/javascript', body: 'secret' } });
  const response = await ask(
    t,
    'https://example.com/',
    { url: inner.origin, destination: 'script' },
    { space: 'public' },
  );
  assert.match(response.error!, /^address_not_allowed/);
  assert.equal(inner.connections(), 0);
});

test('headers that belong to the browser, or that would split the request, are not sent', async (t) => {
  let sent: Record<string, unknown> = {};
  const { origin } = await site(t, {
    '/': (request, response) => {
      sent = request.headers;
      response.end();
    },
  });
  await ask(t, `${origin}/`, {
    headers: [
      ['X-Own', 'yes'],
      ['Host', 'evil.test'],
      ['Cookie', 'a=b'],
      ['Sec-Fetch-Site', 'none'],
      ['X-Split', 'a\r\nInjected: yes'],
      ['Bad Name', 'x'],
    ],
  });
  assert.equal(sent['x-own'], 'yes');
  assert.match(String(sent['host']), /^127\.0\.0\.1/);
  assert.deepEqual(
    [sent['cookie'], sent['injected'], sent['x-split'], sent['bad name']],
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(sent['sec-fetch-site'], 'same-origin');
});

test('cookies that a server sets are not shown to the page', async (t) => {
  const { origin } = await site(t, {
    '/': (_request, response) => void response.writeHead(200, { 'set-cookie': 'id=1', 'x-own': 'yes' }).end(),
  });
  const { headers } = await ask(t, `${origin}/`, {});
  assert.deepEqual(
    headers.map(([name]) => name).filter((name) => name === 'set-cookie' || name === 'x-own'),
    ['x-own'],
  );
});

for (const [what, request] of [
  ['a method that speaks to proxies', { method: 'CONNECT' }],
  ['a body beyond the limit', { method: 'POST', body: 'x'.repeat(11e6) }],
  ['an address that is none', { url: 'http://' }],
  ['a scheme that pages do not load', { url: 'chrome://settings' }],
  ['a file', { url: 'file:///etc/passwd' }],
] as const) {
  test(`${what} is an answer with an error, not an exception`, async (t) => {
    const { origin, requests } = await site(t, { '/': 'x' });
    const { error, status, text } = await ask(t, `${origin}/`, request);
    assert.ok(error !== null);
    assert.deepEqual([status, text, requests.length], [0, '', 0]);
  });
}

test('JSON that a module imports is UTF-8, whatever its server says', async (t) => {
  const { origin } = await site(t, {
    '/a.json': { type: 'application/json; charset=iso-8859-1', body: Buffer.from('"grüße"') },
  });
  const { text, error } = await ask(t, `${origin}/`, { url: '/a.json', as: 'module' });
  assert.deepEqual([text, error], ['"grüße"', null]);
});

test('what says to be a page or a picture is no script, and what says to be a text is no sheet', async (t) => {
  const typed =
    (type: string, more: Record<string, string> = {}, status = 200): Handler =>
    (_request, response) => {
      response.writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...more }).end('x');
    };
  const nosniff = { 'x-content-type-options': 'nosniff' };
  const { origin } = await site(t, {
    '/js': typed('text/javascript'),
    '/plain': typed('text/plain'),
    '/none': typed(''),
    '/html': typed('text/html'),
    '/png': typed('image/png'),
    '/css': typed('text/css'),
    '/plain-nosniff': typed('text/plain', nosniff),
    '/none-nosniff': typed('', nosniff),
    '/missing': typed('text/javascript', {}, 404),
  });
  const taken = async (destination: 'script' | 'style', ...paths: readonly string[]) => {
    const answers = paths.map((url) => ask(t, `${origin}/page`, { url, destination }));
    return (await Promise.all(answers)).map(({ error }, at) => (error === null ? paths[at] : '-')).join(' ');
  };
  assert.equal(
    await taken('script', '/js', '/plain', '/none', '/html', '/png', '/plain-nosniff', '/none-nosniff', '/missing'),
    '/js /plain /none - - - - -',
  );
  assert.equal(await taken('style', '/css', '/none', '/plain', '/html', '/none-nosniff'), '/css /none - - -');
});

test('a module is what it is imported as only if its server says so', async (t) => {
  const typed =
    (type: string): Handler =>
    (_request, response) => {
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end('{}');
    };
  const { origin } = await site(t, {
    '/js': typed('text/javascript; charset=utf-8'),
    '/old-js': typed('application/x-javascript'),
    '/json': typed('application/json'),
    '/text-json': typed('Text/JSON'),
    '/ld-json': typed('application/ld+json'),
    '/jsonp': typed('text/json-with-more'),
    '/css': typed('text/css'),
    '/plain': typed('text/plain'),
    '/html': typed('text/html'),
    '/none': typed(''),
  });
  const all = ['/js', '/old-js', '/json', '/text-json', '/ld-json', '/jsonp', '/css', '/plain', '/html', '/none'];
  const taken = async (destination: 'script' | 'style' | 'fetch') => {
    const asked = { destination, as: 'module', cors: 'anonymous' } as const;
    const answers = await Promise.all(all.map((url) => ask(t, `${origin}/page`, { url, ...asked })));
    return all.filter((_, at) => answers[at]!.error === null).join(' ');
  };
  assert.equal(await taken('script'), '/js /old-js');
  assert.equal(await taken('fetch'), '/json /text-json /ld-json');
  assert.equal(await taken('style'), '/css');
});

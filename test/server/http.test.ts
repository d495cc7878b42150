import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ERROR_CODES } from '../../src/errors.ts';
import { LIMITS } from '../../src/limits.ts';
import { serveBrowser } from '../../src/server/http.ts';
import { statusOf } from '../../src/server/http-error.ts';
import { site } from '../site.ts';
import { codeOf, OTHER_TOKEN, serve, TOKEN } from './served.ts';

const FORM =
  '<title>Form</title><label>Name <input id="n"></label><button onclick="document.title = n.value">Send</button>';

test('open, snapshot, fill, click, scroll, wait and close work as agents call them', async (t) => {
  const { origin } = await site(t, { '/': FORM });
  const { post, get } = await serve(t);
  const sessionId = 'abc123';
  const opened = await post('open', { sessionId, url: `${origin}/` });
  assert.equal(opened.status, 200);
  assert.deepEqual([opened.body['success'], opened.body['sessionId']], [true, sessionId]);
  const { body } = await post('snapshot', { sessionId, interactive: true, compact: true });
  const refs = body['refs'] as { ref: string; role: string; name: string }[];
  assert.deepEqual(
    refs.map(({ role, name }) => `${role} ${name}`),
    ['textbox Name', 'button Send'],
  );
  assert.match(String(body['tree']), /^page\d+:\n"Form" /);
  const [field, button] = refs;
  assert.equal((await post('fill', { sessionId, ref: field!.ref, value: 'Ann' })).status, 200);
  const clicked = await post('click', { sessionId, ref: button!.ref });
  assert.equal((clicked.body['delta'] as { title?: string }).title, 'Ann');
  assert.equal((await post('scroll', { sessionId, direction: 'down', amount: 500 })).status, 200);
  assert.equal((await post('wait', { sessionId, for: 'networkidle' })).status, 200);
  assert.deepEqual(await (await get('/browser/status')).json(), {
    active: true,
    sessionId,
    sessions: [{ sessionId, control: 'agent' }],
  });
  assert.deepEqual((await post('close', { sessionId })).body, { success: true });
  assert.equal(codeOf(await post('snapshot', { sessionId })), 'session_closed');
});

test('a session belongs to the client that opened it', async (t) => {
  const { post, get } = await serve(t);
  await post('open', { sessionId: 'mine', url: 'data:text/html,Hello' });
  for (const name of ['snapshot', 'close', 'open']) {
    const refused = await post(
      name,
      { sessionId: 'mine', ...(name === 'open' ? { url: 'about:blank' } : {}) },
      OTHER_TOKEN,
    );
    assert.deepEqual([refused.status, codeOf(refused)], [403, 'not_allowed'], name);
  }
  const { active } = (await (await get('/browser/status', OTHER_TOKEN)).json()) as { active: boolean };
  assert.equal(active, false);
});

test('without the right token nothing is answered', async (t) => {
  const { url, get } = await serve(t);
  for (const token of ['', 'wrong', `${TOKEN}x`]) {
    const response = await get('/browser/status', token);
    assert.equal(response.status, 401, token);
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
  }
  assert.equal((await fetch(`${url}/openapi.json`)).status, 401);
});

test('without tokens every program of this machine may come in, and only on loopback', async (t) => {
  const { url } = await serve(t, { tokens: [] });
  assert.equal((await fetch(`${url}/browser/status`)).status, 200);
  const settings = {
    version: '0',
    port: 0,
    host: '0.0.0.0',
    tokens: [],
    permissions: { evaluate: false, files: false },
  };
  await assert.rejects(
    serveBrowser(() => Promise.reject(new Error('never')), { ...settings, log: () => undefined }),
    { code: 'not_allowed' },
  );
});

/** `fetch` does not let these headers be set. */
function statusWith(url: string, headers: Record<string, string>, body = '{}'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('what a foreign page asks for without an Origin, such as a picture, is refused as well', async (t) => {
  const { url } = await serve(t, { tokens: [] });
  // `fetch` of Node sends what a browser would not let a page set.
  const status = async (path: string, site: string) => {
    const response = await fetch(`${url}${path}`, { headers: { 'sec-fetch-site': site } });
    await response.body?.cancel();
    return response.status;
  };
  assert.deepEqual(
    await Promise.all(
      ['cross-site', 'same-site', 'same-origin', 'none'].map((site) => status('/browser/events', site)),
    ),
    [403, 403, 200, 200],
  );
  // A link to the live view may stand anywhere: its files are the same for everybody.
  assert.equal(await status('/', 'cross-site'), 200);
});

test('foreign names, foreign pages and other content types are refused', async (t) => {
  const { url, port } = await serve(t);
  const json = { 'content-type': 'application/json' };
  const path = `${url}/browser/close`;
  assert.equal(await statusWith(path, { ...json, host: `evil.example:${port}` }), 403);
  assert.equal(await statusWith(path, { ...json, origin: 'https://evil.example' }), 403);
  assert.equal(await statusWith(path, { 'content-type': 'text/plain' }), 415);
  assert.equal(await statusWith(path, { ...json, origin: `http://localhost:${port}`, host: `localhost:${port}` }), 400);
  assert.equal(await statusWith(path, json, `{"a": "${'x'.repeat(LIMITS.serverBodyBytes)}"}`), 413);
});

test('addresses that cannot be read are refused, also for WebSockets', async (t) => {
  const { port } = await serve(t);
  for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET //[ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n${upgrade}\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.match(chunk.toString(), /^HTTP\/1.1 404/);
    socket.destroy();
  }
});

test('wrong calls say what is wrong, with a status and a code', async (t) => {
  const { post, get } = await serve(t);
  await post('open', { sessionId: 'a', url: 'data:text/html,<button>Go</button>' });
  const cases: [string, unknown, number, string][] = [
    ['open', { sessionId: 'a b', url: 'about:blank' }, 400, 'invalid_argument'],
    ['open', { url: 'nonsense' }, 400, 'invalid_url'],
    ['open', { url: 'file:///etc/passwd' }, 403, 'not_allowed'],
    ['open', { url: 'about:blank', record: '/tmp/x' }, 400, 'invalid_argument'],
    ['click', { sessionId: 'a' }, 400, 'invalid_argument'],
    ['click', { sessionId: 'a', ref: '@e999' }, 404, 'element_not_found'],
    ['click', [], 400, 'invalid_argument'],
    ['click', { ref: '@e1' }, 400, 'invalid_argument'],
    ['fill', { sessionId: 'a', ref: '@e1', value: 'x' }, 422, 'element_not_editable'],
    ['wait', { sessionId: 'a', for: '#never', timeoutMs: 60 }, 504, 'timeout'],
    ['tabs/new', { sessionId: 'a', url: 'file:///etc/passwd' }, 403, 'not_allowed'],
    ['evaluate', { sessionId: 'a', source: '1' }, 404, 'unknown_method'],
    ['constructor', { sessionId: 'a' }, 404, 'unknown_method'],
    ['login', { sessionId: 'a', name: 'no such' }, 404, 'unknown_login'],
  ];
  for (const [name, body, status, code] of cases) {
    const answer = await post(name, body);
    assert.deepEqual([answer.status, codeOf(answer)], [status, code], `${name} ${JSON.stringify(body)}`);
    assert.ok(String((answer.body['error'] as { message: string }).message).length > 10);
  }
  assert.equal((await get('/nowhere')).status, 404);
});

test('every error has a status', () => {
  for (const code of ERROR_CODES) assert.ok(statusOf(code) >= 400, code);
});

test('a screenshot is a picture, and tabs can be opened and listed', async (t) => {
  const { url, post } = await serve(t);
  await post('open', { sessionId: 'a', url: 'data:text/html,Hello' });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const image = await fetch(`${url}/browser/screenshot`, { method: 'POST', headers, body: '{"sessionId":"a"}' });
  assert.equal(image.headers.get('content-type'), 'image/png');
  assert.equal(
    Buffer.from(await image.arrayBuffer())
      .subarray(1, 4)
      .toString(),
    'PNG',
  );
  await post('tabs/new', { sessionId: 'a', url: 'data:text/html,<title>Two</title>' });
  const { body } = await post('tabs', { sessionId: 'a' });
  assert.equal((body['tabs'] as unknown[]).length, 2);
});

test('calls of one session at the same time are answered one after the other', async (t) => {
  const { post } = await serve(t);
  const opened = await Promise.all(
    [1, 2, 3].map(() => post('open', { sessionId: 'same', url: 'data:text/html,Hello' })),
  );
  assert.deepEqual(
    opened.map(({ status }) => status),
    [200, 200, 200],
  );
  const reads = await Promise.all([1, 2, 3, 4].map(() => post('read', { sessionId: 'same' })));
  assert.ok(reads.every(({ body }) => String(body['markdown']).includes('Hello')));
});

async function* eventsOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop()!;
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

test('browser_active events come when a session opens, closes, and when it was not used for a while', async (t) => {
  const { post, get } = await serve(t, { idleMs: 150 });
  const events = eventsOf(await get('/browser/events?sessionId=a'));
  const next = async () => ((await events.next()).value as { active: boolean }).active;
  assert.equal(await next(), false);
  await post('open', { sessionId: 'other', url: 'about:blank' });
  await post('open', { sessionId: 'a', url: 'about:blank' });
  assert.equal(await next(), true);
  assert.equal(await next(), false);
  assert.equal(codeOf(await post('snapshot', { sessionId: 'a' })), 'session_closed');
  await events.return(undefined);
});

test('the description has every endpoint, with sessionId in place of the session', async (t) => {
  const { get } = await serve(t);
  const api = (await (await get('/openapi.json')).json()) as {
    openapi: string;
    paths: Record<
      string,
      { post?: { requestBody: { content: { 'application/json': { schema: { properties: object } } } } } }
    >;
  };
  assert.equal(api.openapi, '3.1.0');
  assert.ok(!('/browser/evaluate' in api.paths));
  for (const [, ref = ''] of JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = ref
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], api);
    assert.ok(found !== undefined, ref);
  }
  for (const [path, { post }] of Object.entries(api.paths)) {
    if (post === undefined) continue;
    const { properties } = post.requestBody.content['application/json'].schema;
    assert.ok('sessionId' in properties && !('session' in properties), path);
  }
  assert.deepEqual(
    Object.keys(api.paths)
      .filter((path) => /click|fill|open|status/.test(path))
      .sort(),
    ['/browser/click', '/browser/fill', '/browser/open', '/browser/status'],
  );
});

test('an engine that is gone is told, and the session with it', async (t) => {
  const { post, browser } = await serve(t);
  await post('open', { sessionId: 'a', url: 'about:blank' });
  await browser.shutdown();
  assert.equal((await post('snapshot', { sessionId: 'a' })).status, 503);
  assert.equal(codeOf(await post('snapshot', { sessionId: 'a' })), 'session_closed');
});

test('neither tokens nor addresses of requests are logged', async (t) => {
  const { url, post, lines } = await serve(t);
  await fetch(`${url}/browser/status?token=${TOKEN}`);
  await post('open', { url: 'nonsense' });
  assert.ok(!lines.join('\n').includes(TOKEN));
});

test('an endpoint that is asked in the wrong way says which way is right', async (t) => {
  const served = await serve(t);
  const answer = await served.get('/browser/click');
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'POST');
  const wrong = await fetch(`${served.url}/browser/status`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET']);
  assert.match(await answer.text(), /Use POST/);
  assert.equal((await served.get('/browser/nothing')).status, 404);
});

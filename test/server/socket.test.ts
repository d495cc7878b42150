import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../../src/limits.ts';
import { site } from '../site.ts';
import { client, daemonHere } from './daemon-here.ts';

const FORM = `<title>Form</title><input aria-label="Name"><select aria-label="Land"><option>A<option>B</select>
  <button onclick="document.title = document.querySelector('input').value + document.querySelector('select').value">Go</button>
  <div style="height: 5000px"></div>`;

interface Tree {
  readonly tree: readonly {
    readonly ref: string;
    readonly role: string;
    readonly name: string;
    readonly tag: string;
  }[];
}

test('an agent reads the tree, fills, chooses, clicks, and sees what came of it', async (t) => {
  const { origin } = await site(t, { '/': FORM });
  const path = await daemonHere(t);
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
  const { call } = await client(t, path);
  assert.deepEqual(await call('navigate', { url: `${origin}/`, waitUntil: 'idle' }), {
    url: `${origin}/`,
    title: 'Form',
    status: 200,
  });
  const { tree } = await call<Tree>('getAccessibilityTree');
  assert.deepEqual(
    tree.map(({ role, name, tag }) => [role, name, tag]),
    [
      ['textbox', 'Name', 'INPUT'],
      ['combobox', 'Land', 'SELECT'],
      ['button', 'Go', 'BUTTON'],
    ],
  );
  const [name, land, go] = tree.map(({ ref }) => ref);
  await call('fill', { selector: name, value: 'Ann' });
  await call('select', { selector: land, value: 'B' });
  assert.equal((await call<{ ok: boolean }>('click', { selector: go })).ok, true);
  assert.deepEqual(await call('getTitle'), { title: 'AnnB' });
  assert.deepEqual(await call('getURL'), { url: `${origin}/` });
  assert.deepEqual(await call('scroll', { x: 0, y: 700 }), { ok: true, x: 0, y: 700 });
  assert.deepEqual(await call('getHTML', { selector: 'option' }), { html: '<option>A</option>' });
  await call('click', { selector: 'input' });
  await call('keypress', { key: 'a', modifiers: ['ctrl'] });
  await call('keypress', { key: 'x' });
  assert.deepEqual(await call('evaluate', { script: 'document.querySelector("input").value' }), { result: 'x' });
});

test('history, waiting, cookies', async (t) => {
  const { origin } = await site(t, { '/a': '<title>A</title>', '/b': '<title>B</title>' });
  const { call } = await client(t, await daemonHere(t));
  await call('navigate', { url: `${origin}/a` });
  await call('navigate', { url: `${origin}/b` });
  assert.deepEqual(await call('goBack'), { url: `${origin}/a`, title: 'A' });
  assert.deepEqual(await call('goForward'), { url: `${origin}/b`, title: 'B' });
  assert.deepEqual(await call('reload'), { url: `${origin}/b`, title: 'B' });
  assert.deepEqual(await call('waitForSelector', { selector: 'title', timeout: 5_000 }), { found: true });
  assert.deepEqual(await call('waitForSelector', { selector: '#never', timeout: 50 }), { found: false });
  assert.deepEqual(await call('setCookie', { cookie: { name: 'a', value: '1', httpOnly: true } }), { ok: true });
  const { cookies } = await call<{ cookies: { name: string; httpOnly: boolean }[] }>('getCookies', { url: origin });
  assert.deepEqual(
    cookies.map((cookie) => [cookie.name, cookie.httpOnly]),
    [['a', true]],
  );
});

test('tabs have ids and sizes, and a call that names one acts there', async (t) => {
  const { origin } = await site(t, { '/a': '<title>A</title>', '/b': '<title>B</title>' });
  const { call } = await client(t, await daemonHere(t));
  await call('navigate', { url: `${origin}/a` });
  const { tabId } = await call<{ tabId: string }>('tab.create', { url: `${origin}/b`, width: 390, height: 844 });
  const { tabs } = await call<{ tabs: { tabId: string; title: string; current: boolean }[] }>('tab.list');
  assert.deepEqual(
    tabs.map((tab) => [tab.tabId, tab.title, tab.current]),
    [
      ['1', 'A', false],
      [tabId, 'B', true],
    ],
  );
  const titles = ['1', tabId, '1', tabId].map((id) => call('getTitle', { tabId: id }));
  assert.deepEqual(await Promise.all(titles), [{ title: 'A' }, { title: 'B' }, { title: 'A' }, { title: 'B' }]);
  assert.deepEqual(await call('evaluate', { tabId, script: 'innerWidth' }), { result: 390 });
  assert.equal((await call<{ ok: boolean }>('tab.close', { tabId })).ok, true);
  await assert.rejects(call('getTitle', { tabId }), { data: { code: 'invalid_argument' } });
  await assert.rejects(call('getTitle', { tabId: 'x' }), { data: { code: 'invalid_argument' } });
});

test('script is an expression, statements or the body of a function, with arguments and promises', async (t) => {
  const { call } = await client(t, await daemonHere(t));
  await call('navigate', { url: 'data:text/html,<title>T</title>' });
  const value = async (script: string, args?: object) =>
    (await call<{ result: unknown }>('evaluate', { script, ...(args && { args }) })).result;
  assert.equal(await value('1 + 1'), 2);
  assert.deepEqual(await value('({ a: [1, null, "x"] })'), { a: [1, null, 'x'] });
  assert.equal(await value('let a = 20; a + 1'), 21);
  assert.equal(await value('return a.b + c', { a: { b: 1 }, c: 2 }), 3);
  assert.equal(await value('await new Promise((done) => setTimeout(done, 30)); return document.title'), 'T');
  assert.equal(await value('undefined'), null);
  await assert.rejects(value('nope()'), { data: { code: 'invalid_argument' }, message: /nope is not defined/ });
  await assert.rejects(value('1', { 'a b': 1 }), { data: { code: 'invalid_argument' } });
  await assert.rejects(call('evaluate', { script: 'new Promise(() => {})', timeoutMs: 300 }), {
    data: { code: 'timeout' },
  });
  const source = 'Reflect.ownKeys(window).filter((key) => String(key).startsWith("agentbrowser")).length';
  assert.deepEqual(await call('session.evaluate', { source }), { value: 0 });
});

test('without permission there is no script', async (t) => {
  const { call } = await client(t, await daemonHere(t, { allowEvaluate: false }));
  await call('navigate', { url: 'data:text/html,x' });
  await assert.rejects(call('evaluate', { script: '1' }), { data: { code: 'not_allowed' } });
});

test('batches, notifications, and what is not a request', async (t) => {
  const { send, line } = await client(t, await daemonHere(t));
  send(
    '[{"jsonrpc":"2.0","id":1,"method":"engine.ping"},{"jsonrpc":"2.0","method":"engine.ping"},{"jsonrpc":"2.0","id":"two","method":"nope"},3]\n',
  );
  const answers = (await line()) as { id: unknown; error?: { code: number } }[];
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [1, undefined],
      ['two', -32601],
      [null, -32600],
    ],
  );
  send('{nonsense\n\n[]\n');
  assert.deepEqual(((await line()) as { error: { code: number } }).error.code, -32700);
  assert.deepEqual(((await line()) as { error: { code: number } }).error.code, -32600);
  send(`${JSON.stringify(Array.from({ length: LIMITS.rpcBatch + 1 }, () => ({})))}\n`);
  assert.deepEqual(((await line()) as { error: { code: number } }).error.code, -32600);
  send('{"jsonrpc":"2.0","id":5,"method":"click","params":{"selektor":"x"}}\n');
  const wrong = (await line()) as { id: number; error: { code: number; data: unknown; message: string } };
  assert.deepEqual([wrong.id, wrong.error.code, wrong.error.data], [5, -32602, { code: 'invalid_argument' }]);
  send('{"jsonrpc":"2.0","id":6,"method":"click","params":[1]}\n');
  assert.equal(((await line()) as { error: { code: number } }).error.code, -32602);
});

test('whatever bytes a client sends, the daemon goes on', async (t) => {
  const path = await daemonHere(t);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const hostile = await client(t, path);
      hostile.socket.on('error', () => undefined);
      hostile.socket.removeAllListeners('data');
      hostile.socket.end(bytes);
      await new Promise((resolve) => hostile.socket.once('close', resolve).resume());
    }),
    { numRuns: 60 },
  );
  const { call } = await client(t, path);
  assert.deepEqual(Object.keys(await call('engine.ping')), ['pid']);
});

test('a message over the limit is told, and the connection ends', async (t) => {
  const path = await daemonHere(t);
  const { socket, line } = await client(t, path);
  socket.on('error', () => undefined);
  const piece = Buffer.alloc(1024 * 1024, 0x20);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let sent = 0; sent <= LIMITS.socketMessageBytes; sent += piece.length) socket.write(piece);
  assert.match(((await line()) as { error: { message: string } }).error.message, /longer than/);
  await closed;
  assert.deepEqual(Object.keys(await (await client(t, path)).call('engine.ping')), ['pid']);
});

test('sessions that a client made are its own, and gone when it leaves', async (t) => {
  const path = await daemonHere(t);
  const one = await client(t, path);
  const { session } = await one.call<{ session: string }>('session.create');
  await one.call('session.goto', { session, url: 'data:text/html,<title>own</title>' });
  assert.deepEqual(await one.call('getTitle', { session }), { title: 'own' });
  assert.deepEqual(await one.call('getTitle'), { title: '' });
  const two = await client(t, path);
  one.socket.destroy();
  while ((await two.call<{ sessions: number }>('daemon.status')).sessions > 0);
  for (;;) {
    const state = await two.call('session.state', { session }).catch((error) => error.data.code);
    if (state === 'session_closed') break;
  }
});

test('what a client waited for ends when it leaves, and answers still come when it only stops sending', async (t) => {
  const path = await daemonHere(t);
  const leaving = await client(t, path);
  await leaving.call('navigate', { url: 'data:text/html,<title>here</title>' });
  leaving.call('session.wait', { until: { selector: '#never' }, timeoutMs: 600_000 }).catch(() => undefined);
  const staying = await client(t, path);
  while ((await staying.call<{ calls: unknown[] }>('daemon.status')).calls.length === 0);
  leaving.socket.destroy();
  assert.deepEqual(await staying.call('getTitle'), { title: 'here' });
  const answer = staying.call('waitForSelector', { selector: '#never', timeout: 100 });
  staying.socket.end();
  assert.deepEqual(await answer, { found: false });
});

test('the tree has landmarks and every element with a role, and nothing that is hidden', async (t) => {
  const { call } = await client(t, await daemonHere(t));
  await call('navigate', {
    url: `data:text/html,<main><div role="group" aria-label="Size"><input type="radio" aria-label="S"></div>
      <ul role="list"><li>One</ul><div role="list" aria-hidden="true">Hidden</div><p role="note" hidden>Gone</p>
      <p role="none">Plain</p><div role="toolbar"></div></main>`,
  });
  const { tree } = await call<Tree>('getAccessibilityTree');
  assert.deepEqual(
    tree.map(({ role, name }) => [role, name]),
    [
      ['main', ''],
      ['group', 'Size'],
      ['radio', 'S'],
      ['list', ''],
    ],
  );
});

test('markup is that of the page, of a selector, or of a ref', async (t) => {
  const { call } = await client(t, await daemonHere(t));
  await call('navigate', { url: 'data:text/html,<button>A</button><button>B</button>' });
  const { tree } = await call<Tree>('getAccessibilityTree');
  assert.deepEqual(await call('getHTML', { selector: tree[1]!.ref }), { html: '<button>B</button>' });
  assert.deepEqual(await call('getHTML', { selector: 'button' }), { html: '<button>A</button>' });
  await assert.rejects(call('getHTML', { selector: '@e99' }), /no element '@e99'/);
});

function fetchOn(path: string, target: string, body?: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
    const sent = request(
      { socketPath: path, path: target, method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, type: response.headers['content-type'], text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads events until one of this name comes. */
function eventOn(t: TestContext, path: string, target: string, name: string, lastId = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = lastId === '' ? {} : { 'last-event-id': lastId };
    const sent = request({ socketPath: path, path: target, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
        const found = text.split('\n\n').find((event) => event.includes(`event: ${name}\n`));
        if (found === undefined) return;
        sent.destroy();
        resolve(found);
      });
    });
    t.after(() => sent.destroy());
    sent.on('error', reject);
    sent.end();
  });
}

test('HTTP on the same socket: calls, status, and errors with a status', async (t) => {
  const path = await daemonHere(t);
  const ping = await fetchOn(path, '/', '{"jsonrpc":"2.0","id":1,"method":"engine.ping"}');
  assert.deepEqual([ping.status, ping.type, JSON.parse(ping.text).id], [200, 'application/json', 1]);
  assert.equal((await fetchOn(path, '/', '{"jsonrpc":"2.0","method":"engine.ping"}')).status, 204);
  assert.equal(JSON.parse((await fetchOn(path, '/status')).text).name, 'test');
  assert.equal((await fetchOn(path, '/nowhere')).status, 404);
  assert.equal((await fetchOn(path, '/events?session=s99')).status, 404);
  assert.equal((await fetchOn(path, '/events?tabId=x')).status, 400);
});

test('events come as they happen, of one tab, and go on where they were cut off', async (t) => {
  const { origin } = await site(t, { '/': '<script>console.warn("careful")</script><script>oops()</script>' });
  const path = await daemonHere(t);
  const { call } = await client(t, path);
  const warned = eventOn(t, path, '/events', 'console');
  const failed = eventOn(t, path, '/events?tabId=1', 'error');
  await call('navigate', { url: `${origin}/` });
  const text = await warned;
  assert.match(text, /data: \{"level":"warn","message":"careful","tabId":"1"\}/);
  assert.match(await failed, /"message":".*oops is not defined.*","source":"http:[^"]*\/","line":1,"tabId":"1"/);
  const seq = /id: (\d+)/.exec(text)![1]!;
  const again = eventOn(t, path, '/events', 'navigation', seq);
  await call('navigate', { url: 'data:text/html,next' });
  assert.match(await again, /"url":"data:text\/html,next","status":200/);
});

test('a picture is Base64 in JSON, and bytes over HTTP', async (t) => {
  const path = await daemonHere(t);
  const { call } = await client(t, path);
  await call('navigate', { url: 'data:text/html,<button>Go</button>' });
  const picture = await call<{ data: string; type: string; width: number }>('screenshot', {});
  assert.deepEqual([picture.type, picture.width], ['image/jpeg', 1280]);
  assert.equal(Buffer.from(picture.data, 'base64').subarray(6, 10).toString(), 'JFIF');
  assert.equal((await fetchOn(path, '/screenshot')).type, 'image/jpeg');
  assert.equal((await fetchOn(path, '/screenshot?format=png')).type, 'image/png');
  const jpeg = await fetchOn(path, '/screenshot?quality=70&width=320&tabId=1');
  assert.deepEqual([jpeg.status, jpeg.type], [200, 'image/jpeg']);
  const svg = await fetchOn(path, '/screenshot?format=svg');
  assert.match(svg.text, /<svg/);
  assert.equal((await fetchOn(path, '/screenshot?format=gif')).status, 400);
});

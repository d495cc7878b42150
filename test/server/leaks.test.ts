/**
 * A site that shows the password in every way, and everything that comes out of the doors behind it.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { echoing } from '../../fixtures/sign-in/echoes.ts';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { leaksIn } from '../login/leaked-forms.ts';
import { site } from '../site.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { client, daemonHere } from './daemon-here.ts';
import { serve, TOKEN } from './served.ts';

async function echoingSite(t: TestContext): Promise<string> {
  const echoes = new SignInSite(echoing);
  const origin = await echoes.start();
  t.after(() => echoes.stop());
  return origin;
}

function assertClean(left: string): void {
  assert.ok(left.includes('[redacted]'));
  for (const secret of [PASSWORD, CODE_SECRET]) assert.deepEqual(leaksIn(left, secret), []);
}

test('no answer, event, message or line of the server has the password', async (t) => {
  const origin = await echoingSite(t);
  const folder = scratchFolder(t);
  const served = await serve(t, {}, { vault: { folder }, trace: join(folder, 'trace') });
  await served.browser.auth.add('postbox', {
    url: `${origin}/login`,
    username: USER,
    password: PASSWORD,
    totp: CODE_SECRET,
  });
  let left = '';
  const post = async (name: string, body: object = {}) => {
    const { status, body: answer } = await served.post(name, { sessionId: 'a', ...body });
    left += JSON.stringify(answer);
    return status;
  };
  await post('open', { url: 'about:blank' });

  // Somebody looks on, and another program listens.
  const protocols = ['agentbrowser.live', `agentbrowser.token.${TOKEN}`];
  const viewer = new WebSocket(`${served.url.replace('http', 'ws')}/browser/stream`, protocols);
  t.after(() => viewer.close());
  await once(viewer, 'open');
  let shown = '';
  viewer.addEventListener('message', ({ data }) => {
    shown += String(data);
  });
  viewer.send(JSON.stringify({ type: 'view', state: 'expanded' }));
  viewer.send(JSON.stringify({ type: 'watch', sessionId: 'a' }));

  assert.equal(await post('login', { name: 'postbox' }), 200);
  for (const name of ['snapshot', 'state', 'text', 'read', 'log', 'network', 'tabs', 'picture', 'status'])
    await post(name);
  for (const scope of ['viewport', 'page']) await post('state', { scope });
  await post('click', { id: { role: 'button', name: 'Reveal' } });
  await post('click', { id: { selector: `[title="${PASSWORD}"] b` } });
  await post('wait', { for: `#${PASSWORD}`, timeoutMs: 50 });
  await post('open', { url: `http://${Buffer.from(PASSWORD).toString('hex')}.invalid/` });
  await post('back');
  left += await (await served.get('/browser/status')).text();
  while (!shown.includes('Reveal')) await once(viewer, 'message');
  left += shown;

  await post('close');
  left += served.lines.join('\n');
  assertClean(left);
});

test('no answer, event or picture of the socket has the password', async (t) => {
  const origin = await echoingSite(t);
  const path = await daemonHere(t);
  const { call } = await client(t, path);
  await call('auth.open', { folder: scratchFolder(t) });
  await call('auth.add', {
    name: 'postbox',
    url: `${origin}/login`,
    username: USER,
    password: PASSWORD,
    totp: CODE_SECRET,
  });
  let left = '';
  const events = request({ socketPath: path, path: '/events' });
  events.on('response', (response) => response.on('data', (chunk: Buffer) => (left += chunk.toString('utf8'))));
  events.end();
  await once(events, 'response');
  t.after(() => events.destroy());
  const keep = async (method: string, params: object = {}) => {
    left += JSON.stringify(
      await call(method, params).catch((error: Error) => ({ ...error, said: error.message, stack: error.stack })),
    );
  };
  await keep('session.login', { session: 'main', name: 'postbox' });
  const reads = ['getAccessibilityTree', 'getHTML', 'getTitle', 'getURL', 'getCookies', 'tab.list'];
  for (const method of reads) await keep(method);
  for (const method of ['storageState', 'text', 'read', 'events', 'network', 'boxes']) {
    await keep(`session.${method}`, { session: 'main' });
  }
  await keep('evaluate', { script: 'document.title' });
  await keep('evaluate', { script: `throw new Error(localStorage.getItem('p'))` });
  await keep('waitForSelector', { selector: `[title="${PASSWORD}"] b`, timeout: 50 });
  assertClean(left);
});

/** Letters of one width: pages that differ in them alone are drawn alike when they are not drawn. */
test('a picture shows the mark where the page shows the password', async (t) => {
  const other = 'x'.repeat(PASSWORD.length);
  const draw = (text: string) =>
    `<body style="font: 16px monospace"><p>${text.replaceAll('&', '&amp;')}</p><canvas width="9" height="9">`;
  const { origin } = await site(t, { '/a': draw(PASSWORD), '/b': draw(other) });
  const path = await daemonHere(t);
  const { call } = await client(t, path);
  const folder = scratchFolder(t);
  await call('auth.open', { folder });
  const picture = async (way: string) => {
    await call('navigate', { url: `${origin}${way}` });
    return Promise.all(
      ['png', 'svg'].map(
        async (format) => (await call<{ data: string }>('session.picture', { session: 'main', format })).data,
      ),
    );
  };
  const open = [await picture('/a'), await picture('/b')];
  assert.notDeepEqual(open[0], open[1]);
  for (const [name, password] of Object.entries({ a: PASSWORD, b: other })) {
    await call('auth.add', { name, url: 'https://site.example/', username: USER, password });
  }
  const hidden = await picture('/a');
  assert.deepEqual(hidden, await picture('/b'));
  assert.equal(Buffer.from(hidden[0]!, 'base64').toString('latin1', 1, 4), 'PNG');
  assert.match(Buffer.from(hidden[1]!, 'base64').toString('utf8'), /^<svg[\s\S]*\[redacted\]/);
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ECHOES, echoing } from '../../fixtures/sign-in/echoes.ts';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { createEngine } from '../../src/client/engine.ts';
import { answerRequest } from '../../src/protocol/json-rpc.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { formsOf, leaksIn } from './leaked-forms.ts';

test(`a page that shows the password in ${Object.keys(ECHOES).length} ways tells it nobody`, async (t) => {
  const site = new SignInSite(echoing);
  const origin = await site.start();
  t.after(() => site.stop());
  const folder = scratchFolder(t);
  const engine = createEngine();
  t.after(() => engine.close());
  let left = '';
  let lastId = 0;
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params });
    const line = (await answerRequest(request, engine.dispatch)) ?? '';
    left += line;
    return JSON.parse(line) as Record<string, unknown>;
  };

  await call('auth.open', { folder });
  const login = { url: `${origin}/login`, username: USER, password: PASSWORD, totp: CODE_SECRET };
  await call('auth.add', { name: 'postbox', ...login });
  const { result: made } = (await call('session.create', {
    clock: 'virtual',
    allowEvaluate: true,
    trace: join(folder, 'trace'),
  })) as { result: { session: string } };
  const result = { session: made.session };
  const page = (await call('session.login', { ...result, name: 'postbox' })) as { error?: object };
  assert.equal(page.error, undefined, JSON.stringify(page.error));
  await call('auth.list', {});
  await call('session.state', { ...result, scope: 'page' });
  await call('session.text', { ...result, scope: 'page' });
  await call('session.text', { ...result, scope: 'page', boxes: false });
  await call('session.read', result);
  await call('session.click', { ...result, id: { role: 'button', name: 'Reveal' } });
  await call('session.click', { ...result, id: { selector: `[title="${PASSWORD}"] b` } });
  await call('session.evaluate', { ...result, source: 'document.title' });
  await call('session.evaluate', { ...result, source: `throw new Error(localStorage.getItem('p'))` });
  await call('session.goto', { ...result, url: `${origin}/${encodeURIComponent(PASSWORD)}` });
  await call('session.back', result);
  await call('session.goto', { ...result, url: `http://${Buffer.from(PASSWORD).toString('hex')}.invalid/` });
  await call('session.events', { ...result, kinds: ['request', 'console', 'error', 'dialog', 'navigation'] });
  await call('session.events', result);
  await call('session.storageState', result);
  for (const method of ['html', 'frame', 'cookies', 'network', 'boxes']) await call(`session.${method}`, result);
  await call('session.evaluate', { ...result, source: 'document.documentElement.outerHTML' });
  await call('session.evaluate', {
    ...result,
    source: `({ [localStorage.getItem('p')]: { [btoa(localStorage.getItem('p'))]: 1 } })`,
  });
  const drawn = (await call('session.picture', { ...result, format: 'svg', scope: 'page' })) as {
    result: { data: string };
  };
  left += Buffer.from(drawn.result.data, 'base64')
    .toString('utf8')
    .replace(/<[^>]*>/g, '');
  await call('tab.list', result);
  await call('session.close', result);

  assert.ok(left.includes('[redacted]'));
  for (const secret of [PASSWORD, CODE_SECRET]) assert.deepEqual(leaksIn(left, secret), []);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    .join('')
    .toLowerCase();
  assert.ok(files.some(({ name }) => name.endsWith('.har')) && files.some(({ name }) => name.endsWith('.jsonl')));
  for (const form of formsOf(PASSWORD)) assert.ok(!written.replace(/\s/g, '').includes(form), form);
});

test('the last words of an engine that dies of an error have no secret', async (t) => {
  const engine = createEngine();
  t.after(() => engine.close());
  await engine.dispatch('auth.open', { folder: scratchFolder(t) });
  await engine.dispatch('auth.add', { name: 'a', url: 'https://a.example/', username: USER, password: PASSWORD });
  const error = new Error(`No ${PASSWORD}`, { cause: { address: `/?p=${encodeURIComponent(PASSWORD)}` } });
  const said = engine.lastWords(error);
  assert.match(said, /^Error: No \[redacted\]\n +at /);
  assert.deepEqual(leaksIn(said, PASSWORD), []);
});

/** What must not be put together from several elements. */
test('letters of a split password do not show one by one', async (t) => {
  const site = new SignInSite(echoing);
  const origin = await site.start();
  t.after(() => site.stop());
  const engine = createEngine();
  t.after(() => engine.close());
  await engine.dispatch('auth.open', { folder: scratchFolder(t) });
  await engine.dispatch('auth.add', { name: 'postbox', url: `${origin}/login`, username: USER, password: PASSWORD });
  const session = (await engine.dispatch('session.create', { clock: 'virtual' })) as object;
  await engine.dispatch('session.login', { ...session, name: 'postbox' });
  const { els } = (await engine.dispatch('session.state', { ...session, scope: 'page' })) as {
    els: { text?: string; tag: string }[];
  };
  const shown = els
    .map(({ text = '' }) => text)
    .join('')
    .toLowerCase()
    .replace(/\s/g, '');
  assert.ok(!shown.includes(PASSWORD.toLowerCase().replace(/\s/g, '')), shown);
});

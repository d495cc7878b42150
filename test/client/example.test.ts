/** The fifteen methods, used as the first design showed them: one test is that example, on a site of our own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AgentBrowser, applyDelta } from '../../src/index.ts';
import { type Answer, site } from '../site.ts';
import { passwordProxy } from './password-proxy.ts';

const html = (response: ServerResponse, text: string, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);

/** A site that one signs in to. */
const PAGES: Record<string, Answer> = {
  '/login': `<title>Sign in</title><form action="/session" method="post">
    <label>Email <input type="email" name="user"></label><label>Password <input type="password" name="password"></label>
    <button>Sign in</button></form>`,
  '/session': (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isRight = new URLSearchParams(body).get('password') === '***';
      if (isRight) response.writeHead(303, { location: '/', 'set-cookie': 'sid=1; Path=/; Max-Age=600' }).end();
      else html(response, '<p role="alert">Wrong password</p>');
    });
  },
  '/': (request: IncomingMessage, response: ServerResponse) => {
    if (!/sid=1/.test(request.headers.cookie ?? '')) {
      response.writeHead(302, { location: '/login' }).end();
      return;
    }
    html(
      response,
      `<title>Home</title><button onclick="hint.textContent = 'Opened'">Repositories</button><p id=hint></p>`,
    );
  },
};

async function vaultFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the example of the first design, as it is written but for the address, the proxy and the vault', async (t) => {
  const { origin } = await site(t, PAGES);
  const { url: proxy, asked } = await passwordProxy(t);
  const vault = { folder: await vaultFolder(t), passphrase: 'only for this test' };

  const browser = await AgentBrowser.launch({
    proxy,
    viewport: [1920, 1080],
    vault,
  });

  // Nobody waits for it, and it does not say where signing in begins: that is where the session goes first.
  browser.auth.add('github', {
    username: 'user@email.com',
    password: '***',
    totp: 'JBSWY3DP...',
  });

  const session = await browser.session({ auth: 'github' });
  const page = await session.goto(origin);
  const delta = await session.click(1);

  assert.equal(page.title, 'Home');
  assert.deepEqual(page.vp, [1920, 1080]);
  assert.ok(delta.ok && 'delta' in delta && delta.delta.added?.some((element) => element.text === 'Opened'));
  assert.deepEqual(await browser.auth.list(), [{ name: 'github', origins: [origin] }]);
  assert.ok(asked.includes('/login'));

  await session.close();
  await browser.shutdown();
});

test('a sign-in that nobody has used yet can be taken back, and one on its way is waited for', async (t) => {
  const { origin } = await site(t, PAGES);
  const vault = { folder: await vaultFolder(t), passphrase: 'only for this test' };
  const browser = await AgentBrowser.launch({ inProcess: true, clock: 'virtual', vault });
  t.after(() => browser.shutdown());

  await browser.auth.add('shop', { username: 'user@email.com', password: '***' });
  assert.deepEqual(await browser.auth.list(), []);
  assert.equal(await browser.auth.remove('shop'), true);
  assert.equal(await browser.auth.remove('shop'), false);

  const adding = browser.auth.add('shop', { url: `${origin}/login`, username: 'user@email.com', password: '***' });
  const session = await browser.session();
  assert.equal((await session.goto(origin, { auth: 'shop' })).title, 'Home');
  await adding;
});

test('the other methods of a session', async (t) => {
  const { origin } = await site(t, {
    '/': `<input aria-label=Name><select aria-label=Colour><option>Red<option>Blue</select>
      <a href="/next" onmouseover="this.textContent = 'Over'">Next</a><div style="height: 3000px"></div>`,
    '/next':
      '<h1>Second</h1><p id=late></p><script>setTimeout(() => { late.innerHTML = "<b id=done>Done</b>" }, 900)</script>',
  });
  const browser = await AgentBrowser.launch({ inProcess: true, clock: 'virtual' });
  t.after(() => browser.shutdown());
  const session = await browser.session({ viewport: [800, 600] });

  let page = await session.goto(`${origin}/`);
  const id = (role: string) => page.els.find((element) => (element.role ?? element.tag) === role)!.id;
  const take = (result: Awaited<ReturnType<typeof session.type>>) => {
    page = 'delta' in result ? applyDelta(page, result.delta) : result.page;
  };
  take(await session.type(id('textbox'), 'Ann'));
  take(await session.select(page.els.find((element) => element.options !== undefined)!.id, 'Blue'));
  assert.deepEqual(
    page.els.filter((element) => element.val !== undefined).map((element) => element.val),
    ['Ann', 'Blue'],
  );
  // The pointer may have crossed the link on its way to the list.
  take(await session.hover(id('a')));
  assert.ok(page.els.some((element) => element.text === 'Over'));
  take(await session.scroll('down', 300));
  assert.deepEqual(page.scroll, [0, 300]);

  await session.goto(`${origin}/next`);
  await session.wait('#done');
  assert.ok((await session.state()).els.some((element) => element.text === 'Done'));
  assert.equal((await session.back()).url, `${origin}/`);
  await session.wait(100);
  await session.close();
});

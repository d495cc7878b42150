import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AgentBrowser } from '../../src/client/browser.ts';
import { site } from '../site.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ behaviour: 'instant' });
});
after(() => browser.shutdown());

test('the markup of a page is what script has made of it, and of an element it is its own', async (t) => {
  const { origin } = await site(t, {
    '/': '<!doctype html><p id=a>one</p><script>document.getElementById("a").textContent = "1 < 2"</script>',
  });
  await using session = await browser.session();
  await session.goto(`${origin}/`);
  assert.match(await session.html(), /^<!DOCTYPE html><html>.*<p id="a">1 &lt; 2<\/p>/s);
  assert.equal(await session.html('#a'), '<p id="a">1 &lt; 2</p>');
  await assert.rejects(session.html('#b'), { code: 'element_not_found' });
  await assert.rejects(session.html('p['), { code: 'invalid_argument' });
});

test('cookies are told by address, set by the rules of servers, and removed by a time in the past', async (t) => {
  const { origin, port } = await site(t, {
    '/': (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'own=1; HttpOnly' })
        .end(`<p>${request.headers.cookie ?? 'none'}`),
  });
  await using session = await browser.session();
  await assert.rejects(session.setCookie({ name: 'a', value: 'b' }), { code: 'invalid_argument' });
  await session.setCookie({ name: 'early', value: 'ü', url: `${origin}/` });
  await session.goto(`${origin}/`);
  assert.match(await session.text(), /early=/);
  const names = async (url?: string) => (await session.cookies(url)).map(({ name }) => name).sort();
  assert.deepEqual(await names(), ['early', 'own']);
  await session.setCookie({ name: 'deep', value: 'x', path: '/deep' });
  assert.deepEqual(await names(`http://127.0.0.1:${port}/deep/er`), ['deep', 'early', 'own']);
  assert.deepEqual(await names(`http://127.0.0.1:${port}/`), ['early', 'own']);
  assert.deepEqual(await names('http://localhost/'), []);
  await session.setCookie({ name: 'early', value: '', expires: 0 });
  assert.deepEqual(await names(), ['deep', 'own']);
  for (const cookie of [
    { name: 'a', value: 'b; Domain=example.com' },
    { name: 'a\r\nb', value: 'c' },
    { name: '__Host-a', value: 'b' },
    { name: 'a', value: 'b', url: 'http://a.com/', domain: '.com' },
    { name: 'a', value: 'b', sameSite: 'None' as const },
  ]) {
    await assert.rejects(session.setCookie(cookie), { code: 'invalid_argument' }, JSON.stringify(cookie));
  }
});

test('a call that is not wanted any more ends, and the session goes on', async (t) => {
  const { origin } = await site(t, { '/': '<p>here' });
  await using session = await browser.session();
  await session.goto(`${origin}/`);
  const waits = [session.wait('#never', { timeoutMs: 60_000 }), session.wait('#never', { timeoutMs: 60_000 })];
  const ends = Promise.all(waits.map((wait) => assert.rejects(wait, { code: 'cancelled' })));
  assert.equal(await session.cancel(), 2);
  await ends;
  assert.match(await session.text(), /here/);
  assert.equal(await session.cancel(), 0);
});

test('a call with a name is cancelled by itself', async () => {
  const { createEngine } = await import('../../src/client/engine.ts');
  const engine = createEngine();
  const { session } = (await engine.dispatch('session.create', {})) as { session: string };
  const wait = (call: string, ms: number) =>
    engine.dispatch('session.wait', { session, call, until: { ms }, timeoutMs: 60_000 });
  const long = wait('long', 50_000);
  const short = wait('short', 1);
  const ended = assert.rejects(long, { code: 'cancelled' });
  await assert.rejects(wait('long', 1), { code: 'invalid_argument' });
  assert.deepEqual(await engine.dispatch('session.cancel', { session, call: 'long' }), { cancelled: 1 });
  await Promise.all([ended, short]);
  assert.deepEqual(await engine.dispatch('session.cancel', { session, call: 'long' }), { cancelled: 0 });
  await engine.close();
});

test('a tab can have a size of its own', async (t) => {
  const { origin } = await site(t, { '/': '<p>here' });
  await using session = await browser.session({ viewport: [800, 600] });
  const { page } = await session.newTab(`${origin}/`, { viewport: [390, 844] });
  assert.deepEqual(page.vp, [390, 844]);
  assert.deepEqual((await session.switchTab(1)).page.vp, [800, 600]);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { echoing } from '../../fixtures/sign-in/echoes.ts';
import { PASSWORD, SignInSite, type SiteKind, USER } from '../../fixtures/sign-in/server.ts';
import { SITES, type SiteName } from '../../fixtures/sign-in/sites.ts';
import { AgentBrowser } from '../../src/client/browser.ts';
import { leaksIn } from '../login/leaked-forms.ts';
import { type Call, caller, httpClient, httpServer, scratchFolder } from './shop.ts';

async function signIn(t: TestContext, name: SiteName | SiteKind): Promise<{ site: SignInSite; call: Call }> {
  const { kind, path } = typeof name === 'string' ? SITES[name] : { kind: name, path: '/login' };
  const site = new SignInSite(kind);
  const origin = await site.start();
  t.after(() => site.stop());
  const vault = { folder: scratchFolder(t) };
  {
    await using browser = await AgentBrowser.launch({ vault });
    await browser.auth.add('postbox', { url: `${origin}${path}`, username: USER, password: PASSWORD });
  }
  const { url } = await httpServer(t, {}, { vault });
  return { site, call: caller(await httpClient(t, url)) };
}

test('a model signs in by name, and the password is in no answer', async (t) => {
  const { call } = await signIn(t, 'one step');
  const page = await call('browser_login', { name: 'postbox' });
  assert.match(page.text, /^signed in\npage\d+:\n"Inbox"/);
  const shown = await call('browser_snapshot');
  assert.ok(![page, shown].some(({ text }) => text.includes(PASSWORD)));
});

test('a page that shows the password in every way shows it to no model', async (t) => {
  const { site, call } = await signIn(t, echoing);
  let left = '';
  const keep = async (name: string, args = {}) => {
    left += `${(await call(name, args)).text}\n`;
  };
  await keep('browser_login', { name: 'postbox' });
  for (const name of ['browser_snapshot', 'browser_get_text', 'browser_tabs', 'browser_network']) await keep(name);
  await keep('browser_snapshot', { scope: 'page', boxes: false });
  await keep('browser_click', { id: 9_999 });
  await keep('browser_wait', { text: PASSWORD, timeoutMs: 50 });
  await keep('browser_navigate', { url: `${site.origin}/${encodeURIComponent(PASSWORD)}` });
  assert.ok(left.includes('[redacted]'));
  assert.deepEqual(leaksIn(left, PASSWORD), []);
});

test('a code is asked for by one call and given by another', async (t) => {
  const { site, call } = await signIn(t, 'code by SMS');
  const asked = await call('browser_login', { name: 'postbox' });
  assert.match(asked.text, /^the sign-in waits: sms\. Ask the user/);
  const meanwhile = await call('browser_snapshot');
  assert.match(meanwhile.text, /^not_allowed: .*'postbox'.*browser_login/);
  const page = await call('browser_login', { name: 'postbox', code: site.sentCode });
  assert.match(page.text, /^signed in\npage\d+:\n"Inbox"/);
  assert.match((await call('browser_snapshot')).text, /"Inbox"/);
});

test('a sign-in that is given up leaves the browser usable', async (t) => {
  const { call } = await signIn(t, 'code by SMS');
  await call('browser_login', { name: 'postbox' });
  const given = await call('browser_login', { name: 'postbox', code: 'cancel' });
  assert.match(given.text, /^login_failed: /);
  assert.equal((await call('browser_snapshot')).isError, false);
});

test('a name that is not there, and a code that nobody asked for', async (t) => {
  const { call } = await signIn(t, 'one step');
  assert.match((await call('browser_login', { name: 'bank' })).text, /^unknown_login: .*agentbrowser auth add/);
  assert.match((await call('browser_login', { name: 'postbox', code: '123456' })).text, /^invalid_argument: /);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PASSWORD, SignInSite, USER } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import type { EngineLink } from '../../src/client/engine-link.ts';
import { Session } from '../../src/client/session.ts';
import { AgentBrowser, LoginFailedError, type LoginPending } from '../../src/index.ts';
import { scratchFolder } from '../vault/scratch.ts';

test('a program keeps a sign-in, signs in with a code that it is asked for, and comes back signed in', async (t) => {
  const site = new SignInSite(SITES['code by SMS'].kind);
  const origin = await site.start();
  t.after(() => site.stop());
  const folder = scratchFolder(t);
  const vault = { folder, passphrase: 'words of the owner' };
  const asked: LoginPending[] = [];
  {
    await using browser = await AgentBrowser.launch({ vault, behaviour: 'instant' });
    await browser.auth.add('postbox', { url: `${origin}/login`, username: USER, password: PASSWORD });
    const session = await browser.session();
    const onPending = async (pending: LoginPending) => {
      asked.push(pending);
      return site.sentCode;
    };
    const page = await session.login('postbox', { onPending });
    assert.equal(page.title, 'Inbox');
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['sms'],
    );
    await session.close();
  }
  {
    await using browser = await AgentBrowser.launch({ vault, behaviour: 'instant' });
    const session = await browser.session({ auth: 'postbox' });
    assert.equal((await session.goto(`${origin}/inbox`)).title, 'Inbox');
    assert.equal(site.signIns, 1);
  }
});

test('why signing in failed reaches the program as a reason', async (t) => {
  const site = new SignInSite(SITES['one step'].kind);
  const origin = await site.start();
  t.after(() => site.stop());
  await using browser = await AgentBrowser.launch({ vault: { folder: scratchFolder(t) }, behaviour: 'instant' });
  await browser.auth.add('postbox', { url: `${origin}/login`, username: USER, password: 'wrong-words' });
  const session = await browser.session();
  await assert.rejects(session.login('postbox'), (error: unknown) => {
    assert.ok(error instanceof LoginFailedError);
    assert.equal(error.reason, 'wrong_password');
    assert.ok(!error.message.includes('wrong-words'));
    return true;
  });
  assert.deepEqual(await browser.auth.test('postbox').then(({ ok, reason }) => [ok, reason]), [
    false,
    'wrong_password',
  ]);
  await assert.rejects(session.login('nobody'), { code: 'unknown_login', message: /'postbox'/ });
});

test('a vault opens with its passphrase only, can be sealed anew and be taken to another machine', async (t) => {
  const folder = scratchFolder(t);
  const login = { url: 'https://site.example/', username: USER, password: PASSWORD };
  {
    await using browser = await AgentBrowser.launch({ vault: { folder, passphrase: 'first' } });
    await browser.auth.add('site', login);
    assert.equal(await browser.auth.export(join(folder, 'out'), 'journey'), 1);
    await browser.auth.rekey({ passphrase: 'second' });
    assert.deepEqual(await browser.auth.list(), [{ name: 'site', origins: ['https://site.example'] }]);
  }
  await using wrong = await AgentBrowser.launch({ vault: { folder, passphrase: 'first' } });
  await assert.rejects(wrong.auth.list(), { code: 'vault_locked' });
  await using other = await AgentBrowser.launch({ vault: { folder: join(folder, 'other') } });
  assert.equal(await other.auth.import(join(folder, 'out'), 'journey'), 1);
  assert.equal(await other.auth.remove('site'), true);
  assert.equal(await other.auth.remove('site'), false);
});

test('goto() has the time of a sign-in where it may have to sign in', async () => {
  const limits: number[] = [];
  const link = {
    call: async (_method: string, _params: object, timeoutMs: number) => limits.push(timeoutMs),
  } as unknown as EngineLink;
  const session = new Session(link, 's1', 30_000);
  await session.goto('https://site.example/');
  await session.goto('https://site.example/', { auth: 'site' });
  await session.goto('https://site.example/', { auth: 'site', timeoutMs: 5_000 });
  assert.deepEqual(limits, [30_000, 120_000, 5_000]);
});

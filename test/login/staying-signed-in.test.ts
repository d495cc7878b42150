import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { passwordForm } from '../../fixtures/sign-in/pages.ts';
import { PASSWORD, type SiteKind } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { clickAction } from '../../src/session/actions.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

test('goto() signs in the first time and not the second, in another session', async (t) => {
  const { site, origin, session, newSession } = await signInTest(t, 'one step');
  const first = await session.goto(`${origin}/settings`, USUAL_MS, { auth: 'postbox' });
  await session.close();
  const second = await (await newSession()).goto(`${origin}/settings`, USUAL_MS, { auth: 'postbox' });
  assert.deepEqual([first.title, second.title, site.signIns], ['Settings', 'Settings', 1]);
});

test('a session that was never closed comes back too: it is kept when signing in', async (t) => {
  const { site, origin, session, newSession } = await signInTest(t, 'one step');
  await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  await (await newSession()).goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  assert.equal(site.signIns, 1);
});

test('a token in localStorage comes back as well', async (t) => {
  const { site, origin, session, newSession } = await signInTest(t, 'token app');
  await session.goto(`${origin}/`, USUAL_MS, { auth: 'postbox' });
  const page = await (await newSession()).goto(`${origin}/`, USUAL_MS, { auth: 'postbox' });
  assert.match(textOf(page), /Bonjour Alice/);
  assert.equal(site.signIns, 1);
});

test('a session with a sign-in of its own uses it for every navigation', async (t) => {
  const { origin, desk, newSession } = await signInTest(t, 'one step');
  const session = await newSession({ auth: 'postbox', desk });
  assert.equal((await session.goto(`${origin}/settings`, USUAL_MS)).title, 'Settings');
});

test('when the site has forgotten the session, it is signed in to again and the page is the one that was wanted', async (t) => {
  const { site, origin, session } = await signInTest(t, 'one step');
  await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  site.forgetAll();
  const page = await session.goto(`${origin}/settings`, USUAL_MS, { auth: 'postbox' });
  assert.deepEqual([page.title, site.signIns], ['Settings', 2]);
});

test('a click that ends at the sign-in page ends where it was meant to', async (t) => {
  const { site, origin, session } = await signInTest(t, 'one step');
  const page = await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  site.forgetAll();
  const link = page.els.find(({ text }) => text === 'Settings')!;
  const result = await session.act(clickAction(link.id), USUAL_MS);
  assert.ok('page' in result);
  assert.deepEqual([result.page.title, site.signIns], ['Settings', 2]);
});

test('a password that was refused is not sent again by navigations, only by login()', async (t) => {
  const { site, origin, session } = await signInTest(t, 'one step', { password: 'wrong-words' });
  const go = () => session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  await assert.rejects(go(), { reason: 'wrong_password' });
  await assert.rejects(go(), { reason: 'wrong_password' });
  assert.equal(site.failures, 1);
  await assert.rejects(session.login('postbox', USUAL_MS), { reason: 'wrong_password' });
  assert.equal(site.failures, 2);
});

/** Takes the password, and forgets it at once. */
const forgetful: SiteKind = (visit, site) => {
  if (visit.path === '/login' && visit.method === 'GET') return { html: passwordForm() };
  if (visit.path !== '/login') return visit.path === '/home' ? { html: '<p>Welcome' } : { to: '/login' };
  return site.isRight(visit.form.get('login'), visit.form.get('password'))
    ? { to: '/home' }
    : { html: passwordForm('Wrong.') };
};

test('a site that wants it again and again is reported, not obeyed', async (t) => {
  const { site, origin, session } = await signInTest(t, { kind: forgetful, path: '/login' });
  await assert.rejects(session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' }), { reason: 'signed_out_again' });
  await assert.rejects(session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' }), { reason: 'signed_out_again' });
  assert.equal(site.signIns, 2);
});

test('a page that is forbidden to this user is shown as it is, after one try', async (t) => {
  const kind: SiteKind = (visit, site) =>
    visit.path === '/admin' ? { html: '<h1>Not for you</h1>', status: 403 } : SITES['one step'].kind(visit, site);
  const { site, origin, session } = await signInTest(t, { kind, path: '/login' });
  await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  const page = await session.goto(`${origin}/admin`, USUAL_MS);
  assert.match(textOf(page), /Not for you/);
  assert.equal(site.signIns, 2);
});

test('the password does not go to a page of another origin', async (t) => {
  const thief: string[] = [];
  const other = await signInTest(t, {
    kind: (visit) => {
      thief.push(visit.form.toString());
      return { html: passwordForm() };
    },
    path: '/login',
  });
  const { session } = await signInTest(t, { kind: () => ({ to: `${other.origin}/login` }), path: '/login' });
  await assert.rejects(session.login('postbox', USUAL_MS), { code: 'login_failed', reason: 'wrong_origin' });
  assert.deepEqual(
    thief.filter((form) => form !== ''),
    [],
  );
});

test('neither files nor their names tell who signs in where', async (t) => {
  const { origin, session, folder } = await signInTest(t, 'one step');
  await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.ok(names.some(({ name }) => name.endsWith('.session')));
  const all = names.map(({ parentPath, name }) => name + readFileSync(join(parentPath, name), 'latin1')).join('');
  for (const word of ['postbox', 'alice', '127.0.0.1', 'http', 'sid=', PASSWORD]) assert.ok(!all.includes(word), word);
});

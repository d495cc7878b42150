import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ODD_WAYS } from '../../fixtures/sign-in/odd-ways.ts';
import { inbox, page } from '../../fixtures/sign-in/pages.ts';
import { PASSWORD, SignInSite, type SiteKind, USER } from '../../fixtures/sign-in/server.ts';
import type { EngineSession } from '../../src/session/session.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

for (const name of [
  'whether to stay signed in',
  'a page that goes on by itself',
  'a passkey first',
  'whether to add a telephone',
] as const) {
  test(`signs in where there is: ${name}`, async (t) => {
    const { site, session } = await signInTest(t, ODD_WAYS[name]);
    assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
    assert.deepEqual([site.signIns, site.failures], [1, 0]);
  });
}

for (const [name, password, reason] of [
  ['no in a dialog', 'not-the-right-one', 'wrong_password'],
  ['no for a moment', 'not-the-right-one', 'wrong_password'],
  ['too many requests', PASSWORD, 'locked'],
] as const) {
  test(`says ${reason} where there is: ${name}`, async (t) => {
    const { session } = await signInTest(t, ODD_WAYS[name], { password });
    await assert.rejects(session.login('postbox', USUAL_MS), { code: 'login_failed', reason });
  });
}

async function pendingId(session: EngineSession, kind: 'auth_pending' | 'captcha_pending'): Promise<number> {
  const events = await session.nextEvents(0, { kinds: [kind] }, USUAL_MS);
  const asked = events.map(({ message }) => /^(\d+) \w+: /.exec(message)?.[1]).find((id) => id !== undefined);
  return Number(asked);
}

test('a site without passwords gets a name and a code', async (t) => {
  const { site, session } = await signInTest(t, ODD_WAYS['no password']);
  const shown = session.login('postbox', USUAL_MS);
  session.answerPending(await pendingId(session, 'auth_pending'), { code: site.sentCode });
  assert.match(textOf(await shown), /Signed in as alice/);
});

/** Both origins belong to the sign-in; the site that asks for the password gives a ticket for the other one. */
function twoOrigins(): { readonly home: SiteKind; readonly other: SiteKind; origins: { home: string; other: string } } {
  const origins = { home: '', other: '' };
  const home: SiteKind = ({ path, query, visitor }) => {
    if (path === '/ticket' && query.get('t') === 'ok-81') visitor.user = USER;
    if (path === '/ticket') return { to: '/inbox' };
    if (visitor.user !== null) return { html: inbox(visitor.user) };
    return path === '/framed'
      ? { html: page('Home', `<h1>Home</h1><iframe src="${origins.other}/login" width="500" height="300"></iframe>`) }
      : { to: `${origins.other}/login` };
  };
  const other: SiteKind = ({ path, method, form }, site) => {
    const ask = (inner: string) => ({
      html: page('Identity', `<h1>Sign in</h1><form method="post" target="_top">${inner}</form>`),
    });
    if (path === '/login' && method === 'GET')
      return ask('<input name="u" placeholder="User name"><button>Next</button>');
    if (path === '/login') return { to: '/password' };
    if (path !== '/password') return null;
    if (method === 'GET') return ask('<input type="password" name="p" placeholder="Password"><button>Sign in</button>');
    return site.isRight(USER, form.get('p')) ? { to: `${origins.home}/ticket?t=ok-81` } : ask('Wrong');
  };
  return { home, other, origins };
}

for (const [way, path] of [
  ['by redirects', '/'],
  ['in a frame', '/framed'],
] as const) {
  test(`signs in ${way} at an origin of its own, in two steps, and only if it is named`, async (t) => {
    const { home, other, origins } = twoOrigins();
    const identity = new SignInSite(other);
    origins.other = await identity.start();
    t.after(() => identity.stop());
    const { origin, desk, session } = await signInTest(t, { kind: home, path });
    origins.home = origin;
    await assert.rejects(session.login('postbox', USUAL_MS), { code: 'login_failed', reason: 'wrong_origin' });
    assert.equal(identity.requests.includes('POST /login'), false);
    const login = { url: `${origin}${path}`, username: USER, password: PASSWORD, origins: [origins.other] };
    await desk.add('postbox', login);
    assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
  });
}

test('a captcha of others is waited for until somebody has solved it, or will not', async (t) => {
  const { site, session } = await signInTest(t, ODD_WAYS['a captcha of others']);
  const refused = session.login('postbox', USUAL_MS);
  refused.catch(() => undefined);
  const id = await pendingId(session, 'captcha_pending');
  session.answerPending(id, null);
  await assert.rejects(refused, { code: 'login_failed', reason: 'captcha' });
  const seq = session.events(0, { kinds: ['captcha_pending'] }).at(-1)?.seq ?? 0;
  const shown = session.login('postbox', USUAL_MS);
  await session.nextEvents(seq, { kinds: ['captcha_pending'] }, USUAL_MS);
  site.approved = true;
  session.answerPending(id + 1, { done: true });
  assert.match(textOf(await shown), /Signed in as alice/);
});

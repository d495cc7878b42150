import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inbox, page, passwordForm } from '../../fixtures/sign-in/pages.ts';
import type { SiteKind } from '../../fixtures/sign-in/server.ts';
import { SITES } from '../../fixtures/sign-in/sites.ts';
import { clickAction } from '../../src/session/actions.ts';
import { SignedInHealth } from '../../src/session/auth-health.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

/** Everybody may read it: those who are signed in see 'Sign out', the others 'Sign in'. */
const open: SiteKind = (visit, site) => {
  if (visit.path === '/login') return SITES['one step'].kind(visit, site);
  if (visit.path === '/about') return { html: page('About', '<h1>About</h1><a href="/login">Sign in</a>') };
  const { user } = visit.visitor;
  if (user !== null) return { html: inbox(user) };
  return { html: page('Wiki', '<h1>Welcome</h1><a href="/login">Sign in</a><a href="/about">About</a>') };
};

test("a page with 'Sign in' where 'Sign out' was is signed in to again", async (t) => {
  const { site, origin, session, newSession } = await signInTest(t, { kind: open, path: '/login' });
  await session.goto(`${origin}/wiki`, USUAL_MS, { auth: 'postbox' });
  site.forgetAll();
  assert.match(textOf(await session.goto(`${origin}/wiki?page=2`, USUAL_MS)), /Signed in as alice/);
  await session.close();
  site.forgetAll();
  const later = await newSession();
  assert.match(textOf(await later.goto(`${origin}/wiki`, USUAL_MS, { auth: 'postbox' })), /Signed in as alice/);
  assert.equal(site.signIns, 3);
});

test("a page that always says 'Sign in' costs one try, and is shown", async (t) => {
  const { site, origin, session } = await signInTest(t, { kind: open, path: '/login' });
  await session.goto(`${origin}/wiki`, USUAL_MS, { auth: 'postbox' });
  for (const path of ['about', 'about?again', 'about?and-again']) {
    assert.equal((await session.goto(`${origin}/${path}`, USUAL_MS)).title, 'About');
  }
  assert.equal(site.signIns, 2);
});

test('whoever signs out stays signed out', async (t) => {
  const { site, origin, session } = await signInTest(t, 'one step');
  const found = await session.goto(`${origin}/inbox`, USUAL_MS, { auth: 'postbox' });
  const link = found.els.find(({ text }) => text === 'Sign out')!;
  const result = await session.act(clickAction(link.id), USUAL_MS);
  assert.ok('page' in result);
  assert.deepEqual([result.page.title, site.signIns], ['Sign in', 1]);
});

test('an application whose address is that of its sign-in page is signed in to again', async (t) => {
  const { site, origin, session, newSession } = await signInTest(t, 'controlled app');
  await session.goto(`${origin}/app`, USUAL_MS, { auth: 'postbox' });
  site.forgetAll();
  assert.match(textOf(await session.goto(`${origin}/app`, USUAL_MS)), /Home/);
  site.forgetAll();
  assert.match(textOf(await (await newSession()).goto(`${origin}/app`, USUAL_MS, { auth: 'postbox' })), /Home/);
  assert.equal(site.signIns, 3);
});

/** A page that asks by script, and shows a dialog when it is refused, by status or in other words. */
const refusing =
  (status: number): SiteKind =>
  (visit, site) => {
    const { path, visitor, form } = visit;
    if (path === '/api/login') {
      if (!site.isRight(form.get('u'), form.get('p'))) return { json: {}, status: 401 };
      visitor.user = form.get('u');
      return { json: {} };
    }
    if (path.startsWith('/api/')) return visitor.user === null ? { json: 'who?', status } : { json: ['first note'] };
    if (path !== '/' && path !== '/notes') return null;
    return {
      html: page(
        'Notes',
        `<main><button id=list>List</button><button id=next>Next</button><p id=m></p></main><div id=d style="display:none;position:fixed;inset:0;background:white">
      <h2>Sign in</h2><input id=u placeholder="User name"><input id=p type=password placeholder=Password><button id=go>Sign in</button></div><script>
      const ask = () => { d.style.display = 'block'; };
      const load = async () => { const r = await fetch('/api/list'); const t = await r.text(); if (t === '"who?"') ask(); else { d.style.display = 'none'; m.textContent = t; } };
      go.onclick = async () => { await fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ u: u.value, p: p.value }) }); load(); };
      list.onclick = load;
      next.onclick = () => { history.pushState(null, '', '/notes'); };
      load();</script>`,
      ),
    };
  };

test('a request of the page that is refused signs in again, and the agent is where it was', async (t) => {
  const { site, origin, session } = await signInTest(t, { kind: refusing(401), path: '/' });
  const found = await session.goto(`${origin}/`, USUAL_MS, { auth: 'postbox' });
  await session.act(clickAction(found.els.find(({ text }) => text === 'Next')!.id), USUAL_MS);
  site.forgetAll();
  const result = await session.act(clickAction(found.els.find(({ text }) => text === 'List')!.id), USUAL_MS);
  assert.ok('page' in result);
  assert.match(textOf(result.page), /first note/);
  assert.deepEqual([new URL(result.page.url).pathname, site.signIns], ['/notes', 2]);
});

test('a click that a new sign-in dialog covers says to look again, signed in', async (t) => {
  const { site, origin, session } = await signInTest(
    t,
    { kind: refusing(200), path: '/' },
    {},
    { allowEvaluate: true },
  );
  const found = await session.goto(`${origin}/`, USUAL_MS, { auth: 'postbox' });
  site.forgetAll();
  await session.evaluate('load()', USUAL_MS);
  const click = session.act(clickAction(found.els.find(({ text }) => text === 'List')!.id), USUAL_MS);
  await assert.rejects(click, { code: 'element_not_found', message: /signed in to again/ });
  assert.match(textOf(await session.state({}, USUAL_MS)), /first note/);
  assert.equal(site.signIns, 2);
});

test('a new tab of a session with a sign-in is signed in', async (t) => {
  const { origin, desk, newSession } = await signInTest(t, 'one step');
  const session = await newSession({ auth: 'postbox', desk });
  const { page: shown } = await session.openTab(`${origin}/settings`, USUAL_MS);
  assert.equal(shown.title, 'Settings');
});

/** The cookies of a sign-in end while the session is open, and pages without them are for everybody. */
test('cookies that have run out are renewed before the next page is asked for', async (t) => {
  const { site, origin, session } = await signInTest(t, { kind: open, path: '/login' });
  await session.goto(`${origin}/wiki`, USUAL_MS, { auth: 'postbox' });
  const [sid] = await session.cookies(origin, USUAL_MS);
  const almost = { ...sid!, domain: '127.0.0.1', expires: Math.floor(Date.now() / 1000) + 20 };
  await session.setCookie(almost, USUAL_MS);
  site.requests.length = 0;
  await session.goto(`${origin}/wiki?2`, USUAL_MS, { auth: 'postbox' });
  assert.deepEqual([site.signIns, site.requests[0]], [2, 'GET /login']);
});

test('cookies for less than a minute are no sign that a session runs out', () => {
  const health = new SignedInHealth();
  const cookie = {
    name: 'sid',
    value: '1',
    domain: 'site.example',
    path: '/',
    hostOnly: true,
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    created: 0,
  } as const;
  health.signedIn([], [{ ...cookie, expires: Date.now() + 30_000 }]);
  assert.equal(health.hasRunOut([]), false);
  health.signedIn([], [{ ...cookie, expires: Date.now() + 300_000 }]);
  assert.equal(health.hasRunOut([]), true);
});

test('403 where signing in does not help is shown once; 401 for ever is reported', async (t) => {
  const kind: SiteKind = (visit, site) => {
    if (visit.path === '/never') return { html: passwordForm(), status: 401 };
    return SITES['one step'].kind(visit, site);
  };
  const { site, origin, session } = await signInTest(t, { kind, path: '/login' });
  const go = () => session.goto(`${origin}/never`, USUAL_MS, { auth: 'postbox' });
  await assert.rejects(go(), { reason: 'signed_out_again' });
  await assert.rejects(go(), { reason: 'signed_out_again' });
  assert.equal(site.signIns, 2);
});

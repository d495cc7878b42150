import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BETWEEN } from '../../fixtures/sign-in/between.ts';
import { ImapServer } from '../../fixtures/sign-in/imap-server.ts';
import { inbox, page } from '../../fixtures/sign-in/pages.ts';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
import { PASSWORD, SignInSite, type SiteKind, USER } from '../../fixtures/sign-in/server.ts';
import { AuthDesk } from '../../src/session/auth-desk.ts';
import { EngineSession } from '../../src/session/session.ts';
import type { GivenLogin } from '../../src/vault/entry.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

type Way = keyof typeof BETWEEN;
/** Long codes that change every minute. */
const CODES = { totp: `otpauth://totp/x?secret=${CODE_SECRET}&algorithm=SHA256&digits=8&period=60` };
const NUMBER = { username: '+49 151 12345678' };

/** What needs nobody. */
const ALONE: readonly (readonly [Way, Partial<GivenLogin>])[] = [
  ['accounts as links', {}],
  ['accounts as boxes', {}],
  ['accounts as radio buttons', {}],
  ['accounts in a list', {}],
  ['one account', {}],
  ['organisations', { account: 'acme' }],
  ['accounts of others before the password', {}],
  ['a backup code, or the app', CODES],
  ['a link by mail, or the password', {}],
  ['a telephone number', { username: '+4915112345678' }],
  ['a telephone number with its country', NUMBER],
  ['a window of its own', {}],
  ['honeypots', {}],
  ['answers that go round', {}],
  ['fields that come late', {}],
  ['other ways than a passkey', {}],
];

/** What cannot be done, and what is said about it. */
const REFUSED: readonly (readonly [Way, string, RegExp, Partial<GivenLogin>?])[] = [
  ['a password that has run out', 'password_expired', /Your password has expired/],
  ['a window that tells its opener', 'own_window', /a window that reports to the page/],
  ['a captcha after the password', 'wrong_password', /Incorrect user name or password/, { password: 'no' }],
];

/** What somebody is asked, what they answer, and what comes of it. */
const ASKED: readonly (readonly [Way, string, (site: SignInSite) => string | true | null, string])[] = [
  ['organisations', 'account: Choose an organisation: 1 Umbrella Ltd, 2 Acme Research', () => '2', 'in'],
  ['organisations', 'account: Choose an organisation: 1 Umbrella Ltd, 2 Acme Research', () => 'Acme Research', 'in'],
  ['organisations', 'account: Choose an organisation: 1 Umbrella Ltd, 2 Acme Research', () => null, 'account_choice'],
  ['organisations', 'account: Choose an organisation: 1 Umbrella Ltd, 2 Acme Research', () => '7', 'account_choice'],
  [
    'a choice of channels',
    "way: Verify it's you: 1 Text message to •••42, 2 Email a•••@example.org",
    () => null,
    'no_answer',
  ],
  ['a backup code', 'code: Enter one of your 8-digit backup codes.', () => '1234 5678', 'in'],
  [
    'a link by mail',
    'email: We sent a link to your e-mail address. Click it to sign in.',
    (site) => `${site.origin}/link?t=${site.sentCode}`,
    'in',
  ],
  [
    'a link by mail',
    'email: We sent a link to your e-mail address. Click it to sign in.',
    () => 'https://elsewhere.example/link?t=1',
    'wrong_origin',
  ],
  ['a link by mail', 'email: We sent a link to your e-mail address. Click it to sign in.', () => null, 'no_answer'],
];

/** One session for all of them: what is told apart here is the sites. */
test('between the password and the end there is:', async (t) => {
  const desk = new AuthDesk();
  desk.configure({ folder: scratchFolder(t) });
  const settings = { viewport: [1000, 800], script: true, clock: 'virtual', desk } as const;
  const session = await EngineSession.create(settings, USUAL_MS);
  t.after(() => session.close());
  const siteFor = async (way: Way, name: string, more: Partial<GivenLogin>) => {
    const site = new SignInSite(BETWEEN[way].kind);
    t.after(() => site.stop());
    await desk.add(name, {
      url: `${await site.start()}${BETWEEN[way].path}`,
      username: USER,
      password: PASSWORD,
      ...more,
    });
    return site;
  };

  for (const [way, more] of ALONE) {
    await t.test(way, async () => {
      const site = await siteFor(way, way, more);
      assert.match(textOf(await session.login(way, USUAL_MS)), /Signed in as alice/);
      assert.deepEqual([site.signIns, site.failures], [1, 0]);
    });
  }

  for (const [way, reason, words, more = {}] of REFUSED) {
    await t.test(`${way}, which is told as ${reason}`, async () => {
      const site = await siteFor(way, way, more);
      await assert.rejects(session.login(way, USUAL_MS), { code: 'login_failed', reason, message: words });
      assert.equal(site.signIns + site.failures, 1);
    });
  }

  for (const [nth, [way, asked, answer, outcome]] of ASKED.entries()) {
    await t.test(`${way}, where somebody's answer leads to ${outcome} (${nth})`, async () => {
      const site = await siteFor(way, `asked ${nth}`, way === 'a backup code' ? CODES : {});
      const kinds = ['auth_pending'] as const;
      const after = session.events(0, { kinds }).at(-1)?.seq ?? 0;
      const ended = session.login(`asked ${nth}`, USUAL_MS).then(textOf, (error: { reason: string }) => error.reason);
      const [event] = await session.nextEvents(after, { kinds }, USUAL_MS);
      const [, id, said] = /^(\d+) (.*)$/s.exec(event!.message)!;
      assert.equal(said, asked);
      const given = answer(site);
      session.answerPending(
        Number(id),
        typeof given === 'string' ? { code: given } : given === true ? { done: true } : null,
      );
      assert.match(await ended, outcome === 'in' ? /Signed in as alice/ : new RegExp(`^${outcome}$`));
    });
  }
});

/** A mailbox, and a site that sends something to it. */
async function mailed(t: Parameters<typeof signInTest>[0], way: Way, text: (code: string, origin: string) => string) {
  const mailbox = new ImapServer('alice', 'mailbox-words-1');
  const port = await mailbox.start();
  t.after(() => mailbox.stop());
  const mail = { host: '127.0.0.1', port, secure: false, user: 'alice', password: 'mailbox-words-1' };
  const { site, session, origin } = await signInTest(t, BETWEEN[way], { mail });
  site.onCode = (code) => mailbox.deliver('no-reply@postbox.example', 'Hello', text(code, origin));
  assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
  assert.equal(session.events(0, { kinds: ['auth_pending'] }).length, 0);
}

test('a link by mail is opened where there is a mailbox', (t) =>
  mailed(
    t,
    'a link by mail',
    (code, origin) => `See https://ads.example/a?b=${'c'.repeat(99)} or ${origin}/link?t=${code}.`,
  ));

test('of several channels the mail is chosen where there is a mailbox', (t) =>
  mailed(t, 'a choice of channels', (code) => `Your code is ${code}`));

test('an account elsewhere is used where the sign-in has an origin there, and not otherwise', async (t) => {
  const elsewhere = new SignInSite(({ path, method, form }, site) => {
    const ask =
      '<h1>Sign in</h1><form method="post"><input name="u" placeholder="E-mail"><input type="password" name="p" placeholder="Password"><button>Next</button></form>';
    if (path !== '/oauth') return null;
    return method === 'GET'
      ? { html: page('Accounts', ask) }
      : { to: site.isRight(form.get('u'), form.get('p')) ? `${home}/back` : '/' };
  });
  const other = await elsewhere.start();
  t.after(() => elsewhere.stop());
  let home = '';
  const kind: SiteKind = ({ path, visitor }) => {
    if (path === '/back') visitor.user = USER;
    if (visitor.user !== null) return { html: inbox(visitor.user) };
    return { html: page('Welcome', `<h1>Welcome</h1><a href="${other}/oauth">Continue with Google</a>`) };
  };
  const { origin, desk, session } = await signInTest(t, { kind, path: '/' });
  home = origin;
  await assert.rejects(session.login('postbox', USUAL_MS), { reason: 'no_form' });
  await desk.add('postbox', { url: `${origin}/`, username: USER, password: PASSWORD, origins: [other] });
  assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_SECRET } from '../../fixtures/sign-in/second-factors.ts';
import type { SiteName } from '../../fixtures/sign-in/sites.ts';
import type { GivenLogin } from '../../src/vault/entry.ts';
import { signInTest, textOf, USUAL_MS } from './sign-in-site.ts';

/** Sites that need nobody: what is signed in with, and what shows afterwards. */
const ALONE: readonly (readonly [SiteName, Partial<GivenLogin>, RegExp])[] = [
  ['one step', {}, /Signed in as alice/],
  ['two steps', {}, /Signed in as alice/],
  ['token app', {}, /Bonjour Alice/],
  ['controlled app', {}, /Home/],
  ['app that draws late', {}, /Home/],
  ['dialog', {}, /Signed in as alice/],
  ['many forms', {}, /Signed in as alice/],
  ['bare fields', {}, /Signed in as alice/],
  ['below a banner', {}, /Signed in as alice/],
  ['in a frame', {}, /Signed in as alice/],
  ['code of an app', { totp: CODE_SECRET }, /Signed in as alice/],
  ['split code fields', { totp: CODE_SECRET }, /Signed in as alice/],
  ['all at once', { totp: `otpauth://totp/x?secret=${CODE_SECRET}&algorithm=SHA256&digits=8` }, /Signed in as alice/],
  ['SMS or app', { totp: CODE_SECRET }, /Signed in as alice/],
  ['choice of ways', { totp: CODE_SECRET }, /Signed in as alice/],
];

for (const [name, login, shown] of ALONE) {
  test(`signs in where there is: ${name}`, async (t) => {
    const { site, session } = await signInTest(t, name, login);
    const page = await session.login('postbox', USUAL_MS);
    assert.match(textOf(page), shown);
    assert.deepEqual([site.signIns, site.failures], [1, 0]);
  });
}

test('a form in a frame is filled where it stands', async (t) => {
  const { site, session } = await signInTest(t, 'in a frame', {});
  await session.login('postbox', USUAL_MS);
  assert.equal(site.requests.filter((request) => request === 'GET /login').length, 1);
});

test('signs in where the form comes back with a field for the code', async (t) => {
  const { site, session } = await signInTest(t, 'second round', { totp: CODE_SECRET });
  assert.match(textOf(await session.login('postbox', USUAL_MS)), /Signed in as alice/);
  assert.deepEqual([site.signIns, site.failures], [2, 0]);
});

test('a form that sends itself with the last digit is not sent again, and nothing of the next page is clicked', async (t) => {
  const { site, session } = await signInTest(t, 'second round that sends itself', { totp: CODE_SECRET });
  const page = await session.login('postbox', USUAL_MS);
  assert.match(page.url, /\/inbox$/);
  assert.deepEqual(
    site.requests.filter((request) => request.startsWith('GET ')),
    ['GET /login', 'GET /inbox'],
  );
});

for (const name of ['one step', 'two steps', 'token app', 'controlled app', 'dialog', 'many forms'] as const) {
  test(`a wrong password is told, and tried once, where there is: ${name}`, async (t) => {
    const { site, session } = await signInTest(t, name, { password: 'not the right one' });
    await assert.rejects(session.login('postbox', USUAL_MS), { code: 'login_failed', reason: 'wrong_password' });
    assert.deepEqual([site.signIns, site.failures], [0, 1]);
  });
}

/** Its codes change quickly, so that the second try need not wait for long. */
const OTHER_SECRET = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=5';

const REFUSALS: readonly (readonly [SiteName, Partial<GivenLogin>, string])[] = [
  ['locked', {}, 'locked'],
  ['consent', {}, 'consent_required'],
  ['passkey', {}, 'passkey_required'],
  ['code of an app', { totp: OTHER_SECRET }, 'wrong_code'],
  ['second round', { totp: OTHER_SECRET }, 'wrong_code'],
];

for (const [name, login, reason] of REFUSALS) {
  test(`says ${reason} where there is: ${name}`, async (t) => {
    const { session } = await signInTest(t, name, login);
    await assert.rejects(session.login('postbox', USUAL_MS), { code: 'login_failed', reason });
  });
}

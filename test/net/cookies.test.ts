import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../../src/limits.ts';
import { parseCookie, parseCookieDate } from '../../src/net/cookie.ts';
import { CookieJar, OWN_NAVIGATION } from '../../src/net/cookie-jar.ts';

const page = new URL('https://www.shop.test/a/b');

function jarWith(...texts: string[]): CookieJar {
  const jar = new CookieJar();
  for (const text of texts) jar.set(text, page, 'http');
  return jar;
}
const sent = (jar: CookieJar, url: string) => jar.header(new URL(url), OWN_NAVIGATION);

test('a cookie without a domain goes back to its host only', () => {
  const jar = jarWith('a=1; Path=/');
  assert.equal(sent(jar, 'https://www.shop.test/'), 'a=1');
  assert.equal(sent(jar, 'https://shop.test/'), '');
  assert.equal(sent(jar, 'https://x.www.shop.test/'), '');
});

test('a domain covers the hosts below it', () => {
  const jar = jarWith('a=1; Domain=.shop.test; Path=/');
  assert.equal(sent(jar, 'https://shop.test/'), 'a=1');
  assert.equal(sent(jar, 'https://other.shop.test/'), 'a=1');
  assert.equal(sent(jar, 'https://evilshop.test/'), '');
});

test('nobody sets cookies for others or for a whole suffix', () => {
  for (const domain of ['other.test', 'test', 'sub.www.shop.test']) {
    assert.equal(jarWith(`a=1; Domain=${domain}`).all().length, 0, domain);
  }
  const british = new CookieJar();
  british.set('a=1; Domain=co.uk', new URL('https://shop.co.uk/'), 'http');
  assert.equal(british.all().length, 0);
});

test('the path is the folder of the request, and covers what is below', () => {
  const jar = jarWith('a=1');
  assert.equal(sent(jar, 'https://www.shop.test/a'), 'a=1');
  assert.equal(sent(jar, 'https://www.shop.test/a/c'), 'a=1');
  assert.equal(sent(jar, 'https://www.shop.test/ab'), '');
});

test('longer paths come first', () => {
  assert.equal(sent(jarWith('a=1; Path=/', 'b=2; Path=/a'), page.href), 'b=2; a=1');
});

test('a secure cookie does not go over an insecure connection, nor can one set it', () => {
  const jar = jarWith('a=1; Secure; Path=/');
  assert.equal(sent(jar, 'http://www.shop.test/'), '');
  jar.set('a=2; Path=/', new URL('http://www.shop.test/'), 'http');
  jar.set('b=2; Secure; Path=/', new URL('http://www.shop.test/'), 'http');
  assert.equal(sent(jar, 'https://www.shop.test/'), 'a=1');
});

test('a script neither sees nor replaces what is HttpOnly', () => {
  const jar = jarWith('a=1; HttpOnly; Path=/', 'b=2; Path=/');
  assert.equal(jar.forScript(page), 'b=2');
  jar.set('a=3; Path=/', page, 'script');
  jar.set('c=3; HttpOnly; Path=/', page, 'script');
  assert.equal(sent(jar, page.href), 'a=1; b=2');
});

test('Max-Age counts before Expires, and an old date removes', () => {
  const jar = jarWith('a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2; Path=/');
  jar.set('b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', page, 'script');
  assert.equal(sent(jar, page.href), 'a=1');
});

test('SameSite: strict stays, lax goes with links, none goes with everything', () => {
  const jar = jarWith(
    's=1; SameSite=Strict; Path=/',
    'l=1; SameSite=Lax; Path=/',
    'n=1; SameSite=None; Secure; Path=/',
  );
  const from = new URL('https://other.test/');
  const context = { from, isNavigation: true, method: 'GET' };
  assert.equal(jar.header(page, context), 'l=1; n=1');
  assert.equal(jar.header(page, { ...context, method: 'POST' }), 'n=1');
  assert.equal(jar.header(page, { ...context, isNavigation: false }), 'n=1');
  assert.equal(jar.header(page, { ...context, from: new URL('https://shop.test/') }), 's=1; l=1; n=1');
});

test('a new cookie without SameSite goes with a POST that leads a person to its site, for two minutes', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const jar = new CookieJar();
  for (const text of ['plain=1', 'lax=1; SameSite=Lax', 'strict=1; SameSite=Strict']) jar.set(text, page, 'http');
  const posted = { from: new URL('https://login.test/'), isNavigation: true, method: 'POST' };
  assert.equal(jar.header(page, posted), 'plain=1');
  assert.equal(jar.header(page, { ...posted, isNavigation: false }), '');
  t.mock.timers.tick(LIMITS.laxAllowingUnsafeMs + 1);
  assert.equal(jar.header(page, posted), '');
});

test('prefixes promise what they say', () => {
  const kept = (text: string) => parseCookie(text, page, 'http', 0) !== null;
  assert.equal(kept('__Host-a=1; Secure; Path=/'), true);
  assert.equal(kept('__Host-a=1; Secure; Path=/; Domain=shop.test'), false);
  assert.equal(kept('__host-a=1; Path=/'), false);
  assert.equal(kept('__Secure-a=1; Secure'), true);
  assert.equal(kept('__Secure-a=1'), false);
  assert.equal(kept('=__Host-a=1; Secure; Path=/'), false);
});

test('the oldest go when there are too many', () => {
  const jar = jarWith(...Array.from({ length: LIMITS.cookiesPerSite + 1 }, (_, index) => `c${index}=1; Path=/`));
  assert.equal(jar.all().length, LIMITS.cookiesPerSite);
});

test('dates come in many forms', () => {
  const day = Date.UTC(2030, 9, 21, 7, 28, 0);
  for (const text of ['Mon, 21 Oct 2030 07:28:00 GMT', '21-Oct-30 07:28:00', 'Oct 21 07:28:00 2030']) {
    assert.equal(parseCookieDate(text), day, text);
  }
  assert.equal(parseCookieDate('tomorrow'), null);
});

test('any text is a cookie or none, and a kept one comes back', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cookie = parseCookie(text, page, 'http', 0);
      return cookie === null || (cookie.domain === 'www.shop.test' && cookie.path.startsWith('/'));
    }),
  );
});

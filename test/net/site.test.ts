import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Blocker } from '../../src/net/blocker.ts';
import { CookieJar, OWN_NAVIGATION } from '../../src/net/cookie-jar.ts';
import { isPublicSuffix, isSameSite, registrableDomain, siteOf } from '../../src/net/site.ts';
import { Traffic } from '../../src/net/traffic.ts';

test('a registrable domain is one label below the suffix that the list has', () => {
  const domains = {
    'a.b.example.com': 'example.com',
    'a.shop.co.uk': 'shop.co.uk',
    'www.shop.co.uk.': 'shop.co.uk',
    'me.github.io': 'me.github.io',
    'a.b.s3.amazonaws.com': 'b.s3.amazonaws.com',
    // A rule with a star, and its exception.
    'a.b.c.kawasaki.jp': 'b.c.kawasaki.jp',
    'x.city.kawasaki.jp': 'city.kawasaki.jp',
    'a.www.ck': 'www.ck',
    // Names of other scripts, as URLs have them.
    'a.xn--85x722f.xn--55qx5d.cn': 'xn--85x722f.xn--55qx5d.cn',
    // What is no name, or has no suffix that is known.
    '127.0.0.1': '127.0.0.1',
    '[::1]': '[::1]',
    localhost: 'localhost',
    'x.localhost': 'x.localhost',
    'a.b.shop.test': 'shop.test',
    // A suffix is its own site.
    'co.uk': 'co.uk',
    'github.io': 'github.io',
  };
  assert.deepEqual(Object.keys(domains).map(registrableDomain), Object.values(domains));
});

test('suffixes are those of the list, and every name of one label except this machine', () => {
  assert.deepEqual(
    ['com', 'co.uk', 'pvt.k12.ma.us', 'github.io', 'x.ck', 'unknown', 'localhost', 'www.ck', '1.2.3.4', ''].map(
      isPublicSuffix,
    ),
    [true, true, true, true, true, true, false, false, false, false],
  );
});

test('a site has a scheme, and a web socket is of the site of its pages', () => {
  assert.equal(siteOf(new URL('wss://a.shop.co.uk/')), 'https://shop.co.uk');
  assert.equal(isSameSite(new URL('https://a.shop.co.uk'), new URL('https://b.shop.co.uk')), true);
  assert.equal(isSameSite(new URL('https://a.shop.co.uk'), new URL('http://a.shop.co.uk')), false);
  assert.equal(isSameSite(new URL('https://a.github.io'), new URL('https://b.github.io')), false);
  assert.equal(isSameSite(new URL('https://github.io'), new URL('https://b.github.io')), false);
});

test('nobody sets a cookie for a suffix; the host of that name has it for itself', () => {
  const jar = new CookieJar();
  for (const domain of ['pvt.k12.ma.us', 'k12.ma.us', 'us']) {
    jar.set(`no=1; Domain=${domain}`, new URL('https://school.pvt.k12.ma.us/'), 'http');
  }
  assert.deepEqual(jar.all(), []);
  jar.set('own=1; Domain=github.io', new URL('https://github.io/'), 'http');
  assert.equal(jar.header(new URL('https://github.io/'), OWN_NAVIGATION), 'own=1');
  assert.equal(jar.header(new URL('https://me.github.io/'), OWN_NAVIGATION), '');
});

test('two people below one suffix are third parties to the blocker and to SameSite', async () => {
  const blocker = new Blocker({ list: false, add: ['||kawasaki.jp^$third-party'] }, new Traffic());
  const request = (page: string) =>
    ({
      url: new URL('https://ann.c.kawasaki.jp/x.js'),
      destination: 'script',
      initiator: { kind: 'page', url: new URL(page), space: 'public' },
      signal: new AbortController().signal,
    }) as const;
  const isBlocked = async (page: string) => {
    try {
      await blocker.check(request(page), request(page).url);
      return false;
    } catch {
      return true;
    }
  };
  assert.equal(await isBlocked('https://bob.c.kawasaki.jp/'), true);
  assert.equal(await isBlocked('https://www.ann.c.kawasaki.jp/'), false);
  const jar = new CookieJar();
  const target = new URL('https://ann.c.kawasaki.jp/');
  jar.set('a=1', target, 'http');
  const context = { isNavigation: false, method: 'GET' };
  assert.equal(jar.header(target, { ...context, from: new URL('https://bob.c.kawasaki.jp/') }), '');
  assert.equal(jar.header(target, { ...context, from: new URL('https://x.ann.c.kawasaki.jp/') }), 'a=1');
});

test('any host is below or equal to its registrable domain, which is its own', () => {
  fc.assert(
    fc.property(fc.domain(), (host) => {
      const domain = registrableDomain(host);
      return (host === domain || host.endsWith(`.${domain}`)) && registrableDomain(domain) === domain;
    }),
  );
});

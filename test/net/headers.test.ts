import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandsOf } from '../../src/identity/client-hints.ts';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { acceptLanguage, browserHeaders, type RequestContext } from '../../src/identity/request-headers.ts';
import { CALLER, type Initiator } from '../../src/net/policy.ts';
import { policyOfHeader, referrerFor, requestSite } from '../../src/net/referrer.ts';

const navigation: RequestContext = {
  destination: 'document',
  site: 'none',
  userActivated: true,
  trustworthy: true,
  referrer: null,
};

test("a navigation has Chrome's headers in Chrome's order", () => {
  assert.deepEqual(
    browserHeaders(DEFAULT_PROFILE, navigation).map(([name]) => name),
    [
      'sec-ch-ua',
      'sec-ch-ua-mobile',
      'sec-ch-ua-platform',
      'Upgrade-Insecure-Requests',
      'User-Agent',
      'Accept',
      'Sec-Fetch-Site',
      'Sec-Fetch-Mode',
      'Sec-Fetch-User',
      'Sec-Fetch-Dest',
      'Accept-Encoding',
      'Accept-Language',
    ],
  );
});

test('hints and metadata are not sent to an insecure host', () => {
  const names = browserHeaders(DEFAULT_PROFILE, { ...navigation, trustworthy: false }).map(([name]) => name);
  assert.deepEqual(names, ['Upgrade-Insecure-Requests', 'User-Agent', 'Accept', 'Accept-Encoding', 'Accept-Language']);
});

test('the brand list is that of Chrome 131', () => {
  assert.deepEqual(
    brandsOf({ ...DEFAULT_PROFILE, majorVersion: 131 }).map(({ brand, version }) => `${brand} ${version}`),
    ['Google Chrome 131', 'Chromium 131', 'Not_A Brand 24'],
  );
});

test('languages lose a tenth each', () => {
  assert.equal(acceptLanguage(['de-DE', 'de', 'en']), 'de-DE,de;q=0.9,en;q=0.8');
});

const page = (url: string): Initiator => ({ kind: 'page', url: new URL(url), space: 'public' });

test('the referrer is whole within an origin, the origin across, and nothing downwards', () => {
  const from = page('https://a.test/x?y#z');
  assert.equal(referrerFor(from, new URL('https://a.test/')), 'https://a.test/x?y');
  assert.equal(referrerFor(from, new URL('https://b.test/')), 'https://a.test/');
  assert.equal(referrerFor(from, new URL('http://a.test/')), null);
  assert.equal(referrerFor(CALLER, new URL('https://a.test/')), null);
  assert.equal(referrerFor(page('file:///x'), new URL('https://a.test/')), null);
});

test('the site is told from origin, last labels and scheme', () => {
  const from = page('https://www.a.test/');
  assert.equal(requestSite(from, new URL('https://www.a.test/x')), 'same-origin');
  assert.equal(requestSite(from, new URL('https://cdn.a.test/')), 'same-site');
  assert.equal(requestSite(from, new URL('http://cdn.a.test/')), 'cross-site');
  assert.equal(requestSite(page('http://127.0.0.1/'), new URL('http://1.0.0.1/')), 'cross-site');
  assert.equal(requestSite(CALLER, new URL('https://a.test/')), 'none');
});

test('of several policies in a header, the last one that is known counts', () => {
  assert.equal(policyOfHeader('unsafe-url, no-referrer'), 'no-referrer');
  assert.equal(policyOfHeader('no-referrer, unsafe-url, new-policy'), 'unsafe-url');
  assert.equal(policyOfHeader('new-policy'), null);
});

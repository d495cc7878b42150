/** What is told where a request leads from a secure page to an insecure one, and over redirects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { LIMITS } from '../../src/limits.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import type { Initiator } from '../../src/net/policy.ts';
import { Reach } from '../../src/net/reach.ts';
import { REFERRER_POLICIES, referrerFor } from '../../src/net/referrer.ts';
import { type Handler, site } from '../site.ts';

const page = (url: string): Initiator => ({ kind: 'page', url: new URL(url), space: 'loopback' });

test('what an insecure address is told by a secure page is up to the policy', () => {
  const from = page('https://user:secret@a.test/x?y#z');
  const told = (target: string) =>
    Object.fromEntries(REFERRER_POLICIES.map((policy) => [policy, referrerFor(from, new URL(target), policy)]));
  assert.deepEqual(told('http://b.test/'), {
    'no-referrer': null,
    'no-referrer-when-downgrade': null,
    'same-origin': null,
    origin: 'https://a.test/',
    'strict-origin': null,
    'origin-when-cross-origin': 'https://a.test/',
    'strict-origin-when-cross-origin': null,
    'unsafe-url': 'https://a.test/x?y',
  });
});

test('of an address that is too long only the origin is told', () => {
  const from = page(`https://a.test/${'x'.repeat(LIMITS.referrerChars)}`);
  assert.equal(referrerFor(from, new URL('https://a.test/'), 'unsafe-url'), 'https://a.test/');
});

test('a redirect changes the policy for what it leads to; the last word that is known counts', async (t) => {
  const told: string[] = [];
  const step =
    (location: string | null, policy: string): Handler =>
    (request, response) => {
      told.push(request.headers.referer ?? 'nothing');
      const way = location === null ? {} : { location };
      response.writeHead(location === null ? 200 : 302, { ...way, 'referrer-policy': policy }).end();
    };
  const { origin } = await site(t, {
    '/1': step('/2', 'no-referrer, unheard-of'),
    '/2': step('/3', 'no-referrer, origin'),
    '/3': step('/4', 'unheard-of'),
    '/4': step(null, ''),
  });
  const net = new Fetcher(DEFAULT_PROFILE, { reach: new Reach({ privateHosts: 'all' }) });
  t.after(() => net.close());
  const initiator = page('http://a.test/page?q');
  const { body } = await net.fetch({
    url: new URL('/1', origin),
    destination: 'image',
    initiator,
    signal: t.signal,
    referrerPolicy: 'unsafe-url',
  });
  body.resume();
  assert.deepEqual(told, ['http://a.test/page?q', 'nothing', 'http://a.test/', 'http://a.test/']);
});

/**
 * Source expressions against addresses. The pairs follow CSP 3 §6.7.2 and its examples.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePolicies } from '../../src/page/csp/policy.ts';
import { matchesSources } from '../../src/page/csp/source-list.ts';

const SELF = 'https://site.test';
const allows = (source: string, url: string, isRedirected = false): boolean =>
  matchesSources(source.split(' '), url, SELF, isRedirected);

const CASES: readonly (readonly [source: string, url: string, allowed: boolean])[] = [
  ["'none'", 'https://site.test/', false],
  ["'self'", 'https://site.test/a', true],
  ["'self'", 'wss://site.test/a', true],
  ["'self'", 'http://site.test/a', false],
  ["'self'", 'https://sub.site.test/', false],
  ['*', 'https://other.test/', true],
  ['*', 'data:text/plain,x', false],
  ['data:', 'data:text/plain,x', true],
  ['https:', 'http://other.test/', false],
  ['http:', 'https://other.test/', true],
  ['other.test', 'https://other.test/x', true],
  ['other.test', 'http://other.test/x', false],
  ['http://other.test', 'https://other.test/x', true],
  ['*.other.test', 'https://a.b.other.test/', true],
  ['*.other.test', 'https://other.test/', false],
  ['other.test:8443', 'https://other.test/', false],
  ['other.test:*', 'https://other.test:8443/', true],
  ['other.test', 'https://other.test:8443/', false],
  ['other.test/dir/', 'https://other.test/dir/a.js', true],
  ['other.test/dir', 'https://other.test/dir/a.js', false],
  ['other.test/a.js', 'https://other.test/a.js?x', true],
];

for (const [source, url, allowed] of CASES) {
  test(`${source} ${allowed ? 'allows' : 'does not allow'} ${url}`, () => assert.equal(allows(source, url), allowed));
}

test('behind a redirect, the path does not count', () => {
  assert.equal(allows('other.test/dir/', 'https://other.test/elsewhere', true), true);
});

test('any text is a policy, and none of them throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.webUrl(), (text, url) => {
      for (const { directives } of parsePolicies([[text, false]]))
        for (const sources of directives.values()) matchesSources(sources, url, SELF, false);
    }),
  );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { AgentBrowserError } from '../../src/errors.ts';
import { Blocker, type BlockOptions, isBlocked } from '../../src/net/blocker.ts';
import { Blocklist } from '../../src/net/blocklist.ts';
import type { FetchRequest } from '../../src/net/fetch.ts';
import { countsFor, type FilterRequest, parseFilterRule, patternOf } from '../../src/net/filter-rule.ts';
import { Traffic } from '../../src/net/traffic.ts';

function asking(url: string, more: Partial<FilterRequest> = {}): FilterRequest {
  const { hostname } = new URL(url);
  return { url, hostname, type: 'script', isThirdParty: true, pageHostname: 'page.test', ...more };
}

function blocks(lines: string, url: string, more: Partial<FilterRequest> = {}): boolean {
  const list = new Blocklist();
  list.add(lines);
  return list.match(asking(url, more)) !== null;
}

for (const [line, url, expected] of [
  ['ads.test', 'https://ads.test/x.js', true],
  ['ads.test', 'https://cdn.ads.test/x.js', true],
  ['ads.test', 'https://badads.test/x.js', false],
  ['0.0.0.0 ads.test', 'https://ads.test/', true],
  ['||ads.test^', 'https://a.ads.test:8080/x', true],
  ['||ads.test^', 'https://ads.test.other.test/', false],
  ['||ads.test/banner', 'https://www.ads.test/banner/1.js', true],
  ['||ads.test/banner', 'https://other.test/?u=ads.test/banner', false],
  ['|https://ads.test/', 'https://ads.test/x', true],
  ['|https://ads.test/', 'https://x.test/?https://ads.test/', false],
  ['/banner/*/img^', 'https://x.test/banner/foo/img', true],
  ['/banner/*/img^', 'https://x.test/banner/foo/img?a', true],
  ['/banner/*/img^', 'https://x.test/banner/img', false],
  ['/banner/*/img^', 'https://x.test/banner/foo/imgraph', false],
  ['swf|', 'https://x.test/annoying.swf', true],
  ['swf|', 'https://x.test/swf/index.html', false],
  ['/banner[0-9]+/', 'https://x.test/banner12', true],
  ['-ad-300x250.', 'https://x.test/big-ad-300x250.png', true],
  ['/AdFile.js$match-case', 'https://x.test/adfile.js', false],
  ['/AdFile.js', 'https://x.test/adfile.js', true],
] as const) {
  test(`'${line}' ${expected ? 'blocks' : 'does not block'} ${url}`, () => assert.equal(blocks(line, url), expected));
}

test('options say for what, for whom and on which pages a rule counts', () => {
  const url = 'https://ads.test/x';
  assert.equal(blocks('||ads.test^$image', url), false);
  assert.equal(blocks('||ads.test^$image,script', url), true);
  assert.equal(blocks('||ads.test^$~script', url), false);
  assert.equal(blocks('||ads.test^$third-party', url, { isThirdParty: false }), false);
  assert.equal(blocks('||ads.test^$~third-party', url), false);
  assert.equal(blocks('||ads.test^$domain=page.test|other.test', url), true);
  assert.equal(blocks('||ads.test^$domain=~page.test', url), false);
  assert.equal(blocks('||ads.test^$domain=test.page.test', url), false);
});

test('an exception wins over a rule, and an important rule over an exception', () => {
  const url = 'https://ads.test/x';
  assert.equal(blocks('||ads.test^\n@@||ads.test/x', url), false);
  assert.equal(blocks('@@||ads.test/x\n||ads.test^', url), false);
  assert.equal(blocks('||ads.test^$important\n@@||ads.test/x', url), true);
});

test('comments, cosmetic rules and rules that are about something else are no rules', () => {
  for (const line of [
    '',
    '! comment',
    '# comment',
    '[Adblock Plus 2.0]',
    'page.test##.ad',
    'page.test#@#.ad',
    '##div[id^="ad"]',
    '||ads.test^$csp=script-src none',
    '||ads.test^$removeparam=utm',
    '||ads.test^$popup',
    '127.0.0.1 localhost',
    '*',
    '||',
  ]) {
    assert.equal(parseFilterRule(line), null, line);
  }
});

test('a host on the list gets what its own pages ask of it', () => {
  assert.equal(blocks('tracker.test', 'https://cdn.tracker.test/x', { pageHostname: 'www.tracker.test' }), false);
  assert.equal(blocks('ads.shop.test', 'https://ads.shop.test/x', { pageHostname: 'www.shop.test' }), true);
});

test('any text is a list, and any address can be looked up', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.webUrl(), (lines, url) => {
      const list = new Blocklist();
      list.add(lines.join('\n'));
      list.match(asking(url));
    }),
  );
});

test('the index answers as trying every rule would', () => {
  const part = fc.constantFrom('ads', 'x', 'banner', '.', '/', '*', '^', '-', 'test', '||', '|', 'js', 'a1', '?q=');
  const line = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  const path = fc.array(fc.constantFrom('ads', 'x', 'banner', '.', '/', '-', 'test', 'js', 'a1', '?q='), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), path, (lines, parts) => {
      const url = new URL(`https://ads.test/${parts.join('')}`).href;
      const request = asking(url);
      const rules = lines.map(parseFilterRule).filter((rule) => rule !== null);
      const expected = rules.some(
        (rule) => !rule.isException && countsFor(rule, request) && patternOf(rule).test(request.url),
      );
      assert.equal(blocks(lines.join('\n'), url), expected, `${lines.join(' ; ')} on ${url}`);
    }),
    { numRuns: 500 },
  );
});

const request = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({
  url: new URL(url),
  destination: 'script',
  initiator: { kind: 'page', url: new URL('https://page.test/'), space: 'public' },
  signal: new AbortController().signal,
  ...more,
});

function refuses(options: BlockOptions, asked: FetchRequest, traffic = new Traffic()): boolean {
  try {
    new Blocker(options, traffic).check(asked, asked.url);
    return false;
  } catch (error) {
    assert.ok(isBlocked(error) && error instanceof AgentBrowserError);
    return true;
  }
}

test('the list that comes with it knows the large ones, and leaves the rest alone', () => {
  for (const url of [
    'https://www.google-analytics.com/analytics.js',
    'https://www.googletagmanager.com/gtag/js?id=G-1',
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://www.facebook.com/tr?id=1&ev=PageView',
    'https://securepubads.g.doubleclick.net/tag/js/gpt.js',
  ]) {
    assert.equal(refuses({}, request(url)), true, url);
  }
  for (const url of [
    'https://page.test/app.js',
    'https://cdn.jsdelivr.net/npm/vue@3',
    'https://www.google.com/recaptcha/api.js',
    'https://js.stripe.com/v3/',
    'https://challenges.cloudflare.com/turnstile/v0/api.js',
    'https://accounts.google.com/gsi/client',
    'https://www.facebook.com/groups/',
  ]) {
    assert.equal(refuses({}, request(url)), false, url);
  }
});

test('every line of that list is a rule, a comment or empty', () => {
  const text = readFileSync(new URL('../../src/net/blocklist.txt', import.meta.url), 'utf8');
  const odd = text.split('\n').filter((line) => line !== '' && !line.startsWith('!') && parseFilterRule(line) === null);
  assert.deepEqual(odd, []);
});

test('entries can be added and removed', () => {
  assert.equal(refuses({ add: ['mine.test'] }, request('https://mine.test/')), true);
  assert.equal(refuses({ remove: ['hotjar.com'] }, request('https://static.hotjar.com/x.js')), false);
  assert.equal(refuses({ add: ['@@||hotjar.com^'] }, request('https://static.hotjar.com/x.js')), false);
  assert.equal(refuses({ list: false }, request('https://static.hotjar.com/x.js')), false);
  const missing = () => new Blocker({ lists: ['/no/such/list'] }, new Traffic());
  assert.throws(missing, { code: 'invalid_argument' });
});

test('kinds are switched off, and counted', () => {
  const traffic = new Traffic();
  const font = request('https://page.test/a.woff2?v=1', { destination: 'fetch' });
  assert.equal(refuses({}, font, traffic), true);
  assert.equal(refuses({ types: ['script'] }, font), false);
  assert.equal(refuses({ types: ['script'] }, request('https://page.test/a.js'), traffic), true);
  assert.equal(refuses({ types: ['beacon'] }, request('https://page.test/b', { isBeacon: true }), traffic), true);
  assert.deepEqual(traffic.report().blocked, { font: 1, script: 1, beacon: 1 });
});

test('what the user asks for, and documents, are never blocked', () => {
  assert.equal(refuses({}, request('https://hotjar.com/', { destination: 'document' })), false);
  assert.equal(refuses({}, request('https://hotjar.com/x.js', { initiator: { kind: 'caller' } })), false);
});

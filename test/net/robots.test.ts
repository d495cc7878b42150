import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { CALLER } from '../../src/net/policy.ts';
import { isPathAllowed, parseRobots, RobotsGuard } from '../../src/net/robots.ts';
import { anyText } from '../any-text.ts';
import { type Answer, type Site, site } from '../site.ts';

const allows = (text: string, path: string, name = 'agentbrowser') => isPathAllowed(parseRobots(text, name), path);

for (const [rules, path, expected] of [
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /private', '/private/x', false],
  ['User-agent: *\nDisallow: /private', '/privateer', false],
  ['User-agent: *\nDisallow: /private', '/Private', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?a', true],
  ['User-agent: *\nDisallow: /a*b', '/axxb', false],
  ['User-agent: *\nDisallow: /a%C3%A9', '/aé', false],
  ['User-agent: *\nDisallow: /%61', '/a', false],
  ['# all\nUSER-AGENT : * # comment\ndisallow : /x # here', '/x', false],
  ['User-agent: other\nDisallow: /', '/a', true],
  ['User-agent: AgentBrowser\nAllow: /\n\nUser-agent: *\nDisallow: /', '/a', true],
  ['User-agent: other\nUser-agent: agentbrowser\nDisallow: /', '/a', false],
  ['User-agent: agentbrowser\nDisallow: /a\n\nUser-agent: agentbrowser\nDisallow: /b', '/b', false],
  ['Disallow: /', '/a', true],
] as const) {
  test(`${JSON.stringify(rules)} ${expected ? 'allows' : 'disallows'} ${path}`, () => {
    assert.equal(allows(rules, path), expected);
  });
}

test('any text is rules, and any path has an answer', () => {
  fc.assert(fc.property(anyText(), fc.webPath(), (text, path) => typeof allows(text, path) === 'boolean'));
});

async function guarded(t: TestContext, answers: Record<string, Answer>): Promise<Site & { net: Fetcher }> {
  const made = await site(t, answers);
  const net: Fetcher = new Fetcher(DEFAULT_PROFILE, { guards: [new RobotsGuard('agentbrowser', () => net)] });
  t.after(() => net.close());
  return { ...made, net };
}

function ask(net: Fetcher, url: string, more: Partial<FetchRequest> = {}) {
  const signal = AbortSignal.timeout(5_000);
  return net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more });
}

const text = (body: string): Answer => ({ type: 'text/plain', body });

test('a page that robots.txt closes is not asked for; the file is asked for once', async (t) => {
  const { net, origin, requests } = await guarded(t, {
    '/robots.txt': text('User-agent: *\nDisallow: /no'),
    '/yes': 'x',
    '/no': 'x',
  });
  await ask(net, `${origin}/yes`);
  await assert.rejects(ask(net, `${origin}/no`), { code: 'robots_disallowed' });
  await ask(net, `${origin}/no`, { destination: 'script' });
  assert.deepEqual(requests, ['GET /robots.txt', 'GET /yes', 'GET /no']);
});

test('no robots.txt allows everything, a server that fails nothing', async (t) => {
  const { net, origin } = await guarded(t, { '/a': 'x' });
  await ask(net, `${origin}/a`);
  const broken = await guarded(t, {
    '/robots.txt': (_request, response) => void response.writeHead(503).end(),
    '/a': 'x',
  });
  await assert.rejects(ask(broken.net, `${broken.origin}/a`), { code: 'robots_disallowed' });
});

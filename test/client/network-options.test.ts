import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentBrowser, type NetworkOptions } from '../../src/index.ts';
import { METHODS } from '../../src/protocol/methods.ts';
import { RESOURCE_TYPES } from '../../src/resource-types.ts';
import { redirect, site } from '../site.ts';

test('every option of the network passes the protocol', () => {
  const options: Required<NetworkOptions> = {
    allowedHosts: ['example.com'],
    blockedHosts: ['ads.example.com'],
    privateHosts: 'named',
    block: { types: RESOURCE_TYPES, add: ['a.test'], remove: ['b.test'], lists: ['list.txt'], list: false },
    proxy: {
      servers: ['http://proxy.test:1'],
      rotate: 'page',
      bypass: ['localhost'],
      country: 'auto',
      countryFiles: ['countries.csv'],
    },
    timeZone: 'Europe/Berlin',
    languages: ['de-DE', 'de'],
    identity: 'chrome',
    robots: 'my-agent',
    record: 'a.har',
    replay: 'b.har',
    downloads: 'folder',
    cache: false,
    thirdPartyCookies: 'block',
  };
  assert.deepEqual(METHODS['session.create'].params.parse(options), options);
});

test('options reach the session, and errors come back with their codes', async (t) => {
  await using browser = await AgentBrowser.launch({ behaviour: 'instant', allowEvaluate: true });
  const { origin } = await site(t, { '/': '<p>hi', '/r': redirect('http://169.254.169.254/') });
  const session = await browser.session({ blockedHosts: ['blocked.test'] });
  await session.goto(`${origin}/`);
  assert.equal((await session.network()).requests, 1);
  await assert.rejects(session.goto('http://www.blocked.test/'), { code: 'host_not_allowed' });
  await assert.rejects(session.goto(`${origin}/r`), { code: 'address_not_allowed' });
  const abroad = await browser.session({ timeZone: 'Asia/Tokyo', languages: ['ja'] });
  assert.equal(
    await abroad.evaluate('new Date(0).getHours() + navigator.language + (0.5).toLocaleString("de")'),
    '9ja0,5',
  );
  await assert.rejects(browser.session({ timeZone: 'Nowhere' }), { code: 'invalid_argument' });
  await assert.rejects(browser.session({ proxy: 'nonsense://x' }), { code: 'invalid_argument' });
  await assert.rejects(browser.session({ replay: '/no/such.har' }), { code: 'invalid_argument' });
});

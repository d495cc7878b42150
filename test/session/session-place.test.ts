import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EngineSession, type SessionSettings } from '../../src/session/session.ts';
import { countryIn } from '../../src/session/session-place.ts';
import { site } from '../site.ts';

const MS = 20_000;

const WHERE = `[navigator.language, navigator.languages.join(), Intl.DateTimeFormat().resolvedOptions().timeZone,
  Intl.NumberFormat().resolvedOptions().locale, new Date(0).getHours(), (1.5).toLocaleString()].join(' ')`;

/** What a page and its server are told. */
async function told(t: TestContext, settings: Partial<SessionSettings>): Promise<string> {
  let header = '';
  const { origin } = await site(t, {
    '/': (request, response) => {
      header = String(request.headers['accept-language']);
      response.setHeader('content-type', 'text/html').end('<p>hello');
    },
  });
  const session = await EngineSession.create(
    { viewport: [800, 600], script: true, allowEvaluate: true, ...settings },
    MS,
  );
  t.after(() => session.close());
  await session.goto(`${origin}/`, MS);
  return `${header} ${await session.evaluate(WHERE, MS)}`;
}

/** Forwards plain requests, and notes for whom. */
async function proxy(t: TestContext): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, answer) => {
    asked.push(incoming.url!);
    const { port, pathname } = new URL(incoming.url!);
    const onward = httpRequest({ port, host: '127.0.0.1', path: pathname, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('without a choice everything says UTC and American English', async (t) => {
  assert.equal(await told(t, {}), 'en-US,en;q=0.9 en-US en-US,en UTC en-US 0 1.5');
});

test("with a proxy's country, headers, navigator, Intl and Date agree on it", async (t) => {
  const { url } = await proxy(t);
  assert.equal(
    await told(t, { proxy: { servers: [url], country: 'DE' }, privateHosts: 'all' }),
    'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7 de-DE de-DE,de,en-US,en Europe/Berlin de-DE 1 1,5',
  );
});

test("the user's own choice comes before the proxy's country", async (t) => {
  const { url } = await proxy(t);
  const chosen = { timeZone: 'Asia/Tokyo', languages: ['fr-CA', 'fr'] };
  assert.equal(
    await told(t, { proxy: { servers: [url], country: 'DE' }, privateHosts: 'all', ...chosen }),
    'fr-CA,fr;q=0.9 fr-CA fr-CA,fr Asia/Tokyo fr-CA 9 1,5',
  );
});

test('an address of the user is asked for the country, once and through the proxy', async (t) => {
  const { url, asked } = await proxy(t);
  const { origin } = await site(t, { '/where': { type: 'application/json', body: '{"country":"JP"}' } });
  const found = await told(t, { proxy: { servers: [url], country: `${origin}/where` }, privateHosts: 'all' });
  assert.match(found, /^ja-JP,ja;q=0\.9,en-US;q=0\.8,en;q=0\.7 ja-JP .* Asia\/Tokyo ja-JP 9/);
  assert.deepEqual(asked.slice(0, 1), [`${origin}/where`]);
});

test("with 'auto' the proxy's address is looked up in a file, and a private one is an error", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'countries-'));
  t.after(() => rm(folder, { recursive: true }));
  const countryFiles = [join(folder, 'countries.csv')];
  await writeFile(countryFiles[0]!, '203.0.113.0,203.0.113.255,DE\n');
  const settings = { viewport: [800, 600], script: true, allowEvaluate: true } as const;
  const proxied = { servers: ['http://203.0.113.5:1'], country: 'auto', countryFiles };
  const session = await EngineSession.create({ ...settings, proxy: proxied }, MS);
  t.after(() => session.close());
  assert.match(String(await session.evaluate(WHERE, MS)), /^de-DE de-DE,de,en-US,en Europe\/Berlin/);
  const local = { ...proxied, servers: ['http://127.0.0.1:1'] };
  await assert.rejects(EngineSession.create({ ...settings, proxy: local }, MS), { code: 'invalid_argument' });
});

test('what is no country, zone or language is an error before anything is opened', async () => {
  const usual = { viewport: [800, 600], script: true } as const;
  for (const settings of [
    { proxy: { servers: ['http://127.0.0.1:1'], country: 'XX' } },
    { timeZone: 'Nowhere' },
    { languages: ['?'] },
  ]) {
    await assert.rejects(EngineSession.create({ ...usual, ...settings }, MS), { code: 'invalid_argument' });
  }
});

test('answers with a country, and others', () => {
  const answers = [
    'DE',
    ' de\n',
    '{"country":"FR"}',
    '{"country_code":"jp"}',
    '{"country":"Germany"}',
    '<html>',
    'null',
    '',
  ];
  assert.deepEqual(answers.map(countryIn), ['DE', 'de', 'FR', 'jp', null, null, null, null]);
});

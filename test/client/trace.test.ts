import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { AgentBrowser, type Session } from '../../src/index.ts';
import { site } from '../site.ts';

let browser: AgentBrowser;
before(async () => {
  browser = await AgentBrowser.launch({ inProcess: true, clock: 'virtual', behaviour: 'human' });
});
after(() => browser.shutdown());

const PAGES = {
  '/': `<input aria-label=Name><button onclick="fetch('/data').then((r) => r.text()).then((t) => { out.textContent = t })">Load</button><p id=out></p>`,
  '/data': { type: 'text/plain', body: 'From the server' },
};

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'trace-test-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

async function use(session: Session, origin: string): Promise<void> {
  await session.goto(`${origin}/`);
  await session.type({ role: 'textbox' }, 'Ann');
  await session.click({ role: 'button' });
  await session.click(99).catch(() => undefined);
  await session.read();
  await session.text();
  await session.close();
}

test('a trace tells every call, answer, request and event, for its owner only', async (t) => {
  const trace = await folder(t);
  const { origin } = await site(t, PAGES);
  await use(await browser.session({ trace }), origin);
  const text = await readFile(join(trace, 'trace.jsonl'), 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'call').map(({ method, error }) => [method, error?.code]),
    [
      ['session.goto', undefined],
      ['session.type', undefined],
      ['session.click', undefined],
      ['session.click', 'element_not_found'],
      ['session.read', undefined],
      ['session.text', undefined],
      ['session.close', undefined],
    ],
  );
  const requests = lines.filter(({ event }) => event?.kind === 'request').map(({ event }) => event.message);
  assert.deepEqual(requests, ['GET 200 document', 'GET 200 fetch']);
  assert.match(text, /From the server/);
  assert.equal((await stat(join(trace, 'trace.jsonl'))).mode & 0o077, 0);
});

test('a trace is done again without a network, and nothing differs', async (t) => {
  const trace = await folder(t);
  const { origin, requests } = await site(t, PAGES);
  await use(await browser.session({ trace }), origin);
  const asked = requests.length;
  const report = await browser.replay(trace);
  assert.deepEqual(report, { calls: 6, differences: [] });
  assert.equal(requests.length, asked);
});

test('what is a secret is not in a trace', async (t) => {
  const trace = await folder(t);
  const { origin } = await site(t, { '/': '<script>document.cookie = "sid=cookie-secret; max-age=60"</script><p>Hi' });
  const httpCredentials = { username: 'ann', password: 'basic-secret' };
  const session = await browser.session({ trace, httpCredentials });
  await session.goto(`${origin}/`);
  const { cookies } = await session.storageState();
  assert.equal(cookies[0]?.value, 'cookie-secret');
  await session.close();
  const written = await readFile(join(trace, 'trace.jsonl'), 'utf8');
  assert.doesNotMatch(written, /basic-secret|cookie-secret/);
});

test('a folder without a trace is an error that says so', async (t) => {
  await assert.rejects(browser.replay(await folder(t)), { code: 'invalid_argument', message: /no trace/ });
});

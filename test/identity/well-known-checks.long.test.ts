/**
 * Open-source checks that sites use, run in a session as a site would run them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { EngineSession, type SessionSettings } from '../../src/session/session.ts';
import { type Site, site } from '../site.ts';

const MS = 30_000;

function script(path: string): { readonly type: string; readonly body: string } {
  const file = new URL(`../../node_modules/@fingerprintjs/${path}`, import.meta.url);
  return { type: 'text/javascript', body: readFileSync(file, 'utf8') };
}

const PAGE = `<!doctype html><title>Checks</title><p>hello<script type=module>
  import { load } from './botd.js';
  import Fingerprint from './fp.js';
  const detector = await load({ monitoring: false });
  await detector.collect();
  const verdict = detector.detect();
  const bots = Object.entries(detector.getDetections()).filter(([, { bot }]) => bot).map(([name]) => name);
  const { visitorId, components } = await (await Fingerprint.load({ monitoring: false })).get();
  window.checked = JSON.stringify({ verdict, bots, visitorId, canvas: components.canvas.value, gpu: components.webGlBasics.value });
</script>`;

interface Checked {
  readonly verdict: { readonly bot: boolean };
  readonly bots: readonly string[];
  readonly visitorId: string;
  readonly canvas: { readonly winding: boolean; readonly geometry: string; readonly text: string };
  readonly gpu: { readonly vendorUnmasked: string; readonly rendererUnmasked: string };
}

async function checksOf(session: EngineSession): Promise<Checked> {
  for (let tries = 0; tries < 200; tries++) {
    const text = await session.evaluate('window.checked ?? null', MS);
    if (text !== null) return JSON.parse(String(text)) as Checked;
    await session.wait({ settled: true }, MS);
  }
  throw new Error('The checks did not finish.');
}

function checkSite(t: TestContext): Promise<Site> {
  return site(t, {
    '/': PAGE,
    '/botd.js': script('botd/dist/botd.esm.js'),
    '/fp.js': script('fingerprintjs/dist/fp.esm.js'),
  });
}

async function open(t: TestContext, { origin }: Site, settings: Partial<SessionSettings>): Promise<EngineSession> {
  const all = { viewport: [1280, 800], script: true, allowEvaluate: true, ...settings } as const;
  const session = await EngineSession.create(all, MS);
  t.after(() => session.close());
  await session.goto(`${origin}/`, MS);
  return session;
}

test('nobody takes a session for a robot, whatever its platform', async (t) => {
  const pages = await checkSite(t);
  for (const profile of ['linux', 'windows', 'macos'] as const) {
    const { verdict, bots, gpu } = await checksOf(await open(t, pages, { profile, seed: 5 }));
    assert.deepEqual([verdict.bot, bots], [false, []], profile);
    assert.match(gpu.vendorUnmasked, /^Google Inc\. \(/);
  }
});

test('a session is one visitor through its pages and reloads, and another session is another', async (t) => {
  const pages = await checkSite(t);
  const first = await open(t, pages, { seed: 1 });
  const checked = await checksOf(first);
  await first.reload(MS);
  assert.equal((await checksOf(first)).visitorId, checked.visitorId);
  await first.goto(`${pages.origin}/?again`, MS);
  assert.equal((await checksOf(first)).visitorId, checked.visitorId);
  const ids = new Set([checked.visitorId]);
  for (const seed of [2, 3, 4]) ids.add((await checksOf(await open(t, pages, { seed }))).visitorId);
  assert.equal(ids.size, 4);
  assert.equal((await checksOf(await open(t, pages, { seed: 1 }))).visitorId, checked.visitorId);
});

test('two machines of one kind still differ in what they draw', async (t) => {
  const pages = await checkSite(t);
  const wish = { platform: 'linux', screen: [1920, 1080], hardwareConcurrency: 8, deviceMemory: 8 } as const;
  const drawn = async (seed: number) => (await checksOf(await open(t, pages, { profile: wish, seed }))).canvas;
  const [one, other] = [await drawn(10), await drawn(11)];
  assert.equal(one.winding, true);
  assert.match(one.geometry, /^data:image\/png;base64,/);
  assert.notEqual(one.text, other.text);
  assert.deepEqual(await drawn(10), one);
});

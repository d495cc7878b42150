import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { chooseProfile } from '../../src/identity/choose-profile.ts';
import { EngineSession, type SessionSettings } from '../../src/session/session.ts';
import { openReal } from './real-session.ts';

/** What a navigator says; workers have all of it. */
const NAVIGATOR = `async () => {
  const { userAgent, platform, languages, hardwareConcurrency, deviceMemory, userAgentData } = navigator;
  const hints = ['architecture', 'bitness', 'fullVersionList', 'platformVersion', 'uaFullVersion'];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const high = await userAgentData.getHighEntropyValues(hints);
  return JSON.stringify([userAgent, platform, languages, hardwareConcurrency, deviceMemory, high, timeZone]);
}`;

const PAGE = `<!doctype html><iframe id=frame></iframe><p id=words>words</p><script>
  const ask = ${NAVIGATOR};
  const code = 'postMessage((' + ask + ')().then ? 0 : 0); (' + ask + ')().then((text) => postMessage(text))';
  (async () => {
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    const inWorker = new Promise((done) => {
      worker.onmessage = ({ data }) => data === 0 || done(data);
    });
    const inFrame = frame.contentWindow.eval('(' + ask + ')')();
    window.told = await Promise.all([ask(), inWorker, inFrame]);
    document.title = 'told';
  })();
</script>`;

async function openAs(t: TestContext, settings: Partial<SessionSettings>) {
  const headers: Record<string, unknown> = {};
  const opened = await openReal(
    t,
    {
      '/': (request, response) => {
        Object.assign(headers, request.headers);
        response.setHeader('content-type', 'text/html').end(PAGE);
      },
    },
    { viewport: [1280, 800], clock: 'real', ...settings },
  );
  const read = async (source: string): Promise<unknown> => JSON.parse(String(await opened.evaluate(source)));
  return { ...opened, headers, read };
}

test('pages, workers, frames and headers tell one profile', async (t) => {
  const settings = { profile: 'windows', seed: 11, languages: ['de-DE', 'de'], timeZone: 'Europe/Berlin' } as const;
  const { read, headers, wait } = await openAs(t, settings);
  await wait({ settled: true });
  const profile = chooseProfile({ ...settings, wish: 'windows', viewport: [1280, 800] });
  const told = (await read('JSON.stringify(window.told)')) as string[];
  assert.equal(told.length, 3);
  assert.equal(told[1], told[0]);
  assert.equal(told[2], told[0]);
  const [userAgent, platform, languages, cores, memory, hints, timeZone] = JSON.parse(told[0]!) as unknown[];
  assert.deepEqual(
    [userAgent, platform, languages, cores, memory, timeZone],
    [profile.userAgent, 'Win32', ['de-DE', 'de'], profile.hardwareConcurrency, profile.deviceMemory, 'Europe/Berlin'],
  );
  const { platformVersion, uaFullVersion, platform: name } = hints as Record<string, unknown>;
  assert.deepEqual([platformVersion, uaFullVersion, name], [profile.platformVersion, profile.fullVersion, 'Windows']);
  assert.equal(headers['user-agent'], profile.userAgent);
  assert.equal(headers['sec-ch-ua-platform'], '"Windows"');
  assert.equal(headers['accept-language'], 'de-DE,de;q=0.9');
  const page = `JSON.stringify([screen.width, screen.height, screen.availLeft, screen.availTop, screen.availWidth,
    screen.availHeight, innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio])`;
  assert.deepEqual(await read(page), [
    ...profile.screen,
    ...profile.availableScreen,
    1280,
    800,
    1280 + profile.windowFrame[0],
    800 + profile.windowFrame[1],
    profile.devicePixelRatio,
  ]);
  const onScreen = `JSON.stringify([screenX >= screen.availLeft, screenX + outerWidth <= screen.availLeft + screen.availWidth,
    screenY >= screen.availTop, screenY + outerHeight <= screen.availTop + screen.availHeight,
    matchMedia('(resolution: ' + devicePixelRatio + 'dppx)').matches,
    matchMedia('(device-width: ' + screen.width + 'px)').matches])`;
  assert.deepEqual(await read(onScreen), [true, true, true, true, true, true]);
});

const WIDTHS = `JSON.stringify(['Arial', 'Liberation Sans', 'DejaVu Serif', 'Nonsense'].map((family) => {
  words.style.cssText = 'position: absolute; font: 40px ' + JSON.stringify(family) + ', monospace';
  return words.offsetWidth;
}))`;

test('text is measured with the fonts that the profile has', async (t) => {
  const linux = (await (await openAs(t, { profile: 'linux' })).read(WIDTHS)) as number[];
  const windows = (await (await openAs(t, { profile: 'windows' })).read(WIDTHS)) as number[];
  const [arial, liberation, dejaVu, nonsense] = linux;
  assert.equal(arial, liberation);
  assert.notEqual(dejaVu, nonsense);
  // Its 'monospace' is another family than that of Linux, and what it does not have is measured with it.
  const [, , , otherwise] = windows;
  assert.notEqual(otherwise, nonsense);
  assert.deepEqual(windows, [arial, otherwise, otherwise, otherwise]);
});

test('a profile that contradicts itself opens no session', async () => {
  const settings = { viewport: [1280, 800], script: true, profile: { screen: [1024, 768] } } as const;
  await assert.rejects(EngineSession.create(settings, 20_000), {
    code: 'inconsistent_profile',
    message: /viewport and screen/,
  });
});

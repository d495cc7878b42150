/**
 * `node bench/link.ts`: a page with 60 sub-resources over a link of 50 ms, in agentbrowser and in Chromium.
 *
 * The same server for both, whose every answer takes 50 ms. Chromium loads everything, as it does for people; agentbrowser
 * loads what an agent needs. Timings count only while nothing else runs.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium, launchChromium } from '../fixtures/chromium.ts';
import { EngineSession } from '../src/session/session.ts';

const DELAY_MS = 50;
const ROUNDS = 7;
/** How many of what: a page as they are, with more pictures than anything else. */
const COUNTS = { css: 4, js: 14, png: 30, woff2: 5, mp4: 2, tracker: 5 } as const;

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const TYPES: Readonly<Record<string, readonly [string, string | Buffer]>> = {
  css: ['text/css', 'p { margin: 4px }'],
  js: ['text/javascript', 'globalThis.loaded = (globalThis.loaded ?? 0) + 1;'],
  png: ['image/gif', PIXEL],
  woff2: ['font/woff2', Buffer.alloc(1000)],
  mp4: ['video/mp4', Buffer.alloc(1000)],
};

const each = (kind: keyof typeof COUNTS, markup: (at: number) => string) =>
  Array.from({ length: COUNTS[kind] }, (_, at) => markup(at)).join('\n');

const page = `<!doctype html><title>60 resources</title>
${each('css', (at) => `<link rel=stylesheet href=/${at}.css>`)}
<style>${each('woff2', (at) => `@font-face { font-family: F${at}; src: url(/${at}.woff2) }`)}</style>
${each('js', (at) => `<script src=/${at}.js></script>`)}
${each('tracker', (at) => `<script async src=/matomo.js?${at}></script>`)}
<body>
${each('woff2', (at) => `<p style="font-family: F${at}">Text in a font of its own.</p>`)}
${each('png', (at) => `<img src=/${at}.png width=40 height=30>`)}
${each('mp4', (at) => `<video src=/${at}.mp4 preload=auto></video>`)}
<p><a href=/next>A link</a></p>`;

let requests = 0;
const server = createServer((request, response) => {
  requests++;
  const path = (request.url ?? '/').split('?')[0]!;
  const [type, body] = path === '/' ? ['text/html', page] : (TYPES[path.split('.').at(-1)!] ?? ['text/plain', '']);
  setTimeout(() => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body), DELAY_MS);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** The median time of a load, and how many requests one takes. */
async function measure(name: string, load: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  await load();
  requests = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await load();
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  console.log(`${name.padEnd(14)} ${median.toFixed(0).padStart(5)} ms, ${requests / ROUNDS} requests`);
  return median;
}

const own = await measure('agentbrowser', async () => {
  const session = await EngineSession.create({ viewport: [1280, 800], script: true }, 20_000);
  await session.goto(url, 20_000);
  await session.close();
});
const path = findChromium();
if (path !== null) {
  const browser = await launchChromium(path);
  const other = await measure('Chromium', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const tab = await context.newPage();
    await tab.goto(url, { waitUntil: 'load' });
    await context.close();
  });
  console.log(`${(other / own).toFixed(1)} times as fast`);
  await browser.close();
}
server.close();
process.exit(0);

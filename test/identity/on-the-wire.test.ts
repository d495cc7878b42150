/**
 * What a server hears of a session and what its pages, frames and workers are told are one story, whatever asks for what.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { SessionSettings } from '../../src/session/session.ts';
import { openReal } from '../session/real-session.ts';

/** Asked in every kind of realm. */
const TELL = `JSON.stringify({
  userAgent: navigator.userAgent, languages: navigator.languages.join(), language: navigator.language,
  platform: navigator.platform, cores: navigator.hardwareConcurrency, memory: navigator.deviceMemory,
  brands: JSON.stringify(navigator.userAgentData.brands), named: navigator.userAgentData.platform,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: Intl.DateTimeFormat().resolvedOptions().locale,
  offset: new Date(2026, 0, 1).getTimezoneOffset() + ' ' + new Date(2026, 6, 1).getTimezoneOffset(),
  date: new Date(0).toLocaleString(), text: String(new Date(0)), number: (1234.5).toLocaleString(),
})`;

const PAGE = `<!doctype html><title>Wire</title>
  <link rel=stylesheet href=/style.css><script src=/script.js></script><script type=module src=/module.js></script>
  <img src=/image.png><iframe src=/frame></iframe><p>text</p>
  <script>
    window.told = {};
    addEventListener('message', ({ data }) => { told.frame = data; });
    fetch('/fetch');
    const request = new XMLHttpRequest();
    request.open('GET', '/xhr');
    request.send();
    new Worker('/worker.js').onmessage = ({ data }) => { told.worker = data; };
    const shared = new SharedWorker('/shared.js');
    shared.port.onmessage = ({ data }) => { told.shared = data; };
    new EventSource('/events');
    new WebSocket(location.href.replace('http', 'ws') + 'socket');
    navigator.sendBeacon('/beacon', 'x');
    told.page = ${TELL};
  </script>`;

/** What each request has to say of who asks. */
const KINDS = [
  '/',
  '/style.css',
  '/script.js',
  '/module.js',
  '/image.png',
  '/frame',
  '/fetch',
  '/xhr',
  '/worker.js',
  '/shared.js',
  '/events',
  '/beacon',
  '/from-worker',
];

interface Told {
  readonly userAgent: string;
  readonly languages: string;
  readonly brands: string;
  readonly named: string;
}

function hintOf(brands: string): string {
  const list = JSON.parse(brands) as { readonly brand: string; readonly version: string }[];
  return list.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', ');
}

for (const [what, settings] of [
  ['the usual profile', {}],
  [
    'a machine of the catalogue in another country',
    { profile: 'windows', seed: 5, languages: ['de-DE', 'de', 'en'], timeZone: 'Europe/Berlin' },
  ],
  [
    "Chrome's handshake",
    { identity: 'chrome', profile: 'macos', seed: 7, languages: ['ja-JP', 'ja'], timeZone: 'Asia/Tokyo' },
  ],
] as readonly (readonly [string, Partial<SessionSettings>])[]) {
  test(`requests, pages, frames and workers tell one story: ${what}`, async (t) => {
    const heard: Record<string, IncomingMessage['headers']> = {};
    const hear =
      (type: string, body: string) =>
      (request: IncomingMessage, response: ServerResponse): void => {
        heard[request.url!] = request.headers;
        response.writeHead(200, { 'content-type': type }).end(body);
      };
    const script = hear('text/javascript', '');
    const { evaluate, wait } = await openReal(
      t,
      {
        '/': hear('text/html', PAGE),
        '/style.css': hear('text/css', ''),
        '/script.js': script,
        '/module.js': script,
        '/image.png': hear('image/png', ''),
        '/frame': hear('text/html', `<!doctype html><script>parent.postMessage(${TELL}, '*')</script>`),
        '/fetch': hear('text/plain', ''),
        '/xhr': hear('text/plain', ''),
        '/worker.js': hear('text/javascript', `fetch('/from-worker'); postMessage(${TELL})`),
        '/shared.js': hear('text/javascript', `onconnect = ({ ports }) => ports[0].postMessage(${TELL})`),
        '/events': hear('text/event-stream', ''),
        '/beacon': hear('text/plain', ''),
        '/from-worker': hear('text/plain', ''),
        '/socket': hear('text/plain', ''),
      },
      { images: true, clock: 'real', ...settings } as Partial<SessionSettings>,
    );
    await wait({ settled: true });
    const told = JSON.parse(String(await evaluate('JSON.stringify(told)'))) as Record<string, string>;
    for (const realm of ['frame', 'worker', 'shared']) assert.equal(told[realm], told['page'], realm);
    const { userAgent, languages, brands, named } = JSON.parse(told['page']!) as Told;
    for (const path of KINDS) {
      const headers = heard[path];
      assert.ok(headers !== undefined, `${path} was not asked for`);
      assert.equal(headers['user-agent'], userAgent, path);
      // As in Chrome workers and what they ask for tell no hints.
      const isOfWorker = /worker|shared/.test(path);
      assert.equal(headers['sec-ch-ua'], isOfWorker ? undefined : hintOf(brands), path);
      assert.equal(headers['sec-ch-ua-platform'], isOfWorker ? undefined : `"${named}"`, path);
      assert.equal(headers['accept-language']!.replace(/;q=[\d.]+/g, ''), languages, path);
    }
  });
}

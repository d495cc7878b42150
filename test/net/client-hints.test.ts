import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE, type Profile } from '../../src/identity/profile.ts';
import type { Destination } from '../../src/identity/request-headers.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { CALLER } from '../../src/net/policy.ts';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, type Site, site } from '../site.ts';

const USUAL = new Set(['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform']);

interface Asked {
  readonly path: string;
  /** Hints besides those that every request has, in their order. */
  readonly hints: string[];
  readonly values: Record<string, string>;
}

/** A site that notes the hints of every request; `headers` are what it answers by path. */
async function hintSite(t: TestContext, headers: Record<string, Record<string, string>>): Promise<[Site, Asked[]]> {
  const asked: Asked[] = [];
  const answer: Answer = (request, response) => {
    const values: Record<string, string> = {};
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      const name = request.rawHeaders[at]!;
      const isHint = /^(?:sec-ch-|dpr|rtt|ect|downlink|viewport-|device-)/.test(name);
      if (isHint && !USUAL.has(name)) values[name] = request.rawHeaders[at + 1]!;
    }
    asked.push({ path: request.url!, hints: Object.keys(values), values });
    response.writeHead(200, { 'content-type': 'text/html', ...headers[request.url!] }).end('x');
  };
  const paths = ['/', '/next', '/clear', '/one', '/x.js', '/data', '/critical', '/frame', '/shared', '/foreign'];
  return [await site(t, Object.fromEntries(paths.map((path) => [path, answer]))), asked];
}

function client(t: TestContext, profile: Profile = DEFAULT_PROFILE) {
  const net = new Fetcher(profile);
  t.after(() => net.close());
  return async (url: string, more: Partial<FetchRequest> = {}) => {
    const signal = AbortSignal.timeout(10_000);
    const asks = { url: new URL(url), destination: 'document', initiator: CALLER, signal } as const;
    const { body, status } = await net.fetch({ ...asks, ...more });
    body.resume();
    return status;
  };
}

const from = (origin: string, destination: Destination): Partial<FetchRequest> => ({
  destination,
  initiator: { kind: 'page', url: new URL(`${origin}/`), space: 'loopback' },
});

const local = ({ port }: Site) => `http://localhost:${port}`;

test('a server that asks for hints gets them from then on, with the values of the profile', async (t) => {
  const wanted = 'Sec-CH-UA-Arch, sec-ch-ua-platform-version,Sec-CH-UA-Full-Version-List, DPR, Sec-CH-Bogus, Sec-CH-UA';
  const [server, asked] = await hintSite(t, { '/': { 'accept-ch': wanted } });
  const profile = {
    ...DEFAULT_PROFILE,
    platformName: 'Windows',
    platformVersion: '19.0.0',
    devicePixelRatio: 1.25,
  } as const;
  const get = client(t, profile);
  await get(`${local(server)}/`);
  await get(`${local(server)}/next`);
  assert.deepEqual(asked[0]!.hints, []);
  const { values, hints } = asked[1]!;
  assert.deepEqual(hints, ['dpr', 'sec-ch-ua-arch', 'sec-ch-ua-platform-version', 'sec-ch-ua-full-version-list']);
  assert.equal(values['sec-ch-ua-platform-version'], '"19.0.0"');
  assert.equal(values['sec-ch-ua-arch'], '"x86"');
  assert.equal(values['dpr'], '1.25');
  assert.match(values['sec-ch-ua-full-version-list']!, /"Google Chrome";v="156\.\d+\.\d+\.\d+"/);
});

test('all hints stand where Chrome has them, in pages and in what pages ask for', async (t) => {
  const all =
    'Sec-CH-UA-Platform-Version, Sec-CH-UA-Arch, Sec-CH-UA-Bitness, Sec-CH-UA-Model, Sec-CH-UA-Full-Version, ' +
    'Sec-CH-UA-Full-Version-List, Sec-CH-UA-WoW64, Sec-CH-UA-Form-Factors, Device-Memory, DPR, Viewport-Width, ' +
    'Sec-CH-Device-Memory, Sec-CH-DPR, Sec-CH-Viewport-Width, Sec-CH-Viewport-Height, RTT, Downlink, ECT, Save-Data, ' +
    'Sec-CH-Prefers-Color-Scheme, Sec-CH-Prefers-Reduced-Motion, Sec-CH-Prefers-Reduced-Transparency';
  const [server, asked] = await hintSite(t, { '/': { 'accept-ch': all } });
  const get = client(t);
  await get(`${local(server)}/`);
  await get(`${local(server)}/next`);
  await get(`${local(server)}/x.js`, from(local(server), 'script'));
  // Recorded from Chromium 156.
  assert.equal(
    asked[1]!.hints.join(' '),
    'device-memory sec-ch-device-memory dpr sec-ch-dpr viewport-width sec-ch-viewport-width sec-ch-viewport-height rtt ' +
      'downlink ect sec-ch-ua-full-version sec-ch-ua-arch sec-ch-ua-platform-version sec-ch-ua-model sec-ch-ua-bitness ' +
      'sec-ch-ua-wow64 sec-ch-ua-full-version-list sec-ch-ua-form-factors sec-ch-prefers-color-scheme ' +
      'sec-ch-prefers-reduced-motion sec-ch-prefers-reduced-transparency',
  );
  assert.equal(
    asked[2]!.hints.join(' '),
    'sec-ch-ua-full-version-list viewport-width device-memory sec-ch-dpr sec-ch-ua-model sec-ch-ua-form-factors ' +
      'sec-ch-ua-bitness sec-ch-ua-wow64 sec-ch-ua-arch sec-ch-prefers-reduced-transparency sec-ch-ua-full-version ' +
      'sec-ch-viewport-width downlink sec-ch-viewport-height ect sec-ch-device-memory sec-ch-prefers-reduced-motion dpr ' +
      'sec-ch-prefers-color-scheme rtt sec-ch-ua-platform-version',
  );
});

test('the last answer with Accept-CH counts, one without it changes nothing', async (t) => {
  const [server, asked] = await hintSite(t, {
    '/': { 'accept-ch': 'Sec-CH-UA-Model, Sec-CH-UA-Arch' },
    '/one': { 'accept-ch': 'Sec-CH-UA-Bitness' },
    '/clear': { 'accept-ch': '' },
  });
  const get = client(t);
  for (const path of ['/', '/next', '/one', '/next', '/clear', '/next']) await get(local(server) + path);
  const both = ['sec-ch-ua-arch', 'sec-ch-ua-model'];
  const bitness = ['sec-ch-ua-bitness'];
  assert.deepEqual(
    asked.map(({ hints }) => hints),
    [[], both, both, bitness, bitness, []],
  );
});

test('only documents ask; their own requests tell, those of workers and those to others do not', async (t) => {
  const [server, asked] = await hintSite(t, {
    '/': { 'accept-ch': 'Sec-CH-UA-Arch' },
    '/x.js': { 'accept-ch': 'DPR' },
  });
  const other = `http://127.0.0.1:${server.port}`;
  const get = client(t);
  const own = (destination: Destination) => from(local(server), destination);
  await get(`${local(server)}/`);
  await get(`${local(server)}/x.js`, own('script'));
  await get(`${local(server)}/data`, own('fetch'));
  await get(`${local(server)}/frame`, own('iframe'));
  await get(`${local(server)}/data`, { ...own('fetch'), client: 'worker' });
  await get(`${other}/x.js`, own('script'));
  await get(`${other}/frame`, own('iframe'));
  const arch = ['sec-ch-ua-arch'];
  assert.deepEqual(
    asked.map(({ hints }) => hints),
    [[], arch, arch, arch, [], [], []],
  );
});

test('a page shares hints with the origins that its policy names, and its next page says so anew', async (t) => {
  const server = await hintSite(t, {
    '/shared': {
      'accept-ch': 'Sec-CH-UA-Arch, Sec-CH-UA-Model, DPR',
      'permissions-policy': 'camera=(), ch-ua-arch=(self "https://elsewhere.test"), ch-ua-model=*',
    },
  });
  const [{ port }, asked] = server;
  const get = client(t);
  const other = `http://127.0.0.1:${port}`;
  await get(`http://localhost:${port}/shared`);
  await get(`${other}/x.js`, from(`http://localhost:${port}`, 'script'));
  await get(`http://localhost:${port}/next`);
  await get(`${other}/x.js`, from(`http://localhost:${port}`, 'script'));
  assert.deepEqual(asked[1]!.hints, ['sec-ch-ua-model']);
  assert.deepEqual(asked[3]!.hints, []);
});

test('what a page cannot do without is asked for again at once, and once only', async (t) => {
  const critical = { 'accept-ch': 'Sec-CH-UA-Bitness, Sec-CH-UA-Arch', 'critical-ch': 'Sec-CH-UA-Bitness' };
  const [server, asked] = await hintSite(t, { '/critical': critical, '/one': { 'critical-ch': 'DPR' } });
  const get = client(t);
  await get(`${local(server)}/critical`);
  await get(`${local(server)}/critical`);
  await get(`${local(server)}/one`);
  const both = ['sec-ch-ua-arch', 'sec-ch-ua-bitness'];
  assert.deepEqual(
    asked.map(({ path, hints }) => [path, hints]),
    [
      ['/critical', []],
      ['/critical', both],
      ['/critical', both],
      ['/one', both],
    ],
  );
});

test('what metas of a document ask for, its own requests tell, and what follows does not', async (t) => {
  const told: string[] = [];
  const note = (request: IncomingMessage) => {
    const hints = Object.keys(request.headers).filter((name) => name.startsWith('sec-ch-ua-') && !USUAL.has(name));
    told.push([request.url, ...hints.map((name) => name.slice('sec-ch-ua-'.length)).sort()].join(' '));
  };
  const reply =
    (type: string, body: () => string): Answer =>
    (request, response) => {
      note(request);
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body());
    };
  const other = await site(t, { '/other.js': reply('text/javascript', () => '') });
  const { origin } = await site(t, {
    '/': reply(
      'text/html',
      () => `<!doctype html><link rel=stylesheet href="/before.css">
        <META HTTP-EQUIV="Accept-CH" content=" sec-ch-ua-arch , sec-ch-bogus">
        <meta http-equiv="delegate-ch" content="Sec-CH-UA-Model ${other.origin}; Sec-CH-UA-Bitness *">
        <meta name="accept-ch" content="sec-ch-ua-wow64">
        <script src="/own.js"></script><script src="${other.origin}/other.js"></script><iframe src="/frame"></iframe>`,
    ),
    '/before.css': reply('text/css', () => ''),
    '/own.js': reply('text/javascript', () => ''),
    '/frame': reply('text/html', () => 'frame'),
    '/next': reply('text/html', () => '<script src="/own.js"></script>'),
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${origin}/`, 20_000);
  assert.deepEqual(told.splice(0).sort(), [
    '/',
    '/before.css arch bitness model',
    '/frame bitness model',
    '/other.js model',
    '/own.js arch bitness model',
  ]);
  await session.goto(`${origin}/next`, 20_000);
  assert.deepEqual(told, ['/next', '/own.js']);
});

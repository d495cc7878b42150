/**
 * Recordings against the format: every field that HAR 1.2 has, where it stands, of which type, and whether it has to be there.
 *
 * http://www.softwareishard.com/blog/har-12-spec/
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EngineSession } from '../../src/session/session.ts';
import { closedPort, socketHead } from '../site.ts';

/** A field's type; a question mark behind it says that it may be left out. Lists are written as one of their members. */
type Format = string | readonly [Format] | { readonly [field: string]: Format };

const PAIR = { name: 'text', value: 'text', comment: 'text?' };
const COOKIE = {
  name: 'text',
  value: 'text',
  path: 'text?',
  domain: 'text?',
  expires: 'date?',
  httpOnly: 'flag?',
  secure: 'flag?',
  comment: 'text?',
};
const CACHED = { expires: 'date?', lastAccess: 'date', eTag: 'text', hitCount: 'count', comment: 'text?' };
const PROGRAM = { name: 'text', version: 'text', comment: 'text?' };

const LOG = {
  version: 'text',
  creator: PROGRAM,
  'browser?': PROGRAM,
  'pages?': [
    {
      startedDateTime: 'date',
      id: 'text',
      title: 'text',
      pageTimings: { onContentLoad: 'time?', onLoad: 'time?', comment: 'text?' },
      comment: 'text?',
    },
  ],
  entries: [
    {
      pageref: 'text?',
      startedDateTime: 'date',
      time: 'time',
      request: {
        method: 'text',
        url: 'url',
        httpVersion: 'text',
        cookies: [COOKIE],
        headers: [PAIR],
        queryString: [PAIR],
        'postData?': {
          mimeType: 'text',
          'params?': [{ name: 'text', value: 'text?', fileName: 'text?', contentType: 'text?', comment: 'text?' }],
          text: 'text?',
          comment: 'text?',
        },
        headersSize: 'size',
        bodySize: 'size',
        comment: 'text?',
      },
      response: {
        status: 'count',
        statusText: 'text',
        httpVersion: 'text',
        cookies: [COOKIE],
        headers: [PAIR],
        content: {
          size: 'count',
          compression: 'number?',
          mimeType: 'text',
          text: 'text?',
          encoding: 'text?',
          comment: 'text?',
        },
        redirectURL: 'text',
        headersSize: 'size',
        bodySize: 'size',
        comment: 'text?',
      },
      cache: { 'beforeRequest?': CACHED, 'afterRequest?': CACHED, comment: 'text?' },
      timings: {
        blocked: 'size?',
        dns: 'size?',
        connect: 'size?',
        send: 'time',
        wait: 'time',
        receive: 'time',
        ssl: 'size?',
        comment: 'text?',
      },
      serverIPAddress: 'text?',
      connection: 'text?',
      comment: 'text?',
    },
  ],
  comment: 'text?',
} as const satisfies Format;

const TYPES: Record<string, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  /** -1 where it is not known. */
  size: (value) => typeof value === 'number' && value >= -1,
  time: (value) => typeof value === 'number' && value >= 0,
  /** ISO 8601, as the format shows it. */
  date: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value),
  /** Whole, and without its fragment. */
  url: (value) => typeof value === 'string' && URL.canParse(value) && !value.includes('#'),
};

function faults(value: unknown, format: Format, where: string): string[] {
  if (typeof format === 'string') {
    return TYPES[format.replace('?', '')]!(value) ? [] : [`${where} is ${JSON.stringify(value)}, not ${format}`];
  }
  if (Array.isArray(format)) {
    if (!Array.isArray(value)) return [`${where} is no list`];
    return value.flatMap((member, at) => faults(member, format[0] as Format, `${where}[${at}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where} is no object`];
  const fields = Object.entries(format).map(([name, part]) => [name.replace('?', ''), name, part as Format] as const);
  const known = new Set(fields.map(([name]) => name));
  // What is not of the format begins with an underscore.
  const unknown = Object.keys(value).filter((name) => !known.has(name) && !name.startsWith('_'));
  const wrong = fields.flatMap(([name, written, part]) => {
    const given = (value as Record<string, unknown>)[name];
    const mayMiss = written.endsWith('?') || (typeof part === 'string' && part.endsWith('?'));
    if (given === undefined) return mayMiss ? [] : [`${where}.${name} is missing`];
    return faults(given, part, `${where}.${name}`);
  });
  return [...wrong, ...unknown.map((name) => `${where} has no '${name}'`)];
}

/** What the fields say about each other. */
function contradictions(log: Har['log']): string[] {
  const pages = new Set(log.pages.map(({ id }) => id));
  return log.entries.flatMap((entry, at) => {
    const { request, response, timings, time, pageref } = entry;
    const { content } = response;
    const sum = timings.send + timings.wait + timings.receive;
    const told: string[] = [];
    if (Math.abs(sum - time) > 0.01) told.push('time is not the sum of its timings');
    if (pageref !== undefined && !pages.has(pageref)) told.push(`there is no page ${pageref}`);
    if (content.encoding !== undefined && content.encoding !== 'base64') told.push(`the encoding ${content.encoding}`);
    if (request.queryString.length !== [...new URL(request.url).searchParams].length) told.push('another query');
    if (request.postData === undefined && request.bodySize > 0) told.push('a body without postData');
    const moved = response.headers.find(({ name }) => name.toLowerCase() === 'location')?.value ?? '';
    if (response.redirectURL !== moved) told.push('redirectURL is not Location');
    return told.map((fault) => `entries[${at}] ${request.method} ${request.url}: ${fault}`);
  });
}

interface Har {
  readonly log: {
    readonly version: string;
    readonly pages: readonly { readonly id: string; readonly title: string }[];
    readonly entries: readonly {
      readonly pageref?: string;
      readonly time: number;
      readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly httpVersion: string;
        readonly cookies: readonly { readonly name: string; readonly value: string }[];
        readonly queryString: readonly unknown[];
        readonly bodySize: number;
        readonly postData?: { readonly mimeType: string; readonly text: string };
      };
      readonly response: {
        readonly status: number;
        readonly cookies: readonly Readonly<Record<string, unknown>>[];
        readonly redirectURL: string;
        readonly headers: readonly { readonly name: string; readonly value: string }[];
        readonly content: { readonly size: number; readonly encoding?: string; readonly text: string };
        readonly bodySize: number;
      };
      readonly _error?: string;
    }[];
  };
}

const PAGE = `<!doctype html><title>Shop</title><img src="/pixel.gif"><script src="/script.js"></script>
  <script src="https://www.google-analytics.com/analytics.js"></script>
  <form method="post" action="/form"><input name="q" value="tea"><input name="password" value="x"><button>Go</button></form>
  <script>
    const form = new FormData();
    form.set('file', new File(['a'], 'a.txt'));
    const done = Promise.allSettled([
      fetch('/json?token=t&a=1#end', { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }),
      fetch('/parts', { method: 'POST', body: form }),
      fetch('/bytes', { method: 'POST', body: new Uint8Array([0, 255, 128]) }),
      fetch('http://127.0.0.1:CLOSED/'),
      fetch('/script.js', { cache: 'no-cache' }),
      fetch('/script.js'),
      new Promise((resolve) => { const socket = new WebSocket('ws://' + location.host + '/'); socket.onclose = resolve; }),
    ]).then(() => document.body.append('All asked'));
  </script>`;

function answer(closed: number) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    const path = request.url!.split('?')[0]!;
    if (path === '/') response.writeHead(302, { location: '/moved' }).end();
    else if (path === '/moved') response.writeHead(307, { location: '/page?x=1' }).end();
    else if (path === '/page') {
      const cookies = ['sid=s3cret; Path=/; HttpOnly; Max-Age=600', 'theme=dark; Path=/; SameSite=Lax'];
      const body = gzipSync(PAGE.replace('CLOSED', String(closed)));
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'set-cookie': cookies })
        .end(body);
    } else if (path === '/pixel.gif')
      response.writeHead(200, { 'content-type': 'image/gif' }).end(Buffer.of(71, 73, 70, 255));
    else if (path === '/script.js') {
      const isKnown = request.headers['if-none-match'] === '"1"';
      const headers = { etag: '"1"', 'cache-control': 'max-age=600', 'content-type': 'text/javascript' };
      response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? '' : 'var known = 1');
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${path}`);
  };
}

/** A site whose web sockets are closed at once. */
async function shop(t: TestContext): Promise<string> {
  const server = createServer(answer(await closedPort()));
  server.on('upgrade', (request, socket: Socket) => {
    socket.write(socketHead(request));
    socket.end(Buffer.of(0x88, 0));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const MS = 20_000;

async function visit(session: EngineSession, origin: string): Promise<string> {
  await session.goto(`${origin}/#top`, MS);
  await session.wait({ text: 'All asked' }, MS);
  const { els } = await session.state({}, MS);
  const { id } = els.find(({ text }) => text === 'Go')!;
  await session.act({ name: 'click', target: id, inputs: (target) => [{ kind: 'click', id: target }] }, MS);
  return JSON.stringify((await session.state({}, MS)).els);
}

test('a recording has every field of HAR 1.2, of its type, and no other', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(folder, { recursive: true }));
  const record = join(folder, 'session.har');
  const origin = await shop(t);
  const usual = { viewport: [800, 600], script: true, images: true } as const;
  const session = await EngineSession.create({ ...usual, record }, MS);
  const seen = await visit(session, origin);
  await session.close();
  const text = await readFile(record, 'utf8');
  const { log } = JSON.parse(text) as Har;

  assert.deepEqual(faults(log, LOG, 'log'), []);
  assert.deepEqual(contradictions(log), []);
  assert.equal(log.version, '1.2');
  assert.doesNotMatch(text, /s3cret/);

  const asked = log.entries.map(({ request, response, _error: error }) => {
    return `${request.method} ${request.url.replace(origin, '').replace(/:\d+\/$/, ':n/')} ${error ?? response.status}`;
  });
  assert.deepEqual(asked.sort(), [
    'GET / 302',
    'GET /moved 307',
    'GET /page?x=1 200',
    'GET /pixel.gif 200',
    'GET /script.js 200',
    'GET /script.js 304',
    'GET http://127.0.0.1:n/ connection_refused',
    'POST /bytes 200',
    'POST /form 200',
    'POST /json?token=redacted&a=1 200',
    'POST /parts 200',
  ]);
  // A redirect leads on within its page; the form leads to the next one.
  assert.deepEqual(
    log.pages.map(({ title }) => title.replace(origin, '')),
    ['/', '/form'],
  );

  const entry = (end: string) => log.entries.find(({ request }) => request.url.endsWith(end))!;
  const page = entry('/page?x=1');
  assert.ok(page.response.content.size > page.response.bodySize, 'the body was compressed');
  assert.deepEqual(
    page.response.cookies.map(({ expires, ...cookie }) => ({ ...cookie, lasts: expires !== undefined })),
    [
      { name: 'sid', value: '[redacted]', path: '/', domain: '127.0.0.1', httpOnly: true, secure: false, lasts: true },
      {
        name: 'theme',
        value: '[redacted]',
        path: '/',
        domain: '127.0.0.1',
        httpOnly: false,
        secure: false,
        lasts: false,
      },
    ],
  );
  assert.deepEqual(
    entry('/pixel.gif').request.cookies.map(({ name }) => name),
    ['sid', 'theme'],
  );
  assert.equal(entry('/pixel.gif').response.content.encoding, 'base64');
  assert.equal(entry('/form').request.postData?.text, 'q=tea&password=[redacted]');
  assert.equal(entry('/script.js').request.httpVersion, 'HTTP/1.1');

  // And what was recorded can be gone through again, failures and cached answers included.
  const replay = await EngineSession.create({ ...usual, replay: record }, MS);
  t.after(() => replay.close());
  assert.equal(await visit(replay, origin), seen);
});

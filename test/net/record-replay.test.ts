import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../src/net/fetch.ts';
import { fromHar } from '../../src/net/har.ts';
import { redactedBody, redactedHeaders } from '../../src/net/har-redact.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { CALLER, type Initiator } from '../../src/net/policy.ts';
import { RecordingTransport } from '../../src/net/record.ts';
import { ReplayTransport } from '../../src/net/replay.ts';
import { type Answer, redirect, type Site, site } from '../site.ts';

async function file(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agentbrowser-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'session.har');
}

function ask(net: Fetcher, url: string, more: Partial<FetchRequest> = {}): Promise<FetchResponse> {
  const signal = AbortSignal.timeout(10_000);
  return net.fetch({ url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more });
}

async function read(response: FetchResponse): Promise<string> {
  return Buffer.from(await readBody(response.body, response.url, 1e6)).toString();
}

interface Recorded extends Site {
  readonly path: string;
  readonly replay: Fetcher;
}

/** Asks for everything once with a recorder, and gives a fetcher that has only the recording. */
async function recorded(
  t: TestContext,
  answers: Record<string, Answer>,
  work: (net: Fetcher, origin: string) => Promise<void>,
  redact?: (text: string) => string,
): Promise<Recorded> {
  const path = await file(t);
  const made = await site(t, answers);
  const net = new Fetcher(DEFAULT_PROFILE, {
    transport: new RecordingTransport(new HttpTransport(), path, '0.0.0', redact),
  });
  await work(net, made.origin);
  await net.close();
  const replay = new Fetcher(DEFAULT_PROFILE, { transport: ReplayTransport.open(path) });
  return { ...made, path, replay };
}

test('what was recorded comes back without the network, codings and redirects included', async (t) => {
  const zipped: Answer = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end(gzipSync('<p>hello'));
  };
  const { replay, origin, requests } = await recorded(t, { '/a': redirect('/b'), '/b': zipped }, async (net, from) => {
    await read(await ask(net, `${from}/a`));
  });
  const response = await ask(replay, `${origin}/a`);
  assert.equal(response.url.href, `${origin}/b`);
  assert.equal(response.space, 'loopback');
  assert.equal(await read(response), '<p>hello');
  assert.equal(requests.length, 2);
});

test('bytes that are not text come back as they were', async (t) => {
  const body = Buffer.from([0, 255, 128, 10, 13, 0xe9]);
  const { replay, origin } = await recorded(t, { '/x': { type: 'image/png', body } }, async (net, from) => {
    await read(await ask(net, `${from}/x`));
  });
  const response = await ask(replay, `${origin}/x`);
  assert.deepEqual(Buffer.from(await readBody(response.body, response.url, 100)), body);
});

test('a page in another encoding keeps its bytes', async (t) => {
  const body = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
  const { replay, origin } = await recorded(t, { '/x': { type: 'text/html', body } }, async (net, from) => {
    await read(await ask(net, `${from}/x`));
  });
  const response = await ask(replay, `${origin}/x`);
  assert.deepEqual(Buffer.from(await readBody(response.body, response.url, 100)), body);
});

test('the same request gets its answers one after the other, and then the last', async (t) => {
  let count = 0;
  const counting: Answer = (_request, response) => void response.end(String(++count));
  const { replay, origin } = await recorded(t, { '/n': counting }, async (net, from) => {
    await read(await ask(net, `${from}/n`));
    await read(await ask(net, `${from}/n`));
  });
  const seen = [];
  for (let at = 0; at < 3; at++) seen.push(await read(await ask(replay, `${origin}/n`)));
  assert.deepEqual(seen, ['1', '2', '2']);
});

test('answers to different bodies are told apart', async (t) => {
  const echo: Answer = (request, response) => void request.pipe(response);
  const post = (text: string) => ({ method: 'POST', body: Buffer.from(text) });
  const { replay, origin } = await recorded(t, { '/e': echo }, async (net, from) => {
    await read(await ask(net, `${from}/e`, post('one')));
    await read(await ask(net, `${from}/e`, post('two')));
  });
  assert.equal(await read(await ask(replay, `${origin}/e`, post('two'))), 'two');
});

test('an answer that nobody waits for any more is recorded once, wherever its body was', async (t) => {
  const begun: Answer = (_request, response) => void response.writeHead(200, { 'x-a': '1' }).flushHeaders();
  const leaving: ((body: Readable) => unknown)[] = [
    () => undefined,
    (body) => body.read(),
    (body) => body.on('data', () => undefined),
    (body) => void readBody(body, new URL('http://x/'), 1e6).catch(() => undefined),
  ];
  const { path } = await recorded(t, { '/a': begun }, async (net, from) => {
    for (const leave of leaving) {
      const left = new AbortController();
      const { body } = await ask(net, `${from}/a`, { signal: left.signal });
      body.on('error', () => undefined);
      const closed = once(body, 'close');
      leave(body);
      left.abort();
      body.destroy();
      await closed;
    }
  });
  assert.equal(fromHar(await readFile(path, 'utf8'), path).length, leaving.length);
});

test('what was not recorded is not_recorded, never a request', async (t) => {
  const { replay, origin, requests } = await recorded(t, { '/a': 'a', '/b': 'b' }, async (net, from) => {
    await read(await ask(net, `${from}/a`));
  });
  await assert.rejects(ask(replay, `${origin}/b`), { code: 'not_recorded' });
  assert.equal(requests.length, 1);
});

test('what came from this machine is not replayed to a public page', async (t) => {
  const { replay, origin } = await recorded(t, { '/a': 'a' }, async (net, from) => {
    await read(await ask(net, `${from}/a`));
  });
  const initiator: Initiator = { kind: 'page', url: new URL('https://example.com/'), space: 'public' };
  const asked = ask(replay, `${origin}/a`, { initiator, destination: 'document' });
  await assert.rejects(asked, { code: 'address_not_allowed' });
  assert.equal(await read(await ask(replay, `${origin}/a`)), 'a');
});

test('no secret is in the file, which only its owner can read', async (t) => {
  const answers: Record<string, Answer> = {
    '/login': (_request, response) => {
      response.writeHead(200, { 'set-cookie': 'sid=cookie-secret; Path=/', 'content-type': 'text/html' });
      response.end('<p>Welcome, your code is vault-secret');
    },
  };
  const { path } = await recorded(
    t,
    answers,
    async (net, from) => {
      const body = Buffer.from('user=ann&password=form-secret');
      const headers = [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Authorization', 'Bearer bearer-secret'],
      ] as const;
      await read(await ask(net, `${from}/login?key=vault-secret`, { method: 'POST', body, headers }));
      await read(await ask(net, `${from}/login`));
    },
    (text) => text.replaceAll('vault-secret', '[redacted]'),
  );
  const text = await readFile(path, 'utf8');
  assert.ok(!/cookie-secret|form-secret|bearer-secret|vault-secret/.test(text));
  assert.match(text, /user=ann&password=\[redacted\]/);
  assert.match(text, /"sid=\[redacted\]; Path=\/"/);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('fields of forms and of JSON are redacted by their names', () => {
  assert.equal(
    redactedBody('{"user":"ann","password":"x\\"y","n":1}', 'application/json'),
    '{"user":"ann","password":"[redacted]","n":1}',
  );
  assert.equal(
    redactedBody('a=1&csrf_token=2&otp=123456', 'application/x-www-form-urlencoded'),
    'a=1&csrf_token=[redacted]&otp=[redacted]',
  );
  const part = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nsecret\r\n--b--';
  assert.ok(!redactedBody(part, 'multipart/form-data; boundary=b').includes('secret'));
  assert.deepEqual(
    redactedHeaders([
      ['Cookie', 'a=1'],
      ['Accept', '*/*'],
    ]),
    [
      ['Cookie', '[redacted]'],
      ['Accept', '*/*'],
    ],
  );
});

test('tokens in addresses and answers are not written, and what was asked with them is found again', async (t) => {
  const answers: Record<string, Answer> = {
    '/go': redirect('/there?access_token=hidden1&author=ann'),
    '/there': { type: 'application/json', body: '{"access_token":"hidden2","author":"ann"}' },
  };
  const { replay, origin, path } = await recorded(t, answers, async (net, from) => {
    await read(await ask(net, `${from}/go`));
  });
  const text = await readFile(path, 'utf8');
  assert.doesNotMatch(text, /hidden/);
  assert.match(text, /author=ann/);
  const expected = '{"access_token":"[redacted]","author":"ann"}';
  assert.equal(await read(await ask(replay, `${origin}/there?access_token=other&author=ann`)), expected);
  assert.equal(await read(await ask(replay, `${origin}/go`)), expected);
});

test('a HAR of another tool can be replayed', async () => {
  const entry = {
    request: { method: 'GET', url: 'https://shop.test/#x', headers: [{ name: ':authority', value: 'shop.test' }] },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Encoding', value: 'br' },
        { name: 'Content-Type', value: 'text/html' },
      ],
      content: { text: 'PHA+aGk=', encoding: 'base64' },
    },
  };
  const text = JSON.stringify({ log: { entries: [entry, null, { request: 1 }] } });
  const net = new Fetcher(DEFAULT_PROFILE, { transport: new ReplayTransport(fromHar(text, 'x.har')) });
  assert.equal(await read(await ask(net, 'https://shop.test/')), '<p>hi');
});

test('a file that is no recording is told at once', () => {
  for (const text of ['', '{}', '[]', 'null', '{"log":{}}']) {
    assert.throws(() => fromHar(text, 'x.har'), { code: 'invalid_argument' }, text);
  }
  assert.throws(() => ReplayTransport.open('/no/such/file.har'), { code: 'invalid_argument' });
});

test('a body that nobody read is recorded as empty, and the session ends all the same', async (t) => {
  const { path } = await recorded(t, { '/a': 'x'.repeat(1e5) }, async (net, from) => {
    (await ask(net, `${from}/a`)).body.destroy();
  });
  assert.equal(fromHar(await readFile(path, 'utf8'), path).length, 1);
});

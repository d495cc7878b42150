import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, type Site, site } from '../site.ts';

const MS = 20_000;

/** A document whose pieces a test sends, one at a time. */
interface Slow {
  readonly answer: Answer;
  response(): Promise<ServerResponse>;
}

function slow(type = 'text/html; charset=utf-8'): Slow {
  let arrived: (response: ServerResponse) => void = () => undefined;
  const response = new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });
  return {
    answer: (_request, answer) => {
      answer.writeHead(200, type === '' ? {} : { 'content-type': type });
      arrived(answer);
    },
    response: () => response,
  };
}

interface Opening {
  readonly session: EngineSession;
  readonly site: Site;
  readonly goto: Promise<unknown>;
  readonly response: ServerResponse;
}

async function begin(
  t: TestContext,
  {
    type,
    first,
    answers = {},
    ms = MS,
  }: { type?: string; first: string | Uint8Array; answers?: Record<string, Answer>; ms?: number },
): Promise<Opening> {
  const document = slow(type);
  const made = await site(t, { '/': document.answer, ...answers });
  const session = await EngineSession.create({ viewport: [800, 600], script: true, allowEvaluate: true }, MS);
  t.after(() => session.close());
  const goto = session.goto(`${made.origin}/`, ms);
  // Whoever expects it to fail says so later.
  goto.catch(() => undefined);
  const response = await document.response();
  response.write(first);
  return { session, site: made, goto, response };
}

const has = async (condition: () => boolean) => {
  while (!condition()) await pause(5);
};

test('a script runs when the parser gets to it, while the rest is still to come', async (t) => {
  const { goto, response, site, session } = await begin(t, {
    first: '<p id=a>one</p><script>fetch("/ran")</script>',
    answers: { '/ran': 'yes' },
  });
  await has(() => site.requests.includes('GET /ran'));
  response.end('<p>two');
  await goto;
  assert.equal(await session.evaluate('document.body.textContent', MS), 'onefetch("/ran")two');
});

test('what stands behind a script that holds up the parser is fetched before that is done', async (t) => {
  let release: () => void = () => undefined;
  const { goto, response, site, session } = await begin(t, {
    first: '<script src=/slow.js></script>',
    answers: {
      '/slow.js': (_request, answer) => {
        release = () => void answer.writeHead(200, { 'content-type': 'text/javascript' }).end('var order = "slow"');
      },
      '/late.js': { type: 'text/javascript', body: 'order += " late"' },
    },
  });
  await has(() => site.requests.includes('GET /slow.js'));
  response.write('<script src=/late.js></script>');
  await has(() => site.requests.includes('GET /late.js'));
  release();
  response.end();
  await goto;
  assert.equal(await session.evaluate('order', MS), 'slow late');
});

test('readyState and DOMContentLoaded wait for the end of the document', async (t) => {
  const { goto, response, site, session } = await begin(t, {
    first: `<script>
      var log = [document.readyState];
      document.addEventListener('readystatechange', () => log.push(document.readyState));
      document.addEventListener('DOMContentLoaded', () => log.push('content ' + document.querySelectorAll('p').length));
      addEventListener('load', () => log.push('load'));
      fetch('/ran').then(() => { log.push('fetched'); return fetch('/told') });
    </script><p>one`,
    answers: { '/ran': '', '/told': '' },
  });
  await has(() => site.requests.includes('GET /told'));
  response.end('<p>two');
  await goto;
  assert.equal(await session.evaluate('log.join()', MS), 'loading,fetched,interactive,content 2,complete,load');
});

test('a server that never ends: what has come is shown within the call, and an event says so', async (t) => {
  const { goto, response, session } = await begin(t, { first: '<title>T</title><h1>Hello</h1>', ms: 5_000 });
  const dribble = setInterval(() => response.write('.'), 20);
  t.after(() => clearInterval(dribble));
  const page = (await goto) as { readonly els: readonly { readonly text?: string }[] };
  assert.ok(page.els.some(({ text }) => text === 'Hello'));
  assert.equal(await session.evaluate('document.readyState', MS), 'complete');
  const failures = session.events(0).filter(({ kind }) => kind === 'request_failed');
  assert.match(failures.map(({ message }) => message).join(), /^timeout: .* was still coming after [45] s\./);
});

test('a body that breaks off leaves what came before it', async (t) => {
  const { goto, response, session } = await begin(t, { first: '<h1>Hello</h1><script>var seen = 1</script>' });
  await pause(100);
  response.destroy();
  await goto;
  assert.equal(await session.evaluate('seen + document.readyState', MS), '1complete');
  const failures = session.events(0).filter(({ kind }) => kind === 'request_failed');
  assert.equal(failures.length, 1);
  assert.match(failures[0]!.message, /The page has what came before\.$/);
});

test('so does one that breaks off at once: with a wrong length, or in the middle of its coding', async (t) => {
  const begun = deflateRawSync(`<h1>Hello</h1>${' '.repeat(100_000)}`, { finishFlush: constants.Z_SYNC_FLUSH });
  // A block of type 3, which there is not.
  const broken = Buffer.concat([gzipSync('').subarray(0, 10), begun, Buffer.of(7)]);
  const session = await EngineSession.create({ viewport: [800, 600], script: true, allowEvaluate: true }, MS);
  t.after(() => session.close());
  const { origin } = await site(t, {
    '/short': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
      response.write('<h1>Hello</h1>');
      response.socket?.destroySoon();
    },
    '/coded': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(broken);
    },
  });
  for (const path of ['/short', '/coded']) {
    await session.goto(`${origin}${path}`, MS);
    assert.equal(await session.evaluate('document.querySelector("h1").textContent', MS), 'Hello', path);
  }
  const failures = session.events(0).filter(({ kind }) => kind === 'request_failed');
  assert.equal(failures.filter(({ message }) => message.endsWith('The page has what came before.')).length, 2);
});

test('an encoding that the first kilobyte names is that of the whole document', async (t) => {
  const { goto, response, session } = await begin(t, {
    type: 'text/html',
    first: `<meta charset=shift_jis>${' '.repeat(1024)}`,
  });
  // A character in two pieces.
  response.write(Buffer.from([0x83]));
  await pause(50);
  response.end(Buffer.from([0x65]));
  await goto;
  assert.equal(await session.evaluate('document.characterSet + document.body.textContent', MS), 'Shift_JISテ');
});

test('plain text is shown as it comes', async (t) => {
  const { goto, response, session } = await begin(t, { type: 'text/plain', first: '<b>one' });
  await pause(50);
  response.end(' & two');
  await goto;
  assert.equal(await session.evaluate('document.querySelector("pre").textContent', MS), '<b>one & two');
});

test('a document without a type is looked at when its first kilobyte is there', async (t) => {
  const { goto, response, site } = await begin(t, {
    type: '',
    first: `<html>${' '.repeat(1100)}<script>fetch('/ran')</script>`,
    answers: { '/ran': '' },
  });
  await has(() => site.requests.includes('GET /ran'));
  response.end();
  await goto;
});

test('a call that ends too early leaves a page that goes on coming', async (t) => {
  const document = slow();
  const { origin } = await site(t, { '/': document.answer });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, MS);
  t.after(() => session.close());
  const goto = session.goto(`${origin}/`, MS, { waitUntil: 'none' });
  const response = await document.response();
  response.write('<h1>One</h1>');
  await goto;
  response.end('<h1>Two</h1>');
  let texts: (string | undefined)[] = [];
  while (!texts.includes('Two')) {
    await pause(5);
    texts = (await session.state({}, MS)).els.map(({ text }) => text);
  }
  assert.deepEqual(texts, ['One', 'Two']);
});

test('leaving a document that is still coming ends its request', async (t) => {
  const document = slow();
  const { origin } = await site(t, { '/': document.answer, '/next': '<p>next' });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, MS);
  t.after(() => session.close());
  const goto = session.goto(`${origin}/`, MS, { waitUntil: 'none' });
  const response = await document.response();
  response.write('<h1>One</h1>');
  await goto;
  const closed = new Promise((resolve) => response.once('close', resolve));
  await session.goto(`${origin}/next`, MS);
  await closed;
});

/** What a page's script hears of an answer that breaks off behind its head: the head, what came, and then that it failed. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import type { FetchCommand } from '../../src/page/network/commands.ts';
import { blankDocument, type LoadedDocument } from '../../src/session/load-document.ts';
import { PageNetwork } from '../../src/session/page-network.ts';
import { EngineSession } from '../../src/session/session.ts';
import { type Answer, type Handler, site } from '../site.ts';

async function logOf(t: TestContext, answers: Record<string, Answer>): Promise<string[]> {
  const { origin } = await site(t, answers);
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${origin}/`, 20_000);
  return session
    .events(0)
    .filter(({ kind }) => kind === 'console')
    .map(({ message }) => message);
}

const LENGTH = 'Content-Length: 100';
const CHUNKS = 'Transfer-Encoding: chunked';

const COMMAND: FetchCommand = {
  kind: 'fetch',
  id: 1,
  url: '',
  method: 'GET',
  headers: [],
  body: null,
  isBinary: false,
  mode: 'cors',
  credentials: 'same-origin',
  redirect: 'follow',
  referrer: '',
  referrerPolicy: '',
  isBackground: false,
  keepalive: false,
};

/** Head and half a body in one packet, and the end of the connection right behind it. */
const cutOff =
  (framing: string, body: string, type = 'text/plain'): Handler =>
  (_request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n${body}`);
  };

test('a page that was busy meanwhile hears of the head, of what came and of the failure, in this order', async (t) => {
  const { origin } = await site(t, { '/length': cutOff(LENGTH, 'half'), '/chunks': cutOff(CHUNKS, '4\r\nhalf\r\n') });
  const fetcher = new Fetcher(DEFAULT_PROFILE);
  t.after(() => fetcher.close());
  const document: LoadedDocument = { ...blankDocument(), url: new URL(origin), space: 'loopback' };
  for (const path of ['/length', '/chunks']) {
    const { promise: failed, resolve: onFailure } = Promise.withResolvers<string>();
    const none = () => undefined;
    const network = new PageNetwork(fetcher, () => document, none, onFailure, none);
    network.start({ ...COMMAND, url: `${origin}${path}` });
    await failed;
    const messages = network.take().map(({ kind, data }) => [kind, data]);
    assert.deepEqual(messages, [
      ['head', 'half'],
      ['error', ''],
    ]);
    assert.equal(network.hasNews, false);
  }
});

/** What a page does with each way of reading. */
const READ_ALL = `<script>(async () => {
  for (const path of ['/length', '/chunks']) {
    for (const read of ['text', 'json', 'arrayBuffer', 'blob', 'bytes']) {
      const response = await fetch(path).catch((error) => console.log('fetch rejects', error.name));
      await response?.[read]().then(() => console.log(path, read, 'resolves'),
        (error) => console.log(path, response.status, read, error.name));
    }
  }
})()</script>`;

test('fetch() resolves with the head of a body that is cut off, and reading it fails', async (t) => {
  const answers = { '/length': cutOff(LENGTH, '[1'), '/chunks': cutOff(CHUNKS, '2\r\n[1\r\n') };
  assert.deepEqual(
    await logOf(t, { '/': READ_ALL, ...answers }),
    ['/length', '/chunks'].flatMap((path) =>
      ['text', 'json', 'arrayBuffer', 'blob', 'bytes'].map((read) => `${path} 200 ${read} TypeError`),
    ),
  );
});

test('a reader gets what came of a body that is cut off, and then the failure', async (t) => {
  const page = `<script>(async () => {
    const { body } = await fetch('/length');
    const reader = body.getReader();
    const { value, done } = await reader.read();
    console.log(new TextDecoder().decode(value), done);
    await reader.read().then(() => console.log('resolves'), (error) => console.log(error.name, error.message));
    await reader.closed.catch((error) => console.log('closed', error.name));
  })()</script>`;
  const log = await logOf(t, { '/': page, '/length': cutOff(LENGTH, 'half') });
  assert.deepEqual(log, ['half false', 'TypeError network error', 'closed TypeError']);
});

test('a copy of a response that is cut off fails as the response does', async (t) => {
  const page = `<script>(async () => {
    const response = await fetch('/length');
    const copy = response.clone();
    for (const each of [response, copy]) await each.text().catch((error) => console.log(error.name));
  })()</script>`;
  assert.deepEqual(await logOf(t, { '/': page, '/length': cutOff(LENGTH, 'half') }), ['TypeError', 'TypeError']);
});

test('XMLHttpRequest goes through its states, also where the body is cut off', async (t) => {
  const page = `<script>const xhr = new XMLHttpRequest();
    xhr.onreadystatechange = () => console.log(xhr.readyState, xhr.status, xhr.responseText);
    xhr.onprogress = ({ loaded, total }) => console.log('progress', loaded, total);
    for (const type of ['load', 'error', 'loadend']) xhr.addEventListener(type, () => console.log(type));
    xhr.open('GET', '/length'); xhr.send()</script>`;
  const log = await logOf(t, { '/': page, '/length': cutOff(LENGTH, 'half') });
  const progress = ['1 0 ', '2 200 ', '3 200 half', 'progress 4 100'];
  assert.deepEqual(log, [...progress, '4 0 ', 'error', 'loadend']);
});

test('an event source hears the events before its connection broke', async (t) => {
  const held: ServerResponse[] = [];
  const page = `<script>const source = new EventSource('/events');
    for (const type of ['open', 'message']) source.addEventListener(type, ({ data = '' }) => console.log(type, data));
    source.onerror = () => { console.log('error', source.readyState); source.close(); fetch('/done') };
    fetch('/wait')</script>`;
  const log = await logOf(t, {
    '/': page,
    '/events': cutOff(LENGTH, 'data: one\n\n', 'text/event-stream'),
    // The page is not settled before this one is answered.
    '/wait': (_request, response) => held.push(response),
    '/done': (_request, response) => {
      for (const each of [response, ...held]) each.end();
    },
  });
  assert.deepEqual(log, ['open ', 'message one', 'error 0']);
});

test('a connection that ends before there is a head rejects fetch()', async (t) => {
  const page = `<script>fetch('/gone').then(() => console.log('resolves'), (error) => console.log(error.message))</script>`;
  const log = await logOf(t, { '/': page, '/gone': (_request, response) => void response.socket?.destroy() });
  assert.deepEqual(log, ['Failed to fetch']);
});

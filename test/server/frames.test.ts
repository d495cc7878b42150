import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { FrameInput } from '../../src/server/frame-input.ts';
import { site } from '../site.ts';
import { OTHER_TOKEN, type Served, serve, TOKEN } from './served.ts';

type Message = Readonly<Record<string, unknown>> & { readonly type: string };

class Window {
  readonly #socket: WebSocket;
  readonly messages: Message[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.messages.push(JSON.parse(String(data)) as Message));
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  /** The next message that holds, of those that have not been taken. */
  async next(holds: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.messages.findIndex(holds);
      if (at >= 0) return this.messages.splice(0, at + 1).at(-1)!;
      await once(this.#socket, 'message');
    }
  }
}

async function connect(t: TestContext, { url }: Served, query = ''): Promise<Window> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/browser/stream${query}`, [
    'agentbrowser.frames',
    `agentbrowser.token.${TOKEN}`,
  ]);
  t.after(() => socket.close());
  const window = new Window(socket);
  await once(socket, 'open');
  return window;
}

/** The status that a wish for a stream is answered with; the token must not be in what comes back. */
function handshake(port: number, headers: Record<string, string>): Promise<number> {
  const usual = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': Buffer.from('sixteen bytes ok').toString('base64') };
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: '/browser/stream', headers: { ...usual, ...key, ...headers } });
    const told = (response: IncomingMessage, socket?: Duplex) => {
      assert.ok(!JSON.stringify(response.headers).includes(TOKEN));
      socket?.destroy();
      asked.destroy();
      resolve(response.statusCode!);
    };
    asked.on('upgrade', told).on('response', told).on('error', reject).end();
  });
}

const FORM = `<title>Form</title><body style="margin: 0"><input style="position: absolute; left: 100px; top: 100px; width: 200px">
  <p id="out"></p><script>document.querySelector('input').oninput = (e) => { out.textContent = e.target.value }</script>`;

test('a stream without our protocol is a JPEG for each change, and what a person does in it reaches the page', async (t) => {
  const { origin } = await site(t, { '/': FORM });
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `${origin}/` });
  const window = await connect(t, served, '?sessionId=a');

  const { data, metadata } = await window.next(({ type }) => type === 'frame');
  assert.equal(Buffer.from(String(data), 'base64').subarray(6, 10).toString(), 'JFIF');
  const { deviceWidth, deviceHeight } = metadata as Record<string, number>;
  assert.deepEqual([deviceWidth, deviceHeight], [800, 600]);

  const click = { type: 'input_mouse', x: 150, y: 110, button: 'left', clickCount: 1 };
  window.send({ ...click, eventType: 'mousePressed' });
  window.send({ ...click, eventType: 'mouseReleased' });
  await window.next(({ type, control }) => type === 'status' && control === 'you');
  window.send({ type: 'input_keyboard', eventType: 'keyDown', key: 'h', code: 'KeyH', text: 'h' });
  window.send({ type: 'input_keyboard', eventType: 'char', text: 'h' });
  window.send({ type: 'input_keyboard', eventType: 'keyUp', key: 'h', code: 'KeyH' });
  window.send({ type: 'input_keyboard', eventType: 'char', text: 'i' });

  const { feed, session } = served.desk.find(served.firstOwner, 'a');
  for (let texts = ''; !texts.endsWith('hi'); ) {
    await window.next(({ type }) => type === 'frame');
    const { page } = await session.frame(0, 0, false);
    texts = page!.els.map(({ text = '' }) => text).join('');
    assert.doesNotMatch(texts, /hh/);
  }
  assert.equal(feed.control, 'person');
});

test('a stream is for a token of its own, under a name of the server, and for no page of another origin', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const offering = (...protocols: string[]) => ({ 'sec-websocket-protocol': protocols.join(', ') });
  const token = `agentbrowser.token.${TOKEN}`;
  const asked: readonly (readonly [headers: Record<string, string>, status: number])[] = [
    [bearer(TOKEN), 101],
    [offering(token), 101],
    [offering('agentbrowser.frames', token), 101],
    [offering('agentbrowser.live', token), 101],
    [{}, 401],
    [bearer(''), 401],
    [bearer(`${TOKEN}x`), 401],
    [offering('agentbrowser.frames', 'agentbrowser.token.'), 401],
    [offering('agentbrowser.live', 'agentbrowser.token.nobody'), 401],
    // Somebody else's session is none.
    [bearer(OTHER_TOKEN), 409],
    [{ ...bearer(TOKEN), origin: 'http://evil.test' }, 403],
    [{ ...bearer(TOKEN), origin: 'null' }, 403],
    [{ ...bearer(TOKEN), origin: `https://127.0.0.1:${served.port}` }, 403],
    [{ ...offering('agentbrowser.live', token), origin: `http://localhost:${served.port + 1}` }, 403],
    [{ ...bearer(TOKEN), host: `evil.test:${served.port}` }, 403],
    [{ ...bearer(TOKEN), host: '127.0.0.1' }, 403],
    [{ ...bearer(TOKEN), origin: served.url }, 101],
  ];
  for (const [headers, status] of asked) {
    assert.equal(await handshake(served.port, headers), status, JSON.stringify(headers));
  }
});

test('without tokens a stream is still for no foreign page', async (t) => {
  const served = await serve(t, { tokens: [] });
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  assert.equal(await handshake(served.port, {}), 101);
  assert.equal(await handshake(served.port, { origin: 'http://evil.test' }), 403);
  assert.equal(await handshake(served.port, { host: `evil.test:${served.port}` }), 403);
});

test('a stream without a session ends at once, and one without a token is refused', async (t) => {
  const served = await serve(t);
  const open = async (protocols: string[]) => {
    const socket = new WebSocket(`${served.url.replace('http', 'ws')}/browser/stream`, protocols);
    return Promise.race([once(socket, 'open').then(() => 'open'), once(socket, 'error').then(() => 'refused')]);
  };
  assert.equal(await open(['agentbrowser.frames', `agentbrowser.token.${TOKEN}`]), 'refused');
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  assert.equal(await open(['agentbrowser.frames']), 'refused');
  assert.equal(await open(['agentbrowser.frames', `agentbrowser.token.${TOKEN}`]), 'open');
});

test('a pointer that moves a lot keeps nothing else from the page', async (t) => {
  const { origin } = await site(t, { '/': FORM });
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `${origin}/` });
  const window = await connect(t, served);
  const click = { type: 'input_mouse', x: 150, y: 110, button: 'left', clickCount: 1 };
  window.send({ ...click, eventType: 'mousePressed' });
  window.send({ ...click, eventType: 'mouseReleased' });
  await window.next(({ type, control }) => type === 'status' && control === 'you');
  for (let x = 0; x < 400; x++) window.send({ type: 'input_mouse', eventType: 'mouseMoved', x: 150 + (x % 5), y: 110 });
  window.send({ type: 'input_keyboard', eventType: 'keyDown', key: 'x', text: 'x' });

  const { session } = served.desk.find(served.firstOwner, 'a');
  for (let texts = ''; texts !== 'x'; ) {
    const { type, message } = await window.next(({ type: kind }) => kind === 'frame' || kind === 'error');
    assert.equal(type, 'frame', String(message));
    const { page } = await session.frame(0, 0, false);
    texts = page!.els.map(({ text = '' }) => text).join('');
  }
});

test('what a window sent before it went away does not stop the agent again', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  const { session } = served.desk.find(served.firstOwner, 'a');
  const takeOver = session.takeOver.bind(session);
  const asked = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  let takenOver = 0;
  session.takeOver = async (options) => {
    takenOver++;
    asked.resolve();
    await first.promise;
    return takeOver(options);
  };
  const window = await connect(t, served);
  for (let times = 0; times < 4; times++) window.send({ type: 'input_mouse', eventType: 'mousePressed', x: 1, y: 1 });
  await asked.promise;
  await window.close();
  first.resolve();
  // An action of the agent goes through only when nobody has the page, and what came before it has been done by then.
  assert.equal((await served.post('scroll', { sessionId: 'a', direction: 'down' })).status, 200);
  assert.equal(takenOver, 1);
});

const INPUTS: readonly (readonly [fact: string, message: object, events: readonly object[] | null])[] = [
  [
    'a double click with Shift',
    { type: 'input_mouse', eventType: 'mousePressed', x: 1, y: 2, clickCount: 2, modifiers: 8 },
    [{ kind: 'down', x: 1, y: 2, button: 'left', count: 2, modifiers: ['Shift'] }],
  ],
  [
    'a wheel',
    { type: 'input_mouse', eventType: 'mouseWheel', x: 1, y: 2, deltaX: 0, deltaY: 120 },
    [{ kind: 'wheel', x: 1, y: 2, dx: 0, dy: 120 }],
  ],
  [
    'a pointer on its way',
    { type: 'input_mouse', eventType: 'mouseMoved', x: 3, y: 4 },
    [{ kind: 'move', x: 3, y: 4 }],
  ],
  [
    'a key',
    { type: 'input_keyboard', eventType: 'keyDown', key: 'Enter', code: 'Enter' },
    [{ kind: 'key', key: 'Enter', modifiers: [] }],
  ],
  ['a key that is let go', { type: 'input_keyboard', eventType: 'keyUp', key: 'Enter' }, []],
  [
    'a finger',
    { type: 'input_touch', eventType: 'touchStart', touchPoints: [{ x: 5, y: 6 }] },
    [{ kind: 'down', x: 5, y: 6 }],
  ],
  [
    'a finger whose touch is cancelled',
    { type: 'input_touch', eventType: 'touchCancel', touchPoints: [] },
    [{ kind: 'up', x: -1, y: -1 }],
  ],
  ['something else', { type: 'input_voice' }, null],
  ['a place that is none', { type: 'input_mouse', eventType: 'mousePressed', x: 'left', y: 2 }, null],
];

for (const [fact, message, events] of INPUTS) {
  test(`input: ${fact}`, () => assert.deepEqual(new FrameInput().read(message), events));
}

test('a key and its own character are one', () => {
  const input = new FrameInput();
  const read = (eventType: string, fields: object) => input.read({ type: 'input_keyboard', eventType, ...fields });
  const enter = { kind: 'key', key: 'Enter', modifiers: [] };
  assert.deepEqual(read('keyDown', { key: 'Enter', code: 'Enter' }), [enter]);
  assert.deepEqual(read('char', { text: '\r' }), []);
  assert.deepEqual(read('keyUp', { key: 'Enter' }), []);
  // By itself, a control character is its key.
  assert.deepEqual(read('char', { text: '\r' }), [enter]);
  assert.deepEqual(read('char', { text: '\t' }), [{ kind: 'key', key: 'Tab', modifiers: [] }]);
});

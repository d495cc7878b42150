import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { FrameInput } from '../../src/server/frame-input.ts';
import { site } from '../site.ts';
import { type Served, serve, TOKEN } from './served.ts';

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
  ['something else', { type: 'input_voice' }, null],
  ['a place that is none', { type: 'input_mouse', eventType: 'mousePressed', x: 'left', y: 2 }, null],
];

for (const [fact, message, events] of INPUTS) {
  test(`input: ${fact}`, () => assert.deepEqual(new FrameInput().read(message), events));
}

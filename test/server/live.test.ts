import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { ClientMessage, ServerMessage } from '../../src/server/live-messages.ts';
import { applyDelta } from '../../src/spatial/delta.ts';
import type { SpatialDom } from '../../src/spatial/spatial-dom.ts';
import { site } from '../site.ts';
import { codeOf, OTHER_TOKEN, type Served, serve, TOKEN } from './served.ts';

type Message<Type> = Extract<ServerMessage, { readonly type: Type }>;

class Watcher {
  readonly #socket: WebSocket;
  readonly messages: ServerMessage[] = [];
  page: SpatialDom | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      this.messages.push(message);
      if (message.type === 'page') this.page = message.page;
      if (message.type === 'delta' && this.page !== null) {
        assert.equal(message.delta.from, this.page.version);
        this.page = applyDelta(this.page, message.delta);
      }
    });
  }

  send(message: ClientMessage | object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The first message of its kind that holds, waited for where it has not come yet. */
  async until<Type extends ServerMessage['type']>(
    type: Type,
    holds: (message: Message<Type>) => boolean = () => true,
  ): Promise<Message<Type>> {
    for (let at = 0; ; ) {
      for (; at < this.messages.length; at++) {
        const message = this.messages[at]!;
        if (message.type === type && holds(message as Message<Type>)) return message as Message<Type>;
      }
      await once(this.#socket, 'message');
    }
  }

  async untilShown(text: string): Promise<void> {
    while (!this.page?.els.some((element) => element.text?.includes(text))) await once(this.#socket, 'message');
  }

  close(): void {
    this.#socket.close();
  }
}

async function watch(t: TestContext, { url }: Served, sessionId: string, token = TOKEN): Promise<Watcher> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/browser/stream`, [
    'agentbrowser.live',
    `agentbrowser.token.${token}`,
  ]);
  const watcher = new Watcher(socket);
  await once(socket, 'open');
  assert.equal(socket.protocol, 'agentbrowser.live');
  t.after(() => socket.close());
  watcher.send({ type: 'view', state: 'expanded' });
  watcher.send({ type: 'watch', sessionId });
  return watcher;
}

const COUNTER = '<button onclick="this.textContent = Number(this.textContent) + 1">0</button>';

test('a viewer sees the page, what changes in it, and the steps', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `data:text/html,${COUNTER}` });
  const viewer = await watch(t, served, 'a');
  await viewer.untilShown('0');
  const { body } = await served.post('snapshot', { sessionId: 'a' });
  const [{ ref } = { ref: '' }] = body['refs'] as { ref: string }[];
  await served.post('click', { sessionId: 'a', ref });
  await viewer.untilShown('1');
  assert.ok(viewer.messages.some(({ type }) => type === 'delta'));
  const { steps } = await viewer.until('status', (status) => status.steps.some(({ name }) => name.startsWith('click')));
  assert.equal(steps.at(-1)?.by, 'agent');
});

test('sessions come and go while somebody looks on', async (t) => {
  const served = await serve(t);
  const viewer = await watch(t, served, 'a');
  assert.equal((await viewer.until('error')).code, 'session_closed');
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  await viewer.until('sessions', ({ sessions }) => sessions[0]?.id === 'a');
  viewer.send({ type: 'watch', sessionId: 'a' });
  await viewer.until('page');
  await served.post('close', { sessionId: 'a' });
  await viewer.until('ended');
});

test('a collapsed viewer gets no pages', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `data:text/html,${COUNTER}` });
  const viewer = await watch(t, served, 'a');
  await viewer.until('page');
  viewer.send({ type: 'view', state: 'collapsed' });
  await served.post('open', { sessionId: 'a', url: 'data:text/html,<p>Unseen' });
  await served.post('read', { sessionId: 'a' });
  assert.ok(!viewer.page?.els.some(({ text }) => text === 'Unseen'));
  viewer.send({ type: 'view', state: 'expanded' });
  await viewer.untilShown('Unseen');
});

test('whoever asks for events hears at once that there are none, or what holds already', async (t) => {
  const served = await serve(t);
  const soon = () => AbortSignal.timeout(5_000);
  const headers = { authorization: `Bearer ${TOKEN}` };
  // Nothing has happened yet, and the answer has begun all the same.
  const first = await fetch(`${served.url}/browser/events`, { headers, signal: soon() });
  assert.equal(first.status, 200);
  await first.body!.cancel();

  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  const viewer = await watch(t, served, 'a');
  await viewer.until('page');
  viewer.send({ type: 'take_over' });
  await viewer.until('status', ({ control }) => control === 'you');
  const late = await fetch(`${served.url}/browser/events?sessionId=a`, { headers, signal: soon() });
  let text = '';
  for await (const chunk of late.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('take_over')) break;
  }
  assert.match(text, /"browser_active","active":true.*"take_over","active":true/s);
});

test('somebody with another token sees nothing of it', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'about:blank' });
  const viewer = await watch(t, served, 'a', OTHER_TOKEN);
  assert.deepEqual((await viewer.until('sessions')).sessions, []);
  assert.equal((await viewer.until('error')).code, 'not_allowed');
});

test('a wrong token, another origin or another path are not let in', async (t) => {
  const { url } = await serve(t);
  const refused = async (path: string, protocols: string[]): Promise<void> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols);
    await once(socket, 'error');
  };
  await refused('/browser/stream', ['agentbrowser.live', 'agentbrowser.token.wrong']);
  await refused('/browser/stream', ['agentbrowser.live']);
  await refused('/elsewhere', ['agentbrowser.live', `agentbrowser.token.${TOKEN}`]);
});

test('a person takes over, acts and gives back; the agent waits and then has to look', async (t) => {
  const { origin } = await site(t, {
    '/': '<form action="/in"><input name="u" placeholder="Name"><button>Send</button></form>',
    '/in': '<h1>Welcome</h1>',
  });
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `${origin}/` });
  const viewer = await watch(t, served, 'a');
  await viewer.until('page');
  viewer.send({ type: 'take_over' });
  await viewer.until('status', ({ control }) => control === 'you');
  const late = await served.post('read', { sessionId: 'a', timeoutMs: 60 });
  assert.deepEqual([late.status, codeOf(late)], [409, 'taken_over']);
  const other = await watch(t, served, 'a');
  await other.until('status', ({ control }) => control === 'person');
  other.send({ type: 'take_over' });
  assert.equal((await other.until('error')).code, 'taken_over');
  other.send({ type: 'input', events: [{ kind: 'key', key: 'x' }] });
  await other.until('error', ({ code }) => code === 'not_allowed');

  const waiting = served.post('wait', { sessionId: 'a', until: { text: 'Welcome' } });
  viewer.send({ type: 'input', events: [{ kind: 'open', url: 'file:///etc/passwd' }] });
  await viewer.until('error', ({ message }) => message.includes('--allow-files'));
  const [x, y, w, h] = viewer.page!.els.find(({ ph }) => ph === 'Name')!.b;
  const at = { x: x + w / 2, y: y + h / 2 };
  viewer.send({
    type: 'input',
    events: [
      { kind: 'down', ...at },
      { kind: 'up', ...at },
      { kind: 'text', text: 'ann' },
    ],
  });
  viewer.send({ type: 'input', events: [{ kind: 'key', key: 'Enter' }] });
  await viewer.untilShown('Welcome');
  viewer.send({ type: 'give_back' });
  assert.equal((await waiting).status, 200);
  const { body } = await served.post('state', { sessionId: 'a' });
  assert.equal(body['url'], `${origin}/in?u=ann`);
});

test('when the connection of the person is gone, the agent goes on', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `data:text/html,${COUNTER}` });
  const viewer = await watch(t, served, 'a');
  viewer.send({ type: 'take_over' });
  await viewer.until('status', ({ control }) => control === 'you');
  const reading = served.post('read', { sessionId: 'a' });
  viewer.close();
  assert.equal((await reading).status, 200);
});

test('collapsing gives back', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: `data:text/html,${COUNTER}` });
  const viewer = await watch(t, served, 'a');
  viewer.send({ type: 'take_over' });
  await viewer.until('status', ({ control }) => control === 'you');
  viewer.send({ type: 'view', state: 'collapsed' });
  assert.equal((await served.post('read', { sessionId: 'a' })).status, 200);
});

test('messages that are not understood are answered, and the connection stays', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'a', url: 'data:text/html,Hello' });
  const viewer = await watch(t, served, 'a');
  for (const message of [
    [],
    { type: 'nonsense' },
    { type: 'input', events: [{ kind: 'down', x: 'a' }] },
    { type: 'watch' },
  ]) {
    viewer.messages.length = 0;
    viewer.send(message);
    assert.equal((await viewer.until('error')).code, 'invalid_argument');
  }
  viewer.send({ type: 'watch', sessionId: 'a' });
  await viewer.untilShown('Hello');
});

test('sessions of another door can be looked at', async (t) => {
  const served = await serve(t);
  await served.post('open', { sessionId: 'own', url: 'about:blank' });
  const session = await served.browser.session();
  served.desk.adopt(served.firstOwner, session);
  await session.goto('data:text/html,By another door');
  const viewer = await watch(t, served, 'own');
  const { sessions } = await viewer.until('sessions', (list) => list.sessions.length === 2);
  viewer.send({ type: 'watch', sessionId: sessions[1]!.id });
  await viewer.untilShown('By another door');
  await session.close();
  await viewer.until('ended');
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ChatModel, type Message, type ModelRetry } from '../../src/agent/model.ts';
import { retryAfter, withoutKey } from '../../src/agent/model-failure.ts';
import { type ModelOptions, modelSettings } from '../../src/agent/model-options.ts';
import type { ModelAnswer, ModelPiece } from '../../src/agent/model-response.ts';
import { closedPort } from '../site.ts';
import { inOrder, type Reply, type Script, scriptedModel } from './scripted-model.ts';

const MESSAGES: readonly Message[] = [{ role: 'user', content: 'Hello' }];
const NEVER = new AbortController().signal;
const KEY = 'sk-test-0123456789abcdef';

interface Asked {
  readonly answer: ModelAnswer;
  readonly text: string;
  readonly reasoning: string;
  readonly retries: readonly ModelRetry[];
}

async function ask(model: ChatModel, signal: AbortSignal = NEVER): Promise<Asked> {
  const pieces = model.complete(MESSAGES, signal);
  const retries: ModelRetry[] = [];
  const said: ModelPiece[] = [];
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      const of = (kind: string) => said.filter((each) => each.kind === kind).map(({ text }) => text);
      return { answer: next.value, text: of('text').join(''), reasoning: of('reasoning').join(''), retries };
    }
    if (next.value.kind === 'retry') retries.push(next.value);
    else said.push(next.value);
  }
}

async function modelOf(t: TestContext, script: Script, options: ModelOptions = {}) {
  const server = await scriptedModel(t, script);
  const settings = modelSettings({ model: 'm', baseUrl: server.baseUrl, apiKey: KEY, retryMs: 5, ...options }, {});
  return { server, model: new ChatModel(settings) };
}

test('an answer is streamed, wherever its bytes are cut', async (t) => {
  const text = '{"thought":"Grüße, 世界 👋","action":{"type":"back"}}';
  const { server, model } = await modelOf(t, inOrder({ text, reasoning: 'Hm…' }));
  const asked = await ask(model);
  assert.deepEqual(asked, {
    answer: { text, refusal: null, isCut: false, usage: { prompt: 100, completion: 10 } },
    text,
    reasoning: 'Hm…',
    retries: [],
  });
  const { messages, model: name, stream, response_format } = server.requests[0]!;
  assert.deepEqual([messages, name, stream, response_format], [MESSAGES, 'm', true, { type: 'json_object' }]);
  assert.deepEqual(server.keys, [`Bearer ${KEY}`]);
});

test('a server that does not stream is understood, asked or not', async (t) => {
  const plain: Reply = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"choices":[{"message":{"content":[{"type":"text","text":"hi"}]},"finish_reason":"length"}]}');
  const { model } = await modelOf(t, inOrder(plain));
  assert.deepEqual((await ask(model)).answer, { text: 'hi', refusal: null, isCut: true, usage: null });
  const still = await modelOf(t, inOrder({ text: 'hi' }), { stream: false });
  assert.equal((await ask(still.model)).answer.text, 'hi');
  assert.equal(still.server.requests[0]!.stream, undefined);
});

test('what a server does not want is left out from then on', async (t) => {
  const no = (message: string) => ({ status: 400, body: JSON.stringify({ error: { message } }) });
  const { server, model } = await modelOf(
    t,
    inOrder(
      no("'response_format' of type 'json_object' is not supported"),
      no("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
      no("Unsupported value: 'temperature'"),
      { text: 'yes' },
      { text: 'again' },
    ),
  );
  assert.equal((await ask(model)).text, 'yes');
  assert.equal((await ask(model)).text, 'again');
  const last = server.requests.slice(3).map(({ messages: _, ...rest }) => rest);
  const wanted = { model: 'm', stream: true, stream_options: { include_usage: true }, max_completion_tokens: 2_048 };
  assert.deepEqual(last, [wanted, wanted]);
});

test('a server that does not say what it dislikes gets the plainest request, then the error is told', async (t) => {
  const bad = { status: 400, body: 'Bad Request' };
  const { server, model } = await modelOf(t, () => bad);
  await assert.rejects(ask(model), { kind: 'rejected', message: /status 400: Bad Request/ });
  assert.equal(server.requests.length, 3);
});

test('a server that is busy or fails is asked again, later each time', async (t) => {
  const busy = { status: 429, body: '{"error":{"message":"slow down"}}' };
  const { model } = await modelOf(t, inOrder(busy, { status: 500 }, { status: 503 }, { text: 'yes' }));
  const { text, retries } = await ask(model);
  assert.equal(text, 'yes');
  assert.deepEqual(
    retries.map(({ reason }) => /status (\d+)/.exec(reason)?.[1]),
    ['429', '500', '503'],
  );
  assert.match(retries[0]!.reason, /slow down/);
});

test('Retry-After is kept to', async (t) => {
  const { server, model } = await modelOf(
    t,
    inOrder({ status: 429, headers: { 'retry-after': '0.3' } }, { text: 'yes' }),
  );
  const { retries } = await ask(model);
  assert.equal(retries[0]!.waitMs, 300);
  assert.ok(server.times[1]! - server.times[0]! >= 295);
});

test('a server that wants us back much later is not waited for', async (t) => {
  const { server, model } = await modelOf(t, () => ({ status: 429, headers: { 'retry-after': '3600' } }));
  await assert.rejects(ask(model), { kind: 'rate_limited', message: /in 3600 seconds, which is too long/ });
  assert.equal(server.requests.length, 1);
});

test('Retry-After is seconds, milliseconds or a date', () => {
  const of = (headers: Record<string, string>) => retryAfter(new Headers(headers), Date.parse('2030-01-01T00:00:00Z'));
  assert.equal(of({ 'retry-after': '2' }), 2_000);
  assert.equal(of({ 'retry-after-ms': '150' }), 150);
  assert.equal(of({ 'retry-after': 'Tue, 01 Jan 2030 00:00:05 GMT' }), 5_000);
  assert.equal(of({ 'retry-after': 'Mon, 31 Dec 2029 00:00:05 GMT' }), 0);
  assert.equal(of({ 'retry-after': 'soon' }), null);
  assert.equal(of({}), null);
});

test('a connection that is cut in the middle is tried again, and what arrived does not count', async (t) => {
  const { model } = await modelOf(t, inOrder({ cutAfter: '{"thought":"half' }, { text: 'whole' }));
  const { answer, retries } = await ask(model);
  assert.equal(answer.text, 'whole');
  assert.equal(retries.length, 1);
});

test('a stream that ends without an end is tried again', async (t) => {
  const half: Reply = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"choices":[{"delta":{"content":"half"},"finish_reason":null}]}\n\n');
  const { model } = await modelOf(t, inOrder(half, { text: 'whole' }));
  assert.equal((await ask(model)).answer.text, 'whole');
});

test('an error inside of a stream is an error', async (t) => {
  const broken: Reply = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"error":{"message":"out of memory","type":"server_error"}}\n\n');
  const { model } = await modelOf(t, inOrder(broken, { text: 'whole' }));
  const { retries } = await ask(model);
  assert.match(retries[0]!.reason, /out of memory/);
});

test('a server that is silent, at once or in the middle, runs into the time-out', async (t) => {
  for (const reply of [() => undefined, { hangAfter: '{"thought":"half' }] as Reply[]) {
    const { server, model } = await modelOf(t, () => reply, { timeoutMs: 50, tries: 2 });
    await assert.rejects(ask(model), { kind: 'timeout' });
    assert.equal(server.requests.length, 2);
  }
});

test('nobody at the address is told with the address', async () => {
  const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`;
  const model = new ChatModel(modelSettings({ model: 'm', baseUrl, tries: 2, retryMs: 1 }, {}));
  await assert.rejects(ask(model), {
    kind: 'unreachable',
    message: /127\.0\.0\.1:\d+\/v1\/chat\/completions.*ECONNREFUSED/,
  });
});

test('a wrong key is not tried again, and does not appear in the error', async (t) => {
  const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}. Or sk-tes**********cdef.` } });
  const { server, model } = await modelOf(t, () => ({ status: 401, body }));
  const error = await ask(model).then(
    () => assert.fail(),
    (thrown: Error) => thrown,
  );
  assert.match(error.message, /status 401: Incorrect API key provided: \[API key\].*AGENTBROWSER_API_KEY/);
  assert.doesNotMatch(error.message, /sk-tes|cdef/);
  assert.equal(server.requests.length, 1);
});

test('a key is taken out whole and in part', () => {
  assert.equal(withoutKey(`a ${KEY} b`, KEY), 'a [API key] b');
  assert.equal(withoutKey('a sk-tes***cdef b', KEY), 'a [API key] b');
  assert.equal(withoutKey('a ****cdef b', KEY), 'a [API key] b');
  assert.equal(withoutKey('abc', ''), 'abc');
});

test('what is no answer is told, and not tried again', async (t) => {
  for (const body of ['<html>hello', '{"object":"list"}', '[]', 'null', '']) {
    const html: Reply = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    const { server, model } = await modelOf(t, () => html);
    await assert.rejects(ask(model), { kind: 'bad_response' }, body);
    assert.equal(server.requests.length, 1);
  }
});

test('an answer that does not end is ended', async (t) => {
  const endless: Reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frame = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(10_000) } }] })}\n\n`;
    const more = () => {
      while (!response.destroyed && response.write(frame));
    };
    response.on('drain', more);
    more();
  };
  const { model } = await modelOf(t, () => endless);
  await assert.rejects(ask(model), { kind: 'bad_response', message: /longer than/ });
});

test('neither the key nor the conversation follows a redirect', async (t) => {
  const other = await scriptedModel(t, () => ({ text: 'stolen' }));
  const moved = { status: 307, headers: { location: `${other.baseUrl}/chat/completions` } };
  const { model } = await modelOf(t, () => moved, { tries: 1 });
  await assert.rejects(ask(model), { kind: 'unreachable', message: /redirect/ });
  assert.equal(other.requests.length, 0);
});

test('cancelling ends the exchange at once, also while it waits', async (t) => {
  const closed = Promise.withResolvers<void>();
  const hanging: Reply = (request) => void request.socket.once('close', () => closed.resolve());
  for (const reply of [hanging, { status: 429, headers: { 'retry-after': '30' } }] as Reply[]) {
    const stop = new AbortController();
    const { model } = await modelOf(t, () => {
      // Not before the server has been asked.
      setTimeout(() => stop.abort(), 5);
      return reply;
    });
    await assert.rejects(ask(model, stop.signal), { name: 'AbortError' });
  }
  await closed.promise;
});

test('settings come from options, then from the environment; the key of one service goes to no other', () => {
  const of = (options: ModelOptions, env: Record<string, string>) => {
    const { url, model, apiKey } = modelSettings(options, env);
    return [url, model, apiKey];
  };
  assert.deepEqual(of({ model: 'm' }, { OPENAI_API_KEY: 'k' }), [
    'https://api.openai.com/v1/chat/completions',
    'm',
    'k',
  ]);
  const env = { OPENAI_API_KEY: 'k', AGENTBROWSER_MODEL: 'q', AGENTBROWSER_MODEL_URL: 'http://localhost:11434/v1/' };
  assert.deepEqual(of({}, env), ['http://localhost:11434/v1/chat/completions', 'q', '']);
  assert.deepEqual(of({}, { ...env, AGENTBROWSER_API_KEY: 'own' })[2], 'own');
  assert.deepEqual(of({ apiKey: 'given', model: 'x' }, env).slice(1), ['x', 'given']);
  assert.deepEqual(
    of({}, { OPENAI_BASE_URL: 'https://a.example/v1', OPENAI_API_KEY: 'k', AGENTBROWSER_MODEL: 'q' })[2],
    'k',
  );
  assert.throws(() => of({}, {}), { code: 'invalid_argument', message: /AGENTBROWSER_MODEL/ });
  for (const baseUrl of ['localhost:11434', 'file:///v1', 'https://key@a.example/v1', 'https://a.example/v1?key=1']) {
    assert.throws(() => of({ model: 'm', baseUrl }, {}), { code: 'invalid_argument' }, baseUrl);
  }
});

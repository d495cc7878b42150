/** Streams and connections of HTTP/2 that end before their answers do. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { readBody } from '../../src/net/body.ts';
import { Fetcher, type FetchRequest } from '../../src/net/fetch.ts';
import { HttpTransport } from '../../src/net/http-transport.ts';
import { CALLER } from '../../src/net/policy.ts';
import { FRAME, h2Frame, h2FrameSite, h2Head, TEST_CA } from './tls-site.ts';

const CODES = { NO_ERROR: 0, PROTOCOL_ERROR: 1, INTERNAL_ERROR: 2, REFUSED_STREAM: 7, CANCEL: 8 } as const;
const END_STREAM = 1;

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

function answer(socket: Socket, stream: number, text: string, isWhole = true): void {
  socket.write(h2Head(stream, 'text/html'));
  socket.write(h2Frame(FRAME.data, stream, Buffer.from(text), isWhole ? END_STREAM : 0));
}

async function get(t: TestContext, url: string, more: Partial<FetchRequest> = {}): Promise<string> {
  const net = new Fetcher(DEFAULT_PROFILE, { transport: new HttpTransport({ ca: TEST_CA }) });
  t.after(() => net.close());
  const signal = AbortSignal.timeout(10_000);
  const request = { url: new URL(url), destination: 'document', initiator: CALLER, signal, ...more } as const;
  const response = await net.fetch(request);
  return Buffer.from(await readBody(response.body, request.url, 1e6)).toString();
}

for (const name of ['PROTOCOL_ERROR', 'INTERNAL_ERROR', 'CANCEL'] as const) {
  test(`a body whose stream is reset with ${name} is not taken for whole`, async (t) => {
    const { origin } = await h2FrameSite(t, (socket, stream) => {
      answer(socket, stream, 'half', false);
      socket.write(h2Frame(FRAME.reset, stream, numbers(CODES[name])));
    });
    await assert.rejects(get(t, origin), { code: 'connection_failed' });
  });
}

test('an answer counts when its stream is reset without an error', async (t) => {
  const { origin } = await h2FrameSite(t, (socket, stream) => {
    answer(socket, stream, 'whole');
    socket.write(h2Frame(FRAME.reset, stream, numbers(CODES.NO_ERROR)));
  });
  assert.equal(await get(t, origin), 'whole');
});

test('what a server refused to look at is asked for once more, also when it changes something', async (t) => {
  let asked = 0;
  const { origin } = await h2FrameSite(t, (socket, stream) => {
    asked++;
    if (asked === 1) socket.write(h2Frame(FRAME.reset, stream, numbers(CODES.REFUSED_STREAM)));
    else answer(socket, stream, 'done');
  });
  assert.equal(await get(t, origin, { method: 'POST', body: Buffer.from('x') }), 'done');
  assert.equal(asked, 2);
});

test('a server that goes away finishes what it began; what came too late goes to another connection', async (t) => {
  let asked = 0;
  const { origin } = await h2FrameSite(t, (socket, stream) => {
    asked++;
    if (asked === 1) {
      socket.write(h2Frame(FRAME.goaway, 0, numbers(0, CODES.NO_ERROR)));
      socket.end();
      return;
    }
    answer(socket, stream, 'half', false);
    socket.write(h2Frame(FRAME.goaway, 0, numbers(stream, CODES.NO_ERROR)));
    socket.write(h2Frame(FRAME.data, stream, Buffer.from(' and half'), END_STREAM));
  });
  assert.equal(await get(t, origin), 'half and half');
  assert.equal(asked, 2);
});

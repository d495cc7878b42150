import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { isHandshake, WebSocketEnd } from '../../src/server/web-socket.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** A server that says back what it hears. */
async function echo(t: TestContext, maxBytes = 100_000) {
  const ends: WebSocketEnd[] = [];
  let closed = 0;
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    if (!isHandshake(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const end: WebSocketEnd = new WebSocketEnd(request, socket, head, {
      protocol: 'test',
      maxBytes,
      heartbeatMs: 60_000,
      onMessage: (text) => end.send(text),
      onClose: () => closed++,
    });
    ends.push(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, ends, closed: () => closed };
}

async function rawSocket(
  t: TestContext,
  port: number,
): Promise<{ socket: Socket; read: (bytes: number) => Promise<Buffer> }> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    socket.emit('more');
  });
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`,
  );
  const read = async (bytes: number): Promise<Buffer> => {
    while (unread.length < bytes) await once(socket, 'more');
    const part = unread.subarray(0, bytes);
    unread = unread.subarray(bytes);
    return part;
  };
  while (!unread.includes('\r\n\r\n')) await once(socket, 'more');
  const end = unread.indexOf('\r\n\r\n') + 4;
  // RFC 6455 §1.3 has this key and its answer as an example.
  assert.match(unread.subarray(0, end).toString(), /Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
  unread = unread.subarray(end);
  return { socket, read };
}

const frame = (first: number, data: string | Buffer, isMasked = true): Buffer => {
  const bytes = Buffer.from(data);
  const mask = Buffer.from([1, 2, 3, 4]);
  const head = Buffer.from([first, (isMasked ? 0x80 : 0) | bytes.length]);
  return Buffer.concat([
    head,
    ...(isMasked ? [mask] : []),
    isMasked ? bytes.map((byte, at) => byte ^ mask[at & 3]!) : bytes,
  ]);
};

test('whatever text is sent comes back, of any length', async (t) => {
  const { port } = await echo(t, 10_000_000);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, ['test']);
  await once(socket, 'open');
  for (const text of [
    '',
    'a',
    'ü€😀',
    'x'.repeat(125),
    'x'.repeat(126),
    'x'.repeat(65_535),
    'x'.repeat(65_536),
    'y'.repeat(300_000),
  ]) {
    const answer = once(socket, 'message');
    socket.send(text);
    const [event] = (await answer) as [MessageEvent];
    assert.equal(event.data, text);
  }
  socket.close();
  await once(socket, 'close');
});

test('pieces of a message are put together, with pings in between', async (t) => {
  const { port } = await echo(t);
  const { socket, read } = await rawSocket(t, port);
  socket.write(Buffer.concat([frame(0x01, 'Hel'), frame(0x89, 'ping'), frame(0x80, 'lo')]));
  assert.equal((await read(6)).toString('latin1'), '\x8a\x04ping');
  assert.equal((await read(7)).toString('latin1'), '\x81\x05Hello');
});

const broken: readonly (readonly [string, Buffer, number])[] = [
  ['a frame that is not masked', frame(0x81, 'a', false), 1002],
  ['bits of extensions', frame(0xc1, 'a'), 1002],
  ['binary data', frame(0x82, 'a'), 1003],
  ['a piece without a beginning', frame(0x80, 'a'), 1002],
  ['a ping in pieces', frame(0x09, 'a'), 1002],
  ['an unknown opcode', frame(0x8b, 'a'), 1002],
  ['what is no UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
  ['a length over the limit', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]), 1009],
];

for (const [name, bytes, code] of broken) {
  test(`${name} ends the connection with ${code}`, async (t) => {
    const { port, closed } = await echo(t);
    const { socket, read } = await rawSocket(t, port);
    const ended = once(socket, 'close');
    socket.write(bytes);
    const answer = await read(4);
    assert.equal(answer[0], 0x88);
    assert.equal(answer.readUInt16BE(2), code);
    socket.end();
    await ended;
    assert.equal(closed(), 1);
  });
}

test('no bytes bring the server down', async (t) => {
  const { port } = await echo(t, 1_000);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
      const { socket } = await rawSocket(t, port);
      socket.on('error', () => undefined);
      const ended = once(socket, 'close');
      socket.write(bytes);
      socket.end();
      await ended;
    }),
    { numRuns: 60 },
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, ['test']);
  await once(socket, 'open');
  socket.close();
});

test('what is no handshake is refused', async (t) => {
  const { port } = await echo(t);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n',
  );
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  assert.match(chunk.toString(), /^HTTP\/1.1 400/);
  socket.destroy();
});

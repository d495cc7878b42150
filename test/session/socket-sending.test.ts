/** What a page knows of the messages that it sends over web sockets, and what becomes of those that nobody reads. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DEFAULT_PROFILE } from '../../src/identity/profile.ts';
import { LIMITS } from '../../src/limits.ts';
import { Fetcher } from '../../src/net/fetch.ts';
import { blankDocument, type LoadedDocument } from '../../src/session/load-document.ts';
import { PageSockets } from '../../src/session/page-sockets.ts';
import { EngineSession } from '../../src/session/session.ts';
import { site, socketHead, untilDone } from '../site.ts';

/** Takes web sockets; reads what comes only where it `reads`, and answers a close with its own. */
async function socketServer(t: TestContext, reads: boolean): Promise<number> {
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(socketHead(request));
    t.after(() => socket.destroy());
    if (!reads) socket.pause();
    else socket.on('data', (data: Buffer) => data[0] === 0x88 && socket.end(Buffer.from([0x88, 0])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('bufferedAmount grows with what is sent, falls when it has left, and only grows behind the end', async (t) => {
  const port = await socketServer(t, true);
  const page = `<script>
    const socket = new WebSocket('ws://127.0.0.1:${port}/');
    const sizes = [socket.bufferedAmount];
    const send = (data) => { socket.send(data); sizes.push(socket.bufferedAmount) };
    socket.onopen = async () => {
      send('grüße'); send(new Uint8Array(5)); send(new Uint16Array(8).subarray(2, 4)); send(new Blob(['four']));
      while (socket.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 1));
      sizes.push(socket.bufferedAmount);
      socket.close();
      send('late');
    };
    socket.onclose = () => { send('later'); console.log(sizes.join(' ')); fetch('/done') };
    fetch('/wait')</script>`;
  const { origin } = await site(t, {
    '/': page,
    ...untilDone(),
  });
  const session = await EngineSession.create({ viewport: [800, 600], script: true }, 20_000);
  t.after(() => session.close());
  await session.goto(`${origin}/`, 20_000);
  const log = session.events(0).filter(({ kind }) => kind === 'console');
  assert.deepEqual(
    log.map(({ message }) => message),
    ['0 7 12 16 20 0 4 9'],
  );
});

test('a server that reads nothing does not fill the memory of the host', async (t) => {
  const port = await socketServer(t, false);
  const fetcher = new Fetcher(DEFAULT_PROFILE);
  t.after(() => fetcher.close());
  const document: LoadedDocument = { ...blankDocument(), url: new URL('http://127.0.0.1/'), space: 'loopback' };
  const failures: string[] = [];
  const { promise: opened, resolve: onNews } = Promise.withResolvers<void>();
  const sockets = new PageSockets(
    fetcher,
    () => document,
    onNews,
    (message) => failures.push(message),
  );
  t.after(() => sockets.close());
  sockets.perform({ kind: 'socket', id: 1, url: `ws://127.0.0.1:${port}/`, protocols: [] });
  await opened;
  assert.deepEqual(
    sockets.take().map(({ kind }) => kind),
    ['open'],
  );
  const data = 'x'.repeat(8 * 1024 * 1024);
  const most = LIMITS.socketUnsentBytes / data.length;
  for (let times = 0; times < most; times++) sockets.perform({ kind: 'socket_send', id: 1, data, isBinary: false });
  assert.deepEqual(sockets.take(), []);
  for (let times = 0; times < 3; times++) sockets.perform({ kind: 'socket_send', id: 1, data, isBinary: false });
  assert.deepEqual(
    sockets.take().map(({ kind, head }) => [kind, JSON.parse(head).code]),
    [['close', 1006]],
  );
  assert.equal(failures.length, 1);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { IdleTimer } from '../../src/server/idle-timer.ts';

/** Nothing else runs for so long, as on a machine that is busy or asleep. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('what came before the time was over counts, also when it is read later', async (t) => {
  let ended = 0;
  const timer = new IdleTimer(20, () => ended++);
  const worked = Promise.withResolvers<void>();
  const server = createServer((socket) => socket.once('data', () => worked.resolve(void (end = timer.begin()))));
  let end = (): void => undefined;
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client: Socket = connect(port, '127.0.0.1');
  t.after(() => client.destroy());
  await once(client, 'connect');
  timer.start();
  client.write('hello');
  standStill(60);
  await worked.promise;
  assert.equal(ended, 0);
  end();
  await new Promise<void>((resolve) => {
    const look = () => (ended > 0 ? resolve() : void setTimeout(look, 5));
    look();
  });
  assert.equal(ended, 1);
});

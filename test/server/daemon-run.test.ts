import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runDaemon } from '../../src/server/daemon-run.ts';
import { reachDaemon } from '../../src/server/daemon-start.ts';
import { scratchFolder } from '../vault/scratch.ts';
import { client } from './daemon-here.ts';

const UNIX = { skip: process.platform === 'win32' && 'the moment is seen by a file' };

test(
  'told to end by a client that comes while it begins, a daemon begins, ends and leaves nothing',
  UNIX,
  async (t) => {
    const folder = scratchFolder(t);
    const socket = join(folder, 's.sock');
    const beginning = runDaemon({
      paths: { name: 'test', socket, info: join(folder, 's.json'), log: null },
      idleMs: 60_000,
      main: {},
    });
    while (!existsSync(socket)) await pause(1);
    await (await client(t, socket)).call('daemon.stop');
    const daemon = await beginning;
    assert.ok(daemon !== 'taken');
    await daemon.ended;
    assert.deepEqual(readdirSync(folder), []);
  },
);

test('a time to be quiet that is shorter than the way to it does not end a daemon before its first client', async (t) => {
  const socket = join(scratchFolder(t), 's.sock');
  const daemon = await runDaemon({ paths: { name: 'test', socket, info: null, log: null }, idleMs: 1, main: {} });
  assert.ok(daemon !== 'taken');
  await pause(100);
  const first = await client(t, socket);
  const status = await first.call<{ readonly idleMs: number }>('daemon.status');
  assert.equal(status.idleMs, 1);
  first.socket.destroy();
  await daemon.ended;
});

test('from the moment it is told to end, a daemon sends whoever asks to another', async (t) => {
  const socket = join(scratchFolder(t), 's.sock');
  const settings = { paths: { name: 'test', socket, info: null, log: null }, idleMs: 60_000, main: {} };
  const daemon = await runDaemon(settings);
  assert.ok(daemon !== 'taken');
  const { link, status } = await reachDaemon(settings, async (found) => {
    // The one in this process ends just when something is asked of it.
    if ((await found.status()).pid === process.pid) daemon.end();
    await found.prepare({}, 20_000);
  });
  t.after(() => link.stop());
  await daemon.ended;
  assert.notEqual(status.pid, process.pid);
});

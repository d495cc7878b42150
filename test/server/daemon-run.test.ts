import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

test('a folder that cannot be made is told with what to do, before anything is begun', UNIX, async (t) => {
  const file = join(scratchFolder(t), 'file');
  writeFileSync(file, '');
  const paths = { name: 'x', socket: join(file, 'x.sock'), info: join(file, 'x.json'), log: join(file, 'x.log') };
  const told = { code: 'disk_failure', message: /AGENTBROWSER_RUNTIME_DIR/ };
  await assert.rejects(runDaemon({ paths, idleMs: 60_000, main: {} }), told);
  await assert.rejects(reachDaemon({ paths, idleMs: 60_000, main: {} }), told);
});

test('a daemon that cannot write down which process it is serves all the same', UNIX, async (t) => {
  const folder = scratchFolder(t);
  // A folder is in the way of the file, as a full disk would be.
  const info = join(folder, 's.json');
  mkdirSync(join(info, 'full'), { recursive: true });
  const socket = join(folder, 's.sock');
  const daemon = await runDaemon({ paths: { name: 'test', socket, info, log: null }, idleMs: 60_000, main: {} });
  assert.ok(daemon !== 'taken');
  const { call } = await client(t, socket);
  assert.deepEqual(await call('engine.ping').then(Object.keys), ['pid']);
  assert.deepEqual(readdirSync(folder).sort(), ['s.json', 's.sock']);
  rmSync(info, { recursive: true });
  await call('daemon.stop');
  await daemon.ended;
});

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

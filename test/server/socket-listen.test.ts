import assert from 'node:assert/strict';
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isAlive, listenOnSocket, removeDead } from '../../src/server/socket-listen.ts';
import { daemonPaths, ensureRuntimeFolder, runtimeFolder } from '../../src/server/socket-path.ts';
import { scratchFolder } from '../vault/scratch.ts';

const UNIX = { skip: process.platform === 'win32' && 'named pipes leave nothing behind' };

function server(t: TestContext): Server {
  const made = createServer((socket) => socket.end());
  t.after(() => made.close());
  return made;
}

/** What a process that was killed leaves: closing would remove the name, so there is a second one. */
async function deadSocket(t: TestContext, path: string): Promise<void> {
  const killed = server(t);
  await new Promise<void>((resolve) => killed.listen(`${path}.first`, resolve));
  linkSync(`${path}.first`, path);
  await new Promise((resolve) => killed.close(resolve));
}

test('a dead socket is replaced, a live one is not', UNIX, async (t) => {
  const path = join(scratchFolder(t), 's');
  await deadSocket(t, path);
  assert.equal(await isAlive(path), false);
  assert.equal(await listenOnSocket(server(t), path), 'listening');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(await listenOnSocket(server(t), path), 'taken');
  assert.equal(await isAlive(path), true);
});

test('of many that find the same dead socket, one listens', UNIX, async (t) => {
  for (let round = 0; round < 20; round++) {
    const folder = scratchFolder(t);
    const path = join(folder, 's');
    await deadSocket(t, path);
    const results = await Promise.all(Array.from({ length: 8 }, () => listenOnSocket(server(t), path)));
    assert.equal(results.filter((result) => result === 'listening').length, 1);
    assert.equal(await isAlive(path), true);
    assert.deepEqual(readdirSync(folder), ['s']);
  }
});

test('a live socket that is taken for dead is put back', UNIX, async (t) => {
  const path = join(scratchFolder(t), 's');
  await listenOnSocket(server(t), path);
  await removeDead(path);
  assert.equal(await isAlive(path), true);
});

test('a file that is not a socket is left alone', UNIX, async (t) => {
  const path = join(scratchFolder(t), 's');
  writeFileSync(path, 'precious');
  await assert.rejects(listenOnSocket(server(t), path), { code: 'daemon_unavailable' });
  assert.ok(existsSync(path));
});

test('the folder of sockets is for its owner only', UNIX, (t) => {
  const scratch = scratchFolder(t);
  const folder = join(scratch, 'run');
  ensureRuntimeFolder(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  chmodSync(folder, 0o755);
  assert.throws(() => ensureRuntimeFolder(folder), { code: 'not_allowed' });
  chmodSync(folder, 0o700);
  mkdirSync(join(scratch, 'real'), { mode: 0o700 });
  symlinkSync(join(scratch, 'real'), join(scratch, 'link'));
  assert.throws(() => ensureRuntimeFolder(join(scratch, 'link')), { code: 'not_allowed' });
});

test('names become paths only when they are names, and paths have to fit', UNIX, () => {
  assert.equal(daemonPaths('a', { AGENTBROWSER_RUNTIME_DIR: '/r' }).socket, '/r/a.sock');
  for (const name of ['', '.', '..', '../a', 'a/b', '-a', 'a b', 'a\0', 'ä', 'a'.repeat(41)]) {
    assert.throws(() => daemonPaths(name, {}), { code: 'invalid_argument' }, name);
  }
  const long = `/${'x'.repeat(100)}`;
  assert.throws(() => daemonPaths('a', { AGENTBROWSER_RUNTIME_DIR: long }), { code: 'invalid_argument' });
  assert.ok(!runtimeFolder({ XDG_RUNTIME_DIR: long })!.startsWith(long));
});

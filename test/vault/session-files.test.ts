import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SessionFiles } from '../../src/vault/session-files.ts';
import { scratchFolder } from './scratch.ts';

const KEY = new Uint8Array(32).fill(7);

test('what was saved is loaded, by its own name only', async (t) => {
  const files = new SessionFiles(scratchFolder(t), KEY);
  await files.save('github', { cookies: ['a'] });
  assert.deepEqual(await files.load('github'), { cookies: ['a'] });
  assert.equal(await files.load('other'), null);
});

test('a damaged file counts as none, and is told', async (t) => {
  const folder = scratchFolder(t);
  const files = new SessionFiles(folder, KEY);
  await files.save('github', { cookies: [] });
  writeFileSync(join(folder, readdirSync(folder)[0]!), 'nonsense');
  const told: string[] = [];
  assert.equal(await files.load('github', (message) => told.push(message)), null);
  assert.equal(told.length, 1);
});

test('a process that is killed while it saves leaves a whole file', async (t) => {
  const folder = scratchFolder(t);
  const files = new SessionFiles(folder, KEY);
  const writer = fileURLToPath(new URL('./session-writer.ts', import.meta.url));
  for (let run = 0; run < 6; run++) {
    const child = fork(writer, [folder], { stdio: 'ignore' });
    // It tells when it has begun; then it saves without end.
    await once(child, 'message');
    await new Promise((resolve) => setTimeout(resolve, 3 + run * 7));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const state = (await files.load('github')) as { readonly text: string };
    assert.match(state.text, /^(\d+)( \1)*$/);
  }
  assert.equal(await files.save('github', { text: '0' }), true);
  assert.deepEqual(await files.load('github'), { text: '0' });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../src/limits.ts';

const MODULE = fileURLToPath(new URL('../../src/isolate/open-isolates.ts', import.meta.url));
const ISOLATES = `
  import { endIsolate, endWithProcess } from ${JSON.stringify(MODULE)};
  const isolate = (name, isDisposed) => ({ isDisposed, dispose() { this.isDisposed = true; console.log('ended', name); } });
  const [a, b, c] = [isolate('a', false), isolate('b', true), isolate('c', false)];
  for (const each of [a, b, c]) endWithProcess(each);`;

async function run(program: string): Promise<unknown> {
  const args = ['--input-type=module-typescript', '--eval', ISOLATES + program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout) => resolve([error?.code, stdout]));
  });
}

test('isolates that are open when the process ends are ended first', async () => {
  assert.deepEqual(await run('process.exit(7);'), [7, 'ended a\nended c\n']);
});

test('an isolate that was ended just now has time to be left by its thread', async () => {
  const end = await run(`
    endIsolate(a); endIsolate(c); endIsolate(a);
    const began = performance.now();
    process.on('exit', () => console.log(performance.now() - began >= ${LIMITS.isolateEndMs / 2}));
    process.exit(7);`);
  assert.deepEqual(end, [7, 'ended a\nended c\ntrue\n']);
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = `
  import { endWithProcess } from ${JSON.stringify(fileURLToPath(new URL('../../src/isolate/open-isolates.ts', import.meta.url)))};
  const isolate = (name, isDisposed) => ({ isDisposed, dispose() { console.log('ended', name); } });
  endWithProcess(isolate('a', false));
  endWithProcess(isolate('b', true));
  endWithProcess(isolate('c', false));
  process.exit(7);`;

test('isolates that are open when the process ends are ended first', async () => {
  const args = ['--input-type=module-typescript', '--eval', program];
  const end = await new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout) => resolve([error?.code, stdout]));
  });
  assert.deepEqual(end, [7, 'ended a\nended c\n']);
});

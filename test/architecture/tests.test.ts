import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BATCHES } from '../batches/batch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

for (const command of ['test', 'check:tests']) {
  test(`'npm run ${command}' runs every test file once`, () => {
    const patterns = [...scripts[command]!.matchAll(/"(test\/[^"]+)"/g)].map(([, pattern]) => pattern!);
    const batched = Object.values(BATCHES).flatMap((folders) => folders.map((folder) => `test/${folder}/**/*.test.ts`));
    const run = [...patterns, ...batched].flatMap((pattern) => globSync(pattern, { cwd: root }));
    assert.deepEqual(run.sort(), globSync('test/**/*.test.ts', { cwd: root }).sort());
  });
}

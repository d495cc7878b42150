import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BATCHES } from '../batches/batch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

const BATCHED = Object.values(BATCHES).flatMap((folders) =>
  folders.map((folder) => `test/${folder}/**/!(*.long).test.ts`),
);

const COMMANDS = {
  'npm run test and npm run test:long': ['test', 'test:long'],
  'npm run check:tests': ['check:tests'],
};

for (const [name, commands] of Object.entries(COMMANDS)) {
  test(`'${name}' runs every test file once`, () => {
    const patterns = commands.flatMap((command) =>
      [...scripts[command]!.matchAll(/"(test\/[^"]+)"/g)].map(([, pattern]) => pattern!),
    );
    const run = [...patterns, ...BATCHED].flatMap((pattern) => globSync(pattern, { cwd: root }));
    assert.deepEqual(run.sort(), globSync('test/**/*.test.ts', { cwd: root }).sort());
  });
}

test('CI runs what both commands run', () => {
  const ci = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8');
  for (const command of ['npm test', 'npm run test:long']) assert.ok(ci.split('\n').includes(command), command);
});

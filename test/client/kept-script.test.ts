import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { QUIET_MS, runKeptScript, scriptVersion } from '../../src/client/kept-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentbrowser-script-'));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'script.cjs');
const told: unknown[] = [];
const port = globalThis as { toldByScript?: unknown[] };
port.toldByScript = told;

function run(text: string): boolean {
  writeFileSync(file, text);
  return runKeptScript(pathToFileURL(file), scriptVersion(text));
}

const keptFiles = (): string[] => globSync('*.code', { cwd: folder });

test('a script runs, and what was compiled is kept for the next start', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const text = `const { join } = require('node:path'); function tell(x) { toldByScript.push(join('a', x), scriptUrl); } tell('b');`;
  run(text);
  assert.deepEqual(told.splice(0), [join('a', 'b'), pathToFileURL(file).href]);
  assert.deepEqual(keptFiles(), []);
  t.mock.timers.tick(QUIET_MS);
  assert.equal(keptFiles().length, 1);
  const [kept] = keptFiles();
  const before = readFileSync(join(folder, kept!));
  run(text);
  t.mock.timers.tick(QUIET_MS);
  assert.equal(told.splice(0).length, 2);
  assert.deepEqual(readFileSync(join(folder, kept!)), before);
});

test('another script of the same length is not taken for it', () => {
  run(`toldByScript.push('first ')`);
  run(`toldByScript.push('second')`);
  assert.deepEqual(told.splice(0), ['first ', 'second']);
});

test('kept code that is damaged is left alone, and the script runs', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const text = `toldByScript.push('whole')`;
  const others = new Set(keptFiles());
  run(text);
  t.mock.timers.tick(QUIET_MS);
  const path = join(folder, keptFiles().find((name) => !others.has(name))!);
  writeFileSync(path, readFileSync(path).subarray(0, 40));
  run(text);
  assert.deepEqual(told.splice(0), ['whole', 'whole']);
  assert.ok(existsSync(path));
});

test('code is kept for the flags that the process starts with, also where the script sets others', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const before = cachedDataVersionTag();
  const text = `require('node:v8').setFlagsFromString('--no-sparkplug'); toldByScript.push('set')`;
  try {
    assert.equal(run(text), false);
    assert.notEqual(cachedDataVersionTag(), before);
    t.mock.timers.tick(QUIET_MS);
    setFlagsFromString('--sparkplug');
    assert.equal(cachedDataVersionTag(), before);
    assert.equal(run(text), true);
  } finally {
    setFlagsFromString('--sparkplug');
  }
  assert.deepEqual(told.splice(0), ['set', 'set']);
});

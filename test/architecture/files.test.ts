import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const MAX_LINES = 400;

/** Generated tables are data, not code to read. */
const isTable = (path: string) => path.includes('/tables/');

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !isTable(path));

test(`no source file is longer than ${MAX_LINES} lines`, () => {
  const long = files
    .map((path) => ({ path: relative(SRC, path), lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
  assert.deepEqual(long, []);
});

test('every source file begins by saying what it is', () => {
  const silent = files
    .filter(
      (path) =>
        !readFileSync(path, 'utf8')
          .replace(/^#!.*\n/, '')
          .startsWith('/**'),
    )
    .map((path) => relative(SRC, path));
  assert.deepEqual(silent, []);
});

test('no file is named for its shape', () => {
  const shapes = /(^|[-/])(utils?|helpers?|common|misc|manager)\.ts$/;
  assert.deepEqual(
    files.map((path) => relative(SRC, path)).filter((path) => shapes.test(path)),
    [],
  );
});

test('nothing is left open in the code', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b/;
  const open = files.filter((path) => marks.test(readFileSync(path, 'utf8'))).map((path) => relative(SRC, path));
  assert.deepEqual(open, []);
});

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readMade, writeMade } from '../../src/made-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentbrowser-snapshot-'));
after(() => rmSync(folder, { recursive: true }));

const nameOf = (number: number): string => `realm-${String(number).padStart(24, '0')}.snapshot`;
const bytes = new Uint8Array([1, 2, 3, 4]).buffer;

test('a snapshot comes back as it was written', () => {
  const file = join(folder, nameOf(1));
  assert.equal(writeMade(file, bytes), true);
  assert.deepEqual(new Uint8Array(readMade(file)!), new Uint8Array(bytes));
});

test('a damaged snapshot, and one that others may write, are not read', () => {
  const file = join(folder, nameOf(2));
  writeMade(file, bytes);
  chmodSync(file, 0o666);
  assert.equal(readMade(file), null);
  chmodSync(file, 0o644);
  const content = readFileSync(file);
  content[content.length - 1] = 0xff;
  writeFileSync(file, content);
  assert.equal(readMade(file), null);
  writeFileSync(file, content.subarray(0, 10));
  assert.equal(readMade(file), null);
  assert.equal(readMade(join(folder, nameOf(99))), null);
});

test('a folder that cannot be written is told, not thrown', () => {
  const file = join(folder, nameOf(1), 'below-a-file.snapshot');
  assert.equal(writeMade(file, bytes), false);
});

test('old snapshots do not pile up, and nothing half-written stays', () => {
  for (let number = 10; number < 30; number++) {
    const file = join(folder, nameOf(number));
    writeMade(file, bytes);
    utimesSync(file, number, number);
  }
  assert.ok(readdirSync(folder).length < 12);
  assert.ok(existsSync(join(folder, nameOf(29))));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

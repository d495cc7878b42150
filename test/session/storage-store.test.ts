import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../src/limits.ts';
import { StorageStore } from '../../src/session/storage-store.ts';

const change = (items: [string, string | null][], clears = false) =>
  ({ kind: 'storage', area: 'local', clears, items }) as const;

test('origins do not see each other', () => {
  const store = new StorageStore();
  store.apply('http://a', change([['k', '1']]));
  assert.deepEqual(store.items('http://a', 'local'), [['k', '1']]);
  assert.deepEqual(store.items('http://a', 'session'), []);
  assert.deepEqual(store.items('http://b', 'local'), []);
});

test('what is cleared and removed is gone', () => {
  const store = new StorageStore();
  store.apply(
    'http://a',
    change([
      ['a', '1'],
      ['b', '2'],
    ]),
  );
  store.apply('http://a', change([['a', null]]));
  assert.deepEqual(store.items('http://a', 'local'), [['b', '2']]);
  store.apply('http://a', change([['c', '3']], true));
  assert.deepEqual(store.items('http://a', 'local'), [['c', '3']]);
});

test('no origin stores more than its quota', () => {
  const store = new StorageStore();
  store.apply(
    'http://a',
    change([
      ['a', 'x'.repeat(LIMITS.storageChars)],
      ['b', '2'],
    ]),
  );
  assert.deepEqual(store.items('http://a', 'local'), [['b', '2']]);
});

test('what is saved can be given back', () => {
  const store = new StorageStore();
  store.apply('http://a', change([['k', '1']]));
  const other = new StorageStore();
  other.load(store.save());
  assert.deepEqual(other.items('http://a', 'local'), [['k', '1']]);
});

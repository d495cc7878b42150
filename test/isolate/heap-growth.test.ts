import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedDataVersionTag } from 'node:v8';
import { letHeapsGrow, setHeapGrowth } from '../../src/isolate/heap-growth.ts';

test('heaps grow further only in a process of the engine, and while there are few', () => {
  // The tag tells other flags apart.
  const usual = cachedDataVersionTag();
  setHeapGrowth(1);
  assert.equal(cachedDataVersionTag(), usual);
  letHeapsGrow();
  setHeapGrowth(1);
  assert.notEqual(cachedDataVersionTag(), usual);
  setHeapGrowth(100);
  assert.equal(cachedDataVersionTag(), usual);
});

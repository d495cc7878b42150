import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeSigned, encodeUnsigned, IntReader } from '../../../src/layout/text/int-string.ts';

test('integers come back from their text in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 28), max: 2 ** 28 })), (numbers) => {
      const reader = new IntReader(numbers.map(encodeSigned).join(''));
      assert.deepEqual(
        numbers.map(() => reader.signed()),
        numbers.map((number) => number),
      );
      assert.equal(reader.done, true);
    }),
  );
});

test('numbers below 32 take one character', () => {
  assert.equal(encodeUnsigned(31).length, 1);
  assert.equal(encodeUnsigned(32).length, 2);
});

test('reading past the end gives zero', () => {
  const reader = new IntReader('');
  assert.equal(reader.unsigned(), 0);
});

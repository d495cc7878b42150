import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64, encodeBase64 } from '../../src/page/base64.ts';

test('base64 of any bytes is what Node makes of them, and comes back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const binary = Buffer.from(bytes).toString('latin1');
      const encoded = encodeBase64(binary);
      assert.equal(encoded, Buffer.from(bytes).toString('base64'));
      assert.equal(decodeBase64(encoded ?? ''), binary);
    }),
  );
});

test('what is not base64, and what is not bytes, is refused', () => {
  assert.equal(decodeBase64('a'), null);
  assert.equal(decodeBase64('ab!='), null);
  assert.equal(encodeBase64('€'), null);
  assert.equal(decodeBase64(' YQ = = '), 'a');
});

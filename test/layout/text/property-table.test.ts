import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeUnsigned } from '../../../src/layout/text/int-string.ts';
import { PropertyTable } from '../../../src/layout/text/property-table.ts';

test('a range gives its value to all its code points and to no other', () => {
  fc.assert(
    fc.property(fc.nat(0x10000), fc.integer({ min: 1, max: 2000 }), (from, length) => {
      const table = new PropertyTable([from, length, 7].map(encodeUnsigned).join(''));
      assert.equal(table.get(from), 7);
      assert.equal(table.get(from + length - 1), 7);
      assert.equal(table.get(from + length), 0);
      if (from > 0) assert.equal(table.get(from - 1), 0);
    }),
  );
});

test('a page between two ranges keeps the values of both', () => {
  const table = new PropertyTable([0x10, 2, 1, 4, 1, 2].map(encodeUnsigned).join(''));
  assert.deepEqual([table.get(0x11), table.get(0x12), table.get(0x16)], [1, 0, 2]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CodePointPagesBuilder } from '../../../src/layout/text/code-point-pages.ts';

/** How many code points are left out, how many follow, and their number. */
const gap = fc.oneof(fc.constant(0), fc.nat(700));
const ranges = fc.array(fc.tuple(gap, fc.integer({ min: 1, max: 900 }), fc.integer({ min: -2, max: 3 })), {
  maxLength: 12,
});

test('each code point has the number of its range, and all others the common one', () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: -1, max: 1 }), (list, common) => {
      const pages = new CodePointPagesBuilder(common);
      const expected: number[] = [];
      for (const [left, length, value] of list) {
        const from = expected.length + left;
        while (expected.length < from) expected.push(common);
        pages.set(from, from + length, value);
        for (let count = 0; count < length; count++) expected.push(value);
      }
      const built = pages.build();
      for (const [codePoint, value] of expected.entries()) assert.equal(built.get(codePoint), value);
      assert.equal(built.get(expected.length), common);
      assert.equal(built.get(0x10ffff), common);
    }),
  );
});

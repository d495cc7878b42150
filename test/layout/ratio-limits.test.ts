import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { constrainWithRatio, limitsOf } from '../../src/layout/ratio-limits.ts';

/** CSS 2.2 §10.4: a box of 100 by 50 within limits. */
const ROWS: readonly (readonly [string, [number | null, number | null], [number | null, number | null], string])[] = [
  ['nothing to do', [null, null], [null, null], '100x50'],
  ['too wide', [null, 50], [null, null], '50x25'],
  ['too wide, but the height has a minimum', [null, 50], [60, null], '50x60'],
  ['too narrow', [200, null], [null, null], '200x100'],
  ['too narrow, and the height has a maximum', [200, null], [null, 80], '200x80'],
  ['too high', [null, null], [null, 20], '40x20'],
  ['too low', [null, null], [100, null], '200x100'],
  ['too wide and too high, width more so', [null, 10], [null, 20], '10x5'],
  ['too wide and too high, height more so', [null, 80], [null, 20], '40x20'],
  ['too narrow and too low', [150, null], [100, null], '200x100'],
  ['too narrow and too high', [200, null], [null, 20], '200x20'],
  ['too wide and too low', [null, 50], [100, null], '50x100'],
];

for (const [what, inline, block, expected] of ROWS) {
  test(`${what}: ${expected}`, () => {
    const size = constrainWithRatio(100, 50, limitsOf(...inline), limitsOf(...block));
    assert.equal(`${size.inline}x${size.block}`, expected);
  });
}

test('the result is within the limits, and keeps the ratio when it need not be broken', () => {
  const limit = fc.option(fc.integer({ min: 0, max: 500 }));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 500 }),
      limit,
      limit,
      limit,
      limit,
      (w, h, a, b, c, d) => {
        const inline = limitsOf(a, b);
        const block = limitsOf(c, d);
        const size = constrainWithRatio(w, h, inline, block);
        assert.ok(size.inline >= inline.min && size.inline <= inline.max);
        assert.ok(size.block >= block.min && size.block <= block.max);
      },
    ),
  );
});

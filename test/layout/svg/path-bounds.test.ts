import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IDENTITY } from '../../../src/layout/matrix.ts';
import { pathBounds } from '../../../src/layout/svg/path-bounds.ts';

const show = (data: string): string => {
  const rect = pathBounds(data, IDENTITY);
  return rect === null
    ? 'none'
    : [rect.x, rect.y, rect.w, rect.h].map((each) => Math.round(each * 1000) / 1000).join(' ');
};

test('lines, absolute and relative', () => {
  assert.equal(show('M10 10 L20 30 h5 v-25 z'), '10 5 15 25');
});

test('more pairs after a moveto are lines', () => {
  assert.equal(show('m1 1 2 0 0 2'), '1 1 2 2');
});

test('a curve reaches as far as it bulges, not as far as its control points', () => {
  assert.equal(show('M0 0 C 0 10 10 10 10 0'), '0 0 10 7.5');
  assert.equal(show('M0 0 Q 5 10 10 0'), '0 0 10 5');
});

test('half a circle by an arc, with flags that touch', () => {
  assert.equal(show('M0 0a5 5 0 0110 0'), '0 -5 10 5');
});

test('what comes before an error is drawn', () => {
  assert.equal(show('M0 0 L5 5 L oops'), '0 0 5 5');
});

test('any text has bounds or none, and nothing throws', () => {
  const anyData = fc.string({ unit: fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz0123456789.-+e, ') });
  fc.assert(
    fc.property(anyData, (data) => {
      const rect = pathBounds(data, IDENTITY);
      assert.ok(rect === null || (rect.w >= 0 && rect.h >= 0));
    }),
  );
});

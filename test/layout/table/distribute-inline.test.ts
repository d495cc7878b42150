import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Column, emptyColumn } from '../../../src/layout/table/column.ts';
import { distributeInline } from '../../../src/layout/table/distribute-inline.ts';

function column(min: number, max: number, fields: Partial<Column> = {}): Column {
  return { ...emptyColumn(true), min, max, ...fields };
}

const fixed = (min: number, max: number): Column => column(min, max, { constrained: true });
const percent = (min: number, max: number, value: number): Column => column(min, max, { percent: value });

test('columns in too little room have their minimums', () => {
  assert.deepEqual(distributeInline([column(20, 50), fixed(30, 60)], 10, true), [20, 30]);
});

test('between minimums and maximums a column grows by what it still wants', () => {
  assert.deepEqual(distributeInline([column(20, 60), column(20, 140)], 80, true), [30, 50]);
});

test('percentages are satisfied first, then fixed widths', () => {
  assert.deepEqual(distributeInline([column(10, 90), fixed(10, 50), percent(10, 20, 40)], 100, true), [10, 50, 40]);
});

test('what is more than all maximums goes to columns without a width, by their maximums', () => {
  assert.deepEqual(distributeInline([column(0, 10), column(0, 30), fixed(0, 20)], 100, true), [20, 60, 20]);
});

test('columns with a fixed width take the excess when there are no others, unless they must not', () => {
  assert.deepEqual(distributeInline([fixed(0, 10), fixed(0, 30)], 80, true), [20, 60]);
  assert.deepEqual(distributeInline([fixed(0, 10), fixed(0, 30)], 80, false), [10, 30]);
});

test('a column in which nothing begins takes no room', () => {
  assert.deepEqual(distributeInline([column(5, 5), column(0, 0, { mergeable: true })], 50, true), [50, 0]);
});

test('columns are never below their minimum, and fill the room there is', () => {
  const anyColumn = fc
    .record({
      min: fc.nat(100),
      more: fc.nat(200),
      kind: fc.constantFrom('auto', 'fixed', 'percent'),
      value: fc.nat(40),
    })
    .map(({ min, more, kind, value }) =>
      kind === 'percent' ? percent(min, min + more, value) : (kind === 'fixed' ? fixed : column)(min, min + more),
    );
  fc.assert(
    fc.property(fc.array(anyColumn, { minLength: 1, maxLength: 8 }), fc.nat(2000), (columns, target) => {
      const sizes = distributeInline(columns, target, true);
      const least = columns.reduce((sum, { min }) => sum + min, 0);
      columns.forEach(({ min }, index) => {
        assert.ok(sizes[index]! >= min - 1e-6);
      });
      const total = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(Math.abs(total - Math.max(least, target)) < 1e-6, `${total} is not ${target}`);
    }),
  );
});

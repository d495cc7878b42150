import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Column, emptyColumn } from '../../../src/layout/table/column.ts';
import { addSpanningFixed, distributeFixed } from '../../../src/layout/table/fixed-layout.ts';

const auto = (): Column => emptyColumn(true);
const fixed = (width: number): Column => ({ ...auto(), min: 0, max: width, constrained: true });
const percent = (value: number): Column => ({ ...auto(), percent: value });

test('columns without a width share alike what the others leave', () => {
  assert.deepEqual(distributeFixed([fixed(50), auto(), percent(25), auto()], 200), [50, 50, 50, 50]);
});

test('columns with a width share the rest when every column has one', () => {
  assert.deepEqual(distributeFixed([fixed(50), fixed(150)], 400), [100, 300]);
});

test('a column whose width is zero stays so beside others', () => {
  assert.deepEqual(distributeFixed([fixed(0), auto()], 100), [0, 100]);
  assert.deepEqual(distributeFixed([fixed(0), fixed(0)], 100), [50, 50]);
});

test('a cell that spans columns gives each of them a part of its width, less the spacing between them', () => {
  const columns = [auto(), auto()];
  addSpanningFixed(columns, { min: 0, max: 110, percent: null, percentEdges: 0, constrained: true }, 10);
  assert.deepEqual(
    columns.map(({ max, constrained }) => [max, constrained]),
    [
      [50, true],
      [50, true],
    ],
  );
});

test('columns of a fixed layout fill the table', () => {
  const anyColumn = fc.oneof(
    fc.constant(0).map(auto),
    fc.nat(300).map(fixed),
    fc.integer({ min: 1, max: 30 }).map(percent),
  );
  fc.assert(
    fc.property(
      fc.array(anyColumn, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 1000 }),
      (columns, target) => {
        const sizes = distributeFixed(columns, target);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        assert.ok(total <= target + 1e-6, `${total} is more than ${target}`);
        assert.ok(total > target - columns.length / 64 - 1e-6, `${total} is less than ${target}`);
        for (const size of sizes) assert.ok(size >= 0);
      },
    ),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INDEFINITE } from '../../../src/layout/layout-unit.ts';
import { growRows, growSections, type SectionSize } from '../../../src/layout/table/distribute-block.ts';
import { RowBaseline, type RowSize } from '../../../src/layout/table/row.ts';

function row(size: number, fields: Partial<RowSize> = {}): RowSize {
  return {
    size,
    baseline: new RowBaseline(),
    percent: null,
    constrained: false,
    hasSpanStart: false,
    collapsed: false,
    ...fields,
  };
}

function grown(rows: readonly RowSize[], target: number, isSpan = false, percentBase = INDEFINITE): number[] {
  growRows(rows, target, 0, percentBase, isSpan);
  return rows.map(({ size }) => size);
}

test('rows without a height of their own grow by their size', () => {
  assert.deepEqual(grown([row(10), row(30), row(20, { constrained: true })], 100), [20, 60, 20]);
});

test('a row with a percentage comes first and gets no more than that', () => {
  const rows = [row(10, { percent: 50, constrained: true }), row(10)];
  assert.deepEqual(grown(rows, 200, false, 200), [100, 100]);
});

test('empty rows take what a section has more than its rows with heights', () => {
  assert.deepEqual(grown([row(20, { constrained: true }), row(0)], 100), [20, 80]);
});

test('of nothing but empty rows a spanning cell fills the last', () => {
  assert.deepEqual(grown([row(0), row(0)], 60, true), [0, 60]);
});

test('a spanning cell prefers rows in which another one begins', () => {
  assert.deepEqual(grown([row(10), row(10, { hasSpanStart: true })], 60, true), [10, 50]);
});

test('spacing between rows is part of the height they fill', () => {
  const rows = [row(10), row(10)];
  growRows(rows, 50, 10, INDEFINITE, false);
  assert.deepEqual(
    rows.map(({ size }) => size),
    [20, 20],
  );
});

test('the height of a table goes to its bodies before header and footer', () => {
  const section = (firstRow: number, isBody: boolean): SectionSize => ({
    firstRow,
    rowCount: 1,
    isBody,
    percent: null,
    constrained: false,
    size: 10,
  });
  const sections = [section(0, false), section(1, true), section(2, true)];
  const rows = [row(10), row(10), row(10)];
  growSections(sections, rows, 90, 0);
  assert.deepEqual(
    rows.map(({ size }) => size),
    [10, 40, 40],
  );
});

test('rows never shrink, and fill the height if they were less', () => {
  const anyRow = fc
    .record({ size: fc.nat(100), constrained: fc.boolean(), percent: fc.option(fc.nat(50)) })
    .map(({ size, constrained, percent }) => row(size, { constrained: constrained || percent !== null, percent }));
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 6 }), fc.nat(1000), (rows, target) => {
      const before = rows.map(({ size }) => size);
      const least = before.reduce((sum, size) => sum + size, 0);
      growRows(rows, target, 0, target, false);
      rows.forEach(({ size }, index) => {
        assert.ok(size >= before[index]! - 1e-6);
      });
      const total = rows.reduce((sum, { size }) => sum + size, 0);
      assert.ok(Math.abs(total - Math.max(least, target)) < 1e-6, `${total} is not ${target}`);
    }),
  );
});

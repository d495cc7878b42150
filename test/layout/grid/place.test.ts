import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LineRange, Placement } from '../../../src/layout/grid/lines.ts';
import { placeItems } from '../../../src/layout/grid/place.ts';

const auto = (span = 1): Placement => ({ range: null, span });
const at = (start: number, span = 1): Placement => ({ range: { start, end: start + span }, span });
const open = (count: number) => ({ count, closed: false });
const ROWS = { column: false, dense: false };

const show = (placed: ReturnType<typeof placeItems>): string[] =>
  placed.items.map(({ row, column }) => `${row.start}-${row.end}/${column.start}-${column.end}`);

test('items fill the row, then the next one', () => {
  const items = [1, 2, 3].map(() => ({ row: auto(), column: auto() }));
  assert.deepEqual(show(placeItems(items, ROWS, open(1), open(2))), ['0-1/0-1', '0-1/1-2', '1-2/0-1']);
});

test('sparse packing leaves a hole, dense packing fills it', () => {
  const items = [
    { row: auto(), column: auto() },
    { row: auto(), column: auto(2) },
    { row: auto(), column: auto() },
  ];
  assert.deepEqual(show(placeItems(items, ROWS, open(1), open(2))), ['0-1/0-1', '1-2/0-2', '2-3/0-1']);
  assert.deepEqual(show(placeItems(items, { column: false, dense: true }, open(1), open(2))), [
    '0-1/0-1',
    '1-2/0-2',
    '0-1/1-2',
  ]);
});

test('items with a given row come before those without', () => {
  const items = [
    { row: auto(), column: auto() },
    { row: at(0), column: auto() },
  ];
  assert.deepEqual(show(placeItems(items, ROWS, open(1), open(2))), ['0-1/1-2', '0-1/0-1']);
});

test('a wide item makes implicit columns', () => {
  const placed = placeItems([{ row: auto(), column: auto(3) }], ROWS, open(1), open(1));
  assert.deepEqual(placed.columns, { start: 0, end: 3 });
});

test('auto-placed items never overlap, and stay inside the implicit grid', () => {
  const anyPlacement = fc.oneof(
    fc.integer({ min: 1, max: 3 }).map(auto),
    fc.tuple(fc.integer({ min: -2, max: 4 }), fc.integer({ min: 1, max: 3 })).map(([start, span]) => at(start, span)),
  );
  const anyItems = fc.array(fc.record({ row: anyPlacement, column: anyPlacement }), { maxLength: 15 });
  fc.assert(
    fc.property(anyItems, fc.boolean(), fc.boolean(), (items, column, dense) => {
      const placed = placeItems(items, { column, dense }, open(2), open(3));
      const isFixed = (index: number) => items[index].row.range !== null && items[index].column.range !== null;
      placed.items.forEach((area, index) => {
        assert.ok(area.row.start >= placed.rows.start && area.row.end <= placed.rows.end);
        assert.ok(area.column.start >= placed.columns.start && area.column.end <= placed.columns.end);
        const overlapping = placed.items.filter(
          (other) => other !== area && meet(area.row, other.row) && meet(area.column, other.column),
        );
        assert.ok(isFixed(index) || overlapping.length === 0);
      });
    }),
  );
});

function meet(a: LineRange, b: LineRange): boolean {
  return a.start < b.end && b.start < a.end;
}

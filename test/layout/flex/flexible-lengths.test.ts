import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FlexItem } from '../../../src/layout/flex/flex-item.ts';
import { collectLines, resolveFlexibleLengths } from '../../../src/layout/flex/flexible-lengths.ts';

function item(base: number, grow = 0, shrink = 1, minMain = 0, maxMain = Number.POSITIVE_INFINITY): FlexItem {
  const hypothetical = Math.max(minMain, Math.min(base, maxMain));
  const fields = { base, grow, shrink, minMain, maxMain, hypothetical, mainEdges: 0, mainMargin: 0, main: 0 };
  return fields as unknown as FlexItem;
}

function resolve(items: readonly FlexItem[], size: number, gap = 0): number[] {
  const [line] = collectLines(items, false, Number.POSITIVE_INFINITY, gap);
  resolveFlexibleLengths(line, size, gap);
  return items.map(({ main }) => main);
}

test('free space goes to items by their grow factors', () => {
  assert.deepEqual(resolve([item(100, 1), item(100, 3)], 400), [150, 250]);
});

test('grow factors that add up to less than one leave space over', () => {
  assert.deepEqual(resolve([item(0, 0.25), item(0, 0.25)], 400), [100, 100]);
});

test('missing space is taken by shrink factor times base size', () => {
  assert.deepEqual(resolve([item(300), item(100)], 200), [150, 50]);
});

test('an item that meets its maximum leaves its share to the others', () => {
  assert.deepEqual(resolve([item(0, 1, 1, 0, 50), item(0, 1)], 400), [50, 350]);
});

test('an item that meets its minimum takes what it lacks from the others', () => {
  assert.deepEqual(resolve([item(300, 0, 1, 250), item(300)], 400), [250, 150]);
});

test('gaps come off the space first', () => {
  assert.deepEqual(resolve([item(0, 1), item(0, 1)], 420, 20), [200, 200]);
});

test('a line is full when the next item would not fit', () => {
  const lines = collectLines([item(60), item(60), item(60)], true, 130, 10);
  assert.deepEqual(
    lines.map(({ items }) => items.length),
    [2, 1],
  );
});

test('flexed items stay within their limits, and fill the line if one of them can grow without limit', () => {
  const anyItem = fc
    .record({ base: fc.nat(500), grow: fc.nat(4), shrink: fc.nat(3), min: fc.nat(100), room: fc.nat(400) })
    .map(({ base, grow, shrink, min, room }) => item(base, grow, shrink, min, min + room));
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 6 }), fc.nat(2000), (items, size) => {
      const free = item(0, 1);
      const total = resolve([...items, free], size).reduce((sum, main) => sum + main, 0);
      for (const { main, minMain, maxMain } of items) assert.ok(main >= minMain && main <= maxMain);
      if (free.main > 0) assert.ok(Math.abs(total - size) < 1e-6, `${total} is not ${size}`);
    }),
  );
});

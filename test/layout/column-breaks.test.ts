import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancedHeight, cutAt, tallestPart } from '../../src/layout/column-breaks.ts';
import type { ColumnContent, Stretch } from '../../src/layout/column-content.ts';

/** Blocks of 10 px that may be cut anywhere, with margins of 10 px between them. */
function blocks(count: number, changes: Partial<ColumnContent> = {}): ColumnContent {
  const size = count * 20 - 10;
  const gaps = stretches(count - 1, 10);
  return { size, lastEnd: size, units: [], lastUnitEnd: 0, gaps, avoided: new Map(), forced: [], ...changes };
}

function stretches(count: number, length: number): Stretch[] {
  return Array.from({ length: count }, (_, index) => ({ start: index * 20 + 10, end: index * 20 + 10 + length }));
}

test('however many columns there are, each margin is looked at a few times', () => {
  const content = blocks(1000);
  let looks = 0;
  const gaps = new Proxy([...content.gaps], {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
      return Reflect.get(target, key);
    },
  });
  const { columns } = cutAt({ ...content, gaps }, 10);
  assert.deepEqual({ columns: columns.length, isFew: looks < 5000 }, { columns: 1000, isFew: true });
});

test('there may be any number of forced breaks', () => {
  const count = 250_000;
  const content = blocks(count, { forced: stretches(count - 1, 10) });
  assert.equal(tallestPart(content), 10);
});

test('parts of which each has a column of its own make it as high as the longest', () => {
  const forced: Stretch[] = [
    { start: 10, end: 20 },
    { start: 70, end: 80 },
  ];
  assert.equal(balancedHeight(blocks(5, { gaps: [], forced }), 3, Number.POSITIVE_INFINITY), 50);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceColumn } from '../../src/layout/column-slice.ts';
import type { BoxFragment, Placed } from '../../src/layout/fragment.ts';

function boxFragment(height: number, children: readonly Placed[]): BoxFragment {
  return { kind: 'box', width: 100, height, children, box: { style: { height: 'auto' } } } as unknown as BoxFragment;
}

test('a column looks at what is in it, and not at all the content', () => {
  let looks = 0;
  const blocks: Placed[] = Array.from({ length: 1000 }, (_, index) => ({
    fragment: boxFragment(10, []),
    x: 0,
    y: index * 10,
  }));
  const children = new Proxy(blocks, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
      return Reflect.get(target, key);
    },
  });
  const thread = boxFragment(10_000, children);
  const stretches = Array.from({ length: 500 }, (_, index) => ({ start: index * 20, end: index * 20 + 20 }));
  const writing = { horizontal: true, rtl: false, blockReversed: false, inlineReversed: false };
  const columnAt = (start: number) => sliceColumn(thread, { stretches, height: 20, step: 100, writing }, start / 20);
  columnAt(0);

  looks = 0;
  const places = columnAt(5000).children.map(({ y }) => y);

  assert.deepEqual({ places, isFew: looks < 10 }, { places: [0, 10], isFew: true });
});

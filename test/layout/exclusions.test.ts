import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Exclusion, type Exclusions, NO_EXCLUSIONS } from '../../src/layout/exclusions.ts';

const WIDTH = 100;

/** Floats as placement makes them: tops never rise, and left and right ones start from their own side. */
const anyFloats = fc
  .array(
    fc.record({
      left: fc.boolean(),
      inline: fc.integer({ min: 0, max: 60 }),
      drop: fc.integer({ min: 0, max: 10 }),
      block: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 100 },
  )
  .map((floats) => {
    let top = 0;
    return floats.map(({ left, inline, drop, block }): Exclusion => {
      top += drop;
      const lineStart = left ? 0 : WIDTH - inline;
      const side = left ? 'left' : 'right';
      return { side, lineStart, lineEnd: lineStart + inline, blockStart: top, blockEnd: top + block };
    });
  });

function setOf(floats: readonly Exclusion[]): Exclusions {
  return floats.reduce((set, float) => set.add(float), NO_EXCLUSIONS);
}

/** The plain loop over all floats that reach into the line. Room that floats overlap in from its top has no width. */
function roomAt(floats: readonly Exclusion[], block: number, height: number): readonly [number, number] {
  let start = 0;
  let end = WIDTH;
  let topStart = 0;
  let topEnd = WIDTH;
  for (const { side, lineStart, lineEnd, blockStart, blockEnd } of floats) {
    if (blockEnd <= block || lineEnd <= lineStart || blockEnd < blockStart) continue;
    if (blockStart > block && blockStart >= block + height) continue;
    if (side === 'left') start = Math.max(start, lineEnd);
    else end = Math.min(end, lineStart);
    if (blockStart > block) continue;
    if (side === 'left') topStart = Math.max(topStart, lineEnd);
    else topEnd = Math.min(topEnd, lineStart);
  }
  return [start, topEnd < topStart ? Math.max(start, end) : end];
}

test('a line has the room that no float takes', () => {
  fc.assert(
    fc.property(anyFloats, fc.integer({ min: -5, max: 500 }), fc.nat(30), (floats, block, height) => {
      const { lineStart, lineEnd } = setOf(floats).opportunityAt(0, WIDTH, block, height);
      assert.deepEqual([lineStart, lineEnd], roomAt(floats, block, height));
    }),
  );
});

test('an opportunity that is found is wide enough, or has no float beside it', () => {
  fc.assert(
    fc.property(anyFloats, fc.integer({ min: 0, max: 300 }), fc.nat(120), (floats, block, width) => {
      const found = setOf(floats).findOpportunity(0, WIDTH, block, width, 0);
      const free = found.lineStart === 0 && found.lineEnd === WIDTH;
      assert.ok(free || found.lineEnd - found.lineStart >= width);
      assert.ok(found.blockOffset >= block);
    }),
  );
});

test('clearance is the lowest end on the sides that are named', () => {
  fc.assert(
    fc.property(anyFloats, (floats) => {
      const lowest = (side: 'left' | 'right'): number =>
        Math.max(...floats.filter((float) => float.side === side).map((float) => float.blockEnd));
      const set = setOf(floats);
      assert.equal(set.clearance('left'), lowest('left'));
      assert.equal(set.clearance('both'), Math.max(lowest('left'), lowest('right')));
      assert.equal(set.clearance('none'), Number.NEGATIVE_INFINITY);
    }),
  );
});

test('a set that has been added to is as it was', () => {
  const float = (lineEnd: number): Exclusion => ({ side: 'left', lineStart: 0, lineEnd, blockStart: 0, blockEnd: 10 });
  const one = NO_EXCLUSIONS.add(float(10));
  const wide = one.add(float(50));
  const other = one.add(float(20));
  const startOf = (set: Exclusions): number => set.opportunityAt(0, WIDTH, 0, 0).lineStart;
  assert.deepEqual([startOf(one), startOf(wide), startOf(other)], [10, 50, 20]);
});

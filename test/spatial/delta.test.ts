import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyDelta, computeDelta } from '../../src/spatial/delta.ts';
import type { SpatialDom, SpatialElement } from '../../src/spatial/spatial-dom.ts';

const anyElement: fc.Arbitrary<SpatialElement> = fc.record(
  {
    id: fc.integer({ min: 1, max: 30 }),
    tag: fc.constantFrom('a', 'button', 'p'),
    text: fc.string({ maxLength: 4 }),
    checked: fc.constantFrom(true, false, 'mixed' as const),
    disabled: fc.constant(true as const),
    options: fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }),
    b: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)),
  },
  { requiredKeys: ['id', 'tag', 'b'], noNullPrototype: true },
);

const anyPage = (version: number): fc.Arbitrary<SpatialDom> =>
  fc.record(
    {
      url: fc.constantFrom('http://a/', 'http://b/'),
      title: fc.string({ maxLength: 3 }),
      vp: fc.constant([1280, 800] as const),
      scroll: fc.tuple(fc.nat(2), fc.nat(2)),
      version: fc.constant(version),
      els: fc.uniqueArray(anyElement, { selector: ({ id }) => id, maxLength: 12 }),
    },
    { noNullPrototype: true },
  );

test('a delta applied to the state before it gives exactly the state after it', () => {
  fc.assert(
    fc.property(anyPage(1), anyPage(2), (before, after) => {
      assert.deepEqual(applyDelta(before, computeDelta(before, after)), after);
    }),
    { numRuns: 2000 },
  );
});

test('a delta survives JSON, which is how it travels', () => {
  fc.assert(
    fc.property(anyPage(1), anyPage(2), (before, after) => {
      const travelled = JSON.parse(JSON.stringify(computeDelta(before, after)));
      assert.deepEqual(applyDelta(before, travelled), JSON.parse(JSON.stringify(after)));
    }),
  );
});

test('only the fields that changed are in a change', () => {
  const page = (text: string): SpatialDom => ({
    url: 'http://a/',
    title: '',
    vp: [1, 1],
    scroll: [0, 0],
    version: 1,
    els: [{ id: 7, tag: 'p', text, b: [0, 0, 10, 10] }],
  });
  assert.deepEqual(computeDelta(page('old'), page('new')).changed, [{ id: 7, text: 'new' }]);
});

test('a page that did not change gives a delta with nothing in it', () => {
  fc.assert(
    fc.property(anyPage(1), (page) => {
      assert.deepEqual(computeDelta(page, { ...page, version: 2 }), { delta: true, from: 1, version: 2 });
    }),
  );
});

const row = (id: number, y: number): SpatialElement => ({ id, tag: 'p', b: [0, y, 100, 20] });
const list = (version: number, els: readonly SpatialElement[]): SpatialDom => ({
  url: 'http://a/',
  title: '',
  vp: [1, 1],
  scroll: [0, 0],
  version,
  els,
});

test('an element that appears in the middle is told by its place, not by the order of all', () => {
  const rows = Array.from({ length: 50 }, (_, index) => row(index + 1, index * 20));
  const delta = computeDelta(list(1, rows), list(2, [...rows.slice(0, 30), row(99, 0), ...rows.slice(30)]));
  assert.deepEqual(delta.order, [[30, 99]]);
});

test('elements that moved together are told by one distance', () => {
  const rows = Array.from({ length: 5 }, (_, index) => row(index + 1, index * 20));
  const lower = rows.map(({ id }, index) => row(id, index * 20 + 56));
  const delta = computeDelta(list(1, rows), list(2, lower));
  assert.deepEqual(delta, { delta: true, from: 1, version: 2, moved: [[0, 56, 1, 2, 3, 4, 5]] });
  assert.deepEqual(applyDelta(list(1, rows), delta), list(2, lower));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hitPlace, keyHold, keyPause, pointerPath, scrollShares } from '../../src/session/human-motion.ts';
import { SeededRandom } from '../../src/session/seeded-random.ts';

const anyPoint = fc.record({ x: fc.nat(2000), y: fc.nat(2000) });
const anySeed = fc.nat(0xffff_ffff);

test('the same seed gives the same movement, another seed another one', () => {
  const path = (seed: number) => pointerPath({ x: 0, y: 0 }, { x: 400, y: 300 }, 40, new SeededRandom(seed));
  assert.deepEqual(path(7), path(7));
  assert.notDeepEqual(path(7), path(8));
});

test('a pointer ends exactly where it wants to be, in bounded time, and never far from the way', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, anySeed, (from, to, seed) => {
      const path = pointerPath(from, to, 40, new SeededRandom(seed));
      const distance = Math.hypot(to.x - from.x, to.y - from.y);
      if (distance < 1) return path.length === 0;
      const end = path.at(-1)!;
      assert.deepEqual([end.x, end.y], [to.x, to.y]);
      assert.ok(path.reduce((sum, { afterMs }) => sum + afterMs, 0) <= 1_000);
      const widest = Math.max(...path.map((point) => offWay(point, from, to, distance)));
      return widest <= distance / 4 + 3;
    }),
  );
});

function offWay(
  point: { x: number; y: number },
  from: { x: number; y: number },
  to: { x: number; y: number },
  distance: number,
): number {
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / distance;
}

test('a pointer is slow at both ends and fast in the middle', () => {
  const path = pointerPath({ x: 0, y: 0 }, { x: 1000, y: 0 }, 40, new SeededRandom(3));
  const steps = path.map(({ x }, index) => x - (path[index - 1]?.x ?? 0));
  const middle = steps[Math.floor(steps.length / 2)]!;
  assert.ok(middle > 3 * steps[0]! && middle > 3 * steps.at(-1)!);
});

test('places lie within an element, and pauses between keys are longer than keys are held', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const random = new SeededRandom(seed);
      const [x, y] = hitPlace(random);
      const pause = keyPause('a', random);
      return x > 0.1 && x < 0.9 && y > 0.1 && y < 0.9 && pause >= 50 && pause <= 600 && keyHold(random) < 50;
    }),
  );
});

test('scrolling runs out: each step is smaller, and together they are the whole', () => {
  const shares = scrollShares(new SeededRandom(1)).map(({ share }) => share);
  assert.ok(shares.every((share, index) => index === 0 || share < shares[index - 1]!));
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

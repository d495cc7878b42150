import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Timers } from '../../src/page/timer-heap.ts';

test('timers come in the order of their times, and those of one time in the order they were set', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
      const timers = new Timers();
      times.forEach((time, id) => {
        timers.add(time, id);
      });
      const taken: number[] = [];
      while (timers.nextTime(() => true) !== null) taken.push(timers.take());
      const wanted = times.map((time, id) => ({ time, id })).sort((a, b) => a.time - b.time || a.id - b.id);
      assert.deepEqual(
        taken,
        wanted.map(({ id }) => id),
      );
    }),
  );
});

test('a timer that was cleared is passed over', () => {
  const timers = new Timers();
  timers.add(1, 1);
  timers.add(2, 2);
  assert.equal(
    timers.nextTime((id) => id !== 1),
    2,
  );
  assert.equal(timers.size, 1);
});

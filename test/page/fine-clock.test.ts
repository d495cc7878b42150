import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from '../session/real-session.ts';

/** Times of one task, as long as they take to differ by a few milliseconds. */
const TIMES = `(() => {
  const times = [performance.now()];
  while (times.at(-1) - times[0] < 5 && times.length < 1e6) times.push(performance.now());
  return times;
})()`;

test('times of a page go in steps of a tenth of a millisecond, never back', async (t) => {
  const { evaluate } = await openReal(t, '<p>x</p>', { clock: 'real' });
  const found = await evaluate(`(() => {
    const times = ${TIMES};
    const steps = times.map((time, at) => Math.round((time - (times[at - 1] ?? time)) * 10));
    return [
      steps.some((step) => step > 0 && step % 10 !== 0),
      steps.every((step) => step >= 0),
      times.every((time) => Math.abs(time * 10 - Math.round(time * 10)) < 1e-6),
      new Event('x').timeStamp >= times.at(-1),
    ].join();
  })()`);
  assert.equal(found, 'true,true,true,true');
});

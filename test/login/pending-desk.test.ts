import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Pending, PendingDesk } from '../../src/login/pending.ts';

function desk(): { readonly desk: PendingDesk; readonly told: Pending[] } {
  const told: Pending[] = [];
  return { desk: new PendingDesk((pending) => told.push(pending)), told };
}

const going = new AbortController().signal;

test('a question is told, and its answer is given', async () => {
  const { desk: pending, told } = desk();
  const answer = pending.ask('sms', 'The code?', going);
  assert.deepEqual(told, [{ id: 1, kind: 'sms', reason: 'The code?' }]);
  assert.equal(pending.answer(1, { code: '123456' }), true);
  assert.deepEqual(await answer, { code: '123456' });
  assert.equal(pending.answer(1, { code: '123456' }), false);
});

test('what settles by itself needs no answer', async () => {
  let looks = 0;
  assert.deepEqual(await desk().desk.ask('push', '', going, async () => ++looks < 2), { done: true });
});

test('when the time is over nobody has answered', async () => {
  assert.equal(await desk().desk.ask('code', '', going, async () => true, 1), null);
});

test('a call that ends takes its question with it', async () => {
  const controller = new AbortController();
  const answer = desk().desk.ask('code', '', controller.signal);
  controller.abort(new Error('over'));
  await assert.rejects(answer, /over/);
});

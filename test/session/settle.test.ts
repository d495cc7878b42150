import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SettleInput, settling } from '../../src/session/settle.ts';

const idle: SettleInput = {
  isLoading: false,
  isRunnable: false,
  requestsInFlight: 0,
  nextTimerMs: null,
  elapsedMs: 0,
  timersOnlyMs: 0,
  unchangedMs: 0,
};

for (const [what, input, expected] of [
  ['nothing to do is settled', {}, { kind: 'settled' }],
  ['what can run, runs', { isRunnable: true }, { kind: 'run' }],
  ['a request is waited for', { requestsInFlight: 1 }, { kind: 'wait', ms: 5000 }],
  [
    'a timer that is due while a request is out is not missed',
    { requestsInFlight: 1, nextTimerMs: 20 },
    { kind: 'wait', ms: 20 },
  ],
  ['a timer within the window is waited for', { nextTimerMs: 100 }, { kind: 'wait', ms: 100 }],
  ['a timer beyond the window does not count', { nextTimerMs: 1000 }, { kind: 'settled' }],
  [
    'timers that change nothing do not count for long',
    { nextTimerMs: 16, unchangedMs: 250, timersOnlyMs: 250 },
    { kind: 'settled' },
  ],
  [
    'a timer behind other work that changed nothing is waited for',
    { nextTimerMs: 16, unchangedMs: 900 },
    { kind: 'wait', ms: 16 },
  ],
  [
    'timers that change something for ever do not count for ever',
    { nextTimerMs: 16, timersOnlyMs: 1500 },
    { kind: 'settled' },
  ],
  [
    'a request without an answer is not waited for for ever',
    { requestsInFlight: 1, elapsedMs: 5000 },
    { kind: 'settled' },
  ],
  ['tasks without end do not run for ever', { isRunnable: true, elapsedMs: 5000 }, { kind: 'settled' }],
  [
    'a document that loads is waited for until the deadline',
    { isLoading: true, requestsInFlight: 1, elapsedMs: 9000 },
    { kind: 'wait', ms: 5000 },
  ],
] as const) {
  test(what, () => assert.deepEqual(settling({ ...idle, ...input }), expected));
}

test('a page that loads for ever with nothing left that could end it has settled', () => {
  const open = { ...idle, isLoading: true };
  assert.equal(settling(open).kind, 'settled');
  assert.equal(settling({ ...open, requestsInFlight: 1 }).kind, 'wait');
  assert.equal(settling({ ...open, nextTimerMs: 10 }).kind, 'wait');
  assert.equal(settling({ ...open, nextTimerMs: 10, timersOnlyMs: 2_000 }).kind, 'settled');
});

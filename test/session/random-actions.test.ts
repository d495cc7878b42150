/** A few random sequences of actions; `npm run fuzz:actions` runs 10,000 of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRandomActions } from '../../fixtures/random-actions.ts';

test('whatever an agent does, ids never lie, deltas apply, and nothing hangs', async () => {
  const steps = await runRandomActions({ sequences: 20, seed: 20_260_401, steps: 8 });
  assert.ok(steps > 20);
});

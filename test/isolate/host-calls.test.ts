import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from '../../src/isolate/bridge-commands.ts';
import { HostCalls } from '../../src/isolate/host-calls.ts';

test('a question that fails is answered with nothing', async () => {
  const calls = new HostCalls(
    () => {
      throw new Error('no');
    },
    () => undefined,
  );
  calls.refill();
  assert.equal(await calls.ask('cookies', ''), '');
});

test('questions are texts, and come within a task', async () => {
  const calls = new HostCalls(
    (question, payload) => question + payload,
    () => undefined,
  );
  assert.equal(await calls.ask('a', 'b'), '');
  calls.refill();
  assert.equal(await calls.ask('a', 'b'), 'ab');
  assert.equal(await calls.ask('a', { toString: () => 'b' }), '');
});

test('commands of the wrong form are refused', () => {
  const wrong = [
    null,
    {},
    { kind: 'abort' },
    { kind: 'abort', id: '1' },
    { kind: 'storage', area: 'other', clears: false, items: [] },
    { kind: 'storage', area: 'local', clears: false, items: [['a', 5]] },
    { kind: 'history', change: 'push', url: 'http://a/' },
    { kind: 'socket', id: 1, url: 'ws://a', protocols: 'chat' },
    { kind: 'fetch', id: 1, url: 'http://a/' },
  ];
  for (const value of wrong) {
    assert.throws(() => readCommand(value), { code: 'internal_error' }, JSON.stringify(value));
  }
  assert.deepEqual(readCommand({ kind: 'traverse', delta: -1.5 }), { kind: 'traverse', delta: -1 });
});

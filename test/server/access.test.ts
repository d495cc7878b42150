import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Access, ANYBODY, newToken, offeredProtocols } from '../../src/server/access.ts';

test('each token is an owner, and nothing else is', () => {
  const access = new Access(['one-one-one', 'two-two-two']);
  assert.equal(access.ofHeader('Bearer one-one-one'), access.first);
  assert.notEqual(access.ofHeader('bearer  two-two-two'), access.first);
  for (const header of [
    undefined,
    '',
    'Bearer ',
    'Basic one-one-one',
    'one-one-one',
    'Bearer one-one-onE',
    `Bearer ${'x'.repeat(600)}`,
  ]) {
    assert.equal(access.ofHeader(header), null, String(header));
  }
});

test('a WebSocket offers its token as a protocol', () => {
  const access = new Access(['one-one-one']);
  assert.equal(access.ofProtocols(offeredProtocols('agentbrowser.live, agentbrowser.token.one-one-one')), access.first);
  assert.equal(access.ofProtocols(offeredProtocols('agentbrowser.live')), null);
  assert.equal(access.ofProtocols(offeredProtocols('agentbrowser.live, agentbrowser.token.')), null);
  assert.equal(access.ofProtocols(offeredProtocols(undefined)), null);
});

test('without tokens anybody comes in', () => {
  assert.equal(new Access([]).ofHeader(undefined), ANYBODY);
});

test('new tokens are long, different, and fit into a protocol', () => {
  const token = newToken();
  assert.match(token, /^[\w-]{32}$/);
  assert.notEqual(token, newToken());
});

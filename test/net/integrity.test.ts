import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hasIntegrity } from '../../src/net/integrity.ts';

const BYTES = Buffer.from('alert(1)');
const hash = (algorithm: string, text = 'alert(1)'): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

test('bytes are accepted with their own hash only', () => {
  assert.equal(hasIntegrity(BYTES, hash('sha256')), true);
  assert.equal(hasIntegrity(BYTES, hash('sha256', 'other')), false);
});

test('the strongest hashes decide, and any of them will do', () => {
  assert.equal(hasIntegrity(BYTES, `${hash('sha256')} ${hash('sha512', 'other')}`), false);
  assert.equal(hasIntegrity(BYTES, `${hash('sha384', 'other')} ${hash('sha384')}?option`), true);
});

test('text without a hash that is known allows everything', () => {
  assert.equal(hasIntegrity(BYTES, 'md5-abc nonsense'), true);
  assert.equal(hasIntegrity(BYTES, ''), true);
});

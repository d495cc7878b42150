import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeAddress } from '../../src/client/address.ts';

const ADDRESSES: readonly (readonly [written: string, meant: string])[] = [
  ['example.com', 'https://example.com'],
  [' example.com/a?b#c ', 'https://example.com/a?b#c'],
  ['example.com:8443/a', 'https://example.com:8443/a'],
  ['bücher.example', 'https://bücher.example'],
  ['example.com/search?q=green tea', 'https://example.com/search?q=green tea'],
  ['example.com and tea', 'example.com and tea'],
  ['localhost', 'http://localhost'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:8080/', 'http://[::1]:8080/'],
  ['1.example', 'https://1.example'],
  ['https://example.com/', 'https://example.com/'],
  ['about:blank', 'about:blank'],
  ['data:text/html,example.com', 'data:text/html,example.com'],
  ['mailto:me@example.com', 'mailto:me@example.com'],
  ['file:///etc/hosts', 'file:///etc/hosts'],
  ['red shoes', 'red shoes'],
  ['shoes', 'shoes'],
  ['me@example.com', 'me@example.com'],
  ['//example.com', '//example.com'],
];

for (const [written, meant] of ADDRESSES) {
  test(`'${written}' is meant to be '${meant}'`, () => assert.equal(wholeAddress(written), meant));
}

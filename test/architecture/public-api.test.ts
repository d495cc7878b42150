import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as api from '../../src/index.ts';
import * as layout from '../../src/layout-document.ts';

/** The names that users can import. A change here is a change of the public API: it belongs into CHANGELOG.md. */
const recorded = readFileSync(new URL('./public-api.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test('the public names are those on record', () => {
  const names = [
    ...Object.keys(api).map((name) => `agentbrowser: ${name}`),
    ...Object.keys(layout).map((name) => `agentbrowser/layout: ${name}`),
  ];
  assert.deepEqual(names.sort(), recorded);
});

/**
 * What animations leave behind. The numbers are Chrome's, 200 ms after the page has loaded.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import { createStyleResolver } from '../../src/style/resolver.ts';

const SHEET = `@keyframes in { from { opacity: 0.1 } 50% { opacity: 0.5 } to { opacity: 1 } }
  @keyframes out { 0%, 100% { opacity: 0.2 } } @keyframes half { 50% { opacity: 0.9 } }
  p { opacity: 0.4; animation-duration: 1ms }`;

const CASES: readonly (readonly [style: string, opacity: number])[] = [
  ['animation: in 1ms forwards', 1],
  ['animation: in 1ms', 0.4],
  ['animation: in 1ms both reverse', 0.1],
  ['animation: in 1ms 2 alternate both', 0.1],
  ['animation: 1ms ease-out "in" both', 1],
  ['animation-name: in; animation-fill-mode: forwards', 1],
  ['animation: in 1ms both; opacity: 0.7 !important', 0.7],
  ['animation: in 1ms both, out 1ms both', 0.2],
  ['animation: half 1ms both', 0.4],
  ['animation: in 1ms both paused', 0.1],
  ['animation: none', 0.4],
  ['animation: in 1ms both; animation: none 0s ease 0s 1 normal none running', 0.4],
  ['animation: in 1ms both; animation: inherit', 0.4],
  ['animation: in calc(1ms * 1) cubic-bezier(0, 0, 1, 1) both', 1],
  ['-webkit-animation: in 1ms both', 1],
  ['animation: in 1ms both; animation-name: out', 0.2],
];

test('an animation that has ended leaves its last frame, where its fill mode keeps it', () => {
  const items = CASES.map(([style]) => `<p style='${style}'>x</p>`).join('');
  const document = parseDocument(`<!doctype html><style>${SHEET}</style>${items}`);
  const environment = {
    ...{ viewportWidth: 1000, viewportHeight: 800, colorScheme: 'light' as const },
    ...{ reducedMotion: false, devicePixelRatio: 1, mediaType: 'screen' as const },
  };
  const none = { linkedSheets: new Map(), imports: new Map(), adopted: new Map(), resolveUrl: () => null };
  const styles = createStyleResolver(document, { baseUrl: 'https://site.test/', ...none }, environment);
  const found: [string, number][] = [];
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (isElement(at) && attribute(at, 'style') !== null) {
      found.push([attribute(at, 'style')!, styles.styleOf(at).opacity]);
    }
  }
  assert.deepEqual(found, CASES);
});

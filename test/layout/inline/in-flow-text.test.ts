import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineItemsOf } from '../../../src/layout/inline/collect.ts';
import { absolute, block, br, float, lineTexts, span } from './inline-fixture.ts';

const items = (...children: Parameters<typeof block>[1][]) => inlineItemsOf(block({}, ...children));

test('floats and positioned boxes have a character that is not in the flow', () => {
  const { text, inFlow } = items('a', float('left', 1, 1), absolute(), 'b');
  assert.equal(text, 'a\ufffc\ufffcb');
  assert.equal(inFlow.text, 'ab');
  assert.equal(inFlow.after(1), 3);
  assert.equal(inFlow.before(3), 1);
});

test('an opportunity is one on both sides of what is not in the flow', () => {
  const { inFlow } = items('a', absolute(), 'b');
  assert.deepEqual([...inFlow.spread(new Uint8Array([0, 1, 0]), 1)], [0, 1, 1, 1]);
});

test('collapsed white space leaves an item, and bidi controls stand around inline boxes', () => {
  assert.deepEqual(
    items('a ', span({ unicodeBidi: 'isolate' }, ' '), br).items.map(({ kind }) => kind),
    ['text', 'bidi', 'open', 'text', 'close', 'bidi', 'newline'],
  );
});

test('with break-spaces a line that may break anywhere may break before a space', () => {
  const style = { whiteSpaceCollapse: 'break-spaces', overflowWrap: 'anywhere' } as const;
  assert.deepEqual(lineTexts(block(style, 'aaaa b'), 40), ['aaaa', ' b']);
});

test('each tab of break-spaces may end a line', () => {
  assert.equal(lineTexts(block({ whiteSpaceCollapse: 'break-spaces' }, 'a\t\tb'), 10).length, 3);
});

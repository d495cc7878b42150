import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blockText, changedText, declaredBlock, declaredValue } from '../../../src/style/cssom/declared-block.ts';
import { LISTED_NAMES } from '../../../src/style/cssom/property-list.ts';
import { WRITTEN_SHORTHANDS } from '../../../src/style/cssom/shorthand-table.ts';

/** The text of a block is a text of the same block. */
function isStable(text: string): void {
  const once = blockText(declaredBlock(text));
  assert.equal(blockText(declaredBlock(once)), once);
}

test('a shorthand that waits for a variable still gives the longhands that were not set after it', () => {
  const text = changedText('padding: var(--x)', 'padding-top', '1px', false);
  assert.equal(text, 'padding: var(--x); padding-top: 1px;');
});

test('removing a shorthand removes its longhands', () => {
  assert.equal(changedText('margin: 1px; color: red', 'margin', '', false), 'color: red;');
});

test('a wrong value changes nothing', () => {
  assert.equal(changedText('color: red', 'color', 'foo', false), null);
});

test('longhands of different priority have no shorthand', () => {
  const block = declaredBlock('margin: 1px; margin-left: 2px !important');
  assert.equal(declaredValue(block, 'margin'), '');
  assert.equal(declaredValue(block, 'margin-left'), '2px');
});

const NAMES = [...LISTED_NAMES, ...WRITTEN_SHORTHANDS.keys()];
const piece = fc.constantFrom(
  ...'none auto 0 1px 50% 2em red #fff inherit left top center / , calc(1px+2px) url(a) var(--x) "a" ( ) [a] repeat(2,1fr)'.split(
    ' ',
  ),
  ...'1s ease infinite solid bold 1fr span dashed round linear-gradient(red,blue) rgb(1 2 3/50%) cover a'.split(' '),
);

test('no declaration throws, and every block has one text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.array(piece, { minLength: 1, maxLength: 8 }), (name, pieces) => {
      isStable(`${name}: ${pieces.join(' ')}`);
    }),
    { numRuns: 4000 },
  );
});

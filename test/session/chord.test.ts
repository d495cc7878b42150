import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseChord } from '../../src/session/chord.ts';

for (const [text, key, modifiers] of [
  ['Enter', 'Enter', []],
  ['a', 'a', []],
  ['Control+a', 'a', ['Control']],
  ['ctrl+shift+Tab', 'Tab', ['Control', 'Shift']],
  ['Space', ' ', []],
  ['+', '+', []],
  ['Control++', '+', ['Control']],
  ['esc', 'Escape', []],
  ['é', 'é', []],
  ['Shift', 'Shift', []],
] as const) {
  test(`'${text}' is ${[...modifiers, key].join(' and ')}`, () =>
    assert.deepEqual(parseChord(text), { key, modifiers }));
}

test('a key that there is none of is invalid_argument, whatever the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseChord(text);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'invalid_argument');
      }
    }),
  );
});

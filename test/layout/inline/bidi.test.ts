import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  baseDirection,
  bidiLevels,
  hasBidi,
  paragraphLevel,
  reorderVisual,
  resetTrailing,
} from '../../../src/layout/inline/bidi.ts';

/** Capital letters stand for Hebrew ones, as in UAX 9. */
function hebrew(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(0x5d0 + letter.charCodeAt(0) - 65));
}

function levels(text: string, base: 'ltr' | 'rtl' | 'auto' = 'ltr'): string {
  return bidiLevels(hebrew(text), base).join('');
}

/** The text as it is seen from left to right. */
function seen(text: string, base: 'ltr' | 'rtl' = 'ltr'): string {
  const runs = reorderVisual(bidiLevels(hebrew(text), base), 0, text.length);
  return runs
    .map(({ start, end, level }) => {
      const part = [...text.slice(start, end)];
      return (level % 2 === 1 ? part.reverse() : part).join('');
    })
    .join('');
}

test('text without right-to-left characters stays at level 0', () => {
  assert.equal(hasBidi('Grüße, 日本 123'), false);
  assert.equal(levels('abc 123'), '0000000');
});

test('a Hebrew word in an English sentence is reversed in place', () => {
  assert.equal(seen('car means CAR.'), 'car means RAC.');
});

test('the full stop goes with the base direction', () => {
  assert.equal(seen('CAR.', 'rtl'), '.RAC');
});

test('numbers keep their order inside Hebrew text', () => {
  assert.equal(levels('A 123', 'rtl'), '11222');
  assert.equal(seen('A 123', 'rtl'), '123 A');
});

test('brackets around mixed text keep the direction of the paragraph', () => {
  assert.equal(levels('a (B) c'), '0001000');
  assert.equal(levels('A (b) C', 'rtl'), '1112111');
});

test('an isolate does not join the text around it', () => {
  assert.equal(levels('A 1'), '112');
  assert.equal(levels('\u2067A\u2069 1'), '01000');
});

test('an override turns Latin letters around', () => {
  assert.equal(levels('\u202eab\u202cc'), '01110');
});

test('the first strong character decides when the base is automatic', () => {
  assert.equal(paragraphLevel(hebrew('1. A b'), 0, 6), 1);
  assert.equal(paragraphLevel('1. b', 0, 4), 0);
  assert.equal(paragraphLevel('12', 0, 2, 1), 1);
});

test('each paragraph has its own automatic base', () => {
  assert.equal(levels('A1\na', 'auto'), '1210');
});

test('white space at the end of a line gets the base level', () => {
  const text = hebrew('A ');
  const result = bidiLevels(text, 'rtl');
  result[1] = 2;
  resetTrailing(text, result, 0, 2, 1);
  assert.deepEqual([...result], [1, 1]);
});

test("'unicode-bidi: plaintext' takes the base direction from the paragraph around a place", () => {
  const content = {
    text: hebrew('a\nB'),
    container: { style: { direction: 'ltr', unicodeBidi: 'plaintext' } },
  } as const;
  assert.equal(baseDirection(content, 0), 'ltr');
  assert.equal(baseDirection(content, 2), 'rtl');
});

test('the visual order has every place exactly once', () => {
  const characters = fc.constantFrom(...'aA1 (.)\u202a\u202b\u202c\u202e\u2066\u2067\u2068\u2069');
  fc.assert(
    fc.property(
      fc.array(characters, { minLength: 1 }),
      fc.constantFrom('ltr', 'rtl', 'auto' as const),
      (list, base) => {
        const text = hebrew(list.join(''));
        const places = reorderVisual(bidiLevels(text, base), 0, text.length).flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, i) => start + i),
        );
        assert.deepEqual(
          places.sort((a, b) => a - b),
          Array.from(text, (_, i) => i),
        );
      },
    ),
  );
});

test('a text of nothing but isolates is resolved, and in one pass', { timeout: 120_000 }, () => {
  assert.equal(bidiLevels('\u2068'.repeat(50_000), 'ltr').length, 50_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCounter, markerText } from '../../../src/layout/boxes/counter-style.ts';

const WRITTEN: readonly (readonly [number, string, string])[] = [
  [0, 'decimal', '0'],
  [-3, 'decimal-leading-zero', '-03'],
  [1994, 'upper-roman', 'MCMXCIV'],
  [4000, 'lower-roman', '4000'],
  [0, 'lower-roman', '0'],
  [26, 'lower-alpha', 'z'],
  [27, 'upper-latin', 'AA'],
  [703, 'lower-latin', 'aaa'],
  [2, 'lower-greek', 'β'],
  [16, 'hebrew', 'טז'],
  [1996, 'armenian', 'ՌՋՂԶ'],
  [11, 'cjk-ideographic', '十一'],
  [101, 'cjk-ideographic', '一百零一'],
  [105, 'cjk-decimal', '一〇五'],
  [13, 'cjk-earthly-branch', '13'],
  [3, 'katakana', 'ウ'],
  [7, 'arabic-indic', '٧'],
  [5, 'unknown-style', '5'],
  [5, 'none', ''],
  [5, '"→ "', '→ '],
  [5, 'square', '▪'],
];

for (const [value, style, text] of WRITTEN) {
  test(`${value} as ${style} is '${text}'`, () => {
    assert.equal(formatCounter(value, style), text);
  });
}

test('markers end with the suffix of their style', () => {
  assert.equal(markerText(1, 'decimal'), '1. ');
  assert.equal(markerText(1, 'hiragana'), 'あ、');
  assert.equal(markerText(1, '"-"'), '-');
});

test('every style writes every integer somehow, and different ones differently', () => {
  const styles = ['decimal', 'lower-roman', 'upper-alpha', 'lower-greek', 'hebrew', 'georgian', 'cjk-ideographic'];
  fc.assert(
    fc.property(
      fc.constantFrom(...styles),
      fc.integer({ min: -100, max: 9000 }),
      fc.integer({ min: -100, max: 9000 }),
      (style, a, b) => {
        assert.notEqual(formatCounter(a, style), '');
        if (a !== b && style !== 'hebrew') assert.notEqual(formatCounter(a, style), formatCounter(b, style));
      },
    ),
  );
});

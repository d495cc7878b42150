import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LengthPercentage, resolveLength } from '../../src/style/length.ts';
import { computed, ROOT } from './computed.ts';

/** The computed width of 'width: <text>'; `undefined` when the declaration is dropped. */
function width(text: string): unknown {
  return computed(`width: 7px; width: ${text}`).width;
}

const DROPPED = 7;

test('a calculation of absolute lengths is a number of pixels', () => {
  assert.equal(width('calc(1in + 4px - 2 * 10px)'), 80);
});

test('plus and minus need space around them', () => {
  assert.equal(width('calc(1px+2px)'), DROPPED);
  assert.equal(width('calc(1px -2px)'), DROPPED);
});

test('a length and a number cannot be added', () => {
  assert.equal(width('calc(1px + 2)'), DROPPED);
});

test('lengths multiply to an area, which is no length', () => {
  assert.equal(width('calc(2px * 3px)'), DROPPED);
});

test('a quotient of two lengths is a number', () => {
  assert.equal(width('calc(6em / 2px * 1px)'), 48);
});

test('a percentage stays until the base is known', () => {
  assert.equal(resolveLength(width('calc(50% + 10px)') as LengthPercentage, 300), 160);
});

test('a linear calculation says what it is', () => {
  assert.equal((width('calc(100% - 2 * 1em)') as { text: string }).text, 'calc(100% - 32px)');
});

test('min() of a percentage and a length is decided per base', () => {
  const value = width('min(50%, 100px)') as LengthPercentage;
  assert.equal(resolveLength(value, 100), 50);
  assert.equal(resolveLength(value, 1000), 100);
});

test('clamp() keeps a value between its bounds', () => {
  assert.equal(width('clamp(10px, 5px, 20px)'), 10);
  assert.equal(width('clamp(10px, 50px, 20px)'), 20);
});

test("a bound of clamp() may be 'none'", () => {
  assert.equal(width('clamp(none, 50px, 20px)'), 20);
});

test('a negative result is clamped where negative sizes are not allowed', () => {
  assert.equal(width('calc(1px - 5px)'), 0);
  assert.equal(resolveLength(width('calc(10% - 50px)') as LengthPercentage, 100), 0);
});

test('margins may be negative', () => {
  assert.equal(computed('margin-left: calc(1px - 5px)').marginLeft, -4);
});

test('round() goes to the nearest multiple, or the way it is told', () => {
  assert.equal(width('round(14px, 5px)'), 15);
  assert.equal(width('round(down, 14px, 5px)'), 10);
  assert.equal(width('round(up, 11px, 5px)'), 15);
  assert.equal(width('round(to-zero, 14px, 5px)'), 10);
});

test('mod() takes the sign of the divisor, rem() that of the dividend', () => {
  assert.equal(computed('margin-left: mod(-14px, 5px)').marginLeft, 1);
  assert.equal(computed('margin-left: rem(-14px, 5px)').marginLeft, -4);
});

test('angles and numbers go through trigonometry', () => {
  assert.ok(Math.abs((width('calc(sin(30deg) * 100px)') as number) - 50) < 1e-9);
  assert.ok(Math.abs((width('calc(tan(atan2(1, 2)) * 100px)') as number) - 50) < 1e-9);
});

test('powers, roots and logarithms are of numbers', () => {
  assert.equal(width('calc(pow(2, 3) * sqrt(4) * 1px)'), 16);
  assert.equal(width('calc(log(8, 2) * 1px)'), 3);
  assert.equal(width('hypot(3px, 4px)'), 5);
  assert.equal(width('pow(2px, 2)'), DROPPED);
});

test('division by zero is as large as a length can be', () => {
  assert.equal(width('calc(1px / 0)'), 33_554_428);
});

test('not a number is zero', () => {
  assert.equal(width('calc(1px * NaN)'), 0);
});

test('numbers are rounded where an integer is asked for', () => {
  assert.equal(computed('z-index: calc(2.5 + 0.2)').zIndex, 3);
});

test('font-relative units in a calculation are those of the element', () => {
  const parent = computed('font-size: 20px');
  assert.equal(computed('font-size: 2em; width: calc(1em + 1rem)', { parent }).width, 56);
});

test('units of the viewport and of containers', () => {
  assert.equal(width('calc(10vw + 10vh)'), 140);
  assert.equal(width('10svmin'), 60);
  assert.equal(width('10cqw'), 80);
  assert.equal(computed('width: 10cqw', { containerSize: () => 300 }).width, 30);
});

test('units of the writing mode swap in vertical text', () => {
  assert.equal(computed('writing-mode: vertical-rl; width: 10vi').width, 60);
});

test('a line height can be a unit', () => {
  assert.equal(computed('font-size: 10px; line-height: 2; width: 3lh').width, 60);
  assert.equal(computed('width: 1rlh', { root: ROOT }).width, 18);
});

test('brackets as deep as a stack is no real value', () => {
  assert.equal(width(`${'calc('.repeat(5000)}1px${')'.repeat(5000)}`), DROPPED);
});

test('a chain of additions is computed like arithmetic', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 20 }), (terms) => {
      const text = terms.map((term) => `${term}px`).join(' + ');
      const sum = terms.reduce((a, b) => a + b, 0);
      assert.equal(computed(`margin-left: calc(${text})`).marginLeft, sum);
    }),
  );
});

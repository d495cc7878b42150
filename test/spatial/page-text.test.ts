import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, shorten } from '../../src/spatial/page-text.ts';
import { anyText } from '../any-text.ts';

test('white space collapses to single spaces and is trimmed', () => {
  assert.equal(cleanText('  a\n\t b\u00a0c '), 'a b c');
});

test('zero-width, bidi and tag characters do not reach the agent', () => {
  assert.equal(cleanText('pay\u200b\u202e \u{e0041}now\u0007'), 'pay now');
});

test('no text of a page can contain a line break', () => {
  fc.assert(fc.property(anyText(), (text) => !/[\n\r\u2028\u2029\u0085]/.test(cleanText(text))));
});

test('shortened text is never longer than the limit and never ends in half a character', () => {
  fc.assert(
    fc.property(anyText({ minLength: 20 }), fc.integer({ min: 5, max: 20 }), (text, limit) => {
      const short = shorten(text, limit);
      assert.ok(short.length <= Math.max(limit, text.length <= limit ? text.length : 0));
      assert.doesNotMatch(short, /[\ud800-\udbff]…/);
    }),
  );
});

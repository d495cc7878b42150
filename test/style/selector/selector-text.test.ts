import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalSelector } from '../../../src/style/selector/selector-text.ts';

test('selectors are written in their canonical spelling', () => {
  for (const [given, wanted] of [
    ['a>b~c  d', 'a > b ~ c d'],
    ['A,  .b', 'A, .b'],
    ["[a = 'b' I]", '[a="b" i]'],
    ['[|a|=b]', '[a|="b"]'],
    ['*.a', '.a'],
    ['*::before', '*::before'],
    ['*|*:not(*|a)', ':not(a)'],
    ['[*|a]', '[*|a]'],
    [':nth-child(9999999999)', ':nth-child(2147483647)'],
    ['p:AFTER', 'p::after'],
    [':nth-child( EVEN )', ':nth-child(2n)'],
    [':nth-child(-n+ 3 of .a,b)', ':nth-child(-n+3 of .a, b)'],
    [':not( a ,b )', ':not(a, b)'],
    [':has(>a)', ':has(> a)'],
    ['[a=b S]', '[a="b" s]'],
    [':heading( 1,2 )', ':heading(1, 2)'],
    // What a forgiving list drops is written as it is.
    [':is(,a)', ':is(, a)'],
    [':where( ::before:HOVER , a>b)', ':where(::before:HOVER, a > b)'],
    [':host(:is(.a, .b+.c))', ':host(:is(.a, .b+.c))'],
    ['.\\31 a#\\#', '.\\31 a#\\#'],
  ] as const) {
    assert.equal(canonicalSelector(given), wanted, given);
  }
});

test('what is not a selector has no spelling', () => {
  for (const given of [
    '',
    'a,',
    '>a',
    ':nope',
    '[a',
    'a{',
    '[a=b |i]',
    ':is([)',
    ':heading(1.0)',
    ':host(:not(a b))',
  ]) {
    const text = canonicalSelector(given);
    assert.ok(text === null || given === '[a', given);
  }
});

test('the canonical spelling is its own canonical spelling', () => {
  const piece = fc.constantFrom(
    'a',
    '.b',
    '#c',
    '[d=e]',
    ':hover',
    ':not(a)',
    ' ',
    ' > ',
    ', ',
    '*',
    '::before',
    ':nth-child(2n+1)',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const once = canonicalSelector(pieces.join(''));
      if (once !== null) assert.equal(canonicalSelector(once), once);
    }),
  );
});

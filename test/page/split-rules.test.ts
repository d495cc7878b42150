import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NESTED, type RuleText, splitBody, splitRules } from '../../src/page/cssom/split-rules.ts';

const list = (text: string): readonly (readonly [string, string, string | null])[] =>
  Array.from(
    { ...splitRules(text), length: splitRules(text).length } as ArrayLike<RuleText>,
    ({ name, prelude, body }) => [name, prelude, body] as const,
  );

test('rules are cut at their braces, not at those in strings and comments', () => {
  assert.deepEqual(list('/* { */ a::before { content: "}" } @import "x;y"; @media print { b { top: 0 } }'), [
    ['', 'a::before', ' content: "}" '],
    ['import', '"x;y"', null],
    ['media', 'print', ' b { top: 0 } '],
  ]);
});

test('braces in brackets belong to the prelude, and a comment keeps two names apart', () => {
  assert.deepEqual(list('[a={}] { top: 0 } @import url(a;b); [a/**/b], c/**/ .d { }'), [
    ['', '[a={}]', ' top: 0 '],
    ['import', 'url(a;b)', null],
    ['', '[a/**/b], c .d', ' '],
  ]);
});

test('what is left open is closed at the end', () => {
  assert.deepEqual(list('a { top: 0'), [['', 'a', ' top: 0']]);
  assert.deepEqual(list('@layer x'), [['layer', 'x', null]]);
});

test('a body has declarations, nested rules, and declarations behind those', () => {
  const { declarations, rules } = splitBody(' top: 0; & b { left: 0 } --x: { y }; right: 0');
  assert.equal(declarations, 'top: 0;');
  assert.deepEqual(
    Array.from({ ...rules, length: rules.length } as ArrayLike<RuleText>, ({ name, prelude, body }) => [
      name,
      prelude,
      body,
    ]),
    [
      ['', '& b', ' left: 0 '],
      [NESTED, '', '--x: { y }; right: 0'],
    ],
  );
});

test('braces in the value of a custom property are looked at once', () => {
  const { declarations, rules } = splitBody(`--x: ${'{}'.repeat(100_000)}; top: 0`);
  assert.deepEqual([declarations.length, rules.length], [200_013, 0]);
});

test('any text is cut in time', () => {
  const part = fc.constantFrom('{', '}', ';', '"', "'", '/*', '*/', '@media', 'a', ' ', '\\', '\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      splitRules(parts.join(''));
      splitBody(parts.join(''));
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supportsCondition, supportsText } from '../../src/style/supports.ts';

const CASES: readonly (readonly [condition: string, holds: boolean])[] = [
  ['(display: grid)', true],
  ['(display: nonsense)', false],
  ['(nonsense: 1)', false],
  ['not (nonsense: 1)', true],
  ['(display: grid) and (float: left)', true],
  ['(display: grid) and (float: no)', false],
  ['(display: no) or (float: left)', true],
  ['((display: grid))', true],
  ['(--x: anything)', true],
  ['(display: grid !important)', true],
  ['(text-box-edge: ex)', false],
  ['(text-box-edge: ex alphabetic)', true],
  ['(white-space-collapse: preserve-spaces)', false],
  ['(backdrop-filter: blur(1px))', true],
  ['(-webkit-backdrop-filter: none) or (backdrop-filter: none)', true],
  ['selector(:has(a))', true],
  ['selector(:nonsense)', false],
  ['selector(a > b)', true],
  ['selector(:is(a, b))', true],
  ['selector(:is(a, :nonsense))', false],
  ['selector(:host(:is(a b)))', false],
  ['selector(::part(a):is(:hover))', true],
  ['selector(::part(a):is(b))', false],
  ['font-tech(color-COLRv1)', true],
  ['at-rule(@container)', true],
  ['at-rule( @MEDIA )', true],
  ['at-rule(container)', false],
  ['at-rule(@media;)', false],
  ['at-rule(@charset)', false],
  ['font-format(nonsense)', false],
  ['unknown(x)', false],
  ['not unknown(x)', false],
  ['display: grid', false],
  ['', false],
];

for (const [condition, holds] of CASES) {
  test(`'${condition}' is ${holds ? '' : 'not '}supported`, () =>
    assert.equal(supportsCondition(condition, null), holds));
}

test('CSS.supports() takes a declaration without parentheses', () => {
  assert.equal(supportsText('display: grid', null), true);
});

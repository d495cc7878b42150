import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSelectorList, parseSelectors } from '../../../src/style/selector/parse-selector.ts';
import { specificity } from '../../../src/style/selector/selector.ts';

const VALID = [
  '*',
  'a, b',
  'a>b+c~d e',
  '#a.b[c]:hover, a',
  '[a=b]',
  '[a="b" i]',
  '[ a ~= "b" I ]',
  '[a=b s]',
  '[*|a]',
  '[|a]',
  '*|a',
  '|a',
  ':is()',
  ':is(a, ::before, :nonsense, b)',
  ':where()',
  ':not(a, b c)',
  ':has(> a, + b)',
  ':nth-child(2n+1 of .a, .b)',
  ':nth-last-of-type(even)',
  ':lang(\\*-CH)',
  'a:before',
  'a::before',
  'a::-webkit-anything',
  '::selection',
  '::slotted(a)',
  'x-a::part(b c):hover',
  ':host(.a) b',
  ':host-context(.a) b',
  '::view-transition-group(root)',
  'a:is(b',
  '[a="b"',
  '\\31 a',
  '&',
  ':-webkit-autofill',
];
const INVALID = [
  '',
  ' ',
  ',a',
  'a,',
  'a,,b',
  '>a',
  'a>',
  'a>>b',
  'a||b',
  '..a',
  '#1',
  '.1',
  '[a==b]',
  '[a=1]',
  '[a="b" x]',
  'x|a',
  ':nonsense',
  '::nonsense',
  '::-moz-nonsense',
  ':not()',
  ':not(::before)',
  ':has()',
  ':has(:has(a))',
  ':nth-child(n of)',
  ':nth-of-type(1 of a)',
  ':nth-child(+ n)',
  ':nth-child(1.5)',
  'a::before b',
  'a::before.b',
  '::slotted(a b)',
  '::slotted(a).b',
  '::part()',
  ':host(a, b)',
  'a:before:hover',
  'a::before::after',
  ':lang(de, en)',
  ':muted',
  '::part(a):first-child',
  'a)',
  'a{',
  '@a',
  'a!b',
];

for (const text of VALID) {
  test(`'${text}' is a selector`, () => assert.notEqual(parseSelectorList(text), null));
}
for (const text of INVALID) {
  test(`'${text}' is no selector`, () => assert.equal(parseSelectorList(text), null));
}

const SPECIFICITIES: readonly (readonly [string, number, number, number])[] = [
  ['*', 0, 0, 0],
  ['a', 0, 0, 1],
  ['a b > c::before', 0, 0, 4],
  ['.a[b]:hover', 0, 3, 0],
  ['#a #b.c', 2, 1, 0],
  [':is(a, .b, #c)', 1, 0, 0],
  [':where(#a) b', 0, 0, 1],
  [':not(a b, .c)', 0, 1, 0],
  [':has(> #a)', 1, 0, 0],
  [':nth-child(2)', 0, 1, 0],
  [':nth-child(2 of #a, b)', 1, 1, 0],
  [':host(.a)', 0, 2, 0],
  ['::slotted(.a)', 0, 1, 1],
  ['a::part(b)', 0, 0, 2],
];

for (const [text, ids, classes, types] of SPECIFICITIES) {
  test(`'${text}' has specificity (${ids}, ${classes}, ${types})`, () => {
    assert.equal(parseSelectorList(text)?.[0]?.specificity, specificity(ids, classes, types));
  });
}

test('specificity does not run over into the next field', () => {
  const many = parseSelectorList('.a'.repeat(2000))![0]!;
  assert.ok(many.specificity < specificity(1, 0, 0));
});

test('the default namespace applies to compounds without a type', () => {
  const namespaces = new Map([['', 'http://www.w3.org/2000/svg']]);
  const [selector] = parseSelectors('.a', { namespaces, parent: null, relativeTo: 'nothing' })!;
  assert.equal(selector!.compounds[0]!.namespace, 'svg');
});

test("'&' with a single parent is written out, so that it can be indexed", () => {
  const parent = parseSelectorList('.a .b');
  const [selector] = parseSelectors('&.c > d', { namespaces: null, parent, relativeTo: 'parent' })!;
  const names = selector!.compounds.map((compound) => compound.type + compound.simples.map((each) => each.name).join());
  assert.deepEqual(names, ['d', 'c,b', 'a']);
  assert.deepEqual(selector!.combinators, ['child', 'descendant']);
});

test('functions that nest too deep make the selector invalid', () => {
  assert.equal(parseSelectorList(`${':not('.repeat(100)}a${')'.repeat(100)}`), null);
});

test('a very long selector is invalid, not a stack overflow', () => {
  assert.equal(parseSelectorList('a '.repeat(100_000)), null);
});

test('no text throws', () => {
  const part = fc.constantFrom(
    ...'a.#[]()=~|^$*+>,:&"\\ \n1-',
    ':is(',
    ':not(',
    ':has(',
    ':nth-child(',
    '2n+',
    ' of ',
    '::before',
    ':host(',
    '::slotted(',
    '::part(',
    'i]',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const list = parseSelectorList(parts.join(''));
      assert.ok(list === null || list.length > 0);
    }),
    { numRuns: 3000 },
  );
});

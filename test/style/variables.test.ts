import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileDeclaration } from '../../src/style/properties/compile.ts';
import { parseTemplate, substitute } from '../../src/style/substitution.ts';
import { computed } from './computed.ts';

test('a custom property keeps its text and its case', () => {
  const { custom } = computed('--Foo: Bar  baz; --empty:');
  assert.deepEqual([custom?.get('--Foo'), custom?.get('--foo'), custom?.get('--empty')], ['Bar  baz', undefined, '']);
});

test('children inherit custom properties', () => {
  const parent = computed('--w: 5px');
  assert.equal(computed('width: var(--w)', { parent }).width, 5);
});

test('a child with the same values shares the map of its parent', () => {
  const parent = computed('--a: 1; --b: 2');
  assert.equal(computed('--b: 2', { parent }).custom, parent.custom);
});

test('a fallback is used when there is no value', () => {
  assert.equal(computed('width: var(--none, 7px)').width, 7);
});

test('a fallback may refer to another property', () => {
  assert.equal(computed('--b: 3px; width: var(--a, var(--b, 9px))').width, 3);
});

test('a value without variable and fallback is unset', () => {
  assert.equal(computed('width: 5px; width: var(--none)').width, 'auto');
});

test('an inherited property that becomes invalid is inherited', () => {
  const parent = computed('color: red');
  assert.deepEqual(computed('color: blue; color: var(--none)', { parent }).color, [255, 0, 0, 1]);
});

test('var() without a name makes the declaration invalid at once', () => {
  assert.deepEqual(compileDeclaration('width', 'var()', false), []);
  assert.deepEqual(compileDeclaration('width', 'var(x)', false), []);
});

test('properties that refer to each other have no value', () => {
  const { custom } = computed('--a: var(--b); --b: var(--a); --c: var(--a, ok)');
  assert.deepEqual([custom?.get('--a'), custom?.get('--b'), custom?.get('--c')], [undefined, undefined, 'ok']);
});

test('a property that refers to itself has no value, even with a fallback', () => {
  assert.equal(computed('--a: var(--a, 5px); width: var(--a, 9px)').width, 9);
});

test("'initial' takes a custom property away", () => {
  const parent = computed('--a: 1');
  assert.equal(computed('--a: initial', { parent }).custom?.has('--a'), false);
});

test('tokens that meet by substitution do not merge', () => {
  assert.equal(computed('--n: 1; width: 5px; width: var(--n)px').width, 'auto');
});

test('an ever doubling value is given up', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i})`);
  const { custom } = computed(`--v0: aaaaaaaaaa; ${lines.join('; ')}`);
  assert.equal(custom?.has('--v40'), false);
});

test('a chain of a hundred references is followed, one of ten thousand given up without a crash', () => {
  const chain = (length: number): string =>
    `--v${length}: x; ${Array.from({ length }, (_, i) => `--v${length - 1 - i}: var(--v${length - i})`).join('; ')}`;
  assert.equal(computed(chain(100)).custom?.get('--v0'), 'x');
  assert.equal(computed(chain(10_000)).custom?.has('--v0'), false);
});

test('env() knows that nothing is cut out of the screen', () => {
  assert.equal(computed('padding-top: env(safe-area-inset-top, 20px)').paddingTop, 0);
  assert.equal(computed('padding-top: env(unknown, 20px)').paddingTop, 20);
});

const LENGTH = { name: '--l', syntax: '<length>', inherits: false, initialValue: '4px' };

test('a registered property has its initial value where it is not set', () => {
  assert.equal(computed('width: var(--l)', { registered: [LENGTH] }).width, 4);
});

test('a registered property that does not fit its syntax has its initial value', () => {
  assert.equal(computed('--l: red; width: var(--l)', { registered: [LENGTH] }).width, 4);
});

test('a registered property need not be inherited', () => {
  const parent = computed('--l: 9px; --m: 1', { registered: [LENGTH] });
  const child = computed('width: var(--l)', { parent, registered: [LENGTH] });
  assert.deepEqual([child.width, child.custom?.get('--m')], [4, '1']);
});

const INHERITED = { ...LENGTH, inherits: true };

test('a registered length is computed where it is declared, and inherited as computed', () => {
  const parent = computed('font-size: 20px; --l: 2em; --plain: 2em', { registered: [INHERITED] });
  const child = computed('font-size: 10px; width: var(--l)', { parent, registered: [INHERITED] });
  assert.deepEqual([parent.custom?.get('--l'), parent.custom?.get('--plain')], ['40px', '2em']);
  assert.deepEqual([child.width, child.custom?.get('--l')], [40, '40px']);
});

test('what refers to a registered property gets its computed value', () => {
  const style = computed('font-size: 20px; --other: calc(var(--l) * 2); --l: calc(1em + 1px)', {
    registered: [LENGTH],
  });
  assert.equal(style.custom?.get('--other'), 'calc(21px * 2)');
});

test('a font size cannot refer to a length that refers to the font', () => {
  const style = computed('font-size: var(--l); --l: 2em', { registered: [LENGTH] });
  assert.deepEqual([style.fontSize, style.custom?.get('--l')], [16, '32px']);
  assert.equal(computed('font-size: var(--l); --l: 1in', { registered: [LENGTH] }).fontSize, 96);
  assert.deepEqual(computed('--l: 1.5em; line-height: var(--l)', { registered: [LENGTH] }).lineHeight, { px: 24 });
});

test('registered values have one spelling', () => {
  const spelling = (syntax: string, text: string): string | undefined =>
    computed(`--x: ${text}`, {
      registered: [{ name: '--x', syntax, inherits: true, initialValue: null }],
      containerSize: (axis) => (axis === 'width' ? 300 : null),
    }).custom?.get('--x');
  assert.equal(spelling('<color>', 'red'), 'rgb(255, 0, 0)');
  assert.equal(spelling('<color>', 'currentcolor'), 'currentcolor');
  assert.equal(spelling('<length>+', '1in  10vw calc(1em + 4px) 10cqw'), '96px 80px 20px 30px');
  assert.equal(spelling('<length-percentage>#', '50% ,1em'), '50%, 16px');
  assert.equal(spelling('<time>', '500ms'), '0.5s');
  assert.equal(spelling('<time>', 'calc(1s + 500ms)'), '1.5s');
  assert.equal(spelling('<angle>', '0.5turn'), '180deg');
  assert.equal(spelling('<integer>', 'calc(1 + 1.6)'), '3');
  assert.equal(spelling('Foo | bar', 'Foo'), 'Foo');
  assert.equal(spelling('Foo | bar', 'foo'), undefined);
  assert.equal(spelling('*', ' 1in  red '), '1in  red');
  assert.equal(spelling('<transform-function>', 'scale(2) scale(3)'), undefined);
});

test('the initial value of a registered property is computed, too', () => {
  const registered = [{ name: '--l', syntax: '<length>', inherits: false, initialValue: '1in' }];
  assert.equal(computed('--other: var(--l)', { registered }).custom?.get('--other'), '96px');
});

test('a template put together without references is the text itself', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('1px', 'calc(1px + 2%)', 'red', '"s"', ','), { minLength: 1 }), (words) => {
      const text = words.join(' ');
      const template = parseTemplate(text);
      assert.ok(template);
      assert.equal(
        substitute(template, () => null, { characters: 10_000 }),
        text,
      );
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComputedStyle } from '../../src/style/computed-style.ts';
import { compileDeclaration, isKnownProperty, supportsDeclaration } from '../../src/style/properties/compile.ts';
import { LONGHANDS } from '../../src/style/properties/table.ts';
import { StyleRecord } from '../../src/style/style-record.ts';
import { computed } from './computed.ts';

function isValid(name: string, text: string, quirks = false): boolean {
  return compileDeclaration(name, text, false, quirks).length > 0;
}

test('every field of a style is set by some longhand, or by the computation itself', () => {
  const derived = new Set([
    'originalDisplay',
    'custom',
    'motion',
    'tryStyles',
    'specifiedFontSize',
    'fontSizeKeyword',
    'fontSizeAbsolute',
  ]);
  for (const name of ['isLegacyBox', 'containingDisplay', 'pageFonts', 'layoutFacts', 'quirkyMargins'])
    derived.add(name);
  const set = new Set<string>(LONGHANDS.map((longhand) => longhand.field));
  const missing = Object.keys(new StyleRecord()).filter((field) => !set.has(field) && !derived.has(field));
  assert.deepEqual(missing, []);
});

test('names are known in any case, custom ones as they are', () => {
  assert.ok(isKnownProperty('MARGIN-Left'));
  assert.ok(isKnownProperty('--Foo'));
  assert.ok(!isKnownProperty('margin-lefft'));
});

test('a property without use for layout is known and compiles to nothing', () => {
  assert.ok(isKnownProperty('box-shadow'));
  assert.ok(supportsDeclaration('box-shadow', '0 0 1px red'));
  assert.deepEqual(compileDeclaration('box-shadow', '0 0 1px red', false), []);
});

test('old names stand for new ones', () => {
  assert.equal(computed('-webkit-box-sizing: border-box').boxSizing, 'border-box');
  assert.equal(computed('word-wrap: break-word').overflowWrap, 'break-word');
  assert.equal(computed('grid-gap: 5px').rowGap, 5);
  assert.equal(computed('-webkit-margin-start: 5px').marginLeft, 5);
});

test('a length needs a unit unless it is zero', () => {
  assert.ok(!isValid('width', '10'));
  assert.ok(isValid('width', '0'));
});

test('quirks mode forgives a missing unit where pages of old leave it out', () => {
  assert.ok(isValid('width', '10', true));
  assert.ok(!isValid('flex-basis', '10', true));
});

test('quirks mode forgives a missing hash', () => {
  assert.deepEqual(computed('color: ff0000', { quirks: true }).color, [255, 0, 0, 1]);
});

test('negative sizes are invalid', () => {
  assert.ok(!isValid('padding-left', '-1px'));
  assert.ok(isValid('margin-left', '-1px'));
});

test('display takes its outer and inner type as two words', () => {
  assert.equal(computed('display: inline flow-root').display, 'inline-block');
  assert.equal(computed('display: grid block').display, 'grid');
});

test('Chrome does not know run-in', () => {
  assert.ok(!isValid('display', 'run-in'));
});

test('only one repeat may be automatic, and then tracks have a fixed bound', () => {
  assert.ok(isValid('grid-template-columns', 'repeat(auto-fill, minmax(10px, 1fr)) 20px'));
  assert.ok(!isValid('grid-template-columns', 'repeat(auto-fill, 1fr)'));
  assert.ok(!isValid('grid-template-columns', 'repeat(auto-fill, 1px) repeat(auto-fill, 1px)'));
});

test('a span stands first or last', () => {
  assert.deepEqual(computed('grid-row-start: 2 a span').gridRowStart, { span: true, integer: 2, name: 'a' });
  assert.ok(!isValid('grid-row-start', '2 span a'));
});

test('family names keep their case, generic ones do not', () => {
  assert.deepEqual(computed('font-family: Foo  Bar, SERIF, "Baz"').fontFamily, ['Foo Bar', 'serif', 'Baz']);
});

test('an overflow alignment is a word before the position', () => {
  assert.deepEqual(computed('align-items: safe center').alignItems, {
    position: 'center',
    overflow: 'safe',
    legacy: false,
  });
  assert.ok(!isValid('align-items', 'center safe'));
});

test('content is a list of texts, attributes and counters', () => {
  assert.deepEqual(computed('content: "a" attr(title) counter(n, upper-roman) / "spoken"').content, [
    { kind: 'text', text: 'a' },
    { kind: 'attr', name: 'title', fallback: '' },
    { kind: 'counter', name: 'n', style: 'upper-roman' },
  ]);
});

test('a transform keeps percentages for the box', () => {
  assert.deepEqual(computed('transform: translate(50%, 1em) rotate(0.25turn)').transform, [
    { name: 'translate', args: [{ kind: 'percent', value: 50 }, 16] },
    { name: 'rotate', args: [90] },
  ]);
});

const COLORS: readonly (readonly [string, ComputedStyle['color']])[] = [
  ['#f80', [255, 136, 0, 1]],
  ['#ff000080', [255, 0, 0, 128 / 255]],
  ['rebeccapurple', [102, 51, 153, 1]],
  ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
  ['rgba(1, 2, 3, .25)', [1, 2, 3, 0.25]],
  ['hsl(120 100% 50%)', [0, 255, 0, 1]],
  ['hwb(0 0% 0%)', [255, 0, 0, 1]],
  ['transparent', [0, 0, 0, 0]],
  ['color(srgb 1 0.5 0)', [255, 127.5, 0, 1]],
  ['color-mix(in srgb, red, blue)', [127.5, 0, 127.5, 1]],
  ['rgb(from red 0 g b / alpha)', [0, 0, 0, 1]],
];

for (const [text, expected] of COLORS) {
  test(`the colour ${text}`, () => {
    assert.deepEqual(computed(`color: ${text}`).color, expected);
  });
}

test('colours outside sRGB come near it', () => {
  const [r, g, b, a] = computed('color: oklch(62.8% 0.2577 29.23 / 0.5)').color;
  assert.deepEqual([Math.round(r), Math.round(g), Math.round(b), a], [255, 0, 0, 0.5]);
});

test('a background of the current colour follows the colour', () => {
  assert.deepEqual(computed('background-color: currentcolor; color: red').backgroundColor, [255, 0, 0, 1]);
});

test('light-dark() goes by the scheme in use', () => {
  const text = 'color-scheme: light dark; color: light-dark(red, blue)';
  assert.deepEqual(computed(text).color, [255, 0, 0, 1]);
  assert.deepEqual(computed(text, { environment: { colorScheme: 'dark' } }).color, [0, 0, 255, 1]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileDeclaration } from '../../src/style/properties/compile.ts';
import { findLonghand } from '../../src/style/properties/table.ts';
import { findShorthand, SHORTHAND_NAMES } from '../../src/style/shorthand.ts';
import { computed } from './computed.ts';

test('every longhand of every shorthand is in the table', () => {
  for (const name of SHORTHAND_NAMES) {
    for (const longhand of findShorthand(name)!.longhands) assert.ok(findLonghand(longhand), `${name}: ${longhand}`);
  }
});

test('missing sides copy the opposite ones', () => {
  const { marginTop, marginRight, marginBottom, marginLeft } = computed('margin: 1px 2px 3px');
  assert.deepEqual([marginTop, marginRight, marginBottom, marginLeft], [1, 2, 3, 2]);
});

test('five sides are too many', () => {
  assert.deepEqual(compileDeclaration('margin', '1px 2px 3px 4px 5px', false), []);
});

test('one invalid part makes the whole shorthand invalid', () => {
  assert.deepEqual(compileDeclaration('margin', '1px foo', false), []);
});

test('a border without a width is medium', () => {
  assert.equal(computed('border: solid').borderTopWidth, 3);
});

test('a border without a style has no width', () => {
  assert.equal(computed('border: 5px').borderTopWidth, 0);
});

test('a border resets what an earlier one set', () => {
  assert.equal(computed('border-top-width: 9px; border: solid 1px').borderTopWidth, 1);
});

test('a flex of one number grows from nothing', () => {
  const style = computed('flex: 2');
  assert.deepEqual([style.flexGrow, style.flexShrink, style.flexBasis], [2, 1, { kind: 'percent', value: 0 }]);
});

test("a third zero in 'flex' is a basis", () => {
  assert.equal(computed('flex: 1 1 0').flexBasis, 0);
});

test("'flex: none' neither grows nor shrinks", () => {
  const style = computed('flex: none');
  assert.deepEqual([style.flexGrow, style.flexShrink, style.flexBasis], [0, 0, 'auto']);
});

test('a font sets size, line height and family, and resets the rest', () => {
  const style = computed('font-weight: bold; font: italic 20px/1.5 "A B", serif');
  assert.deepEqual(
    [style.fontStyle, style.fontWeight, style.fontSize, style.lineHeight, style.fontFamily],
    ['italic', 400, 20, 1.5, ['A B', 'serif']],
  );
});

test('a font without a family is invalid', () => {
  assert.deepEqual(compileDeclaration('font', 'bold 20px', false), []);
});

test('a named area is all four lines', () => {
  const style = computed('grid-area: main');
  const main = { span: false, integer: null, name: 'main' };
  assert.deepEqual([style.gridRowStart, style.gridColumnEnd], [main, main]);
});

test('a numbered line is not repeated', () => {
  assert.deepEqual(computed('grid-row: 2').gridRowEnd, { span: false, integer: null, name: null });
});

test('a template draws areas with row sizes', () => {
  const style = computed('grid-template: [top] "a a" 10px "b c" 1fr / 1fr 2fr');
  assert.deepEqual(style.gridTemplateAreas, [
    ['a', 'a'],
    ['b', 'c'],
  ]);
  assert.deepEqual(style.gridTemplateRows, {
    kind: 'list',
    entries: [
      { kind: 'names', names: ['top'] },
      { kind: 'track', size: { kind: 'fixed', size: 10 } },
      { kind: 'track', size: { kind: 'fr', value: 1 } },
    ],
  });
});

test('areas that are no rectangle are invalid', () => {
  assert.deepEqual(compileDeclaration('grid-template-areas', '"a b" "b a"', false), []);
});

test("'grid' with automatic flow sets the other axis", () => {
  const style = computed('grid: auto-flow dense 10px / 1fr 1fr');
  assert.deepEqual(style.gridAutoFlow, { column: false, dense: true });
  assert.deepEqual(style.gridAutoRows, [{ kind: 'fixed', size: 10 }]);
});

test("'none' in a list style is for the marker", () => {
  assert.equal(computed('list-style: none inside').listStyleType, 'none');
  assert.equal(computed('list-style: none square').listStyleType, 'square');
});

test('the words of white-space are two properties', () => {
  const style = computed('white-space: pre-line');
  assert.deepEqual([style.whiteSpaceCollapse, style.textWrapMode], ['preserve-breaks', 'wrap']);
});

test('a text-wrap does not undo preserved white space', () => {
  assert.equal(computed('white-space: pre; text-wrap: balance').whiteSpaceCollapse, 'preserve');
});

test('a background without a colour resets it', () => {
  assert.deepEqual(computed('background-color: red; background: url(a.png)').backgroundColor, [0, 0, 0, 0]);
  assert.equal(computed('background: url(a.png) center / cover no-repeat').hasBackgroundImage, true);
});

test('place-items centres in both axes', () => {
  const style = computed('place-items: center');
  assert.deepEqual([style.alignItems.position, style.justifyItems.position], ['center', 'center']);
});

test('an origin may name its sides in either order', () => {
  const style = computed('transform-origin: bottom left');
  assert.deepEqual(
    [style.transformOriginX, style.transformOriginY],
    [
      { kind: 'percent', value: 0 },
      { kind: 'percent', value: 100 },
    ],
  );
});

test('old page breaks are breaks of today', () => {
  assert.equal(computed('page-break-before: always').breakBefore, 'page');
});

test("'all' takes everything back but direction", () => {
  const style = computed('direction: rtl; color: red; width: 5px; all: initial');
  assert.deepEqual([style.direction, style.width, style.color], ['rtl', 'auto', [0, 0, 0, 1]]);
});

test('a shorthand with a variable is expanded when the variable is known', () => {
  assert.equal(computed('--gap: 3px 4px; margin: var(--gap)').marginLeft, 4);
});

test('a shorthand that its variable makes invalid counts as unset', () => {
  assert.equal(computed('margin-left: 9px; --gap: foo; margin: var(--gap)').marginLeft, 0);
});

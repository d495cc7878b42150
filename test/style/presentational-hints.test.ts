import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCAL_NAME } from '../../src/html/node-keys.ts';
import { type DomElement, type DomNode, following, isElement } from '../../src/html/node-tree.ts';
import { parseDocument } from '../../src/html/parse.ts';
import { parseDimension, parseFontSize, parseLegacyColor } from '../../src/style/attribute-values.ts';
import type { ComputedStyle } from '../../src/style/computed-style.ts';
import { presentationalHints } from '../../src/style/presentational-hints.ts';
import { computed } from './computed.ts';

function find(html: string, name: string): DomElement {
  const document = parseDocument(html) as DomNode;
  for (let node = following(document, document); node !== null; node = following(node, document)) {
    if (isElement(node) && node[LOCAL_NAME] === name) return node;
  }
  throw new Error(`no <${name}>`);
}

/** The style that the hints of the first element of this name give by themselves. */
function hinted(html: string, name: string): ComputedStyle {
  const block = presentationalHints(find(html, name));
  return computed([{ declarations: block?.normal ?? [], origin: 'presentational', layer: 0, important: false }]);
}

test('an element without such attributes has no hints', () => {
  assert.equal(presentationalHints(find('<div class=a id=b>', 'div')), null);
});

test('equal attributes give the same block', () => {
  const blocks = [find('<img width=5>', 'img'), find('<img width=5>', 'img')].map(presentationalHints);
  assert.equal(blocks[0], blocks[1]);
});

test('the sizes of an image are pixels or percentages, and its ratio', () => {
  const style = hinted('<img width=40 height=20>', 'img');
  assert.deepEqual([style.width, style.height, style.aspectRatio], [40, 20, { auto: true, ratio: 2 }]);
  assert.deepEqual(hinted('<img width="50%">', 'img').width, { kind: 'percent', value: 50 });
});

test("a canvas' size is its ratio, not its width", () => {
  const style = hinted('<canvas width=40 height=20>', 'canvas');
  assert.deepEqual([style.width, style.aspectRatio.ratio], ['auto', 2]);
});

test('only an image button has a width', () => {
  assert.equal(hinted('<input width=40>', 'input').width, 'auto');
  assert.equal(hinted('<input type=image width=40>', 'input').width, 40);
});

test('a zero width on a table is none', () => {
  assert.equal(hinted('<table width=0>', 'table').width, 'auto');
});

test('a table with a border draws its cells too', () => {
  const html = '<table border=5><tr><td>';
  assert.equal(hinted(html, 'table').borderTopWidth, 5);
  assert.equal(hinted(html, 'td').borderTopWidth, 1);
});

test('cellpadding of the table is padding of its cells', () => {
  assert.equal(hinted('<table cellpadding=7><tr><td>', 'td').paddingLeft, 7);
});

test('cellspacing is space between borders', () => {
  assert.equal(hinted('<table cellspacing=7>', 'table').borderSpacingX, 7);
});

test('a centred table has automatic margins', () => {
  assert.equal(hinted('<table align=center>', 'table').marginLeft, 'auto');
});

test('alignment of a block moves the blocks inside', () => {
  assert.equal(hinted('<div align=center>', 'div').textAlign, '-webkit-center');
});

test('an image to the left floats', () => {
  assert.equal(hinted('<img align=left>', 'img').float, 'left');
});

test('the thickness of a rule includes its borders', () => {
  assert.equal(hinted('<hr size=10>', 'hr').height, 8);
});

test('list types are numerals and bullets', () => {
  assert.equal(hinted('<ol type=A>', 'ol').listStyleType, 'upper-alpha');
  assert.equal(hinted('<ul type=SQUARE>', 'ul').listStyleType, 'square');
});

test('a list that starts at five counts from four', () => {
  assert.deepEqual(hinted('<ol start=5>', 'ol').counterReset, [{ name: 'list-item', value: 4, reversed: false }]);
});

test('margins of the body', () => {
  assert.equal(hinted('<body marginheight=3 leftmargin=4>', 'body').marginTop, 3);
});

test('sizes and fonts of SVG need no unit', () => {
  assert.equal(hinted('<svg width=24 height=12></svg>', 'svg').width, 24);
  assert.equal(hinted('<svg><text font-size=20></text></svg>', 'text').fontSize, 20);
});

test('dimensions begin with a number and may go on with anything', () => {
  assert.equal(parseDimension(' 12.5px'), '12.5px');
  assert.equal(parseDimension('30%x'), '30%');
  assert.equal(parseDimension('auto'), null);
  assert.equal(parseDimension('-5'), null);
});

test('any text is a colour of old', () => {
  assert.equal(parseLegacyColor('#f00'), '#f00');
  assert.equal(parseLegacyColor('chucknorris'), '#c00000');
  assert.equal(parseLegacyColor('ff0000'), '#ff0000');
  assert.equal(parseLegacyColor('transparent'), null);
});

test('font sizes are steps from one to seven', () => {
  assert.equal(parseFontSize('7'), 'xxx-large');
  assert.equal(parseFontSize('+1'), 'large');
  assert.equal(parseFontSize('-9'), 'x-small');
});

/** Expected numbers are Chrome's for Liberation fonts, rounded to a tenth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../../../src/layout-document.ts';

/** `tag x,y wxh` of every <text> and <tspan> in an image at the page's corner. */
function textBoxes(svg: string, attributes = 'width="200" height="200"'): string[] {
  const html = `<!doctype html><body style="margin: 0; font-family: Arial"><svg ${attributes}>${svg}</svg>`;
  const round = (value: number): number => Math.round(value * 10) / 10;
  return layoutDocument(html, { viewport: [800, 600] })
    .boxes.filter(({ tag, hasBox }) => hasBox && (tag === 'text' || tag === 'tspan'))
    .map(({ tag, x, y, w, h }) => `${tag} ${round(x)},${round(y)} ${round(w)}x${round(h)}`);
}

test('a text stands on its baseline, as tall as its font', () => {
  assert.deepEqual(textBoxes('<text x="10" y="50" font-size="20">mid</text>'), ['text 10,32 32.2x22']);
});

test('text-anchor puts the middle or the end at the place', () => {
  const anchored = (anchor: string) => `<text x="100" y="50" font-size="20" text-anchor="${anchor}">mid</text>`;
  assert.deepEqual(textBoxes(anchored('middle') + anchored('end')), ['text 83.9,32 32.2x22', 'text 67.8,32 32.2x22']);
});

test('a tspan that moves begins where it says', () => {
  const svg = '<text y="50" font-size="10"><tspan x="0">one</tspan><tspan x="0" dy="1.2em">two</tspan></text>';
  assert.deepEqual(textBoxes(svg), ['text 0,41 16.7x23', 'tspan 0,41 16.7x11', 'tspan 0,53 15.6x11']);
});

test('a scaled image has the font of the size on the screen', () => {
  const svg = '<text x="10" y="20" font-size="10">Hello</text>';
  assert.deepEqual(textBoxes(svg, 'width="200" height="200" viewBox="0 0 100 100"'), ['text 20,22 45.6x22']);
});

test('a central baseline is half-way between ascent and descent', () => {
  assert.deepEqual(textBoxes('<text y="50" font-size="10" dominant-baseline="central">b</text>'), [
    'text 0,44.5 5.6x11',
  ]);
});

test('what a style sheet hides has no box', () => {
  assert.deepEqual(textBoxes('<style>.off { display: none }</style><g class="off"><text>x</text></g>'), []);
});

test('a list of places puts single characters', () => {
  assert.deepEqual(textBoxes('<text x="0 50 100" y="20" font-size="10">abc</text>'), ['text 0,11 105x11']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, layOut, lineTexts, type Style, span } from './inline-fixture.ts';

const SERIF: Style = { fontFamily: ['Liberation Serif'], fontSize: 22, lineHeight: 'normal' };

/** Widths of the texts, line by line. 'AVA' is 42 wide, and 1.22 less before a space that it is kerned with. */
function widths(style: Style): number[] {
  const { lines } = layOut(block({ ...SERIF, ...style }, 'AVA AVA e.g.'), 60);
  return lines.map(({ fragment }) => Math.round(fragment.children[0]!.fragment.width * 100) / 100);
}

test('kerning with the space at the end of a line is kept where nobody sees the end', () => {
  assert.equal(widths({})[0], 40.78);
});

test('kerning with the space goes where the line is aligned by its end, or its end is drawn', () => {
  assert.equal(widths({ textAlign: 'right' })[0], 42);
  assert.equal(widths({ backgroundColor: [0, 0, 0, 1] })[0], 42);
  assert.equal(widths({ textDecorationLine: 'underline' })[0], 42);
});

test('a line that has to be shaped again from its beginning loses it too', () => {
  assert.equal(widths({})[1], 42);
});

test('text is kerned across inline boxes that take no room', () => {
  const width = (...children: Parameters<typeof block>[1][]): number =>
    layOut(block(SERIF, ...children), 500).lines[0]!.fragment.width;
  assert.equal(width('A', span({}, 'V')), width('AV'));
  assert.ok(width('A', span({ paddingLeft: 1 }, 'V')) > width('AV') + 2);
});

test('what no longer fits without kerning goes to the next line', () => {
  const fitsKerned = block({ ...SERIF, wordBreak: 'break-all' }, 'AVAV');
  assert.deepEqual(lineTexts(fitsKerned, 29), ['AV', 'AV']);
});

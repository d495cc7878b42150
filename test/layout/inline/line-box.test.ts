import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, br, dump, image, layOut, type Style, span } from './inline-fixture.ts';

function heights(style: Style, ...children: Parameters<typeof block>[1][]): number[] {
  return layOut(block(style, ...children), 500).lines.map(({ fragment }) => fragment.height);
}

test('half of the leading above the text is cut down to whole pixels', () => {
  assert.deepEqual(dump(layOut(block({ lineHeight: { px: 15 } }, 'a'), 500)), ['line 0,0 10x15', '  "a" 0,2 10x10']);
});

test('an image stands on the baseline', () => {
  assert.deepEqual(dump(layOut(block({}, 'a', image(5, 20)), 500)), [
    'line 0,0 15x22',
    '  "a" 0,12 10x10',
    '  img 10,0 5x20',
  ]);
});

test('vertical-align: top and bottom align with the line, which a tall box makes taller', () => {
  const rows = dump(layOut(block({}, 'a', image(5, 30, { verticalAlign: 'top' })), 500));
  assert.deepEqual(rows, ['line 0,0 15x30', '  "a" 0,0 10x10', '  img 10,0 5x30']);
  const bottom = dump(layOut(block({}, 'a', image(5, 30, { verticalAlign: 'bottom' })), 500));
  assert.deepEqual(bottom, ['line 0,0 15x30', '  "a" 0,20 10x10', '  img 10,0 5x30']);
});

test('vertical-align: middle is half an x-height above the baseline', () => {
  assert.equal(dump(layOut(block({}, 'a', image(5, 4, { verticalAlign: 'middle' })), 500))[2], '  img 10,2 5x4');
});

test('sub and super move by a part of the parent font size, and one pixel', () => {
  const rows = dump(layOut(block({}, span({ verticalAlign: 'sub' }, 'a')), 500));
  assert.deepEqual(rows, ['line 0,0 10x13', '  span 0,3 10x10', '  "a" 0,3 10x10']);
});

test('a percentage of vertical-align is of the line height of the box itself', () => {
  const rows = dump(layOut(block({}, 'a', span({ verticalAlign: { kind: 'percent', value: 50 } }, 'b')), 500));
  assert.deepEqual(rows.slice(0, 3), ['line 0,0 20x15', '  "a" 0,5 10x10', '  span 10,0 10x10']);
});

test('an inline box is as high as its font, not as its line', () => {
  const rows = dump(layOut(block({ lineHeight: { px: 30 } }, span({ paddingTop: 3, borderBottomWidth: 2 }, 'a')), 500));
  assert.deepEqual(rows, ['line 0,0 10x30', '  span 0,7 10x15', '  "a" 0,10 10x10']);
});

test('an empty inline box makes a line only with margin, border or padding at its ends', () => {
  assert.equal(layOut(block({}, span({ paddingTop: 5 })), 500).blockSize, 0);
  assert.equal(layOut(block({}, span({ paddingLeft: 5 })), 500).blockSize, 10);
});

test('in quirks mode a box without text does not make its line taller', () => {
  const small = block({ fontSize: 10 }, span({ fontSize: 5, lineHeight: { px: 5 } }, 'a'));
  assert.equal(layOut(small, 500).blockSize, 10);
  assert.equal(layOut(small, 500, { quirks: true }).blockSize, 5);
});

test('a fallback font makes a line of normal height taller, and only that', () => {
  const style: Style = { fontFamily: ['Liberation Serif'], fontSize: 16, lineHeight: 'normal' };
  const [plain] = heights(style, 'a');
  assert.ok(heights(style, '\u2603')[0]! > plain!);
  assert.deepEqual(heights({ ...style, lineHeight: { px: 18 } }, '\u2603'), [18]);
});

test('<br> has a box of no width as high as its font', () => {
  assert.deepEqual(dump(layOut(block({}, 'a', br), 500)), ['line 0,0 10x10', '  "a" 0,0 10x10', '  "" 10,0 0x10']);
});

test('an inline box that wraps has its start edge on the first line and its end edge on the last', () => {
  const box = span({ paddingLeft: 3, paddingRight: 4 }, 'aa bb');
  assert.deepEqual(dump(layOut(block({}, box), 30)), [
    'line 0,0 23x10',
    '  span 0,0 23x10',
    '  "aa" 3,0 20x10',
    'line 0,10 24x10',
    '  span 0,10 24x10',
    '  "bb" 0,10 20x10',
  ]);
});

test('relative positioning moves an inline box and all that is in it', () => {
  const rows = dump(layOut(block({}, span({ position: 'relative', left: 5, top: -3 }, 'a'), 'b'), 500));
  assert.deepEqual(rows, ['line 0,0 20x10', '  span 5,-3 10x10', '  "a" 5,-3 10x10', '  "b" 10,0 10x10']);
});

test('line-clamp ends the block after its last visible line', () => {
  const result = layOut(block({}, 'a b c d'), 10, { maxLines: 2 });
  assert.equal(result.blockSize, 20);
  assert.equal(result.lines.length, 4);
});

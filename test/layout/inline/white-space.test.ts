import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, br, dump, image, layOut, lineTexts, span } from './inline-fixture.ts';

test('runs of spaces, tabs and line feeds collapse to one space', () => {
  assert.equal(layOut(block({}, 'a \t\n b'), 500).lines[0]!.fragment.width, 30);
});

test('spaces at the beginning and at the end of a block vanish', () => {
  assert.deepEqual(dump(layOut(block({}, '  a  '), 500)), ['line 0,0 10x10', '  "a" 0,0 10x10']);
});

test('a space collapses with one in the inline box before it', () => {
  assert.deepEqual(dump(layOut(block({}, span({}, 'a '), ' b'), 500)), [
    'line 0,0 30x10',
    '  span 0,0 20x10',
    '  "a " 0,0 20x10',
    '  "b" 20,0 10x10',
  ]);
});

test('offsets of a text after collapsed spaces point into the source', () => {
  const { lines } = layOut(block({}, 'a   b'), 10);
  const starts = lines.map(({ fragment }) =>
    fragment.children.map((child) => (child.fragment as { start: number }).start),
  );
  assert.deepEqual(starts, [[0], [4]]);
});

test('pre keeps spaces and breaks at line feeds', () => {
  const style = { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } as const;
  assert.deepEqual(lineTexts(block(style, ' a\n  b'), 10), [' a', '  b']);
});

test('pre-line breaks at line feeds and collapses spaces around them', () => {
  assert.deepEqual(lineTexts(block({ whiteSpaceCollapse: 'preserve-breaks' }, 'a  \n  b'), 500), ['a', 'b']);
});

test('a segment break beside a zero-width space leaves nothing', () => {
  assert.deepEqual(dump(layOut(block({}, 'a\u200b\nb'), 500))[0], 'line 0,0 20x10');
});

test('a tab reaches to the next tab stop', () => {
  const style = { whiteSpaceCollapse: 'preserve', tabSize: 4 } as const;
  assert.equal(Math.round(layOut(block(style, 'a\tb'), 500).lines[0]!.fragment.width), 50);
});

test('tab stops are those of the block, whatever the font of the inline box', () => {
  const style = { whiteSpaceCollapse: 'preserve', tabSize: 4 } as const;
  const { lines } = layOut(block(style, span({ fontSize: 20 }, '\t'), 'b'), 500);
  assert.equal(Math.round(lines[0]!.fragment.width), 50);
});

test('the collapsed space between nowrap and wrapping text is still a place to break', () => {
  assert.deepEqual(lineTexts(block({}, span({ textWrapMode: 'nowrap' }, 'aaa '), ' bbb'), 50), ['aaa', 'bbb']);
});

test('preserved trailing spaces do not count when a line is aligned', () => {
  const style = { whiteSpaceCollapse: 'preserve', textAlign: 'right' } as const;
  assert.equal(dump(layOut(block(style, 'aaa   bbb'), 50))[1], '  "aaa" 20,0 30x10');
});

test('a space after an image at the end of a line hangs over nothing', () => {
  assert.deepEqual(lineTexts(block({}, image(50, 10), ' ', br, 'a'), 50), ['□', 'a']);
});

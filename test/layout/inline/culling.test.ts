import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, dump, image, layOut, type Style, span } from './inline-fixture.ts';

function spans(width: number, ...children: Parameters<typeof block>[1][]): string[] {
  return dump(layOut(block({}, ...children), width)).filter((row) => row.startsWith('  span'));
}

test('a box that nothing shows has no part on a line without content of it', () => {
  assert.deepEqual(spans(35, 'aaa', span({}, ' bbb')), ['  span 0,10 30x10']);
});

test('a border shows the beginning of the box at the end of the line before', () => {
  assert.deepEqual(spans(35, 'aaa', span({ borderLeftWidth: 1 }, ' bbb')), ['  span 30,0 1x10', '  span 0,10 30x10']);
});

test('a culled box is not aligned on a line without content of it', () => {
  const style: Style = { verticalAlign: 5 };
  const heights = layOut(block({}, 'aaa', span(style, ' bbb')), 35).lines.map(({ fragment }) => fragment.height);
  assert.deepEqual(heights, [10, 15]);
});

test('an empty box keeps its place', () => {
  assert.deepEqual(spans(50, 'aa', span({}), 'b'), ['  span 20,0 0x10']);
});

test('a box around an image has its own height', () => {
  assert.deepEqual(spans(50, span({}, image(5, 20))), ['  span 0,12 5x10']);
});

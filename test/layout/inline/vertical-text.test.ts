import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, image, layOut, type Style } from './inline-fixture.ts';

function firstText(style: Style, text: string): string {
  const { fragment, x, y } = layOut(block(style, text), 500).lines[0]!.fragment.children[0]!;
  return `${x},${y} ${fragment.width}x${fragment.height}`;
}

const SERIF: Style = { fontFamily: ['Liberation Serif'], fontSize: 16, lineHeight: 'normal' };

test('lines of vertical text run downwards', () => {
  assert.equal(firstText({ writingMode: 'vertical-rl' }, 'abc'), '0,0 10x30');
});

test('upright letters follow one another by the height of the font', () => {
  assert.equal(firstText({ ...SERIF, writingMode: 'vertical-rl', textOrientation: 'upright' }, 'ABC'), '1,0 17x51');
});

test('in mixed text ideographs are upright, and letters lie on their side', () => {
  const style: Style = { ...SERIF, writingMode: 'vertical-rl' };
  assert.equal(firstText(style, '\u4e00'), '1,0 17x17');
  assert.notEqual(firstText(style, 'A'), '1,0 17x17');
});

test('the lines of vertical-rl stack from the right, and their letters point there', () => {
  const { lines, blockSize } = layOut(block({ writingMode: 'vertical-rl' }, 'aa bb'), 20);
  assert.equal(blockSize, 20);
  assert.deepEqual(
    lines.map((line) => line.blockOffset),
    [0, 10],
  );
});

test('an image is centred on vertical lines', () => {
  const { fragment } = layOut(block({ ...SERIF, writingMode: 'vertical-rl' }, 'x', image(10, 20)), 500).lines[0]!;
  assert.equal(fragment.children[1]!.x, 4);
});

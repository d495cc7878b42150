import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, br, dump, layOut, span } from './inline-fixture.ts';

function firstOffset(style: Parameters<typeof block>[0], text: string, width: number): number {
  return layOut(block(style, text), width).lines[0]!.inlineOffset;
}

test('text-align places the line in its room', () => {
  assert.equal(firstOffset({ textAlign: 'right' }, 'aa', 50), 30);
  assert.equal(firstOffset({ textAlign: 'center' }, 'aa', 50), 15);
  assert.equal(firstOffset({ textAlign: 'end' }, 'aa', 50), 30);
});

test('a line that is too wide overflows at its end, whatever its alignment', () => {
  assert.equal(firstOffset({ textAlign: 'right' }, 'aaaaaaa', 50), 0);
  assert.equal(firstOffset({ textAlign: 'center', direction: 'rtl' }, 'aaaaaaa', 50), 0);
});

test('justify widens spaces, but not on the last line', () => {
  const rows = dump(layOut(block({ textAlign: 'justify' }, 'a', span({}, ' b '), 'ccc'), 50));
  assert.deepEqual(rows, [
    'line 0,0 50x10',
    '  "a" 0,0 10x10',
    '  span 10,0 40x10',
    '  " b" 10,0 40x10',
    'line 0,10 30x10',
    '  "ccc" 0,10 30x10',
  ]);
});

test('text-align-last aligns lines before forced breaks too', () => {
  const { lines } = layOut(block({ textAlignLast: 'right' }, 'a', br, 'b'), 50);
  assert.deepEqual(
    lines.map((line) => line.inlineOffset),
    [40, 40],
  );
});

test('text-indent moves the first line only', () => {
  const { lines } = layOut(block({ textIndent: 20 }, 'aa bb'), 40);
  assert.deepEqual(
    lines.map((line) => line.inlineOffset),
    [20, 0],
  );
});

test('text-indent: hanging moves all lines but the first', () => {
  const { lines } = layOut(block({ textIndent: 20, textIndentHanging: true }, 'aa bb'), 40);
  assert.deepEqual(
    lines.map((line) => line.inlineOffset),
    [0, 20],
  );
});

test('each character justifies in Chinese text', () => {
  const rows = dump(layOut(block({ textAlign: 'justify' }, '\u4e00\u4e8c\u4e09\u56db\u4e94', span({}, 'a')), 25));
  assert.equal(rows[0], 'line 0,0 25x10');
});

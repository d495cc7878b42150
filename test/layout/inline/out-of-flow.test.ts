import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absolute, block, breakWith, float, layOut, lineTexts, span } from './inline-fixture.ts';

function staticPositions(...children: Parameters<typeof block>[1][]): string[] {
  return layOut(block({}, ...children), 50).outOfFlow.map(({ x, y, alignX }) => `${x},${y} ${alignX}`);
}

test('what would have been inline stays at its place in the line', () => {
  assert.deepEqual(staticPositions('aa', absolute(), 'b'), ['20,0 start']);
});

test('what would have been a block begins the next line, but not without content before it', () => {
  assert.deepEqual(staticPositions('aa', absolute({ originalDisplay: 'block' })), ['0,10 start']);
  assert.deepEqual(staticPositions(absolute({ originalDisplay: 'block' }), 'aa'), ['0,0 start']);
});

test('in right-to-left text its right edge is at its place', () => {
  const { outOfFlow } = layOut(block({ direction: 'rtl' }, 'a', absolute()), 50);
  assert.deepEqual([outOfFlow[0]!.x, outOfFlow[0]!.alignX], [40, 'end']);
});

test('a positioned inline box is the containing block, from its first line to its last', () => {
  const result = layOut(block({}, 'a ', span({ position: 'relative' }, 'bb', absolute(), ' cc'), ' d'), 50);
  const [box] = result.inlineContainers.keys();
  assert.equal(result.outOfFlow[0]!.inlineContainer, box);
  const { x, y, fragment } = result.inlineContainers.get(box!)!;
  assert.deepEqual([x, y, fragment.width, fragment.height], [20, 0, 0, 20]);
});

test('lines break as if floats and positioned boxes were not there', () => {
  assert.deepEqual(lineTexts(block({}, 'aaa', absolute(), 'bbb'), 50), ['aaabbb']);
  assert.deepEqual(lineTexts(block({}, 'aaa', float('right', 10, 10), 'bbb'), 50), ['aaabbb']);
});

test('a float that does not fit is placed below its line', () => {
  const result = layOut(block({}, 'aaaa', float('left', 20, 10)), 50);
  assert.equal(result.exclusions.leftClear, 20);
});

test('<br clear> is below the floats before it', () => {
  assert.equal(layOut(block({}, float('left', 20, 30), 'a', breakWith({ clear: 'left' }), 'b'), 50).blockSize, 40);
});

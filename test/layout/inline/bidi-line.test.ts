import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, dump, layOut, rtl, span } from './inline-fixture.ts';

test('lines of a right-to-left block begin at the right', () => {
  const { lines } = layOut(block({ direction: 'rtl' }, 'aa'), 50);
  assert.equal(lines[0]!.inlineOffset, 0);
  assert.equal(lines[0]!.fragment.width, 20);
});

test('what is right to left in a left-to-right line stands in reverse order', () => {
  const rows = dump(layOut(block({}, 'a', rtl('b', span({}, 'cc'), 'd'), 'e'), 500));
  assert.deepEqual(
    rows.filter((row) => row.startsWith('  "')),
    ['  "a" 0,0 10x10', '  "d" 10,0 10x10', '  "cc" 20,0 20x10', '  "b" 40,0 10x10', '  "e" 50,0 10x10'],
  );
});

test('an inline box across a change of direction is torn apart, its edges at the outer ends', () => {
  const box = span({ paddingLeft: 3, paddingRight: 4, backgroundColor: [0, 0, 0, 1] }, 'a', rtl('b'));
  const rows = dump(layOut(block({}, box, rtl('c'), 'd'), 500));
  assert.ok(rows.includes('  span 0,0 13x10'));
  assert.ok(rows.includes('  span 23,0 14x10'));
});

test('in a right-to-left line trailing preserved spaces hang over the left edge', () => {
  const { lines } = layOut(block({ direction: 'rtl', whiteSpaceCollapse: 'preserve' }, 'aaa   bbb'), 30);
  const [line] = lines;
  assert.equal(line!.fragment.width, 30);
  assert.equal(line!.fragment.children.find(({ fragment }) => fragment.kind === 'text' && fragment.start === 0)!.x, 0);
});

test('with unicode-bidi: plaintext each paragraph has its own direction', () => {
  const style = { unicodeBidi: 'plaintext', whiteSpaceCollapse: 'preserve' } as const;
  const { lines } = layOut(block(style, '\u05d0\na'), 50);
  assert.ok(lines[0]!.inlineOffset > 40);
  assert.equal(lines[1]!.inlineOffset, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, br, float, image, lineTexts, span, wbr } from './inline-fixture.ts';

test('a line breaks at the last space that fits', () => {
  assert.deepEqual(lineTexts(block({}, 'aa bb cc'), 50), ['aa bb', 'cc']);
});

test('a word that does not fit overflows up to its end', () => {
  assert.deepEqual(lineTexts(block({}, 'aaaaaaa bb'), 50), ['aaaaaaa', 'bb']);
});

test('a space that ends the line exactly takes no room', () => {
  assert.deepEqual(lineTexts(block({}, 'aaaaa bbbbb'), 50), ['aaaaa', 'bbbbb']);
});

test('no break between text and an inline box that continues the word', () => {
  assert.deepEqual(lineTexts(block({}, 'aa b', span({}, 'b'), 'b cc'), 50), ['aa', 'bbb', 'cc']);
});

test('a break before a close tag moves behind it', () => {
  assert.deepEqual(lineTexts(block({}, span({}, 'aa '), 'bbbb'), 50), ['aa', 'bbbb']);
});

test('<br> ends a line, and spaces around it vanish', () => {
  assert.deepEqual(lineTexts(block({}, 'aa ', br, ' bb'), 50), ['aa', 'bb']);
});

test('<wbr> lets a word break, even where lines do not wrap', () => {
  assert.deepEqual(lineTexts(block({}, 'aaaa', wbr, 'bbbb'), 50), ['aaaa', 'bbbb']);
  assert.deepEqual(lineTexts(block({ textWrapMode: 'nowrap' }, 'aaaa', wbr, 'bbbb'), 50), ['aaaa', 'bbbb']);
});

test('nowrap text stays on its line', () => {
  assert.deepEqual(lineTexts(block({ textWrapMode: 'nowrap' }, 'aaa bbb ccc'), 50), ['aaa bbb ccc']);
});

test('a line may break before and after an image, also beside a no-break space', () => {
  assert.deepEqual(lineTexts(block({}, 'aaa', image(20, 10), 'bbb'), 50), ['aaa□', 'bbb']);
  assert.deepEqual(lineTexts(block({}, 'aaaa\u00a0', image(20, 10)), 50), ['aaaa\u00a0', '□']);
});

test('overflow-wrap breaks a word only when it does not fit on a line of its own', () => {
  assert.deepEqual(lineTexts(block({ overflowWrap: 'anywhere' }, 'aa bbbbbbb'), 50), ['aa', 'bbbbb', 'bb']);
});

test('word-break: break-all fills each line', () => {
  assert.deepEqual(lineTexts(block({ wordBreak: 'break-all' }, 'aa bbbbbbb'), 50), ['aa bb', 'bbbbb']);
});

test('a soft hyphen shows where the word is broken there', () => {
  assert.deepEqual(lineTexts(block({}, 'aaa\u00adbbb'), 50), ['aaa\u00ad\u2010', 'bbb']);
  assert.deepEqual(lineTexts(block({}, 'aaa\u00adbbb'), 100), ['aaa\u00adbbb']);
});

test('a hyphen that does not fit makes the word break earlier', () => {
  assert.deepEqual(lineTexts(block({}, 'aa\u00adaa\u00adbb'), 40), ['aa\u00ad\u2010', 'aa\u00adbb']);
});

test('preserved spaces hang at the end of a line', () => {
  assert.deepEqual(lineTexts(block({ whiteSpaceCollapse: 'preserve' }, 'aaaa   bb'), 50), ['aaaa   ', 'bb']);
});

test('break-spaces takes spaces to the next line', () => {
  assert.deepEqual(lineTexts(block({ whiteSpaceCollapse: 'break-spaces' }, 'aaaa   bb'), 50), ['aaaa ', '  bb']);
});

test('a float narrows the line that it is on', () => {
  assert.deepEqual(lineTexts(block({}, float('left', 20, 10), 'aaa bbb'), 50), ['aaa', 'bbb']);
});

test('a float that does not fit beside the text waits for the next line', () => {
  assert.deepEqual(lineTexts(block({}, 'aaa', float('left', 40, 10), ' bb cc'), 60), ['aaa bb', 'cc']);
});

test('a word too wide for the room beside a float goes below it', () => {
  assert.deepEqual(lineTexts(block({}, float('left', 30, 25), 'aaaa'), 50), ['aaaa']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, br, float, image, sizes, span } from './inline-fixture.ts';

test('min-content is the widest word, max-content the widest line between forced breaks', () => {
  assert.deepEqual(sizes(block({}, 'aaa b', br, 'cc dddd')), { min: 40, max: 70 });
});

test('a word that goes on in an inline box counts whole', () => {
  assert.deepEqual(sizes(block({}, 'a bb', span({ paddingRight: 5 }, 'bb'), ' c')), { min: 45, max: 85 });
});

test('overflow-wrap: anywhere makes min-content a character, break-word does not', () => {
  assert.equal(sizes(block({ overflowWrap: 'anywhere' }, 'aaa bb')).min, 10);
  assert.equal(sizes(block({ overflowWrap: 'break-word' }, 'aaa bb')).min, 30);
});

test('nowrap text is one word', () => {
  assert.deepEqual(sizes(block({ textWrapMode: 'nowrap' }, 'aa bb')), { min: 50, max: 50 });
});

test('floats add to max-content and are a floor for min-content', () => {
  assert.deepEqual(sizes(block({}, float('left', 35, 10), 'aa bb')), { min: 35, max: 85 });
});

test('a float that clears begins another row', () => {
  assert.equal(sizes(block({}, float('left', 30, 10), float('left', 20, 10, { clear: 'left' }), 'a')).max, 40);
});

test('a soft hyphen counts with its hyphen for min-content', () => {
  assert.equal(sizes(block({}, 'aaa\u00adbb')).min, 40);
});

test('trailing preserved spaces count for max-content only', () => {
  assert.deepEqual(sizes(block({ whiteSpaceCollapse: 'preserve' }, 'aa  ')), { min: 20, max: 40 });
});

test('text-indent adds to the first line; one that is negative may leave max-content below a word', () => {
  assert.deepEqual(sizes(block({ textIndent: 15 }, 'aa bbb')), { min: 35, max: 75 });
  assert.deepEqual(sizes(block({ textIndent: -100 }, image(20, 10), image(30, 10))), { min: 30, max: 30 });
});

test('images may be broken between', () => {
  assert.deepEqual(sizes(block({}, image(20, 10), image(30, 10))), { min: 30, max: 50 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformText } from '../../../src/layout/boxes/text-transform.ts';
import { bodyBoxes } from './box-fixture.ts';

test('uppercase may make a text longer', () => {
  assert.equal(transformText('straße', 'uppercase', 'de', ' '), 'STRASSE');
});

test('uppercase follows the language', () => {
  assert.equal(transformText('iı', 'uppercase', 'tr-TR', ' '), 'İI');
  assert.equal(transformText('iı', 'uppercase', 'not a language', ' '), 'II');
});

test('capitalize takes the first letter of each word', () => {
  assert.equal(transformText("it's a (fine) word-pair, 1st", 'capitalize', '', ' '), "It's A (Fine) Word-Pair, 1st");
});

test('a word goes on in the next node', () => {
  assert.match(
    bodyBoxes('<p style="text-transform: capitalize">fo<b>o</b> <b>bar</b></p>'),
    /"Fo"[\s\S]*"o"[\s\S]*"Bar"/,
  );
});

test('a word does not go on in the next block', () => {
  assert.match(bodyBoxes('<div style="text-transform: capitalize">a<p>b</p>c</div>'), /"A"[\s\S]*"B"[\s\S]*"C"/);
});

test('full-width has its own space', () => {
  assert.equal(transformText('A b', 'full-width', '', ' '), 'Ａ\u3000ｂ');
});

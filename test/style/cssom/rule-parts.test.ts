import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  containerParts,
  descriptorsOf,
  importParts,
  layerNames,
  mediaQueries,
  namespaceParts,
  pageSelectors,
  propertyParts,
  scopeParts,
} from '../../../src/style/cssom/rule-parts.ts';

test('an import has an address, a layer, a condition and media', () => {
  assert.deepEqual(importParts('url(a.css) layer(x.y) supports(display:  grid) screen and (Min-Width:1px), print'), {
    href: 'a.css',
    layer: 'x.y',
    supports: 'display: grid',
    media: ['screen and (min-width: 1px)', 'print'],
  });
  assert.deepEqual(importParts('"a.css" layer'), { href: 'a.css', layer: '', supports: null, media: [] });
  assert.equal(importParts('nothing'), null);
});

test('media queries have one spelling', () => {
  assert.deepEqual(mediaQueries(' SCREEN  and (400px<=width<  700px),not all and (aspect-ratio:16/9) '), [
    'screen and (400px <= width < 700px)',
    'not all and (aspect-ratio: 16 / 9)',
  ]);
  assert.deepEqual(mediaQueries(' '), []);
});

test('names, scopes and containers', () => {
  assert.deepEqual(namespaceParts('svg url(http://a/)'), { prefix: 'svg', uri: 'http://a/' });
  assert.deepEqual([layerNames('a, b.c'), layerNames(''), layerNames('a b')], [['a', 'b.c'], [], null]);
  assert.deepEqual(scopeParts('(.a>B) to (.c)'), { start: '.a > B', end: '.c' });
  assert.deepEqual(scopeParts('to (.c)'), { start: null, end: '.c' });
  assert.deepEqual([scopeParts(''), scopeParts('(.a) to')], [{ start: null, end: null }, null]);
  assert.deepEqual(containerParts('Side (width >= 700px), not (height > 1px)'), [
    { name: 'Side', query: '(width >= 700px)' },
    { name: '', query: 'not (height > 1px)' },
  ]);
});

test('a registration stays as it is written', () => {
  assert.deepEqual(propertyParts('--x', 'syntax: "<length> | auto"; inherits: TRUE; initial-value: 1in'), {
    name: '--x',
    syntax: '<length> | auto',
    inherits: true,
    initialValue: '1in',
  });
  assert.equal(propertyParts('--x', 'syntax: "<length>"'), null);
  assert.deepEqual(descriptorsOf('SRC: url(a;b); font-family: "X"; src: url(b)'), [
    ['font-family', '"X"'],
    ['src', 'url(b)'],
  ]);
});

test('a query that is wrong is one that never matches', () => {
  assert.deepEqual(mediaQueries('screen, and, (color'), ['screen', 'not all', '(color)']);
});

test('a container rule without name and condition is none', () => {
  assert.equal(containerParts(' '), null);
  assert.deepEqual(containerParts('box'), [{ name: 'box', query: '' }]);
});

test('pages have names and kinds', () => {
  assert.deepEqual(pageSelectors(''), []);
  assert.deepEqual(pageSelectors('a:first, :LEFT'), ['a:first', ':LEFT']);
  assert.deepEqual([':foo', 'a b', 'a,'].map(pageSelectors), [null, null, null]);
});

test('parts of long and deep preludes come in time', () => {
  const started = performance.now();
  mediaQueries(`(${'<'.repeat(200_000)}`);
  mediaQueries('('.repeat(50_000));
  containerParts('a,'.repeat(50_000));
  descriptorsOf('a: b;'.repeat(50_000));
  assert.ok(performance.now() - started < 5_000);
});

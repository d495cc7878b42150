import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRefresh } from '../../src/page/meta-refresh.ts';
import { openPage } from './open-page.ts';

test('a refresh has a time and perhaps an address', () => {
  assert.deepEqual(parseRefresh('5'), { seconds: 5, url: null });
  assert.deepEqual(parseRefresh(' 0; url=/next'), { seconds: 0, url: '/next' });
  assert.deepEqual(parseRefresh('1.5;URL="a b"; x'), { seconds: 1, url: 'a b' });
  assert.deepEqual(parseRefresh('0,next'), { seconds: 0, url: 'next' });
  assert.equal(parseRefresh('soon'), null);
  assert.equal(parseRefresh('5x'), null);
});

test('a page leads on by itself', async () => {
  using page = await openPage('<meta http-equiv=Refresh content="0; url=next.html"><p>wait');
  assert.deepEqual([page.navigation?.url, page.navigation?.replace], ['http://site.test/next.html', true]);
});

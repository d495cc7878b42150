import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('functions of the platform read as native, those of the page as they are', async () => {
  using page = await openPage('<p id=p>');
  assert.equal(await page.evaluate('String(p.focus)'), 'function focus() { [native code] }');
  assert.equal(await page.evaluate('String(Event) + Event.name'), 'function Event() { [native code] }Event');
  assert.equal(
    await page.evaluate('String(Object.getOwnPropertyDescriptor(Node.prototype, "parentElement").get)'),
    'function get parentElement() { [native code] }',
  );
  assert.equal(await page.evaluate('String(Function.prototype.toString)'), 'function toString() { [native code] }');
  assert.equal(await page.evaluate('String(function own(){ return 1 })'), 'function own(){ return 1 }');
  assert.equal(
    await page.evaluate('try { Function.prototype.toString.call({}) } catch (error) { error.name }'),
    'TypeError',
  );
});

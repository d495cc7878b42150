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

test('they do so for the documents of frames, also when the frame is gone', async () => {
  using page = await openPage('<iframe id=f></iframe>');
  await page.evaluate(`{
    const window = f.contentWindow;
    globalThis.textOf = window.Function.prototype.toString;
    globalThis.createInner = window.document.createElement;
    globalThis.listenInner = window.EventTarget.prototype.addEventListener;
    globalThis.ownInner = window.eval('(function own(){ return 1 })');
  }`);
  const texts =
    '[textOf.call(document.createElement), String(createInner), String(listenInner), String(ownInner)].join("|")';
  const native = (name: string) => `function ${name}() { [native code] }`;
  const expected = [native('createElement'), native('createElement'), native('addEventListener')];
  const own = 'function own(){ return 1 }';
  assert.equal(await page.evaluate(texts), [...expected, own].join('|'));
  await page.evaluate('f.remove()');
  assert.equal(await page.evaluate(texts), [...expected, own].join('|'));
});

test('older names of interfaces are the interfaces themselves', async () => {
  using page = await openPage('<p>');
  const same = '[webkitURL === URL, WebKitMutationObserver === MutationObserver, WebKitCSSMatrix === DOMMatrix].join()';
  assert.equal(await page.evaluate(same), 'true,true,true');
});

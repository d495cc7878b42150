/**
 * A page that replaces what ECMAScript gives it changes nothing of what the agent is told: what is emitted, parsed,
 * dispatched and reported afterwards is the same.
 *
 * Seen to fail: with the parser in the page realm (push, Map, iteration), with events.ts calling `list.push` and `for of`
 * (push, iterator), with outbox.ts calling JSON.stringify on an object (toJSON), with state records that have a prototype
 * (Object.prototype), with timers called through `callback.apply` (call and apply).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../page/open-page.ts';

const TAMPERINGS: Readonly<Record<string, string>> = {
  'Array.prototype methods': `
    for (const key of Object.getOwnPropertyNames(Array.prototype)) {
      if (typeof Array.prototype[key] === 'function' && key !== 'constructor') Array.prototype[key] = () => { throw new Error(key); };
    }`,
  'array indices': `
    for (let at = 0; at < 50; at++) Object.defineProperty(Array.prototype, at, { set() { throw new Error('index'); }, get: () => 'evil', configurable: true });`,
  JSON: `JSON.stringify = () => '"evil"'; JSON.parse = () => ({ evil: 1 });`,
  toJSON: `Object.prototype.toJSON = String.prototype.toJSON = () => 'evil';`,
  'Map, Set and WeakMap': `
    for (const Class of [Map, Set, WeakMap, WeakSet]) for (const key of Object.getOwnPropertyNames(Class.prototype)) {
      if (key !== 'constructor' && key !== 'size') Class.prototype[key] = () => { throw new Error(key); };
    }
    globalThis.Map = globalThis.Set = globalThis.WeakMap = function () { throw new Error('Map'); };`,
  iteration: `
    Array.prototype[Symbol.iterator] = Map.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };
    Object.getPrototypeOf([][Symbol.iterator] ?? {}).next = () => ({ done: true });`,
  'Object.prototype': `
    for (const key of ['value', 'checked', 'selected', 'listeners', 'scrollTop', 'focused', 'get', 'set', 'capture', 'once', 'passive', 'signal', 'kind', 'url', 'bubbles', 'cancelable', 'detail']) {
      Object.defineProperty(Object.prototype, key, { get: () => 'evil', set() {}, configurable: true });
    }`,
  'String.prototype methods': `
    for (const key of Object.getOwnPropertyNames(String.prototype)) {
      if (typeof String.prototype[key] === 'function' && !['constructor', 'toString', 'valueOf'].includes(key)) String.prototype[key] = () => 'evil';
    }`,
  'RegExp.prototype methods': `
    RegExp.prototype.exec = RegExp.prototype.test = () => { throw new Error('regexp'); };
    RegExp.prototype[Symbol.replace] = RegExp.prototype[Symbol.split] = () => 'evil';`,
  'call and apply': `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('apply'); };`,
  'Reflect and Object functions': `
    for (const owner of [Reflect, Object]) for (const key of Object.getOwnPropertyNames(owner)) {
      if (typeof owner[key] === 'function' && key !== 'getOwnPropertyNames') owner[key] = () => { throw new Error(key); };
    }`,
  Promise: `Promise.prototype.then = () => { throw new Error('then'); }; globalThis.Promise = function () { throw new Error('Promise'); };`,
  'Math and Date': `Math.max = Math.min = Math.floor = () => NaN; Date.now = () => NaN; globalThis.Date = function () {};`,
  'Node and Element methods': `
    for (const Class of [Node, Element, HTMLElement, Document, EventTarget, Event, Text, CharacterData]) for (const key of Object.getOwnPropertyNames(Class.prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, key);
      if (key === 'constructor' || !descriptor.configurable) continue;
      if (descriptor.get) Object.defineProperty(Class.prototype, key, { get: () => { throw new Error(key); }, configurable: true });
      else Class.prototype[key] = () => { throw new Error(key); };
    }`,
};

const page = (tampering: string): string => `<!DOCTYPE html><title>Shop</title><style>
  .card { width: 200px; padding: 4px } .row { display: flex }
</style><body><h1>Offers</h1>
<script>
  document.addEventListener('click', function () { clicked += 'b'; }, { capture: true });
  var clicked = '';
  var timer = '';
  setTimeout(function () { timer = 'came'; }, 1);
</script>
<script>${tampering}</script>
<div class="row"><div class="card"><a href="/a" title="x">First</a></div><div class="card"><button id="b">Buy</button></div></div>
<ul><li>One<li>Two</ul><label>Name <input name=n value=Ada></label><input type=checkbox checked>
<table><tr><td>Cell</table><select><option>p<option selected>q</select>`;

async function shown(tampering: string): Promise<unknown> {
  using opened = await openPage(page(tampering));
  const before = await opened.isolate.view('{}');
  const boxes = await opened.isolate.boxes();
  const button = before.els.find((element) => element['text'] === 'Buy');
  await opened.isolate.input({ kind: 'click', id: button?.['id'] as number });
  await opened.settle();
  return { before, boxes, clicked: await opened.evaluate('clicked + timer'), loading: opened.loading };
}

test('a page without tampering is the measure', async () => {
  const { before, clicked, loading } = (await shown('')) as {
    before: { els: { text?: string }[] };
    clicked: string;
    loading: boolean;
  };
  assert.deepEqual(
    before.els.map(({ text }) => text).filter((text) => text !== undefined),
    ['Offers', 'First', 'Buy', 'One', 'Two', 'Cell'],
  );
  assert.equal(clicked, 'bcame');
  assert.equal(loading, false);
});

for (const [what, tampering] of Object.entries(TAMPERINGS)) {
  test(`replacing ${what} changes nothing of what is told`, async () => {
    assert.deepEqual(await shown(tampering), await shown(''));
  });
}

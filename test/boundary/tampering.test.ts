/**
 * A page that replaces what ECMAScript gives it changes nothing of what the agent is told: what is emitted, parsed,
 * dispatched and reported afterwards is the same.
 *
 * Seen to fail: with lists that are arrays with a prototype, or filled with push; with WeakMap, JSON, Math, slice, then and
 * apply called as methods instead of through primordials.ts; with state records that have a prototype; with `event.type`
 * read through the getter.
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
    for (const key of ['value', 'checked', 'selected', 'listeners', 'scrollTop', 'focused', 'get', 'set', 'capture', 'once', 'passive', 'signal', 'kind', 'url', 'bubbles', 'cancelable', 'detail', 'endings', 'lastModified']) {
      Object.defineProperty(Object.prototype, key, Object.assign(Object.create(null), { get: () => 'evil', set() {}, configurable: true }));
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

/** The second script tampers. What came before it and what comes after it must go on: listeners, timers, observers. */
const page = (tampering: string): string => `<!DOCTYPE html><title>Shop</title><style>
  .card { width: 200px; padding: 4px } .row { display: flex }
</style><body><h1>Offers</h1><input id=early placeholder=Early>
<script>
  var log = console.log;
  var observed = 0;
  var early = document.getElementById('early');
  early.addEventListener('focus', function () {});
  new MutationObserver(function () { if (observed++ === 0) log('observed'); }).observe(early, { attributes: true });
  document.addEventListener('click', function () { log('clicked'); early.ariaLabel = 'x'; }, { capture: true });
  setTimeout(function () { log('timer'); }, 30);
  var never = setTimeout(function () { log('never'); }, 30);
</script>
<script>${tampering}</script>
<div class="row"><div class="card"><a href="/a" title="x">First</a></div><div class="card"><button id="b">Buy</button></div></div>
<script>clearTimeout(never); getComputedStyle(early); log('next script')</script>
<ul><li>One<li>Two</ul><label>Name <input name=n value=Ada></label><input type=checkbox checked>
<table><tr><td>Cell</table><select><option>p<option selected>q</select>
<form><input name=action placeholder=Where><input type=file></form>
<div role=textbox aria-label=Note contenteditable><p>Dear <b>reader</b><p>Bye</div>`;

interface Told {
  readonly view: { readonly els: readonly { readonly text?: string }[] };
  readonly log: readonly string[];
}

async function told(tampering: string): Promise<Told> {
  using opened = await openPage(page(tampering));
  const before = await opened.isolate.view('{}');
  const boxes = await opened.isolate.boxes();
  const idOf = (text: string) => before.els.find((element) => element['text'] === text)?.['id'] as number;
  await opened.isolate.input({ kind: 'click', id: idOf('Buy') });
  await opened.settle();
  await opened.isolate.input({ kind: 'type', id: before.els[1]?.['id'] as number, text: 'a\u{1f600}b', clear: true });
  const note = before.els.find((element) => element['name'] === 'Note')?.['id'] as number;
  await opened.isolate.input({ kind: 'type', id: note, text: ', hi\nyou', clear: false });
  for (const key of ['Backspace', 'Enter', 'Backspace', 'Delete']) await opened.isolate.input({ kind: 'key', key });
  const file = before.els.find((element) => element['type'] === 'file')?.['id'] as number;
  const files = [{ name: 'q.txt', type: 'text/plain', data: 'cQ==' }];
  await opened.isolate.input({ kind: 'upload', id: file, files });
  await opened.isolate.input({ kind: 'click', id: idOf('First') });
  await opened.settle();
  const { errors, navigation, loading } = opened;
  // The timer may come before or after the next script.
  const log = opened.log.toSorted();
  return { view: before, boxes, after: await opened.isolate.view('{}'), log, errors, navigation, loading } as Told;
}

test('a page without tampering is the measure', async () => {
  const { view, log, ...rest } = await told('');
  assert.deepEqual(
    view.els.map(({ text }) => text).filter((text) => text !== undefined),
    ['Offers', 'First', 'Buy', 'One', 'Two', 'Cell', 'Dear reader Bye'],
  );
  // Typing begins with a click into the field, as a person's does.
  assert.deepEqual(log, ['clicked', 'clicked', 'clicked', 'clicked', 'next script', 'observed', 'timer']);
  assert.match(JSON.stringify(rest), /"navigation":\{"url":"http:\/\/site.test\/a"/);
  assert.match(JSON.stringify(rest), /"val":"a😀b"/);
  assert.match(JSON.stringify(rest), /"val":"q.txt"/);
  assert.match(JSON.stringify(rest), /"text":"Dear reader Bye, hi yo"/);
});

for (const [what, tampering] of Object.entries(TAMPERINGS)) {
  test(`replacing ${what} changes nothing of what is told`, async () => {
    assert.deepEqual(await told(tampering), await told(''));
  });
}

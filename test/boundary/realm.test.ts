/**
 * What page code can reach: nothing of isolated-vm, nothing of the engine realm.
 *
 * Each protection has been taken out once to see its test fail; the comment at the test says how.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../page/open-page.ts';
import { WALK_REALM } from './walk-realm.ts';

const PAGE = '<!DOCTYPE html><style>p { width: 50px }</style><body><p id=p class=c>Text</p><form><input></form>';

test('nothing that page code can reach belongs to another realm', async () => {
  // Seen to fail: with `document[state] = {}` written by the engine's parser, and with the port on globalThis.
  using page = await openPage(PAGE);
  const found = await page.evaluate(`${WALK_REALM}
    document.body.getBoundingClientRect(); getComputedStyle(document.body).width; document.body.innerHTML += '<b>x</b>';
    walkRealm([['globalThis', globalThis], ['document', document], ['getComputedStyle', getComputedStyle(document.body)],
      ['rects', document.body.getClientRects()], ['event', new MouseEvent('click')]])`);
  assert.equal(found, 'nothing foreign among many');
});

test('the way in that the host uses is gone before page code runs', async () => {
  // Seen to fail: without the delete in bootDocument.
  using page = await openPage('<script>console.log(typeof __agentbrowser)</script>');
  assert.deepEqual(page.log, ['undefined']);
});

test('exceptions out of the engine do not reach page code, also when the stack runs out inside it', async () => {
  // Seen to fail: without the catch in askEngine and the one around the engine's functions; each alone is enough.
  using page = await openPage(PAGE);
  const found = await page.evaluate(`${WALK_REALM}
    const caught = [];
    const ask = [() => p.getBoundingClientRect(), () => p.offsetWidth, () => p.matches('p'), () => getComputedStyle(p).width,
      () => { p.innerHTML = '<i>x</i>' }, () => document.elementFromPoint(20, 20), () => new URL('http://a/b')];
    let left = 100;
    function deep(n) {
      try { deep(n + 1); } catch (error) { caught.push(error); }
      if (left-- < 0) return;
      try { p.className = 'c' + n; } catch (error) { caught.push(error); }
      for (const each of ask) try { each(); } catch (error) { caught.push(error); }
    }
    try { deep(0); } catch (error) { caught.push(error); }
    caught.length > 0 ? walkRealm(caught.map((error, at) => ['caught ' + at, error])) : 'no overflow'`);
  assert.equal(found, 'nothing foreign among many');
});

test('layout reads no property of a node that a page can put a getter in the place of', async () => {
  using page = await openPage(PAGE);
  const found = await page.evaluate(`
    let calls = 0;
    const keys = new Set([...Reflect.ownKeys(p), 'toString']);
    for (let at = p; at !== null; at = Object.getPrototypeOf(at)) for (const key of Reflect.ownKeys(at)) keys.add(key);
    for (const key of keys) Object.defineProperty(p, key, { configurable: true, get() { calls++; } });
    const { getBoundingClientRect, matches } = Element.prototype;
    Element.prototype.setAttribute.call(p, 'class', 'd');
    [getBoundingClientRect.call(p).width > 0, matches.call(p, 'p.d'), document.body.innerText !== '', calls].join(' ')`);
  assert.equal(found, 'true true true 0');
});

/** Page code that puts a getter in the place of every member of nodes, and on what all objects inherit from. */
const GETTERS = `
  var calls = 0;
  var kept = { define: Object.defineProperty, text: document.body.firstElementChild };
  var names = new Set(['value', 'checked', 'indeterminate', 'selected', 'listeners', 'heard', 'files', 'role', 'label', 'states',
    'invalid', 'animated', 'topLayer', 'quirks', 'xml', 'next', 'prev', 'start', 'end', 'state', 'name', 'shadow', 'host', 'length',
    'get', 'set', 'toJSON', 'then', 'description', Symbol.toPrimitive, Symbol.iterator, Symbol.toStringTag, Symbol.unscopables]);
  for (const node of [p, p.firstChild, p.attributes[0], document]) {
    for (let at = node; at !== null; at = Object.getPrototypeOf(at)) for (const key of Reflect.ownKeys(at)) names.add(key);
  }
  names.delete('__proto__');
  names.delete('constructor');
  var keys = [...names];
  // All names on the nodes and on what everything inherits from; on the prototypes between them those that they have.
  var plants = [[Object.prototype, keys]];
  for (const node of [p, p.firstChild, p.attributes[0], document]) {
    plants.push([node, keys]);
    for (let at = Object.getPrototypeOf(node); at !== Object.prototype; at = Object.getPrototypeOf(at)) plants.push([at, Reflect.ownKeys(at)]);
  }
  kept.text.className = 'd';
  for (let place = 0; place < plants.length; place++) for (let at = 0; at < plants[place][1].length; at++) {
    // A descriptor without a prototype: what it does not have would be read from the getters.
    const shape = { __proto__: null, configurable: true, get() { calls++; if (armed) for (;;); }, set(value) {} };
    try { kept.define(plants[place][0], plants[place][1][at], shape); } catch {}
  }`;

for (const armed of [false, true]) {
  const what = armed ? 'never come back' : 'are counted';
  test(`the engine calls no getter of a page that stands where nodes are read, getters that ${what}`, async () => {
    // Seen to fail: with a record of a node's state that inherits from the page's Object.prototype.
    using page = await openPage('<body><p id=p class=c>Some text</p><input id=i value=x><p>More</p>', {
      layoutMs: 5_000,
    });
    await page.evaluate(
      `i.value = 'typed'; i.addEventListener('click', () => {}); var armed = false; ${GETTERS}; armed = ${armed}; 1`,
    );
    const seen = await page.elements();
    assert.deepEqual(
      seen.map((element) => element['text'] ?? element['val']),
      ['Some text', 'typed', 'More'],
    );
    await page.isolate.boxes();
    assert.match(await page.isolate.read(), /Some text/);
    if (!armed) assert.equal(await page.evaluate('calls'), 0);
  });
}

/** Page code that plants a trap: whatever is done to it is kept in `gifts`. */
const TRAPS = `
  var gifts = [];
  var keep = (value) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') gifts.push(value);
  };
  var trap = () => new Proxy(function () {}, {
    get(target, key, receiver) {
      return key === Symbol.toPrimitive ? () => 'x' : key === 'length' ? 3 : trap();
    },
    has: () => true,
    set(target, key, value) { keep(value); return true; },
    apply(target, self, args) { keep(self); for (const each of args) keep(each); return trap(); },
    construct(target, args) { for (const each of args) keep(each); return trap(); },
  });
  var plant = (node, key) => {
    try { Object.defineProperty(node, key, { value: trap(), writable: true, configurable: true }); } catch {}
  };
  document.body.innerHTML = '<p id=p class="a b" style="width: 10px" title=x>Text <a href=x>y</a></p>';
  var node = document.body.firstChild;
  node.addEventListener('click', () => {});
  node.scrollTop = 5;`;

const PLANTS: Readonly<Record<string, string>> = {
  'the name': `plant(node, 'localName')`,
  'the type': `plant(node, 'nodeType')`,
  'the parent': `plant(node, 'parentNode')`,
  'the document': `plant(node, 'ownerDocument')`,
  'everything that can be listed': `for (let at = node; at !== null; at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) plant(node, key);
  }`,
  'attribute values': `for (const attr of node.attributes) plant(attr, 'value')`,
  'attribute names': `for (const attr of node.attributes) plant(attr, 'name')`,
  text: `plant(node.firstChild, 'value')`,
};

for (const [what, plant] of Object.entries(PLANTS)) {
  test(`a page that plants a trap in place of ${what} of a node gets nothing of the engine into it`, async () => {
    // Seen to fail: with 'attribute' in node-tree.ts and 'elementState' in node-state.ts giving values as they are.
    using page = await openPage(PAGE, { taskMs: 1_000, layoutMs: 1_000 });
    await page.evaluate(`${TRAPS}; ${plant}; 1`);
    const asks = [
      'document.body.getBoundingClientRect()',
      'document.querySelectorAll("p a, .a[title^=x]").length',
      'document.body.innerHTML',
      'document.body.innerText',
    ];
    // A tree without an end may well take until it is stopped; what counts is what the trap was given.
    for (const ask of asks) await page.evaluate(`try { ${ask} } catch {} 1`).catch(() => undefined);
    await page.isolate.view('{}').catch(() => undefined);
    await page.isolate.boxes().catch(() => undefined);
    const found = await page.evaluate(
      `${WALK_REALM} calls = 0; walkRealm(gifts.slice(0, 1000).map((gift, at) => ['gift ' + at, gift]))`,
    );
    assert.match(String(found), /^nothing foreign/);
  });
}

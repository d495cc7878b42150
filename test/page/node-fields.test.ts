import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

const PAGE = '<!doctype html><p id=p class=a>Text</p>';

test('a node has no own properties that script can list, but for the location of a document', async () => {
  using page = await openPage(PAGE);
  const nodes = 'document, document.doctype, p, p.firstChild, p.attributes[0], p.attachShadow({ mode: "open" })';
  assert.equal(
    await page.evaluate(`[${nodes}].map((node) => Object.keys(node) + JSON.stringify(Object.values(node))).join(' ')`),
    await page.evaluate("['location' + JSON.stringify([location]), '[]', '[]', '[]', '[]', '[]'].join(' ')"),
  );
});

test('no script finds what a node is made of: not in lists of its keys, not in copies, not through a proxy', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`
      const asked = [];
      const proxy = new Proxy(p, { get: (_, key) => void asked.push(key), has: (_, key) => void asked.push(key) });
      for (const act of [() => document.body.append(proxy), () => document.body.contains(proxy), () => p.isSameNode(proxy)]) {
        try { act(); } catch {}
      }
      [document, document.doctype, p, p.firstChild, p.attributes[0], p.attachShadow({ mode: 'open' })]
        .map((node) => [Reflect.ownKeys(node), Reflect.ownKeys({ ...node }), Object.getOwnPropertySymbols(node)].flat().join())
        .concat(asked.filter((key) => typeof key === 'symbol' && key !== Symbol.toPrimitive).length)
        .join(' ')`),
    'location,location      0',
  );
});

test('what a node is made of cannot be written to by name', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`
      p.parentNode = 5; p.nodeType = 7; p.localName = 'a'; p.ownerDocument = null; p.attributes[0].ownerElement = null;
      [p.parentNode === document.body, p.nodeType, p.localName, p.ownerDocument === document,
        p.attributes[0].ownerElement === p, p.outerHTML].join(' ')`),
    'true 1 p true true <p id="p" class="a">Text</p>',
  );
});

test('getters of the prototypes are found where sanitizers look for them', async () => {
  using page = await openPage(PAGE);
  assert.equal(
    await page.evaluate(`
      const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
      [getter(Node.prototype, 'parentNode').call(p) === document.body, getter(Node.prototype, 'nodeType').call(p),
        getter(Node.prototype, 'ownerDocument').call(p) === document, getter(Element.prototype, 'localName').call(p),
        getter(Attr.prototype, 'name').call(p.attributes[1]),
        getter(DocumentType.prototype, 'name').call(document.doctype)].join(' ')`),
    'true 1 true p class html',
  );
  assert.equal(
    await page.evaluate(`
      const read = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode').get;
      try { read.call({}) } catch (error) { error.constructor.name + ': ' + error.message }`),
    'TypeError: Illegal invocation',
  );
});

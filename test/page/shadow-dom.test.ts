import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type TestPage } from './open-page.ts';

async function run(html: string): Promise<TestPage> {
  const page = await openPage(`<!DOCTYPE html><body style="margin: 0">${html}`);
  assert.deepEqual(page.errors, []);
  return page;
}

test('an open shadow root can be reached, a closed one cannot', async () => {
  using page = await run(`<div id="a"></div><div id="b"></div><script>
    var open = a.attachShadow({ mode: 'open' });
    b.attachShadow({ mode: 'closed' });
  </script>`);
  assert.equal(
    await page.evaluate('[a.shadowRoot === open, b.shadowRoot, open.mode, open.host === a].join()'),
    'true,,open,true',
  );
});

test('attachShadow refuses elements that cannot have one, second roots, and modes that are none', async () => {
  using page = await run(`<div id="a"></div><script>
    a.attachShadow({ mode: 'open' });
    var names = [];
    for (const attempt of [
      () => document.createElement('input').attachShadow({ mode: 'open' }),
      () => a.attachShadow({ mode: 'open' }),
      () => document.createElement('p').attachShadow({ mode: 'x' }),
      () => document.createElement('p').attachShadow(),
    ]) try { attempt(); } catch (error) { names.push(error.name); }
  </script>`);
  assert.equal(await page.evaluate('names.join()'), 'NotSupportedError,NotSupportedError,TypeError,TypeError');
});

test('what is in a shadow root of a connected host is connected, and its root is the shadow root', async () => {
  using page = await run(`<div id="a"></div><script>
    const root = a.attachShadow({ mode: 'open' });
    root.innerHTML = '<b id="inner"></b>';
    var b = root.getElementById('inner');
    var found = [b.isConnected, b.getRootNode() === root, b.getRootNode({ composed: true }) === document,
      document.getElementById('inner'), document.querySelector('#inner')].join();
  </script>`);
  assert.equal(await page.evaluate('found'), 'true,true,true,,');
});

test('children of a host stand where their slots are, fallback content where nothing is assigned', async () => {
  using page =
    await run(`<div id="host"><i slot="b" style="display: block; height: 10px"></i><i style="display: block; height: 20px"></i></div>
  <script>
    host.attachShadow({ mode: 'open' }).innerHTML =
      '<slot></slot><p style="margin: 0; height: 5px"></p><slot name="b"></slot><slot name="c"><u style="display: block; height: 40px"></u></slot>';
    var boxes = [...host.children, host.shadowRoot.querySelector('u'), host].map((el) => {
      const { y, height } = el.getBoundingClientRect();
      return y + '+' + height;
    }).join(' ');
  </script>`);
  assert.equal(await page.evaluate('boxes'), '25+10 0+20 35+40 0+75');
});

test('rules of a shadow root reach its host, its own tree and slotted children, and nothing else', async () => {
  using page = await run(`<style>p { padding-left: 7px } x-a { padding-top: 3px }</style>
  <x-a class="big"><p id="light"></p></x-a><p id="out"></p><script>
    const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
    root.innerHTML = '<style>:host { display: block; padding-top: 1px } :host(.big) { padding-bottom: 2px }' +
      ' p { padding-left: 9px } ::slotted(p) { padding-right: 4px }</style><p></p><slot></slot>';
    var values = [
      [document.querySelector('x-a'), 'paddingTop'], [document.querySelector('x-a'), 'paddingBottom'],
      [root.querySelector('p'), 'paddingLeft'], [light, 'paddingLeft'], [light, 'paddingRight'],
      [out, 'paddingLeft'], [out, 'paddingRight'],
    ].map(([el, name]) => getComputedStyle(el)[name]).join(' ');
  </script>`);
  assert.equal(await page.evaluate('values'), '3px 2px 9px 7px 4px 7px 0px');
});

test('slots answer with what they show, through other slots when asked to flatten', async () => {
  using page = await run(`<div id="outer">text<b></b><i slot="named"></i></div><script>
    const root = outer.attachShadow({ mode: 'open' });
    root.innerHTML = '<div id="inner"><slot id="pass"></slot></div><slot name="named"></slot>';
    const inner = root.getElementById('inner');
    inner.attachShadow({ mode: 'open' }).innerHTML = '<slot><u></u></slot>';
    const slot = inner.shadowRoot.querySelector('slot');
    const names = (nodes) => nodes.map((node) => node.nodeName).join('+');
    var found = [
      names(root.getElementById('pass').assignedNodes()), names(slot.assignedNodes()),
      names(slot.assignedNodes({ flatten: true })), names(slot.assignedElements({ flatten: true })),
      outer.querySelector('i').assignedSlot.name,
    ].join(' ');
  </script>`);
  assert.equal(await page.evaluate('found'), '#text+B SLOT #text+B B named');
});

test('slotchange comes in a microtask to slots whose nodes have changed, and bubbles in the shadow tree', async () => {
  using page = await run(`<div id="host"></div><script>
    var seen = [];
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<slot></slot><slot name="n"></slot>';
    root.addEventListener('slotchange', (event) => seen.push(event.target.name || 'default'));
    host.addEventListener('slotchange', () => seen.push('outside'));
    const b = document.createElement('b');
    host.append(b);
    seen.push('sync');
    Promise.resolve().then(() => { b.slot = 'n'; }).then(() => Promise.resolve()).then(() => b.remove());
  </script>`);
  assert.equal(await page.evaluate('seen.join()'), 'sync,default,default,n,n');
});

test('nodes can be given to slots by script', async () => {
  using page =
    await run(`<div id="host"><b style="display: block; height: 10px"></b><i style="display: block; height: 20px"></i></div><script>
    const root = host.attachShadow({ mode: 'open', slotAssignment: 'manual' });
    root.innerHTML = '<slot></slot>';
    const before = host.getBoundingClientRect().height;
    root.firstChild.assign(host.children[1]);
    var heights = [before, host.getBoundingClientRect().height, host.children[1].assignedSlot === root.firstChild].join();
  </script>`);
  assert.equal(await page.evaluate('heights'), '0,20,true');
});

test('an event in a shadow tree has the host as its target outside, and stays inside unless it is composed', async () => {
  using page = await run(`<div id="host"></div><script>
    var seen = [];
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<button><b></b></button>';
    const b = root.querySelector('b');
    const note = (where) => (event) => seen.push(where + ':' + event.target.localName + ':' + event.eventPhase);
    root.addEventListener('x', note('root'));
    host.addEventListener('x', note('host'));
    document.addEventListener('x', note('document'));
    b.dispatchEvent(new Event('x', { bubbles: true }));
    seen.push('|');
    b.dispatchEvent(new Event('x', { bubbles: true, composed: true }));
  </script>`);
  assert.equal(await page.evaluate('seen.join(" ")'), 'root:b:3 | root:b:3 host:div:2 document:div:3');
});

test('an event of a slotted child passes its slot, and composedPath() shows it', async () => {
  using page = await run(`<div id="host"><b></b></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<p><slot></slot></p>';
    var path;
    host.addEventListener('x', (event) => {
      path = event.composedPath().map((node) => node.localName || node.nodeName || 'window').join(' ');
    });
    host.firstChild.dispatchEvent(new Event('x', { bubbles: true }));
  </script>`);
  assert.equal(await page.evaluate('path'), 'b slot p #document-fragment div body html #document window');
});

test('composedPath() does not show a closed tree to those outside', async () => {
  using page = await run(`<div id="host"></div><script>
    const root = host.attachShadow({ mode: 'closed' });
    root.innerHTML = '<b></b>';
    var lengths = [];
    for (const target of [root, host]) target.addEventListener('x', (event) => lengths.push(event.composedPath().length));
    root.firstChild.dispatchEvent(new Event('x', { bubbles: true, composed: true }));
  </script>`);
  // b, root, host, body, html, document, window; from outside without the first two.
  assert.equal(await page.evaluate('lengths.join()'), '7,5');
});

test('the document has the host as its active element, the shadow root the element inside', async () => {
  using page = await run(`<div id="host"></div><script>
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<input>';
    root.firstChild.focus();
    var found = [document.activeElement.id, root.activeElement === root.firstChild].join();
  </script>`);
  assert.equal(await page.evaluate('found'), 'host,true');
});

test('a host that delegates focus gives it to the first element inside that takes it', async () => {
  using page = await run(`<div id="host"></div><script>
    const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
    root.innerHTML = '<p></p><button disabled></button><input>';
    host.focus();
    var found = root.activeElement?.localName;
  </script>`);
  assert.equal(await page.evaluate('found'), 'input');
});

test('markup declares shadow roots', async () => {
  using page = await run(
    `<div id="host"><template shadowrootmode="open"><p style="margin: 0; height: 10px"></p><slot></slot></template><b style="display: block; height: 5px"></b></div>`,
  );
  const found = await page.evaluate(
    '[host.shadowRoot.children.length, host.children.length, host.querySelector("template"), host.getBoundingClientRect().height].join()',
  );
  assert.equal(found, '2,1,,15');
});

test('setHTMLUnsafe takes declared shadow roots, innerHTML does not', async () => {
  using page = await run(`<div id="a"></div><div id="b"></div><script>
    const markup = '<div><template shadowrootmode="open">x</template></div>';
    a.setHTMLUnsafe(markup);
    b.innerHTML = markup;
    var found = [a.firstChild.shadowRoot?.innerHTML, b.firstChild.shadowRoot, b.firstChild.firstChild.localName].join();
  </script>`);
  assert.equal(await page.evaluate('found'), 'x,,template');
});

test('getHTML writes shadow roots that are asked for', async () => {
  using page = await run(`<div id="a"><p></p></div><script>
    a.firstChild.attachShadow({ mode: 'open', serializable: true }).innerHTML = '<b></b>';
    var html = a.getHTML({ serializableShadowRoots: true });
    var plain = a.innerHTML;
  </script>`);
  assert.equal(
    await page.evaluate('html + " " + plain'),
    '<p><template shadowrootmode="open" shadowrootserializable=""><b></b></template></p> <p></p>',
  );
});

test('observers of a shadow tree see it, observers of the document do not', async () => {
  using page = await run(`<div id="host"></div><script>
    var seen = [];
    const root = host.attachShadow({ mode: 'open' });
    new MutationObserver((records) => seen.push('document ' + records.length)).observe(document, { childList: true, subtree: true });
    new MutationObserver((records) => seen.push('root ' + records.length)).observe(root, { childList: true, subtree: true });
    root.append('x');
  </script>`);
  assert.equal(await page.evaluate('seen.join()'), 'root 1');
});

test('an observer goes on seeing a subtree that has left, until its callback has run', async () => {
  using page = await run(`<div id="a"><p><b></b></p></div><script>
    var seen = [];
    new MutationObserver((records) => seen.push(records.map((record) => record.target.localName).join('+')))
      .observe(a, { childList: true, subtree: true });
    const p = a.firstChild;
    p.remove();
    p.firstChild.remove();
    Promise.resolve().then(() => p.append('x'));
  </script>`);
  assert.equal(await page.evaluate('seen.join()'), 'div+p');
});

test('replacing all children is one record, replacing one child too', async () => {
  using page = await run(`<div id="a"><p></p><b></b></div><script>
    var seen = [];
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) seen.push(addedNodes.length + '/' + removedNodes.length);
    }).observe(a, { childList: true });
    a.replaceChild(document.createElement('i'), a.firstChild);
    a.innerHTML = '<u></u><u></u><u></u>';
    a.replaceChildren();
  </script>`);
  assert.equal(await page.evaluate('seen.join()'), '1/1,3/2,0/3');
});

test('moveBefore keeps an element connected, and tells it when it wants to know', async () => {
  using page = await run(`<div id="a"></div><x-m id="m"></x-m><script>
    var seen = [];
    customElements.define('x-m', class extends HTMLElement {
      connectedCallback() { seen.push('connected'); }
      disconnectedCallback() { seen.push('disconnected'); }
      connectedMoveCallback() { seen.push('moved ' + this.parentNode.id); }
    });
    a.moveBefore(m, null);
    try { document.createElement('div').moveBefore(m, null); } catch (error) { seen.push(error.name); }
  </script>`);
  assert.equal(await page.evaluate('seen.join()'), 'connected,moved a,HierarchyRequestError');
});

test('a copy of a script that has run does not run again, and documents without a window run none', async () => {
  using page = await run(`<script id="s">globalThis.runs = (globalThis.runs ?? 0) + 1;</script><script>
    document.body.append(s.cloneNode(true));
    const script = document.createElement('script');
    script.text = 'runs++';
    document.implementation.createHTMLDocument('').body.append(script);
  </script>`);
  assert.equal(await page.evaluate('runs'), 1);
});

test('a shadow root that is inserted gives away what is in it, and its slots with it', async () => {
  using page =
    await run(`<div id="h"><template shadowrootmode="open"><i></i><slot id="s"></slot></template>text</div><script>
    var heard = 0;
    var slot = h.shadowRoot.getElementById('s');
    slot.addEventListener('slotchange', () => heard++);
    h.prepend(h.shadowRoot, 'k');
  </script>`);
  assert.equal(
    await page.evaluate('[h.innerHTML, h.shadowRoot.childNodes.length, slot.assignedNodes().length, heard].join()'),
    '<i></i><slot id="s"></slot>ktext,0,0,1',
  );
});

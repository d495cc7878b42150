import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

/** Runs a page whose script fills `log`; gives its lines. */
async function logOf(html: string): Promise<string[]> {
  using page = await openPage(`<!DOCTYPE html><script>const log = [];</script>${html}`);
  assert.deepEqual(page.errors, []);
  return JSON.parse((await page.evaluate('JSON.stringify(log)')) as string) as string[];
}

const LOGGED = `<script>
  class Logged extends HTMLElement {
    static observedAttributes = ['a'];
    constructor() { super(); log.push('made ' + this.getAttribute('a') + ' ' + this.isConnected); }
    connectedCallback() { log.push('connected'); }
    disconnectedCallback() { log.push('disconnected'); }
    adoptedCallback(from, to) { log.push('adopted ' + (from === document) + ' ' + (to === document)); }
    attributeChangedCallback(name, old, value) { log.push(name + ' ' + old + ' ' + value); }
  }
  const define = () => customElements.define('x-logged', Logged);
</script>`;

test('an element that stands in the page is upgraded with its attributes when its name is defined', async () => {
  const lines = await logOf(`${LOGGED}<x-logged a="1"></x-logged><script>define()</script>`);
  assert.deepEqual(lines, ['made 1 true', 'a null 1', 'connected']);
});

test('the parser constructs a defined element before it has attributes or a place', async () => {
  const lines = await logOf(`${LOGGED}<script>define()</script><x-logged a="1"></x-logged>`);
  assert.deepEqual(lines, ['made null false', 'a null 1', 'connected']);
});

test('callbacks run before the method that caused them returns', async () => {
  const lines = await logOf(`${LOGGED}<body><script>
    define();
    const el = document.createElement('x-logged');
    log.push('created');
    el.setAttribute('a', '2');
    log.push('set');
    document.body.append(el);
    log.push('appended');
    el.remove();
    log.push('removed');
  </script>`);
  assert.deepEqual(lines, [
    'made null false',
    'created',
    'a null 2',
    'set',
    'connected',
    'appended',
    'disconnected',
    'removed',
  ]);
});

test('moving an element inside of the document is a disconnection and a connection', async () => {
  const lines = await logOf(`${LOGGED}<body><div id="d"></div><x-logged></x-logged><script>
    define();
    log.length = 0;
    d.append(document.querySelector('x-logged'));
  </script>`);
  assert.deepEqual(lines, ['disconnected', 'connected']);
});

test('innerHTML upgrades what it parses, also outside of the document', async () => {
  const lines = await logOf(`${LOGGED}<script>
    define();
    const div = document.createElement('div');
    div.innerHTML = '<x-logged a="3"></x-logged>';
    log.push(String(div.firstChild instanceof Logged));
  </script>`);
  assert.deepEqual(lines, ['made 3 false', 'a null 3', 'true']);
});

test('what is in a template is not upgraded until it is imported', async () => {
  const lines = await logOf(`${LOGGED}<template id="t"><x-logged></x-logged></template><script>
    define();
    log.push(String(t.content.firstChild instanceof Logged), String(t.content.ownerDocument === document));
    const copy = document.importNode(t.content, true);
    log.push(String(copy.firstChild instanceof Logged));
  </script>`);
  assert.deepEqual(lines, ['false', 'false', 'made null false', 'true']);
});

test('a cloned fragment of a template is upgraded when it is inserted', async () => {
  const lines = await logOf(`${LOGGED}<template id="t"><x-logged></x-logged></template><body><script>
    define();
    const copy = t.content.cloneNode(true);
    log.push(String(copy.firstChild instanceof Logged));
    document.body.append(copy);
  </script>`);
  assert.deepEqual(lines, ['false', 'made null true', 'connected']);
});

test('cloneNode makes an element of the same class', async () => {
  const lines = await logOf(`${LOGGED}<script>
    define();
    const el = document.createElement('x-logged');
    log.length = 0;
    log.push(String(el.cloneNode() instanceof Logged));
  </script>`);
  assert.deepEqual(lines, ['made null false', 'true']);
});

test('an element that goes to another document is told of it', async () => {
  const lines = await logOf(`${LOGGED}<script>
    define();
    const el = document.createElement('x-logged');
    log.length = 0;
    document.implementation.createHTMLDocument('').body.append(el);
  </script>`);
  assert.deepEqual(lines.slice(0, 1), ['adopted true false']);
});

test('new makes an element of a defined class, and HTMLElement itself cannot be constructed', async () => {
  const lines = await logOf(`${LOGGED}<script>
    define();
    log.push(new Logged().localName);
    for (const make of [() => new HTMLElement(), () => new (class extends HTMLElement {})()]) {
      try { make(); } catch (error) { log.push(error.name); }
    }
  </script>`);
  assert.deepEqual(lines, ['made null false', 'x-logged', 'TypeError', 'TypeError']);
});

test('a class without class syntax reaches the constructor through Reflect.construct', async () => {
  const lines = await logOf(`<script>
    function Old() { return Reflect.construct(HTMLElement, [], Old); }
    Old.prototype = Object.create(HTMLElement.prototype);
    customElements.define('x-old', Old);
    log.push(String(document.createElement('x-old') instanceof Old));
  </script>`);
  assert.deepEqual(lines, ['true']);
});

test('a customized built-in element is made by its is value, from script and from markup', async () => {
  const lines = await logOf(`<body><script>
    class Fancy extends HTMLButtonElement { connectedCallback() { log.push(this.localName + this.type); } }
    customElements.define('x-fancy', Fancy, { extends: 'button' });
    document.body.append(document.createElement('button', { is: 'x-fancy' }));
    document.body.insertAdjacentHTML('beforeend', '<button is="x-fancy" type="reset"></button>');
  </script><button is="x-fancy" type="button"></button>`);
  assert.deepEqual(lines, ['buttonsubmit', 'buttonreset', 'buttonbutton']);
});

test('a constructor that throws is reported, and the element stays what it was', async () => {
  using page = await openPage(`<x-bad></x-bad><script>
    window.failed = [];
    addEventListener('error', (event) => { failed.push(event.message); event.preventDefault(); });
    customElements.define('x-bad', class extends HTMLElement { constructor() { super(); throw new Error('no'); } });
    const made = document.createElement('x-bad');
    failed.push(made instanceof HTMLUnknownElement, document.querySelector('x-bad').matches(':defined'));
  </script>`);
  assert.equal(await page.evaluate('failed.join()'), 'Uncaught Error: no,Uncaught Error: no,true,false');
});

test('whenDefined resolves with the class, once it is there', async () => {
  const lines = await logOf(`<script>
    customElements.whenDefined('x-late').then((late) => log.push(late.name));
    customElements.whenDefined('bad').catch((error) => log.push(error.name));
    customElements.define('x-late', class Late extends HTMLElement {});
    log.push(customElements.getName(customElements.get('x-late')));
  </script>`);
  assert.deepEqual(lines.sort(), ['Late', 'SyntaxError', 'x-late']);
});

test('names and classes can be used once, and names need a hyphen', async () => {
  const lines = await logOf(`<script>
    class A extends HTMLElement {}
    customElements.define('x-a', A);
    for (const [name, made] of [['x-a', class extends HTMLElement {}], ['x-b', A], ['xa', class {}], ['x-c', {}]]) {
      try { customElements.define(name, made); } catch (error) { log.push(error.name); }
    }
  </script>`);
  assert.deepEqual(lines, ['NotSupportedError', 'NotSupportedError', 'SyntaxError', 'TypeError']);
});

test('setters of the page call attributeChangedCallback at once: dataset, classList, style, reflected attributes', async () => {
  const lines = await logOf(`<script>
    class Watcher extends HTMLElement {
      static observedAttributes = ['data-x', 'class', 'style', 'title'];
      attributeChangedCallback(name, old, value) { log.push(name + '=' + value); }
    }
    customElements.define('x-watcher', Watcher);
    const el = new Watcher();
    el.dataset.x = '1';
    el.classList.add('c');
    el.style.color = 'red';
    el.title = 't';
    log.push('end');
  </script>`);
  assert.deepEqual(lines, ['data-x=1', 'class=c', 'style=color: red;', 'title=t', 'end']);
});

test('customElements.upgrade upgrades what is not in the document', async () => {
  const lines = await logOf(`${LOGGED}<script>
    const el = document.createElement('x-logged');
    define();
    log.push(String(el instanceof Logged));
    customElements.upgrade(el);
    log.push(String(el instanceof Logged));
  </script>`);
  assert.deepEqual(lines, ['false', 'made null false', 'true']);
});

test('a page that replaces built-ins cannot take reactions apart', async () => {
  const lines = await logOf(`<body><script>
    Array.prototype.push = Map.prototype.get = WeakMap.prototype.get = Reflect.apply = () => { throw new Error('mine'); };
    class Safe extends HTMLElement { connectedCallback() { log[log.length] = 'connected'; } }
    customElements.define('x-safe', Safe);
    document.body.append(new Safe());
  </script>`);
  assert.deepEqual(lines, ['connected']);
});

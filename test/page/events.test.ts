import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

/** What a page logs. */
async function logOf(html: string): Promise<string[]> {
  using page = await openPage(html);
  assert.deepEqual(page.errors, []);
  return page.log;
}

const TREE = '<div id=outer><p id=inner></p></div>';

test('an event goes down to its target and back up', async () => {
  const log = await logOf(`${TREE}<script>
    const name = (target) => target.id || target.constructor.name;
    for (const target of [window, document, outer, inner]) for (const capture of [false, true]) {
      target.addEventListener('x', (event) => console.log(name(target), capture, event.eventPhase), capture);
    }
    inner.dispatchEvent(new Event('x', { bubbles: true }));
  </script>`);
  assert.deepEqual(log, [
    'Window true 1',
    'HTMLDocument true 1',
    'outer true 1',
    'inner true 2',
    'inner false 2',
    'outer false 3',
    'HTMLDocument false 3',
    'Window false 3',
  ]);
});

test('once, signal and removal take a listener out; the same listener counts once', async () => {
  const log = await logOf(`<script>
    const target = new EventTarget();
    const again = () => console.log('again');
    const controller = new AbortController();
    target.addEventListener('x', () => console.log('once'), { once: true });
    target.addEventListener('x', () => console.log('signal'), { signal: controller.signal });
    target.addEventListener('x', again);
    target.addEventListener('x', again);
    target.dispatchEvent(new Event('x'));
    controller.abort();
    target.dispatchEvent(new Event('x'));
    target.removeEventListener('x', again);
    target.dispatchEvent(new Event('x'));
  </script>`);
  assert.deepEqual(log, ['once', 'signal', 'again', 'again']);
});

test('propagation and the rest of the listeners can be stopped; a passive listener cannot cancel', async () => {
  const log = await logOf(`${TREE}<script>
    outer.addEventListener('x', () => console.log('outer'));
    inner.addEventListener('x', (event) => { event.preventDefault(); console.log(event.defaultPrevented); }, { passive: true });
    inner.addEventListener('x', (event) => { event.stopImmediatePropagation(); console.log('stop'); });
    inner.addEventListener('x', () => console.log('never'));
    console.log(inner.dispatchEvent(new Event('x', { bubbles: true, cancelable: true })));
  </script>`);
  assert.deepEqual(log, ['false', 'stop', 'true']);
});

test('an exception in a listener is reported, and the next listener runs', async () => {
  using page = await openPage(`<script>
    window.onerror = (message, url, line, column, error) => { console.log(message, error instanceof TypeError); };
    addEventListener('x', () => { throw new TypeError('bad'); });
    addEventListener('x', () => console.log('next'));
    dispatchEvent(new Event('x'));
  </script>`);
  assert.deepEqual(page.log, ['Uncaught TypeError: bad true', 'next']);
  assert.match(page.errors.join(), /Uncaught TypeError: bad/);
});

test('handler attributes see their element, form and document, and may cancel', async () => {
  const log = await logOf(`<form id=f name=theForm><button id=b type=button title=T
      onclick="console.log(title, elements.length, URL === document.URL, this === b, event.type); return false">x</button></form><script>
    b.addEventListener('click', (event) => console.log(event.defaultPrevented));
    b.click();
    b.onclick = () => console.log('replaced');
    b.click();
    b.setAttribute('onclick', 'console.log("attribute")');
    b.click();
    console.log(typeof b.onclick);
  </script>`);
  assert.deepEqual(log, ['T 1 true true click', 'true', 'replaced', 'false', 'attribute', 'false', 'function']);
});

test('a handler attribute that is not a function body is an error and nothing more', async () => {
  using page = await openPage('<button onclick="}); evil(); (() => {">x</button>');
  await page.click('x');
  assert.match(page.errors.join(), /SyntaxError/);
});

test('only what the platform dispatches is trusted', async () => {
  using page = await openPage(`<button>Press</button><script>
    document.querySelector('button').onclick = (event) => console.log(event.isTrusted);
    document.querySelector('button').click();
    const forged = new Event('click');
    try { Object.defineProperty(forged, 'isTrusted', { value: true }); } catch {}
  </script>`);
  await page.click('Press');
  assert.deepEqual(page.log, ['false', 'true']);
});

test('a closed shadow tree is not on the path that others see', async () => {
  const log = await logOf(`<div id=host></div><script>
    const root = host.attachShadow({ mode: 'closed' });
    root.innerHTML = '<b>x</b>';
    root.addEventListener('x', (event) => console.log('inside', event.composedPath().length, event.target.localName));
    host.addEventListener('x', (event) => console.log('outside', event.composedPath()[0].id, event.target.id));
    root.firstChild.dispatchEvent(new Event('x', { bubbles: true, composed: true }));
    root.firstChild.dispatchEvent(new Event('x', { bubbles: true }));
  </script>`);
  assert.deepEqual(log, ['inside 7 b', 'outside host host', 'inside 2 b']);
});

test('events made by createEvent need their init method', async () => {
  const log = await logOf(`<script>
    const event = document.createEvent('CustomEvent');
    try { dispatchEvent(event); } catch (error) { console.log(error.name); }
    event.initCustomEvent('x', true, false, 5);
    addEventListener('x', (event) => console.log(event.detail, event.bubbles));
    dispatchEvent(event);
  </script>`);
  assert.deepEqual(log, ['InvalidStateError', '5 true']);
});

test('the name of a handler in an attribute is no variable in it', async () => {
  const log = await logOf(
    `<script>function onload() { console.log('own') }</script><body onload="onload()"><form id=form></form>`,
  );
  assert.deepEqual(log, ['own']);
});

test('an <a> without an address is a link when a script listens for clicks on it, as in Chrome', async () => {
  using page = await openPage('<a id=a>Next</a><a>plain</a><script>a.addEventListener("click", () => {})</script>');
  const links = (await page.elements()).filter(({ role }) => role === 'link');
  assert.deepEqual(
    links.map(({ text, name }) => text ?? name),
    ['Next'],
  );
});

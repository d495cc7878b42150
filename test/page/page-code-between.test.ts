/** Page code that runs between the begin of a method and its work: arguments, options, constructors. Expected are Chrome's answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function resultOf(html: string, expression: string): Promise<unknown> {
  using page = await openPage(`<!DOCTYPE html><body>${html}`);
  assert.deepEqual(page.errors, []);
  return await page.evaluate(expression);
}

test('arguments become text before a node is taken from its place', async () => {
  for (const method of ['append', 'prepend', 'replaceChildren', 'before', 'after', 'replaceWith']) {
    const seen = await resultOf(
      '<p id=a></p><p id=b></p><div id=c><i id=d></i></div>',
      `let seen; d.${method}(b, { toString() { seen = b.parentNode.localName; return ''; } }); seen`,
    );
    assert.equal(seen, 'body', method);
  }
});

test('a node that its argument has moved is inserted where it is then', async () => {
  const outcome = await resultOf(
    '<div id=c><i id=d></i></div><p id=a></p>',
    'd.after({ toString() { a.append(d); return "k"; } }); document.body.innerHTML',
  );
  assert.equal(outcome, '<div id="c"></div><p id="a"><i id="d"></i>k</p>');
});

test('markup for an element that its own argument has taken away is not asked for a parent', async () => {
  const outcome = await resultOf(
    '<div id=c><i id=d></i></div>',
    'd.outerHTML = { toString() { d.remove(); return "k"; } }; c.innerHTML',
  );
  assert.equal(outcome, '');
});

test('options of attachShadow are read once', async () => {
  const outcome = await resultOf(
    '<div id=d></div>',
    'const read = []; d.attachShadow(new Proxy({ mode: "open" }, { get: (init, key) => (read.push(key), init[key]) })); read.sort().join()',
  );
  assert.match(
    String(outcome),
    /^clonable,customElementRegistry,delegatesFocus,mode,(?:\w+,)?serializable,slotAssignment$/,
  );
});

test('a constructor that the parser runs cannot write into its document', async () => {
  const outcome = await resultOf(
    `<script>
      const thrown = [];
      const act = () => {
        for (const name of ['write', 'open', 'close']) try { document[name]('k'); } catch (error) { thrown.push(error.name); }
      };
      customElements.define('x-a', class extends HTMLElement { constructor() { super(); act(); } });
    </script><x-a></x-a>`,
    'thrown.join() + document.querySelectorAll("x-a").length',
  );
  assert.equal(outcome, 'InvalidStateError,InvalidStateError,InvalidStateError1');
});

test('a custom element in a declared shadow root is one when the parser puts it in, and none in a template', async () => {
  const outcome = await resultOf(
    `<script>
      const made = [];
      customElements.define('x-a', class extends HTMLElement { constructor() { super(); made.push(this.isConnected); } });
    </script><div><template shadowrootmode=open><x-a></x-a><template><x-a></x-a></template></template></div>`,
    'made.join()',
  );
  assert.equal(outcome, 'false');
});

test('what the parser makes for an element in another document is not custom', async () => {
  const outcome = await resultOf(
    `<script>
      let made = 0;
      customElements.define('x-a', class extends HTMLElement { constructor() { super(); made++; } });
    </script><div id=d><script>document.implementation.createHTMLDocument('').body.append(d)</script><x-a></x-a>`,
    'made',
  );
  assert.equal(outcome, 0);
});

test('what is fostered into a document is dropped when a document cannot have it', async () => {
  const outcome = await resultOf(
    '<table id=t><tr><td><script>document.replaceChild(t, document.documentElement)</script></td></tr>text<b>bold</b><!--c-->',
    '[...document.childNodes].map((node) => node.nodeName).join()',
  );
  assert.equal(outcome, 'html,TABLE');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('a frame without an address has an empty document at once', async () => {
  using page = await openPage(`<body><script>
    const frame = document.createElement('iframe');
    console.log(frame.contentWindow);
    document.body.append(frame);
    const inside = frame.contentDocument;
    inside.body.innerHTML = '<b>x</b>';
    console.log(inside !== document, inside.defaultView === frame.contentWindow, frame.contentWindow.parent === window, inside.body.textContent);
    frame.remove();
    console.log(frame.contentWindow);
  </script>`);
  assert.deepEqual(page.log, ['null', 'true true true x', 'null']);
});

test('frames of the own origin have their documents, and the page waits for them', async () => {
  using page = await openPage(
    `<iframe id=a srcdoc="<p>doc</p>" onload="console.log('a', this.contentDocument.querySelector('p').textContent)"></iframe>
     <iframe id=b src=/b.html onload="console.log('b', this.contentWindow.location.href, this.contentDocument.title)"></iframe>
     <script>onload = () => console.log('window')</script>`,
    { site: { 'http://site.test/b.html': '<title>B</title><script>console.log("never")</script>' } },
  );
  assert.deepEqual(page.log, ['a doc', 'b http://site.test/b.html B', 'window']);
});

test('a frame of another origin, or in a sandbox, keeps to itself', async () => {
  using page = await openPage(
    `<iframe id=a src=http://other.test/ onload="console.log('loaded')"></iframe><iframe id=b sandbox srcdoc=x></iframe><script>
      const name = (work) => { try { return work(); } catch (error) { return error.name; } };
      for (const frame of [a, b]) {
        console.log(frame.contentDocument, name(() => frame.contentWindow.document), frame.contentWindow.parent === window, typeof frame.contentWindow.postMessage);
      }
    </script>`,
  );
  const line = 'null SecurityError true function';
  assert.deepEqual(page.log, [line, line, 'loaded']);
});

test('writing to a frame fills its document only', async () => {
  using page = await openPage(`<iframe id=f></iframe><p>page</p><script>
    const inside = f.contentWindow.document;
    inside.open();
    inside.write('<p>one');
    inside.write(' two</p>');
    inside.close();
    console.log(inside.body.innerHTML, document.querySelectorAll('p').length);
    f.contentWindow.addEventListener('message', ({ data, source }) => console.log(data.a, source === window));
    f.contentWindow.postMessage({ a: 1 }, '*');
  </script>`);
  assert.deepEqual(page.log, ['<p>one two</p> 1', '1 true']);
});

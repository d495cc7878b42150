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
    { site: { 'http://site.test/b.html': '<title>B</title><script>console.log("script")</script>' } },
  );
  assert.deepEqual(page.log, ['script', 'a doc', 'b http://site.test/b.html B', 'window']);
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
    f.contentWindow.addEventListener('message', ({ data, source }) => console.log(data.a, source !== null));
    f.contentWindow.postMessage({ a: 1 }, '*');
  </script>`);
  assert.deepEqual(page.log, ['<p>one two</p> 1', '1 true']);
});

const OTHER = 'http://other.test/';
const NAME_OF = `const nameOf = (work) => { try { return String(work()); } catch (error) { return error.name; } };`;

test('documents of one origin reach into each other, both ways', async () => {
  using page = await openPage(
    `<p id=p>page</p><script>var shared = { from: 'page' }; function call(text) { console.log('called with', text, typeof this); }</script>
     <iframe id=f name=inner src=/b.html></iframe><script>onload = () => {
       const { contentWindow: w, contentDocument: d } = f;
       console.log(w.answer, d.querySelector('b').textContent, w.Array !== Array, w.inner2 === w.frames[0]);
       console.log(frames[0] === w, frames.inner === w, window.length, w.frameElement === f, w.parent === window, w.top === window, w.self === w);
       d.body.append(document.querySelector('p'));
       console.log(d.body.lastChild.textContent, document.querySelector('p'), d.body.lastChild.ownerDocument === d);
       w.later();
     }</script>`,
    {
      site: {
        'http://site.test/b.html': `<b>bold</b><iframe name=inner2></iframe><script>
          var answer = 42;
          console.log(parent.shared.from, parent !== window, top === parent, frameElement.id, window.name, parent.document.querySelector('p').textContent);
          parent.call('text');
          function later() { setTimeout(() => console.log('timer', document.querySelector('p').textContent), 1); }
        </script>`,
      },
    },
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log.slice(0, 2).sort(), ['called with text object', 'page true true f inner page']);
  assert.deepEqual(page.log.slice(2), [
    '42 bold true true',
    'true true 1 true true true true',
    'page null true',
    'timer page',
  ]);
});

test('strangers see of a window what HTML lists, and nothing else', async () => {
  using page = await openPage(
    `<iframe id=f src="${OTHER}"></iframe><script>${NAME_OF}
      onload = () => {
        const w = f.contentWindow;
        console.log(f.contentDocument, nameOf(() => w.document), nameOf(() => w.location.href), nameOf(() => w.secret), nameOf(() => { w.secret = 1; return 'set'; }));
        console.log(w.closed, w.length, w.parent === window, w.top === window, w.self === w, typeof w.postMessage, w.then, Object.keys(w).length, Object.getPrototypeOf(w));
        console.log(nameOf(() => delete w.secret), nameOf(() => Object.defineProperty(w, 'x', { value: 1 })), nameOf(() => w.location.toString()));
        console.log(w.focus === w.focus, w.postMessage === w.postMessage, w.focus.name, nameOf(() => w.location.replace()));
      }
    </script>`,
    {
      site: {
        [OTHER]: `<script>${NAME_OF} var secret = 1;
          console.log(nameOf(() => parent.document), nameOf(() => parent.shared), frameElement, nameOf(() => top.location.href), document.defaultView === window);
        </script>`,
      },
    },
  );
  assert.deepEqual(page.log, [
    'SecurityError SecurityError null SecurityError true',
    'null SecurityError SecurityError SecurityError SecurityError',
    'false 0 true true true function undefined 0 null',
    'SecurityError SecurityError SecurityError',
    'true true focus TypeError',
  ]);
});

test('a sandbox takes origin, scripts and forms away', async () => {
  using page = await openPage(
    `<iframe id=a sandbox srcdoc="<script>parent.postMessage('never', '*')</script>"></iframe>
     <iframe id=b sandbox="allow-scripts" srcdoc="<script>let name; try { localStorage } catch (error) { name = error.name } parent.postMessage([origin, name], '*')</script>"></iframe>
     <iframe id=c sandbox="allow-scripts allow-same-origin" srcdoc="<script>parent.postMessage([origin, parent.document === top.document], '*')</script>"></iframe>
     <script>onmessage = ({ data, origin, source }) => console.log(...data, origin, source === b.contentWindow)</script>`,
  );
  assert.deepEqual(page.log.sort(), ['http://site.test true http://site.test false', 'null SecurityError null true']);
});

test('ports go from frame to frame with a message', async () => {
  using page = await openPage(
    `<iframe id=f src="${OTHER}"></iframe><script>
      onload = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => console.log('back:', data);
        f.contentWindow.postMessage({ hello: 1 }, '${OTHER}', [port2]);
        port1.postMessage('over the port');
      }
    </script>`,
    {
      site: {
        [OTHER]: `<script>onmessage = ({ data, ports }) => { ports[0].onmessage = (event) => ports[0].postMessage([data.hello, event.data]); }</script>`,
      },
    },
  );
  assert.deepEqual(page.log, ['back: [1, "over the port"]']);
});

test('a frame that is taken out is over: its window is closed and its timers stop', async () => {
  using page = await openPage(
    `<iframe id=f src=/b.html></iframe><script>
      onload = () => { const frame = f; const w = f.contentWindow; f.remove(); console.log(frame.contentWindow, w.closed, window.length); setTimeout(() => console.log('end'), 60); }
    </script>`,
    { site: { 'http://site.test/b.html': `<script>setInterval(() => parent.console.log('tick'), 5)</script>` } },
  );
  assert.deepEqual(
    page.log.filter((line) => line !== 'tick'),
    ['null true 0', 'end'],
  );
});

test('a frame goes elsewhere by src, by location and by its own script, and fires load each time', async () => {
  using page = await openPage(
    `<iframe id=f src=/1.html></iframe><script>
      let loads = 0;
      const w = f.contentWindow;
      f.onload = () => {
        console.log(++loads, f.contentWindow === w, f.contentDocument.title, w.location.pathname);
        if (loads === 1) f.src = '/2.html';
        else if (loads === 2) w.location.href = '/3.html';
        else if (loads === 4) w.location = '/1.html';
      };
    </script>`,
    {
      site: {
        'http://site.test/1.html': '<title>one</title>',
        'http://site.test/2.html': '<title>two</title>',
        'http://site.test/3.html':
          '<title>three</title><script>setTimeout(() => location.replace("/4.html"), 50)</script>',
        'http://site.test/4.html': '<title>four</title>',
      },
    },
  );
  assert.deepEqual(page.log, [
    '1 true one /1.html',
    '2 true two /2.html',
    '3 true three /3.html',
    '4 true four /4.html',
    '5 true one /1.html',
  ]);
});

test('scripts that are written to a frame run at once', async () => {
  using page = await openPage(`<iframe id=f></iframe><script>
    const inside = f.contentDocument;
    inside.open();
    inside.write('<script>var x = 1; document.write("<i>two</i>")<\\/script><b onclick="parent.console.log(this.localName, x)">b</b>');
    inside.close();
    console.log(f.contentWindow.x, inside.body.innerHTML.includes('<i>two</i>'));
    inside.querySelector('b').click();
    console.log(f.contentWindow.eval('x + 1'));
  </script>`);
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['1 true', 'b 1', '2']);
});

test('a frame is as large as the content box of its element, and hears when that changes', async () => {
  using page = await openPage(
    `<iframe id=f src=/b.html style="width:200px;height:100px;padding:5px;border:3px solid"></iframe><script>
      onload = () => { f.style.width = '120px'; }
    </script>`,
    {
      site: {
        'http://site.test/b.html': `<!DOCTYPE html><style>@media (max-width: 150px) { p { width: 10px } } body { margin: 0 }</style><p id=p>x</p><script>
          console.log(innerWidth, innerHeight, document.documentElement.clientWidth, p.getBoundingClientRect().width);
          onresize = () => console.log('resize', innerWidth, p.getBoundingClientRect().width);
        </script>`,
      },
    },
  );
  assert.deepEqual(page.log, ['200 100 200 200', 'resize 120 10']);
});

const DEPTH = 'let depth = 0; for (let w = window; w.frames[0]; w = w.frames[0]) depth++; depth';

test('a document frames itself once more and not again', async () => {
  using page = await openPage('<iframe src=/b.html></iframe>', {
    site: {
      'http://site.test/b.html': '<iframe src=/c.html></iframe>',
      'http://site.test/c.html': '<iframe src=/b.html></iframe>',
    },
  });
  assert.equal(await page.evaluate(DEPTH), 5);
});

test('there are only so many frames, and only so deep', async () => {
  const pages = Array.from({ length: 14 }, (_, at) => [`http://site.test/${at}`, `<iframe src=/${at + 1}></iframe>`]);
  using page = await openPage('<iframe src=/0></iframe>', { site: Object.fromEntries(pages) });
  assert.equal(await page.evaluate(DEPTH), 10);
});

test("a worker of a frame is the frame's", async () => {
  using page = await openPage('<iframe src=/b.html></iframe>', {
    site: {
      'http://site.test/b.html': `<script>const w = new Worker('/w.js'); w.onmessage = ({ data }) => console.log('worker says', data); w.postMessage(20);</script>`,
      'http://site.test/w.js': 'onmessage = ({ data }) => postMessage(data + 1)',
    },
  });
  assert.deepEqual(page.log, ['worker says 21']);
});

test('a document that was closed has all its elements at once', async () => {
  using page = await openPage(`<iframe id=f></iframe><script>
    const inside = f.contentDocument;
    inside.open();
    inside.write('<!doctype html>');
    inside.close();
    console.log(inside.head !== null, inside.body !== null);
  </script>`);
  assert.deepEqual(page.log, ['true true']);
});

test('a frame does not load once more when a listener of its load event writes its document', async () => {
  using page = await openPage(`<body><script>
    let loads = 0;
    const frame = document.createElement('iframe');
    frame.onload = () => {
      if (++loads > 3) return;
      const inside = frame.contentDocument;
      inside.open();
      inside.write('<p>written');
      inside.close();
    };
    document.body.append(frame);
    setTimeout(() => console.log(loads, frame.contentDocument.body.textContent), 50);
  </script>`);
  assert.deepEqual(page.log, ['1 written']);
});

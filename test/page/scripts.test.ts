import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, startPage } from './open-page.ts';

const say = (text: string): string => `console.log('${text}')`;

test('scripts run where the standard puts them: inline, deferred, then the events', async () => {
  using page = await openPage(
    `<script defer src=/defer.js></script><script src=/blocking.js></script><script>${say('inline')}</script>
     <script>document.addEventListener('DOMContentLoaded', () => ${say('content')}); onload = () => ${say('load')}</script>
     <p id=last></p>`,
    {
      site: {
        'http://site.test/defer.js': `${say('deferred')}; console.log(document.readyState, last !== null)`,
        'http://site.test/blocking.js': say('blocking'),
      },
    },
  );
  assert.deepEqual(page.log, ['blocking', 'inline', 'deferred', 'interactive true', 'content', 'load']);
  assert.equal(page.loading, false);
});

test('the parser waits for a blocking script, and not for an async one', async () => {
  using page = await startPage(
    '<script async src=/a.js></script><p id=one></p><script src=/b.js></script><p id=two></p>',
    {
      holdRequests: true,
      site: { 'http://site.test/a.js': say('async'), 'http://site.test/b.js': say('blocking') },
    },
  );
  await page.settle();
  assert.equal(await page.evaluate('document.querySelectorAll("p").length'), 1);
  const [asynchronous, blocking] = page.requests;
  await page.respond(blocking!);
  await page.settle();
  assert.equal(await page.evaluate('document.querySelectorAll("p").length'), 2);
  assert.equal(page.loading, true);
  await page.respond(asynchronous!);
  await page.settle();
  assert.deepEqual(page.log, ['blocking', 'async']);
  assert.equal(page.loading, false);
});

test('what a script declares at its top is there for the next one', async () => {
  using page = await openPage(
    '<script>let a = 1; const b = 2; class C {} var d = 4; function e() {}</script><script>console.log(a, b, typeof C, d, typeof e, "a" in window, "d" in window)</script>',
  );
  assert.deepEqual(page.log, ['1 2 function 4 function false true']);
});

test('a script that throws or cannot be compiled does not stop the page', async () => {
  using page = await openPage(
    `<script>onerror = (message, _, __, ___, error) => console.log(message, error?.message)</script>
     <script>throw new RangeError('no')</script><script>let let let</script><script>${say('after')}</script>`,
  );
  assert.deepEqual(page.log, [
    'Uncaught RangeError: no no',
    'Uncaught SyntaxError: let is disallowed as a lexically bound name undefined',
    'after',
  ]);
  assert.equal(page.loading, false);
});

test('a script that is not found fires an error event and lets the parser go on', async () => {
  using page = await openPage(
    `<script src=/none.js onerror="${say('error event').replaceAll("'", '&apos;')}"></script><p>Rest</p>`,
  );
  assert.deepEqual(page.log, ['error event']);
  assert.equal((await page.elements()).length, 1);
});

test('document.currentScript is the script that runs', async () => {
  using page = await openPage(
    '<script id=s>console.log(document.currentScript.id); setTimeout(() => console.log(document.currentScript))</script>',
  );
  assert.deepEqual(page.log, ['s', 'null']);
});

test('a script that a script inserts runs at once; markup set as text never does', async () => {
  using page = await openPage(`<body><script>
    const script = document.createElement('script');
    script.textContent = "console.log('inserted'); globalThis.mark = 1";
    document.body.append(script);
    console.log('mark', mark);
    document.body.insertAdjacentHTML('beforeend', '<script>console.log("never")<\\/script>');
    const copy = script.cloneNode(true);
    document.body.append(copy);
  </script>`);
  // A copy of a script that has run counts as one that has.
  assert.deepEqual(page.log, ['inserted', 'mark 1']);
});

test('scripts that script inserts come in order when async is off', async () => {
  using page = await openPage(
    `<body><script>
      for (const name of ['one', 'two']) {
        const script = document.createElement('script');
        script.src = '/' + name + '.js';
        script.async = false;
        script.onload = () => console.log('loaded', name);
        document.body.append(script);
      }
    </script>`,
    { site: { 'http://site.test/one.js': say('one'), 'http://site.test/two.js': say('two') } },
  );
  assert.deepEqual(page.log, ['one', 'loaded one', 'two', 'loaded two']);
});

test('document.write puts markup behind the script, scripts in it too', async () => {
  using page = await openPage(
    `<body>before <script>document.write('<b>written</b><script>console.log("inner")<\\/script>')</script> after<script>console.log(document.body.textContent.replace(/console.*?\\)|document.*?\\)/g, ''))</script>`,
  );
  assert.equal(page.log[0], 'inner');
  assert.equal(await page.evaluate('document.querySelector("b").nextSibling.localName'), 'script');
});

test('without scripting nothing runs, and noscript is markup', async () => {
  using page = await openPage(`<script>${say('never')}</script><noscript><p>Shown</p></noscript><p onclick="x">y</p>`, {
    scripting: false,
  });
  assert.deepEqual(page.log, []);
  assert.deepEqual(
    (await page.elements()).map((element) => element['text']),
    ['Shown', 'y'],
  );
});

test('what a script writes is there when write() returns', async () => {
  using page = await openPage(
    `<body><script>document.write('<p id=one>1</p>'); console.log(one.textContent);
     document.write('<script>console.log("inside")<\\/script><p id=two>'); console.log(two !== null)</script>rest</p><p>last`,
  );
  assert.deepEqual(page.log, ['1', 'inside', 'true']);
  assert.equal(await page.evaluate('two.textContent'), 'rest');
  assert.equal(await page.evaluate('document.querySelectorAll("p").length'), 3);
});

test('a written script that has to be fetched holds up what was written behind it', async () => {
  using page = await openPage(
    `<body><script>document.write('<script src=/a.js><\\/script><p id=written>'); console.log(document.querySelector('p'))</script><p id=rest>`,
    { site: { 'http://site.test/a.js': 'console.log("a", document.querySelectorAll("p").length)' } },
  );
  assert.deepEqual(page.log, ['null', 'a 0']);
  assert.equal(await page.evaluate('[...document.querySelectorAll("p")].map((p) => p.id).join()'), 'written,rest');
});

test('writing to a document that has been parsed begins a new one', async () => {
  using page = await openPage(
    '<p>old</p><script>onload = () => { document.write("<p>new"); document.close(); }</script>',
  );
  assert.equal(await page.evaluate('document.body.innerHTML'), '<p>new</p>');
});

test('scripts that are written one by one run in their order, each with what it writes itself behind it', async () => {
  using page = await openPage(
    `<body><script>
      for (const name of ['a', 'b']) document.write('<script src=/' + name + '.js><\\/script>');
    </script><script>console.log('rest')</script>`,
    {
      site: {
        'http://site.test/a.js': `console.log('a'); document.write('<script src=/c.js><\\/script>')`,
        'http://site.test/b.js': `console.log('b')`,
        'http://site.test/c.js': `console.log('c')`,
      },
    },
  );
  assert.deepEqual(page.log, ['a', 'c', 'b', 'rest']);
});

test('what a written script writes stands in the order of its writing', async () => {
  using page = await openPage(
    `<body><script>
      document.write('<i>0</i><script>document.write("<b>1</b>"); document.write("<b>2</b>")<\\/script><i>3</i>');
      document.write('<i>4</i>');
    </script><script>console.log([...document.querySelectorAll('i, b')].map((each) => each.textContent).join(''))</script>`,
  );
  assert.deepEqual(page.log, ['01234']);
});

test('a tag may be written in pieces', async () => {
  using page = await openPage(
    `<body><script>document.write('<b cla'); document.write('ss=x>bo'); document.write('ld</b>');
      console.log(document.querySelector('b').outerHTML)</script><p>rest`,
  );
  assert.deepEqual(page.log, ['<b class="x">bold</b>']);
});

test('an async script may not write', async () => {
  using page = await openPage('<p>old</p><script async src=/a.js></script>', {
    site: { 'http://site.test/a.js': 'document.write("<p>new")' },
  });
  assert.equal(await page.evaluate('document.querySelector("p").textContent'), 'old');
});

test('an inline script that a script inserts shares the global scope', async () => {
  using page = await openPage(
    `<body><script>const s = document.createElement('script'); s.text = 'let shared = 1; const { length } = []'; document.body.append(s); console.log(shared)</script>`,
  );
  assert.deepEqual(page.log, ['1']);
});

test('an error event says where the exception was thrown', async () => {
  using page = await openPage(
    `<script>addEventListener('error', ({ filename, lineno, colno }) => console.log(filename, lineno, colno))</script><script src=/a.js></script>`,
    { site: { 'http://site.test/a.js': '\n\n  throw new Error("x")' } },
  );
  assert.deepEqual(page.log, ['http://site.test/a.js 3 9']);
});

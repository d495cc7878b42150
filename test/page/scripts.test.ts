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
  assert.deepEqual(page.log, ['inserted', 'mark 1', 'inserted']);
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

test('data blocks and modules do not run; nomodule scripts do', async () => {
  using page = await openPage(
    `<script type="application/json">{"a": 1}</script><script type=module>${say('module')}</script><script nomodule>${say('classic')}</script>`,
  );
  assert.deepEqual(page.log, ['A module script was not run: modules are not supported yet.', 'classic']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, startPage } from './open-page.ts';

const at = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`http://site.test/${path}`, text]));

test('a module runs when the document is parsed, in the order of deferred scripts', async () => {
  using page = await openPage(
    `<script type=module>console.log('first', document.readyState)</script><script defer src=/d.js></script>
     <script type=module src=/m.js></script><script>console.log('classic')</script>
     <script>document.addEventListener('DOMContentLoaded', () => console.log('content'))</script>`,
    { site: at({ 'd.js': 'console.log("deferred")', 'm.js': 'console.log("module", typeof this)' }) },
  );
  assert.deepEqual(page.log, ['classic', 'first interactive', 'deferred', 'module undefined', 'content']);
});

test('exports are live bindings, also around a cycle', async () => {
  using page = await openPage(
    `<script type=module>import { count, add } from '/a.js'; add(); console.log(count)</script>`,
    {
      site: at({
        'a.js': `import { name } from './b.js'; export let count = 1; export function add() { count++; } export function of() { return name; }`,
        'b.js': `import { of } from './a.js'; export const name = typeof of; console.log(name)`,
      }),
    },
  );
  assert.deepEqual(page.log, ['function', '2']);
});

test('a module that throws is reported with its own exception, and others run', async () => {
  using page = await openPage(
    `<script>onerror = (message, _, __, ___, error) => console.log(message, error instanceof RangeError)</script>
     <script type=module>throw new RangeError('no')</script><script type=module>console.log('after')</script>`,
  );
  assert.deepEqual(page.log, ['Uncaught RangeError: no true', 'after']);
  assert.equal(page.loading, false);
});

test('a module that is not found is an error event; one that cannot be compiled is an exception', async () => {
  using page = await openPage(
    `<script type=module src=/none.js onerror="console.log('error event')"></script>
     <script type=module>let let</script><script type=module>import { nothing } from '/a.js'</script>
     <script type=module>import { a } from '/a.js'; console.log(a)</script>`,
    { site: at({ 'a.js': 'export const a = 1' }) },
  );
  assert.deepEqual(page.log, ['error event', '1']);
  assert.match(page.errors.join('\n'), /SyntaxError: Unexpected strict mode[\s\S]*SyntaxError: .*'nothing'/);
});

test('import() gives a namespace, and the exception of a module that throws', async () => {
  using page = await openPage(
    `<script type=module>
      const one = await import('./a.js');
      console.log(one.default, one === await import('/a.js'), Object.prototype.toString.call(one));
      await import('./bad.js').catch((error) => console.log('caught', error.message));
      await import('./bad.js').catch((error) => console.log('again', error.message));
      await import('./none.js').catch((error) => console.log(error.name));
      await import('bare').catch((error) => console.log(error.name));
    </script>`,
    { site: at({ 'a.js': 'export default 7', 'bad.js': 'throw new Error("bad")' }) },
  );
  assert.deepEqual(page.log, ['7 true [object Module]', 'caught bad', 'again bad', 'TypeError', 'TypeError']);
});

test('import() works in classic scripts, relative to the script', async () => {
  using page = await openPage(
    `<script src=/lib/main.js></script><script>import('./lib/a.js').then(({ a }) => console.log('page', a))</script>`,
    {
      site: at({
        'lib/main.js': `import('./a.js').then(({ a }) => console.log('script', a))`,
        'lib/a.js': 'export const a = 1',
      }),
    },
  );
  assert.deepEqual(page.log, ['script 1', 'page 1']);
});

test('import.meta knows the address and resolves', async () => {
  using page = await openPage('<script type=module src=/lib/m.js></script>', {
    site: at({
      'lib/m.js': 'console.log(import.meta.url, import.meta.resolve("./x.js"), import.meta === import.meta)',
    }),
  });
  assert.deepEqual(page.log, ['http://site.test/lib/m.js http://site.test/lib/x.js true']);
});

test('import maps name modules, with prefixes and scopes', async () => {
  using page = await openPage(
    `<script type=importmap>{"imports": {"vue": "/vue.js", "lib/": "/library/"}, "scopes": {"/library/": {"vue": "/other.js"}}}</script>
     <script type=module>import vue from 'vue'; import one from 'lib/one.js'; console.log(vue, one)</script>`,
    {
      site: at({
        'vue.js': 'export default "vue"',
        'other.js': 'export default "other"',
        'library/one.js': 'import v from "vue"; export default "one with " + v',
      }),
    },
  );
  assert.deepEqual(page.log, ['vue one with other']);
});

test('await at the top of a module holds up what imports it', async () => {
  using page = await openPage(
    `<script type=module>import { value } from '/slow.js'; console.log(value)</script><script type=module>console.log('beside')</script>`,
    { site: at({ 'slow.js': 'await new Promise((done) => setTimeout(done, 5)); export const value = "slow"' }) },
  );
  assert.deepEqual(page.log, ['beside', 'slow']);
});

test('two modules may import one that still waits', async () => {
  using page = await openPage(
    `<script type=module>import '/slow.js'; console.log(1)</script><script type=module>import '/slow.js'; console.log(2)</script>`,
    { site: at({ 'slow.js': 'await new Promise((done) => setTimeout(done, 5))' }) },
  );
  assert.deepEqual(page.log.toSorted(), ['1', '2']);
});

test('a module that fails behind an await rejects its import', async () => {
  using page = await openPage(
    `<script type=module>import('/late.js').catch((error) => console.log('caught', error.name))</script>`,
    { site: at({ 'late.js': 'await new Promise((done) => setTimeout(done, 5)); throw new Error("late")' }) },
  );
  assert.deepEqual(page.log, ['caught Error']);
});

test('JSON is a module when the import says so', async () => {
  using page = await openPage(
    `<script type=module>import data from '/data.json' with { type: 'json' };
     const again = await import('/data.json', { with: { type: 'json' } }); console.log(data.a.join(), again.default === data)</script>`,
    { site: at({ 'data.json': '{"a": [1, 2]}' }) },
  );
  assert.deepEqual(page.log, ['1,2 true']);
});

test('nomodule scripts do not run, data blocks neither', async () => {
  using page = await openPage(
    `<script nomodule>console.log('old')</script><script type="application/json">{"a": 1}</script><script>console.log('new')</script>`,
  );
  assert.deepEqual(page.log, ['new']);
});

test('a page cannot reach what the platform gives to modules', async () => {
  using page = await startPage(
    `<script type=module>
      const keys = Object.getOwnPropertyNames(globalThis).filter((name) => /__|agentbrowser/i.test(name));
      console.log(keys.length, (() => import.meta).toString());
    </script>`,
  );
  await page.settle();
  assert.equal(page.log[0], '0 () => __meta');
});

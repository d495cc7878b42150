/**
 * A page that takes too much: each ends in an ordinary error, and the session goes on, in the same isolate or a new one.
 *
 * Seen to fail: without the timeout option of the entries; with scripts run by `context.eval`, and with entries that are
 * not sealed (getters that never return: the process then never ends); without `#rest` (microtasks left behind); without
 * the memory limit; without removeUnbounded; without keepLoopsStoppable.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAgentBrowserError } from '../../src/errors.ts';
import { openPage, startPage, type TestPage } from '../page/open-page.ts';

const SMALL = { taskMs: 300, layoutMs: 5_000, memoryMb: 64 } as const;

/** Opens a page whose script misbehaves; gives the page, or the error that closed it. */
async function survive(script: string): Promise<{ page: TestPage; error: unknown }> {
  const page = await startPage(`<!DOCTYPE html><p>Before</p><script>${script}</script><p>After</p>`, SMALL);
  let error: unknown = null;
  try {
    await page.settle();
  } catch (thrown) {
    error = thrown;
  }
  return { page, error };
}

const STOPPED: Readonly<Record<string, string>> = {
  'an endless loop': 'for (;;);',
  'an endless microtask loop': '(function again() { Promise.resolve().then(again); })();',
  'a catastrophic regular expression': '/^(a+)+$/.test("a".repeat(50) + "b");',
  'an endless sort':
    'const list = []; for (let at = 0; at < 1e5; at++) list.push(at); for (;;) list.sort(() => Math.random() - 0.5);',
  'an endless loop around a built-in function with a loop of its own':
    'const list = []; for (let at = 0; ; at++) list[at & 7] = new Array(1000).fill(1);',
};

for (const [what, script] of Object.entries(STOPPED)) {
  test(`${what} is stopped and reported, and the rest of the page is there`, async () => {
    const { page, error } = await survive(script);
    using _ = page;
    assert.equal(error, null);
    assert.match(page.errors.join('\n'), /took longer than (?:[3-9]\d\d|1[01]\d\d|1200) ms/);
    assert.equal(page.loading, false);
    assert.deepEqual(
      (await page.elements()).map((element) => element['text']),
      ['Before', 'After'],
    );
  });
}

test('endless recursion is an error of the page', async () => {
  const { page } = await survive('(function deeper() { deeper(); })();');
  using _ = page;
  assert.match(page.errors.join('\n'), /RangeError: Maximum call stack size exceeded/);
  assert.equal((await page.elements()).length, 2);
});

test('an endless loop in a listener is stopped, and the click is told as an error', async () => {
  using page = await openPage('<button onclick="for (;;);">Stay</button>', SMALL);
  await assert.rejects(page.click('Stay'), (error) => isAgentBrowserError(error) && error.code === 'script_timeout');
  assert.equal((await page.elements()).length, 1);
});

test('an endless loop in a timer is stopped', async () => {
  using page = await openPage('<p>x<script>setTimeout(() => { for (;;); })</script>', SMALL);
  assert.match(page.errors.join('\n'), /took longer than (?:[3-9]\d\d|1[01]\d\d|1200) ms/);
  assert.equal((await page.elements()).length, 1);
});

const EVIL_ERROR = `
  const error = new Error('x');
  for (const key of ['message', 'stack', 'name']) Object.defineProperty(error, key, { get() { for (;;); } });`;

/** Code that would run when no limit counts, in a thread that nothing could stop. */
const OUT_OF_TIME: Readonly<Record<string, string>> = {
  'an exception whose getters never return': `${EVIL_ERROR} throw error;`,
  'a rejected promise whose error has getters that never return': `${EVIL_ERROR} Promise.reject(error);`,
  'a promise rejected later, likewise': `${EVIL_ERROR} Promise.resolve().then(() => { throw error; });`,
  'a stack trace that is never prepared': 'Error.prepareStackTrace = () => { for (;;); }; throw new Error("x");',
  'microtasks that a stopped task leaves behind': 'Promise.resolve().then(() => { for (;;); }); for (;;);',
  'an error event whose listener never returns': 'onerror = () => { for (;;); }; throw new Error("x");',
};

for (const [what, script] of Object.entries(OUT_OF_TIME)) {
  test(`${what} hold up nothing`, { timeout: 30_000 }, async () => {
    const { page, error } = await survive(script);
    using _ = page;
    assert.equal(error, null);
    assert.ok(page.isolate.alive);
    assert.deepEqual(
      (await page.elements()).map((element) => element['text']),
      ['Before', 'After'],
    );
  });
}

test('microtasks of a stopped page do not run into the opening of the next one', { timeout: 30_000 }, async () => {
  using page = await openPage(
    '<button onclick="Promise.resolve().then(() => { for (;;); }); for (;;);">Go</button>',
    SMALL,
  );
  await assert.rejects(page.click('Go'));
  await page.open('<p>Next');
  await page.settle();
  assert.equal((await page.elements()).length, 1);
});

test("a page's FinalizationRegistry is ours: V8's calls back when no limit counts", async () => {
  using page = await openPage('<p>x', SMALL);
  const found = await page.evaluate(`(() => {
    const registry = new FinalizationRegistry(() => undefined);
    const token = {};
    registry.register({}, 'held', token);
    let isOurs = false;
    try { Reflect.construct(FinalizationRegistry, []); } catch (error) { isOurs = error instanceof TypeError; }
    return [isOurs, registry.unregister(token), registry.unregister(token), String(registry),
      FinalizationRegistry.prototype.register.length, Function.prototype.toString.call(FinalizationRegistry)].join();
  })()`);
  assert.equal(
    found,
    'true,true,false,[object FinalizationRegistry],2,function FinalizationRegistry() { [native code] }',
  );
});

const TOO_LARGE: Readonly<Record<string, string>> = {
  '1 GB of strings':
    'const all = []; for (let at = 0; at < 1024; at++) all.push("x".repeat(1 << 20) + at + all.length);  all.map((each) => each.split("").length);',
  '1 GB of ArrayBuffers':
    'const all = []; try { for (let at = 0; at < 1024; at++) all.push(new Uint8Array(1 << 20).fill(1)); } catch {}',
  'arrays without end': 'const all = []; for (;;) all.push([1, 2, 3, 4]);',
  'long arrays without end': 'const all = []; for (;;) all.push(new Array(1000).fill(1.5));',
};

for (const [what, script] of Object.entries(TOO_LARGE)) {
  test(`${what} close the page with out_of_memory, and the next page opens`, { timeout: 60_000 }, async () => {
    const before = process.memoryUsage().rss;
    const page = await startPage(`<script>${script}</script>`, { ...SMALL, taskMs: 20_000 });
    using _ = page;
    await assert.rejects(
      async () => {
        await page.settle();
        await page.evaluate('1');
        await page.elements();
      },
      (error) => isAgentBrowserError(error) && error.code === 'out_of_memory',
    );
    assert.equal(page.isolate.alive, false);
    assert.ok(process.memoryUsage().rss - before < 1_500_000_000, 'the process did not take it all');
    using next = await openPage('<p>Next', SMALL);
    assert.equal((await next.elements()).length, 1);
  });
}

test('memory that no limit counts cannot be had', async () => {
  using page = await openPage('<p>x', SMALL);
  const found = await page.evaluate(`[
    typeof SharedArrayBuffer, new ArrayBuffer(8, { maxByteLength: 2 ** 33 }).resizable,
    new (new Uint8Array(1).buffer.constructor)(8, { maxByteLength: 2 ** 33 }).resizable,
    Reflect.construct(ArrayBuffer, [8, { maxByteLength: 2 ** 33 }]).resizable,
  ].join()`);
  assert.equal(found, 'undefined,false,false,false');
});

test('5,000 nested elements made by script are laid out', { timeout: 60_000 }, async () => {
  using page = await openPage(
    `<body><script>
      let at = document.body;
      for (let depth = 0; depth < 5000; depth++) at = at.appendChild(document.createElement('div'));
      at.textContent = 'Deep';
      console.log(at.getBoundingClientRect().width > 0);
    </script>`,
    { taskMs: 20_000, layoutMs: 20_000 },
  );
  assert.deepEqual(page.errors, []);
  assert.equal(page.log.length, 1);
  await page.elements();
  assert.ok(page.isolate.alive);
});

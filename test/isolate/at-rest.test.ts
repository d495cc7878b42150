import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import ivm from 'isolated-vm';
import { AtRest, emptyOwnContext, REST_MS } from '../../src/isolate/at-rest.ts';
import { ReadyContexts } from '../../src/isolate/ready-contexts.ts';
import { loadRealmSnapshot } from '../../src/isolate/snapshot.ts';
import { openPage } from '../page/open-page.ts';

type Page = Awaited<ReturnType<typeof openPage>>;

/** Lets the time pass after which an isolate rests, and waits until it has. */
async function rest(t: TestContext, page: Page): Promise<void> {
  t.mock.timers.tick(REST_MS);
  // It waits for its turn among all isolates first, and a call that comes before that is one more to wait for.
  await new Promise((resolve) => setImmediate(resolve));
  await page.isolate.view('{}');
}

test('an isolate that nothing is asked of gives memory back, once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  using page = await openPage('<button>Go</button><script>let many = new Array(2e6).fill(0); many = null</script>');
  const { heapBytes: before } = page.isolate.memory();
  await rest(t, page);
  const { heapBytes: after } = page.isolate.memory();
  // The script's garbage is 16 MB, and isolated-vm's own context 4.
  assert.ok(before - after > 18e6, `${before} -> ${after}`);
  await page.evaluate('1');
  const { heapBytes: used } = page.isolate.memory();
  await rest(t, page);
  // A heap that has hardly grown is left alone.
  assert.ok(page.isolate.memory().heapBytes >= used);
});

test('a realm that was made ahead is given back as well', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const restedBytes: number[] = [];
  for (const isAhead of [false, true]) {
    using page = await openPage('<p>x');
    if (isAhead) await page.isolate.prepare();
    await rest(t, page);
    restedBytes.push(page.isolate.memory().heapBytes);
  }
  const [without, behind] = restedBytes;
  // A realm has more than 4 MB.
  assert.ok(behind! - without! < 1e6, `${without} ${behind}`);
});

test('of the snapshot a page keeps the platform only, and the engine itself only', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const restedBytes: number[] = [];
  for (let pages = 0; pages < 3; pages++) {
    using page = await openPage('<p>x');
    await rest(t, page);
    restedBytes.push(page.isolate.memory().heapBytes);
  }
  // 14.1 MB, of which the least counts: V8 may be compiling something just then. With all of the snapshot in both realms it
  // is 4.4 more in each of them.
  assert.ok(Math.min(...restedBytes) < 14.5e6, `${restedBytes}`);
});

test('a page goes on behind a rest as before it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  using page = await openPage('<p>x<script>var kept = { text: "kept" }</script>');
  await rest(t, page);
  assert.equal(await page.evaluate('kept.text + document.querySelector("p").firstChild.data'), 'keptx');
  await assert.rejects(page.evaluate('1 +'), /SyntaxError: Unexpected end of input/);
  assert.equal(
    await page.evaluate('try { null.x } catch (error) { error.stack.split("\\n")[0] }'),
    "TypeError: Cannot read properties of null (reading 'x')",
  );
  await page.open('<b>y<script>console.log(typeof HTMLElement, Function.prototype.toString.call(fetch))</script>');
  await page.settle();
  assert.deepEqual(page.log, ['function function fetch() { [native code] }']);
});

test("isolated-vm's own context empties itself, and no other does", async () => {
  const { bytes } = await loadRealmSnapshot((scripts) => ivm.Isolate.createSnapshot(scripts).copy());
  const isolate = new ivm.Isolate({ snapshot: new ivm.ExternalCopy(bytes) });
  try {
    const before = await isolate.createContext();
    assert.equal(await emptyOwnContext(isolate), true);
    assert.equal(await emptyOwnContext(isolate), false);
    for (const context of [before, await isolate.createContext()]) {
      assert.equal(
        await context.eval('typeof Array + typeof HTMLElement + typeof __agentbrowser'),
        'functionfunctionobject',
      );
    }
  } finally {
    isolate.dispose();
  }
});

test('a page finds nothing of it on Error', async () => {
  using page = await openPage('<p>x');
  assert.equal(await page.evaluate('Reflect.ownKeys(Error).includes("prepareStackTrace")'), false);
});

for (const pages of [1, 2]) {
  test(`behind ${pages === 1 ? 'a first page' : 'a second one'} isolated-vm's own context ${pages === 1 ? 'stays' : 'goes'}`, async () => {
    const { bytes } = await loadRealmSnapshot((scripts) => ivm.Isolate.createSnapshot(scripts).copy());
    const isolate = new ivm.Isolate({ snapshot: new ivm.ExternalCopy(bytes) });
    const rest = new AtRest({
      isBusy: () => false,
      exclusive: (work) => work(),
      isolate: () => isolate,
      contexts: () => new ReadyContexts(() => isolate),
      makeOversized: () => new ivm.ExternalCopy(new ArrayBuffer(1)),
    });
    try {
      for (let page = 0; page < pages; page++) {
        rest.noteDocument();
        await rest.betweenPages();
      }
      // It can be emptied once.
      assert.equal(await emptyOwnContext(isolate), pages === 1);
    } finally {
      isolate.dispose();
    }
  });
}

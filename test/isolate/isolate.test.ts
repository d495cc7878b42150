import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isAgentBrowserError } from '../../src/errors.ts';
import { classifyFailure } from '../../src/isolate/budget.ts';
import { PageIsolate } from '../../src/isolate/isolate.ts';
import { openPage } from '../page/open-page.ts';

test('each document has realms of its own: nothing of one is left for the next', async () => {
  using page = await openPage(
    '<p>One<script>globalThis.secret = 1; Array.prototype.evil = 1; setInterval(() => {}, 1e6)</script>',
  );
  await page.open('<p>Two<script>console.log(typeof secret, [].evil, document.querySelectorAll("p").length)</script>');
  await page.settle();
  assert.deepEqual(page.log, ['undefined undefined 1']);
});

test('answers to requests of a document that is gone are dropped', async () => {
  using page = await openPage('<script async src=/a.js></script>', { holdRequests: true }).catch(async () => {
    throw new Error('the page must rest while it waits');
  });
  const [request] = page.requests;
  await page.open('<p>Two');
  await page.respond(request!);
  await page.settle();
  assert.equal(page.loading, false);
});

test('ids belong to elements for the life of a document', async () => {
  using page = await openPage('<button>A</button><button>B</button>');
  const before = await page.elements();
  await page.evaluate('document.body.append(document.querySelector("button")); 1');
  const after = await page.elements();
  assert.deepEqual(
    after.map(({ id, text }) => [id, text]),
    [before[1], before[0]].map((element) => [element?.['id'], element?.['text']]),
  );
});

test('after dispose every call is refused', async () => {
  const page = await openPage('<p>x');
  page.isolate.dispose();
  assert.equal(page.isolate.alive, false);
  for (const call of [() => page.isolate.turn(), () => page.isolate.view('{}'), () => page.open('<p>y')]) {
    await assert.rejects(call, (error) => isAgentBrowserError(error) && error.code === 'session_closed');
  }
  page.isolate.dispose();
});

test('calls that are made at the same time run one after the other', async () => {
  using page = await openPage('<p>x<script>let count = 0</script>');
  const values = await Promise.all(Array.from({ length: 10 }, () => page.evaluate('++count')));
  assert.deepEqual(
    values,
    Array.from({ length: 10 }, (_, at) => at + 1),
  );
});

test('what a page throws comes back as text', async () => {
  using page = await openPage('<p>x');
  await assert.rejects(page.evaluate('throw new TypeError("mine")'), /The script threw: TypeError: mine/);
});

test('a page cannot pass its own error off as a timeout or a lost isolate', () => {
  const facts = { isDisposed: false, elapsedMs: 5, timeoutMs: 1000 };
  assert.equal(classifyFailure(new Error('Script execution timed out.'), facts), 'page');
  assert.equal(classifyFailure(new Error('Isolate was disposed during execution due to memory limit'), facts), 'page');
  assert.equal(classifyFailure(new Error('Script execution timed out.'), { ...facts, elapsedMs: 1000 }), 'timeout');
  assert.equal(classifyFailure(new Error('anything'), { ...facts, isDisposed: true }), 'lost');
});

test('two isolates know nothing of each other', async () => {
  using first = await openPage('<script>globalThis.mark = 1</script>');
  using second = await openPage('<p>x');
  assert.equal(await first.evaluate('typeof mark'), 'number');
  assert.equal(await second.evaluate('typeof mark'), 'undefined');
});

test('realms that were made ahead are used once', async () => {
  using page = await openPage('<script>globalThis.mark = 1</script>');
  await page.isolate.prepare();
  await page.isolate.prepare();
  for (const text of ['Two', 'Three']) {
    await page.open(`<p>${text}<script>console.log(typeof mark, document.body.textContent.slice(0, 5))</script>`);
    await page.settle();
  }
  assert.deepEqual(page.log, ['undefined Twoco', 'undefined Three']);
});

test('a document that was left takes its memory with it', async () => {
  using page = await openPage('<p>First');
  const sizes: number[] = [];
  for (let round = 0; round < 24; round++) {
    await page.open(`<p>Page ${round}<script>globalThis.big = new Array(100_000).fill(${round})</script>`);
    sizes.push(page.isolate.memory().heapBytes);
  }
  // Each document is 10 MB: what is not collected grows by that every time.
  assert.ok(Math.max(...sizes.slice(12)) < 150e6, `${sizes.map((size) => Math.round(size / 1e6))}`);
});

test('an isolate that was disposed of unused is kept by nobody', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const left: WeakRef<PageIsolate>[] = [];
  for (let made = 0; made < 5; made++) {
    const isolate = await PageIsolate.create();
    isolate.dispose();
    left.push(new WeakRef(isolate));
  }
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  // The last one may still be on the stack.
  assert.ok(left.filter((each) => each.deref() !== undefined).length <= 1);
});

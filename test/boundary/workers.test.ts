/**
 * What workers and their page can reach of each other: nothing but copies.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../page/open-page.ts';
import { WALK_REALM } from './walk-realm.ts';

/** The walk looks for a document; a worker has none. */
const WALK_WORKER = WALK_REALM.replaceAll('document.body', 'self').replaceAll('document', 'self');

const PAGE = `<!DOCTYPE html><p>x</p><script>
  const worker = new Worker('worker.js');
  const { port1, port2 } = new MessageChannel();
  const sent = [];
  port1.onmessage = ({ data, ports }) => { sent.push(['data', data], ['port', ports[0]]); };
  worker.onmessage = (event) => { sent.push(['event', event], ['data', event.data]); console.log(event.data.found ?? ''); };
  worker.onerror = (event) => { sent.push(['error', event]); event.preventDefault(); };
  worker.postMessage({ port: port2, value: new Map([[{}, [new Error('e'), new Uint8Array(2), /x/]]]) }, [port2]);
</script>`;

test('nothing that a worker can reach belongs to another realm, and nothing of it reaches the page', async () => {
  // Seen to fail: with importScript of worker-engine.ts wrapping what was thrown into an object of its own.
  const worker = `${WALK_WORKER}
    onmessage = (event) => {
      const { port } = event.data;
      const one = new MessageChannel();
      port.postMessage({ list: [new Map([[1, new Date()]])] }, [one.port2]);
      let caught;
      try { importScripts('throws.js'); } catch (error) { caught = error; }
      (function deep() { try { deep(); } catch (error) { try { importScripts('missing.js'); } catch (inner) { caught = [caught, error, inner]; } } })();
      const found = walkRealm([['globalThis', globalThis], ['event', event], ['port', port], ['caught', caught], ['navigator', navigator]]);
      postMessage({ found });
      throw new RangeError('last');
    };`;
  const site = { 'http://site.test/worker.js': worker, 'http://site.test/throws.js': 'throw { own: [] }' };
  using page = await openPage(PAGE, { site });
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['nothing foreign among many']);
  const found = await page.evaluate(`${WALK_REALM} walkRealm([['sent', sent], ['worker', worker]])`);
  assert.equal(found, 'nothing foreign among many');
  assert.equal(await page.evaluate('sent.length'), 5);
});

test('the way in that the host uses is gone before a worker runs', async () => {
  const site = { 'http://site.test/worker.js': 'postMessage({ found: typeof __agentbrowser })' };
  using page = await openPage(PAGE, { site });
  assert.deepEqual(page.log, ['undefined']);
});

test('memory that no limit counts cannot be had in a worker, and nothing waits for it', async () => {
  const code = `let wait; try { wait = Atomics.wait(new Int32Array(1), 0, 0, 1); } catch (error) { wait = error.name; }
    postMessage({ found: [typeof SharedArrayBuffer, wait,
    new ArrayBuffer(8, { maxByteLength: 2 ** 33 }).resizable].join() })`;
  using page = await openPage(PAGE, { site: { 'http://site.test/worker.js': code } });
  assert.deepEqual(page.log, ['undefined,TypeError,false']);
});

/** Code that would run when no limit counts, in a thread that nothing could stop. */
const OUT_OF_TIME: Readonly<Record<string, string>> = {
  'microtasks that a stopped task leaves behind': 'Promise.resolve().then(() => { for (;;); }); for (;;);',
  'an endless microtask loop': '(function again() { Promise.resolve().then(again); })();',
  'an exception whose getters never return':
    'const error = new Error(); for (const key of ["message", "stack", "name"]) Object.defineProperty(error, key, { get() { for (;;); } }); throw error;',
  'a timer that never returns': 'setTimeout(() => { for (;;); })',
};

for (const [what, code] of Object.entries(OUT_OF_TIME)) {
  test(`${what}, in a worker, hold up nothing`, { timeout: 30_000 }, async () => {
    const site = { 'http://site.test/worker.js': code };
    using page = await openPage(PAGE, { site, taskMs: 300, layoutMs: 5_000 });
    assert.ok(page.isolate.alive);
    assert.match(page.errors.join(), /A task of a worker took longer than (?:[3-9]\d\d|1[01]\d\d|1200) ms/);
    assert.equal((await page.elements()).length, 1);
  });
}

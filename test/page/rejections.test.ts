/**
 * Rejected promises that callbacks of a page leave behind.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('an async listener, handler, timer, frame callback or microtask that fails is told', async () => {
  using page = await openPage(`<script>
    const fail = (what) => async () => { await null; throw new Error(what); };
    addEventListener('load', fail('listener'));
    addEventListener('load', { handleEvent: fail('object') });
    onload = fail('handler');
    setTimeout(fail('timer'));
    requestAnimationFrame(fail('frame'));
    queueMicrotask(fail('microtask'));
    onunhandledrejection = ({ reason, promise, type }) => console.log(type, reason.message, promise instanceof Promise);
  </script>`);
  assert.deepEqual(
    page.log.sort(),
    ['frame', 'handler', 'listener', 'microtask', 'object', 'timer'].map((what) => `unhandledrejection ${what} true`),
  );
  assert.equal(page.errors.length, 6);
  assert.match(page.errors[0]!, /^Uncaught \(in promise\) Error: /);
});

test('a page that prevents the default of unhandledrejection has handled it', async () => {
  using page = await openPage(`<script>
    addEventListener('unhandledrejection', (event) => event.preventDefault());
    setTimeout(async () => { throw 1; });
  </script>`);
  assert.deepEqual(page.errors, []);
});

test('what callbacks give back is not touched: thenables, promises that are fulfilled, and what the page made of Promise', async () => {
  using page = await openPage(`<script>
    setTimeout(() => ({ get then() { console.log('touched'); } }));
    setTimeout(async () => 1);
    Promise.prototype.then = () => console.log('replaced');
    setTimeout(async () => { throw new Error('seen'); }, 1);
  </script>`);
  assert.deepEqual(page.log, []);
  assert.equal(page.errors.length, 1);
});

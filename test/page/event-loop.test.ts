import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

async function logOf(html: string): Promise<string[]> {
  using page = await openPage(html);
  assert.deepEqual(page.errors, []);
  return page.log;
}

test('microtasks run after each task, before the next', async () => {
  const log = await logOf(`<script>
    setTimeout(() => { console.log('timer 1'); Promise.resolve().then(() => console.log('its microtask')); });
    setTimeout(() => console.log('timer 2'));
    queueMicrotask(() => console.log('microtask'));
    console.log('script');
  </script>`);
  assert.deepEqual(log, ['script', 'microtask', 'timer 1', 'its microtask', 'timer 2']);
});

test('timers come by their delay, get their arguments, and can be cleared', async () => {
  const log = await logOf(`<script>
    setTimeout(console.log, 20, 'late', 1);
    setTimeout(console.log, 1, 'early', 2);
    const gone = setTimeout(console.log, 1, 'never');
    clearTimeout(gone);
    let count = 0;
    const interval = setInterval(() => { console.log('tick'); if (++count === 2) clearInterval(interval); }, 3);
    setTimeout('console.log("text")', 30);
  </script>`);
  assert.deepEqual(
    log.filter((line) => line !== 'tick'),
    ['early 2', 'late 1', 'text'],
  );
  assert.equal(log.filter((line) => line === 'tick').length, 2);
});

test('timers that timers start again and again wait at least four milliseconds', async () => {
  using page = await openPage(`<script>
    let depth = 0;
    const start = performance.now();
    (function again() { if (++depth < 20) setTimeout(again, 0); else console.log(performance.now() - start >= 40); })();
  </script>`);
  assert.deepEqual(page.log, ['true']);
});

test('animation frames get one time for all, and a frame asked for in a frame is the next one', async () => {
  const log = await logOf(`<script>
    const times = [];
    requestAnimationFrame((time) => { times.push(time); requestAnimationFrame((next) => console.log(next > times[0])); });
    requestAnimationFrame((time) => { times.push(time); console.log(times[0] === times[1]); });
    cancelAnimationFrame(requestAnimationFrame(() => console.log('never')));
  </script>`);
  assert.deepEqual(log, ['true', 'true']);
});

test('performance.now() goes on and never back', async () => {
  const log = await logOf(`<script>
    const first = performance.now();
    setTimeout(() => console.log(performance.now() > first, typeof performance.timeOrigin), 5);
  </script>`);
  assert.deepEqual(log, ['true number']);
});

test('an exception in a timer is reported and stops nothing', async () => {
  using page = await openPage(`<script>
    setTimeout(() => { throw new Error('first'); });
    setTimeout(() => console.log('second'));
  </script>`);
  assert.match(page.errors.join(), /Uncaught Error: first/);
  assert.deepEqual(page.log, ['second']);
});

test('a mutation observer is told once for all changes of a task', async () => {
  const log = await logOf(`<body><script>
    new MutationObserver((records) => console.log(records.map((record) => record.type + record.addedNodes.length).join()))
      .observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
    const text = document.createTextNode('a');
    document.body.append(document.createElement('i'), text);
    document.body.id = 'x';
    text.data = 'b';
  </script>`);
  assert.deepEqual(log, ['childList2,attributes0,characterData0']);
});

/**
 * Shared workers: one realm for all documents of an origin in a page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReal } from '../session/real-session.ts';
import { openPage } from './open-page.ts';

const COUNTER = `let count = 0;
onconnect = (event) => {
  const [port] = event.ports;
  port.onmessage = ({ data }) => port.postMessage([data, ++count, event.source === port, event.data === ''].join());
};`;

test('two objects with one address and name are connected to one worker, another name to another', async () => {
  using page = await openPage(
    `<script>
      const answer = ({ port }, question) => new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); port.postMessage(question); });
      const [one, two, other] = [new SharedWorker('w.js'), new SharedWorker('w.js', ''), new SharedWorker('w.js', 'b')];
      console.log(one instanceof EventTarget, one.port === one.port, one.port instanceof MessagePort);
      // One after the other: messages of different ports have no order.
      (async () => { for (const [worker, question] of [[one, 'a'], [two, 'b'], [other, 'c']]) console.log(await answer(worker, question)); })();
    </script>`,
    { site: { 'http://site.test/w.js': COUNTER } },
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['true true true', 'a,1,true,true', 'b,2,true,true', 'c,1,true,true']);
});

test('a shared worker has the scope of one', async () => {
  using page = await openPage(
    `<script>
      const { port } = new SharedWorker('w.js', { name: 'helper' });
      port.addEventListener('message', ({ data }) => console.log(data)); port.start();
    </script>`,
    {
      site: {
        'http://site.test/w.js': `addEventListener('connect', ({ ports }) => ports[0].postMessage([self instanceof
          SharedWorkerGlobalScope, typeof DedicatedWorkerGlobalScope, typeof postMessage, name, typeof document].join()))`,
      },
    },
  );
  assert.deepEqual(page.log, ['true,undefined,undefined,helper,undefined']);
});

test('a script that is not there is an error at the object; what a worker throws is told once, in the console', async () => {
  using page = await openPage(
    `<script>
      new SharedWorker('none.js').onerror = ({ type, target }) => console.log(type, target instanceof SharedWorker);
      new SharedWorker('w.js').onerror = () => console.log('never');
      onerror = () => console.log('never');
    </script>`,
    { site: { 'http://site.test/w.js': 'throw new Error("broken")' } },
  );
  assert.deepEqual(page.log, ['error true']);
  assert.deepEqual(page.errors, ['Uncaught Error: broken']);
});

test('a frame of the same origin shares the worker of its page', async (t) => {
  const page = await openReal(t, {
    '/': `<script>
        const { port } = new SharedWorker('/w.js'); port.onmessage = ({ data }) => console.log('page', data);
        port.postMessage('p');
      </script><iframe src="/frame"></iframe>`,
    '/frame': `<script>
        const { port } = new SharedWorker('/w.js'); port.onmessage = ({ data }) => console.log('frame', data);
        port.postMessage('f');
      </script>`,
    '/w.js': { type: 'text/javascript', body: COUNTER },
  });
  const log = page.log().sort();
  assert.deepEqual(
    log.map((line) => line.replace(/\d/, 'n')),
    ['frame f,n,true,true', 'page p,n,true,true'],
  );
  // One worker counts both; messages of different ports have no order.
  assert.deepEqual(log.map((line) => /\d/.exec(line)?.[0]).sort(), ['1', '2']);
});

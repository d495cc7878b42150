/**
 * Dedicated workers: realms of their own beside the page's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, type TestPage, type TestPageOptions } from './open-page.ts';

/** A page whose worker has this script. */
function withWorker(page: string, worker: string, options: TestPageOptions = {}): Promise<TestPage> {
  const site = { 'http://site.test/worker.js': worker, 'http://site.test/worker.js?a#b': worker, ...options.site };
  return openPage(`<body><script>${page}</script>`, { ...options, site });
}

const LOG = 'const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => console.log(data);';

test('a worker gets messages, answers them, and both are copies', async () => {
  using page = await withWorker(
    `const worker = new Worker('worker.js');
     const sent = { list: [1, new Map([['a', new Date(5)]])] };
     sent.self = sent;
     worker.onmessage = ({ data }) => console.log(data === sent, data.self === data, data.list[1].get('a').getTime(), data.isObject);
     worker.postMessage(sent);`,
    'onmessage = ({ data }) => { data.isObject = data instanceof Object; postMessage(data); }',
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['false true 5 true']);
});

test('messages that are sent before the script has run wait for it, in order', async () => {
  using page = await withWorker(
    `${LOG} worker.postMessage(1); worker.postMessage(2);`,
    'postMessage("begun"); addEventListener("message", ({ data }) => postMessage(data));',
  );
  assert.deepEqual(page.log, ['begun', '1', '2']);
});

test('a buffer that is transferred is gone here and whole there, both ways', async () => {
  using page = await withWorker(
    `const worker = new Worker('worker.js');
     const bytes = new Uint8Array([1, 2, 255]);
     worker.onmessage = ({ data }) => console.log(data.from, new Uint8Array(data.buffer).join());
     worker.postMessage(bytes, [bytes.buffer]);
     console.log(bytes.length);`,
    `onmessage = ({ data }) => {
       const { buffer } = data;
       postMessage({ buffer, from: [data.join(), 'x'].join(' ') }, { transfer: [buffer] });
       console.log(data.length);
     }`,
  );
  assert.deepEqual(page.log, ['0', '0', '1,2,255 x 1,2,255']);
});

test('a port goes to the worker with what waits in it, and back again', async () => {
  using page = await withWorker(
    `const worker = new Worker('worker.js');
     const { port1, port2 } = new MessageChannel();
     port1.onmessage = ({ data }) => console.log('page', data);
     port1.postMessage('early');
     worker.postMessage({ port: port2 }, [port2]);
     port1.postMessage('late');
     worker.onmessage = ({ data: { port } }) => { port.onmessage = ({ data }) => console.log('home', data); port1.postMessage('near'); };`,
    `onmessage = ({ data: { port }, ports }) => {
       port.onmessage = ({ data }) => {
         port.postMessage([data, ports[0] === port].join());
         if (data === 'late') postMessage({ port }, [port]);
       };
     }`,
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['page early,true', 'page late,true', 'home near']);
});

test('what cannot be copied is refused where it is sent', async () => {
  using page = await withWorker(
    `${LOG} try { worker.postMessage(() => {}); } catch (error) { console.log(error.name); } worker.postMessage(1);`,
    'onmessage = () => { try { postMessage(Symbol()); } catch (error) { postMessage(error.name); } }',
  );
  assert.deepEqual(page.log, ['DataCloneError', 'DataCloneError']);
});

test('a worker has the scope of a worker, not a window', async () => {
  using page = await withWorker(
    LOG.replace('"worker.js"', '"worker.js?a#b", { name: "helper" }'),
    `postMessage([typeof window, typeof document, typeof localStorage, typeof HTMLElement, typeof alert, self === globalThis,
      self instanceof DedicatedWorkerGlobalScope, self instanceof WorkerGlobalScope, Object.prototype.toString.call(self),
      name, location.href, location.search, location + '' === location.href, navigator instanceof WorkerNavigator,
      navigator.userAgent.startsWith('Mozilla/'), navigator.javaEnabled, String(importScripts), typeof onmessage].join())`,
  );
  const scope = 'undefined,undefined,undefined,undefined,undefined,true,true,true,[object DedicatedWorkerGlobalScope]';
  const address = 'http://site.test/worker.js?a#b,?a,true';
  assert.deepEqual(page.log, [
    `${scope},helper,${address},true,true,,function importScripts() { [native code] },object`,
  ]);
});

test('the window has no interfaces that are only for workers', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(
    '[typeof Worker, typeof DedicatedWorkerGlobalScope, typeof WorkerNavigator, typeof importScripts, String(Worker), Worker.length].join()',
  );
  assert.equal(found, 'function,undefined,undefined,undefined,function Worker() { [native code] },1');
});

test('a worker begins from a blob and from a data URL', async () => {
  const data = 'data:text/javascript,postMessage(location.protocol)';
  using page = await openPage(
    `<script>
      const say = ({ data }) => console.log(data);
      const url = URL.createObjectURL(new Blob(['postMessage([location.protocol, self.origin].join())']));
      new Worker(url).onmessage = say;
      URL.revokeObjectURL(url);
      new Worker('${data}').onmessage = say;
    </script>`,
    { site: { [data]: 'postMessage(location.protocol)' } },
  );
  assert.deepEqual(page.log.sort(), ['blob:,http://site.test', 'data:']);
});

test('a module worker imports, also later, and has no importScripts', async () => {
  using page = await withWorker(
    LOG.replace('"worker.js"', '"worker.js", { type: "module" }'),
    `import { answer } from './answer.js';
     postMessage(answer + ' ' + import.meta.url);
     try { importScripts('x.js'); } catch (error) { postMessage(error.name); }
     const { later } = await import('./later.js');
     postMessage(later);`,
    {
      site: {
        'http://site.test/answer.js': 'export const answer = 42',
        'http://site.test/later.js': 'export const later = "later"',
      },
    },
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['42 http://site.test/worker.js', 'TypeError', 'later']);
});

test('importScripts runs scripts at once, in the global scope, and throws what they throw', async () => {
  using page = await withWorker(
    LOG,
    `importScripts('a.js', 'b.js');
     const name = (url) => { try { importScripts(url); return 'none'; } catch (error) { return error instanceof DOMException ? error.name : error.constructor === Error ? error.message : error.name; } };
     postMessage([a, b, name('throws.js'), name('missing.js'), name('broken.js'), name('http://')].join());`,
    {
      site: {
        'http://site.test/a.js': 'var a = 1; const hidden = 2;',
        'http://site.test/b.js': 'var b = a + hidden;',
        'http://site.test/throws.js': 'throw new Error("mine")',
        'http://site.test/broken.js': 'let let',
      },
    },
  );
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, ['1,3,mine,NetworkError,SyntaxError,SyntaxError']);
});

test('a worker has timers and requests of its own', async () => {
  using page = await withWorker(
    LOG,
    `setTimeout(async () => {
       const answer = await fetch('data.txt');
       const text = await answer.text();
       const xhr = new XMLHttpRequest();
       xhr.open('GET', '/data.txt');
       xhr.onload = () => postMessage([text, xhr.responseText, answer.url].join());
       xhr.send();
     }, 5);`,
    { site: { 'http://site.test/data.txt': 'content' } },
  );
  assert.deepEqual(page.log, ['content,content,http://site.test/data.txt']);
});

test('an exception of a worker goes to its own scope, then to the Worker, then to the page', async () => {
  using page = await withWorker(
    `const worker = new Worker('worker.js');
     worker.onerror = (event) => { console.log(event.message, event.lineno); if (event.message.includes('second')) event.preventDefault(); };
     window.onerror = (message) => console.log('window', message);
     for (const text of ['first', 'second', 'third']) worker.postMessage(text);`,
    `onerror = (message) => message.includes('third');
     onmessage = ({ data }) => { throw new Error(data); };`,
  );
  assert.deepEqual(page.log, ['Uncaught Error: first 2', 'window Uncaught Error: first', 'Uncaught Error: second 2']);
  assert.deepEqual(page.errors, ['Uncaught Error: first\n    at http://site.test/worker.js:2:40']);
});

test('a worker whose script is missing or cannot be compiled tells its Worker object', async () => {
  using page = await openPage(
    `<script>
      for (const url of ['missing.js', 'broken.js']) new Worker(url).onerror = (event) => { console.log(event.constructor.name, event.message); event.preventDefault(); };
      for (const url of ['http://other.test/w.js', 'http://']) try { new Worker(url); } catch (error) { console.log(error.name); }
    </script>`,
    { site: { 'http://site.test/broken.js': 'let let' } },
  );
  assert.deepEqual(page.log, [
    'SecurityError',
    'SyntaxError',
    'Event undefined',
    'ErrorEvent Uncaught SyntaxError: let is disallowed as a lexically bound name',
  ]);
});

test('terminate and close end a worker: nothing more comes of it', async () => {
  using page = await withWorker(
    `const say = ({ data }) => console.log(data);
     const one = new Worker('worker.js');
     one.onmessage = (event) => { say(event); one.terminate(); one.postMessage('x'); };
     new Worker('closes.js').onmessage = say;`,
    'setInterval(() => postMessage("tick"), 1);',
    {
      site: {
        'http://site.test/closes.js': 'postMessage("last"); close(); setTimeout(() => postMessage("never"), 1);',
      },
    },
  );
  assert.deepEqual(page.log.sort(), ['last', 'tick']);
});

test('a worker starts a worker of its own', async () => {
  using page = await withWorker(
    LOG,
    'const inner = new Worker("inner.js"); inner.onmessage = ({ data }) => postMessage("outer " + data);',
    { site: { 'http://site.test/inner.js': 'postMessage("inner")' } },
  );
  assert.deepEqual(page.log, ['outer inner']);
});

test('a worker that loops for ever is ended and told, and the page goes on', async () => {
  using page = await withWorker(
    `document.body.append('Here'); ${LOG}
     worker.onerror = (event) => { console.log(event.message); event.preventDefault(); };`,
    'postMessage("begun"); for (;;);',
    { taskMs: 300 },
  );
  assert.match(page.errors.join(), /A task of a worker took longer than (?:[3-9]\d\d|1[01]\d\d|1200) ms/);
  assert.deepEqual(page.log, [
    'begun',
    'Uncaught Error: The script was stopped: it took too long.',
    'Uncaught Error: The worker was ended: one of its tasks took too long.',
  ]);
  assert.deepEqual(
    (await page.elements()).map((element) => element['text']),
    ['Here'],
  );
});

test('a document has a limited number of workers, and the next document its own', async () => {
  using page = await withWorker(
    `for (let at = 0; at < 20; at++) new Worker('worker.js').onerror = () => console.log('refused');`,
    'setTimeout(() => {}, 1e6)',
  );
  assert.equal(page.log.length, 4);
  assert.match(page.errors.join(), /which is the limit/);
  await page.open('<script>new Worker("worker.js").onerror = () => console.log("refused")</script>');
  await page.settle();
  assert.equal(page.log.length, 4);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

test('messages of a channel are tasks, copied and in order', async () => {
  using page = await openPage(`<script>
    const { port1, port2 } = new MessageChannel();
    const sent = { list: [1, new Map([['a', new Date(5)]])] };
    sent.self = sent;
    port1.onmessage = ({ data }) => console.log(data === sent, data.self === data, data.list[1].get('a').getTime());
    port2.postMessage(sent);
    Promise.resolve().then(() => console.log('microtask'));
    console.log('script');
  </script>`);
  assert.deepEqual(page.log, ['script', 'microtask', 'false true 5']);
});

test('a port that is sent goes on at the other end', async () => {
  using page = await openPage(`<script>
    const one = new MessageChannel();
    const two = new MessageChannel();
    one.port1.onmessage = ({ ports: [port] }) => port.postMessage('through');
    two.port1.onmessage = ({ data }) => console.log(data);
    one.port2.postMessage(null, [two.port2]);
  </script>`);
  assert.deepEqual(page.log, ['through']);
});

test('postMessage reaches the own window, for the right origin only', async () => {
  using page = await openPage(`<script>
    onmessage = ({ data, origin, source }) => console.log(data, origin, source === window);
    postMessage('no', 'http://other.test');
    postMessage('yes', '*');
    postMessage('too', location.origin);
  </script>`);
  assert.deepEqual(page.log, ['yes http://site.test true', 'too http://site.test true']);
});

test('a structured clone keeps built-in types and refuses functions and nodes', async () => {
  using page = await openPage(`<script>
    const name = (work) => { try { work(); return 'none'; } catch (error) { return error.name; } };
    const copy = structuredClone([/a/g, new Set([1]), new Uint8Array([1, 2]), new RangeError('r'), 1n, undefined, Object(true)]);
    console.log(copy.map((each) => Object.prototype.toString.call(each).slice(8, -1)).join(), copy[0].flags, copy[2][1], copy[3].message);
    console.log(name(() => structuredClone(() => {})), name(() => structuredClone(document)), name(() => structuredClone(Symbol())));
    const buffer = new ArrayBuffer(8);
    const moved = structuredClone(buffer, { transfer: [buffer] });
    console.log(buffer.byteLength, moved.byteLength);
    let deep = [];
    for (let i = 0; i < 100000; i++) deep = [deep];
    console.log(Array.isArray(structuredClone(deep)));
  </script>`);
  assert.deepEqual(page.log, [
    'RegExp,Set,Uint8Array,Error,BigInt,Undefined,Boolean g 2 r',
    'DataCloneError DataCloneError DataCloneError',
    '0 8',
    'true',
  ]);
});

test('scheduler.postTask runs by priority and can be aborted', async () => {
  using page = await openPage(`<script>
    const aborted = new AbortController();
    scheduler.postTask(() => console.log('background'), { priority: 'background' });
    scheduler.postTask(() => console.log('never'), { signal: aborted.signal }).catch((error) => console.log(error.name));
    scheduler.postTask(() => 'value', { priority: 'user-blocking' }).then((value) => console.log(value));
    aborted.abort();
    (async () => { await scheduler.yield(); console.log('yielded'); })();
  </script>`);
  assert.deepEqual(page.log, ['AbortError', 'value', 'yielded', 'background']);
});

test('marks and measures are entries, and observers see them', async () => {
  using page = await openPage(`<script>
    new PerformanceObserver((list) => console.log(list.getEntries().map(({ name }) => name).join())).observe({ entryTypes: ['mark', 'measure'] });
    performance.mark('a', { startTime: 1 });
    performance.mark('b', { startTime: 4, detail: { x: 1 } });
    const { duration } = performance.measure('m', 'a', 'b');
    console.log(duration, performance.getEntriesByType('mark').length, performance.getEntriesByName('b')[0].detail.x);
    console.log(performance.timing.navigationStart === performance.timeOrigin, PerformanceObserver.supportedEntryTypes.includes('mark'));
    setTimeout(() => console.log(performance.getEntriesByType('navigation').length, performance.timing.loadEventEnd > 0), 30);
  </script>`);
  assert.deepEqual(page.log, ['3 2 1', 'true true', 'a,m,b', '1 true']);
});

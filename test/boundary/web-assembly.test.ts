/**
 * WebAssembly of hostile pages: its memories are within the page's share whatever is done, and its loops end.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../../src/limits.ts';
import { boundMemories } from '../../src/page/wasm/module-memories.ts';
import { openPage } from '../page/open-page.ts';

const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];
const PAGE_BYTES = 65_536;

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))];
}

const section = (id: number, content: readonly number[]): number[] => [id, ...leb(content.length), ...content];
/** A module with memories, each exported by its number. */
function withMemories(limits: readonly (readonly [least: number, most: number | null])[]): Uint8Array {
  const memories = limits.flatMap(([least, most]) => [
    most === null ? 0 : 1,
    ...leb(least),
    ...(most === null ? [] : leb(most)),
  ]);
  const exports = limits.flatMap((_, at) => [1, 48 + at, 2, at]);
  return new Uint8Array([
    ...HEADER,
    ...section(5, [limits.length, ...memories]),
    ...section(7, [limits.length, ...exports]),
  ]);
}

/** V8's own, in Node. */
const v8 = (globalThis as unknown as { readonly WebAssembly: NodeWebAssembly }).WebAssembly;
interface NodeWebAssembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, Memory>> };
}
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A function that loops for ever. */
const ENDLESS = [
  ...HEADER,
  ...section(1, [1, 96, 0, 0]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 102, 0, 0]),
  ...section(10, [1, 7, 0, 3, 64, 12, 0, 11, 11]),
];

test('a bounded module is one that V8 takes, and its memories become no larger than they may', () => {
  const limits = fc.tuple(fc.nat(8), fc.option(fc.nat(40)));
  fc.assert(
    fc.property(limits, fc.integer({ min: 8, max: 64 }), ([least, room], most) => {
      const bytes = withMemories([[least, room === null ? null : least + room]]);
      const bounded = boundMemories(bytes, bytes.length, most)!;
      const memory = new v8.Instance(new v8.Module(bounded.bytes)).exports['0']!;
      assert.equal(memory.buffer.byteLength, least * PAGE_BYTES);
      assert.ok(bounded.pages <= most && bounded.pages >= least);
      memory.grow(bounded.pages - least);
      assert.throws(() => memory.grow(1), RangeError);
    }),
  );
});

test('bytes that are no module, memories that threads share and functions without end are not understood', () => {
  const long = [...leb(LIMITS.wasm.functionBytes + 1), ...new Array<number>(LIMITS.wasm.functionBytes + 1).fill(1)];
  for (const bytes of [
    [1, 2, 3],
    [...HEADER, 5],
    [...HEADER, 5, 200, 1],
    [...HEADER, ...section(5, [1, 3, 1, 2])],
    [...HEADER, ...section(5, [2, 0, 1])],
    // A size that is longer than any number: what is behind it would not be read.
    [...HEADER, 0, ...new Array<number>(200).fill(128), 0, ...section(5, [1, 0, 1])],
    [...HEADER, ...section(5, [1, 0, 1]), ...section(5, [1, 0, 1])],
    [...HEADER, ...section(10, [1, ...long])],
  ]) {
    assert.equal(boundMemories(new Uint8Array(bytes), bytes.length, 100), null);
  }
});

test('a loop of WebAssembly is stopped as one of script is, and the page goes on', async () => {
  using page = await openPage(
    `<p>Before</p><script>
      new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([${ENDLESS}]))).exports.f();
    </script><p>After</p>`,
    { taskMs: 300, layoutMs: 5_000 },
  );
  assert.match(page.errors.join('\n'), /took longer than/);
  assert.equal((await page.elements()).length, 2);
});

test('a page with its frames has so much memory for WebAssembly and no more', async () => {
  const module = `new WebAssembly.Module(new Uint8Array([${withMemories([[1, null]])}]))`;
  using page = await openPage(`<iframe id=f></iframe>`);
  const pages = await page.evaluate(`
    const kept = [];
    const greedy = (realm) => {
      for (let tries = 0; tries < 100; tries++) {
        for (const make of [() => new realm.WebAssembly.Memory({ initial: 1 }), () => new realm.WebAssembly.Memory({ initial: 1, maximum: 50 }),
          () => new realm.WebAssembly.Instance(${module}).exports[0], () => Reflect.construct(realm.WebAssembly.Memory, [{ initial: 3 }], Object)]) {
          try { kept.push(make()); } catch (error) { if (!/^(?:Range|Type)Error$/.test(error.name)) throw error; }
        }
      }
    };
    greedy(window);
    greedy(f.contentWindow);
    const { grow } = WebAssembly.Memory.prototype;
    for (const memory of kept) for (const step of [512, 64, 8, 1]) try { for (;;) grow.call(memory, step); } catch {}
    const { get } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer');
    kept.reduce((sum, memory) => sum + get.call(memory).byteLength, 0) / ${PAGE_BYTES}`);
  assert.ok(Number(pages) > 100 && Number(pages) <= LIMITS.wasm.pages, `${pages} pages`);
});

test('a memory is within the share whatever its descriptor says the second time, and how wide its addresses are', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    const made = [];
    const twice = (first, second) => { let reads = 0; return { valueOf: () => reads++ === 0 ? first : second }; };
    for (const descriptor of [
      { initial: twice(-1, 20000) },
      { initial: twice(1, 20000), maximum: twice(1e6, 60000) },
      { initial: 1n, maximum: 60000n, address: 'i64' },
      { initial: 1n, maximum: 100000n, address: 'i64' },
      { initial: 1n, maximum: 100000n, address: { toString: () => 'i64' } },
      { initial: 1n, address: { toString: () => 'i64' } },
    ]) {
      try { made.push(new WebAssembly.Memory(descriptor)); } catch (error) { if (!/^(?:Range|Type)Error$/.test(error.name)) throw error; }
    }
    const pages = () => made.reduce((sum, memory) => sum + memory.buffer.byteLength, 0) / ${PAGE_BYTES};
    for (const memory of made) for (const step of [4096, 512, 64, 8, 1]) {
      for (const one of [step, BigInt(step)]) try { while (pages() < 70_000) memory.grow(one); } catch {}
    }
    made.length + ' ' + pages()`);
  const [made, pages] = `${found}`.split(' ').map(Number);
  assert.ok(made! >= 2 && pages! <= LIMITS.wasm.pages, `${found}`);
});

test('functions that a page puts in the places of built-in ones change nothing of what its memories may become', async () => {
  using page = await openPage('<p>x');
  const pages = await page.evaluate(`
    const { BigInt: big, Number: number } = window;
    Math.floor = (value) => value > 20 ? value : 400;
    Math.trunc = () => 1;
    BigInt = () => big(30000);
    BigInt.asIntN = () => big(1);
    Number = () => 1;
    const made = [];
    for (const make of [
      () => new WebAssembly.Memory({ initial: big(1), maximum: big(9), address: 'i64' }),
      () => new WebAssembly.Memory({ initial: 1 }),
      () => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([${withMemories([[1, null]])}]))).exports[0],
    ]) try { made.push(make()); } catch {}
    for (const memory of made) for (const step of [4096, 512, 64, 8, 1]) {
      for (const one of [step, big(step)]) try { for (let times = 0; times < 20; times++) memory.grow(one); } catch {}
    }
    made.reduce((sum, memory) => sum + memory.buffer.byteLength, 0) / ${PAGE_BYTES}`);
  assert.ok(Number(pages) > 9 && Number(pages) <= LIMITS.wasm.pages, `${pages} pages`);
});

test('a policy without wasm-unsafe-eval compiles nothing', async () => {
  const compile = `new WebAssembly.Module(new Uint8Array([${HEADER}])) && 'compiled'`;
  const meta = (sources: string): string => `<meta http-equiv=Content-Security-Policy content="script-src ${sources}">`;
  for (const [sources, found] of [
    ["'unsafe-inline'", 'CompileError'],
    ["'unsafe-inline' 'wasm-unsafe-eval'", 'compiled'],
  ] as const) {
    using page = await openPage(
      `${meta(sources)}<script>try { console.log(${compile}) } catch (error) { console.log(error.name) }</script>`,
    );
    assert.equal(page.log.at(-1), found);
  }
});

test('a worker has a share of its own', async () => {
  const code = `let pages = 0;
    try { for (;;) pages += new WebAssembly.Memory({ initial: 10, maximum: 10 }).buffer.byteLength / ${PAGE_BYTES}; } catch {}
    WebAssembly.instantiate(new Uint8Array([${HEADER}])).then(({ instance }) => postMessage(pages + ' ' + instance));`;
  using page = await openPage(`<script>new Worker('worker.js').onmessage = ({ data }) => console.log(data);</script>`, {
    site: { 'http://site.test/worker.js': code },
  });
  const most = Math.floor(LIMITS.wasm.workerPages / 10) * 10;
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.log, [`${most} [object WebAssembly.Instance]`]);
});

test('a worker has as many memories as a page, also of those without a page', async () => {
  const code = `const kept = [];
    try { while (kept.length < 200) kept.push(new WebAssembly.Memory({ initial: 0, maximum: 0 })); } catch {}
    postMessage(kept.length);`;
  using page = await openPage(`<script>new Worker('worker.js').onmessage = ({ data }) => console.log(data);</script>`, {
    site: { 'http://site.test/worker.js': code },
  });
  assert.deepEqual(page.log, [`${LIMITS.wasm.memories}`]);
});

test('a class of the page that extends Module makes objects of its own', async () => {
  using page = await openPage('<p>x');
  const found = await page.evaluate(`
    class Own extends WebAssembly.Module {}
    const own = new Own(new Uint8Array([${HEADER.join()}]));
    [own instanceof Own, own instanceof WebAssembly.Module, new WebAssembly.Instance(own) instanceof WebAssembly.Instance].join()`);
  assert.equal(found, 'true,true,true');
});

test('what is streamed is an answer of the network, and nothing that looks like one', async () => {
  using page = await openPage('<p>x');
  await page.evaluate(`
    var told = [];
    const bytes = new Uint8Array([${HEADER.join()}]);
    const headers = new Headers({ 'content-type': 'application/wasm' });
    const looks = { headers, ok: true, arrayBuffer: () => bytes.buffer };
    for (const given of [looks, undefined, new Response(bytes, { headers }), Promise.resolve(new Response(bytes, { headers }))]) {
      WebAssembly.compileStreaming(given).then((module) => told.push(module instanceof WebAssembly.Module), (error) => told.push(error.name));
    }`);
  assert.equal(await page.evaluate('told.sort().join()'), 'TypeError,TypeError,true,true');
});

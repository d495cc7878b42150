/**
 * `npm run bench:soak`: many sessions over several engine processes for a long time.
 *
 *   npm run bench:soak -- --minutes 10 --sessions 200 --engines 4 --pause 500
 *
 * Every session goes round: opens a page, clicks, types, scrolls, reads, and is closed after some rounds for another one.
 * It tells what the engines' memory does after they have warmed up, which calls failed, and how long calls took.
 *
 * It fails when a call failed or was answered after its deadline, when a session is still under way long after the end,
 * when an engine was lost, and when the memory of the engines, or of this process, has grown by more than a tenth
 * between the second and the last quarter.
 *
 * This process is measured after its garbage was collected. It makes a lot of garbage (every answer is parsed), so V8 lets
 * its heap grow for as long as there is memory: without that, its size tells what V8 put off, not what calls left behind.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtPackage } from './built-package.ts';
import { pssMeanwhile, pssOf } from './measure.ts';

const { AgentBrowser } = await builtPackage();

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '200' },
    engines: { type: 'string', default: '4' },
    pause: { type: 'string', default: '500' },
  },
});
const minutes = Number(values.minutes);
const count = Number(values.sessions);
const engines = Number(values.engines);
const pauseMs = Number(values.pause);

/** A session is closed after so many rounds, and another one takes its place. */
const ROUNDS = 15;
const SAMPLE_MS = 10_000;
const RAMP_MS = Math.min(30_000, minutes * 6_000);
const GROWTH = 0.1;
/** Of a call, when its caller says nothing, with what the answer may take on its way. */
const DEADLINE_MS = 32_000;

const PAGE = `<!doctype html><title>Round</title><style>li { display: flex; gap: 8px }</style><h1>Round</h1>
  <form><input aria-label="Word"><button type="button">Add</button></form><ul></ul><div style="height: 2000px"></div>
  <script>
    const list = document.querySelector('ul');
    for (let i = 0; i < 40; i++) list.insertAdjacentHTML('beforeend', '<li><b>' + i + '</b><a href="/?' + i + '">Item ' + i + '</a></li>');
    document.querySelector('button').onclick = () => {
      const item = document.createElement('li');
      item.textContent = document.querySelector('input').value + ' ' + Math.random();
      list.prepend(item);
      setTimeout(() => item.append(' later'), 20);
    };
  </script>`;

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

let calls = 0;
let slowestMs = 0;
let opened = 0;
/** How long calls took, by method. Of constant size, however many there are. */
const durations = new Map<string, RecordableHistogram>();
const failures = new Map<string, number>();
const end = performance.now() + minutes * 60_000;

/** Counts a call; one that fails is told in the end. */
async function call<T>(method: string, work: Promise<T>): Promise<T | null> {
  const start = performance.now();
  try {
    return await work;
  } catch (error) {
    const what = `${(error as { code?: string }).code}: ${(error as Error).message}`.slice(0, 200);
    failures.set(what, (failures.get(what) ?? 0) + 1);
    return null;
  } finally {
    const took = performance.now() - start;
    calls++;
    slowestMs = Math.max(slowestMs, took);
    const histogram = durations.get(method) ?? createHistogram();
    durations.set(method, histogram);
    histogram.record(Math.max(1, Math.round(took)));
  }
}

type Browser = Awaited<ReturnType<typeof AgentBrowser.launch>>;

async function keepGoing(browser: Browser, seat: number): Promise<void> {
  // Not all at once.
  await pause((seat / count) * RAMP_MS);
  while (performance.now() < end) {
    const session = await call('session', browser.session());
    if (session === null) continue;
    opened++;
    for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
      const page = await call('goto', session.goto(url));
      // What failed is counted once: without a page there is nothing to act on.
      if (page === null) continue;
      const find = (test: (element: { tag: string }) => boolean) => page.els.find(test)?.id ?? 1;
      await call(
        'type',
        session.type(
          find(({ tag }) => tag === 'input'),
          `word ${round}`,
        ),
      );
      await call('click', session.click(find(({ tag }) => tag === 'button')));
      await call('scroll', session.scroll('down', 300));
      await call('read', session.read());
      await pause(pauseMs * (0.5 + Math.random()));
    }
    await call('close', session.close());
  }
}

async function memoryOf(browser: Browser): Promise<number> {
  const pids = await browser.enginePids();
  for (const pid of pids) seenPids.add(pid);
  // One after the other, and not in the way of the calls whose time is taken.
  let sum = 0;
  for (const pid of pids) sum += (await pssMeanwhile(pid)) ?? 0;
  return sum;
}

/** What this process holds once its garbage is gone, in megabytes: all of it, and what of it is alive in its heap. */
function ownMemory(): { readonly whole: number; readonly live: number } {
  if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc, as npm run bench:soak does.');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { whole: pssOf(process.pid) ?? process.memoryUsage.rss() / 2 ** 20, live: (heapUsed + external) / 2 ** 20 };
}

const browser = await AgentBrowser.launch({ engines, maxSessions: count, behaviour: 'instant' });
const samples: number[] = [];
const ownSamples: number[] = [];
const liveSamples: number[] = [];
const troubles: string[] = [];
/** Engines start when they are needed; one that was seen stays to the end. */
const seenPids = new Set<number>();
try {
  const seats = Promise.all(Array.from({ length: count }, (_, seat) => keepGoing(browser, seat)));
  console.log(`${count} sessions over ${engines} engines for ${minutes} minutes`);
  const started = performance.now();
  while (performance.now() < end) {
    await pause(Math.max(0, Math.min(SAMPLE_MS, end - performance.now())));
    const memory = await memoryOf(browser);
    samples.push(memory);
    const own = ownMemory();
    ownSamples.push(own.whole);
    liveSamples.push(own.live);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(5);
    const failed = [...failures.values()].reduce((sum, each) => sum + each, 0);
    console.log(
      `${seconds} s  ${memory.toFixed(0).padStart(6)} MB  own ${own.whole.toFixed(0)} MB (live ${own.live.toFixed(1)})  ${browser.load.sessions} open  ${calls} calls  ${failed} failed  slowest ${slowestMs.toFixed(0)} ms`,
    );
  }
  const isOver = await Promise.race([seats.then(() => true), pause(2 * DEADLINE_MS, false, { ref: false })]);
  if (!isOver) troubles.push(`sessions are still under way ${(2 * DEADLINE_MS) / 1_000} s after the end`);
  const lastPids = await browser.enginePids();
  if ([...seenPids].some((pid) => !lastPids.includes(pid))) troubles.push('an engine was lost');
  console.log(
    `all sessions closed: ${browser.load.sessions} open, engines at ${(await memoryOf(browser)).toFixed(0)} MB`,
  );
} finally {
  await browser.shutdown();
  server.close();
}

if (slowestMs > DEADLINE_MS) troubles.push('a call was answered after its deadline');
const mean = (part: readonly number[]) => part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length);
const quarter = Math.max(1, Math.floor(samples.length / 4));
console.log(`${opened} sessions were opened, ${calls} calls made, the slowest took ${slowestMs.toFixed(0)} ms`);
for (const [method, times] of durations) {
  const [half, most, nearlyAll] = [50, 95, 99].map((percent) => `${times.percentile(percent)} ms`);
  console.log(
    `${method.padEnd(8)} half within ${half}, 95 % within ${most}, 99 % within ${nearlyAll}, all ${times.max} ms`,
  );
}
for (const [whose, list] of [
  ['engines', samples],
  ['this process', ownSamples],
  ["this process's heap that is alive", liveSamples],
] as const) {
  const warm = mean(list.slice(quarter, 2 * quarter));
  const last = mean(list.slice(-quarter));
  const growth = (last - warm) / warm;
  console.log(
    `memory of ${whose}: ${warm.toFixed(0)} MB when warm, ${last.toFixed(0)} MB in the end, ${(100 * growth).toFixed(1)} % more`,
  );
  if (!(growth <= GROWTH)) troubles.push(`the memory of ${whose} grew`);
}
for (const [what, times] of failures) troubles.push(`failed ${times} times: ${what}`);
for (const trouble of troubles) console.log(trouble);
if (troubles.length > 0) process.exitCode = 1;

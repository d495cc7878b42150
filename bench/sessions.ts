/**
 * What a session of the built package costs: to start, to get a first Spatial DOM from, and in memory.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { builtPackage } from './built-package.ts';
import { inMs, printRow, pssOf, spread, summarise, time } from './measure.ts';
import { pageOf } from './pages.ts';

const { AgentBrowser } = await builtPackage();

/** Sessions that are not asked for anything give memory back after two seconds. */
const REST_MS = 5_000;
/** How many further sessions the memory is spread over. */
const FURTHER_SESSIONS = 10;

export async function benchSessions(): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(60));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    console.log('\nsessions, engine in a child process');
    await benchLaunch(url);
    await benchStart(url);
    await benchMemory(url);
  } finally {
    server.close();
  }
}

/** Launch to first Spatial DOM, each time with a new engine process. */
async function benchLaunch(url: string): Promise<void> {
  const timing = await time(
    5,
    async () => {
      await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
      const session = await browser.session();
      await session.goto(url);
    },
    1,
  );
  printRow('  launch to first Spatial DOM', inMs(timing), `${spread(timing)}; target 500 ms`);
}

/** A session of a running browser, and one load of a small page in it. */
async function benchStart(url: string): Promise<void> {
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const starts: number[] = [];
  const loads: number[] = [];
  for (let index = 0; index < 15; index++) {
    const start = performance.now();
    const session = await browser.session();
    starts.push(performance.now() - start);
    const load = performance.now();
    await session.goto(url);
    loads.push(performance.now() - load);
    await session.close();
  }
  const [started, loaded] = [summarise(starts.slice(3)), summarise(loads.slice(3))];
  printRow('  session start, isolate ready', inMs(started), `${spread(started)}; target 30 ms`);
  printRow('  goto a small page, settled', inMs(loaded), spread(loaded));
}

/** Proportional memory of the engine process for each session beyond the first. */
async function benchMemory(url: string): Promise<void> {
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const open = async () => {
    const session = await browser.session();
    await session.goto(url);
  };
  await open();
  const pid = await browser.enginePid();
  await pause(REST_MS);
  const before = pssOf(pid);
  for (let index = 0; index < FURTHER_SESSIONS; index++) await open();
  const loaded = pssOf(pid);
  await pause(REST_MS);
  const after = pssOf(pid);
  if (before === null || loaded === null || after === null) {
    printRow('  memory of a further session', 'not measured', 'needs /proc/<pid>/smaps_rollup');
    return;
  }
  const [each, fresh] = [after, loaded].map((size) => ((size - before) / FURTHER_SESSIONS).toFixed(1));
  printRow(
    '  memory of a further session',
    `${each} MB`,
    `PSS at rest, ${fresh} MB just behind the loads; engine at ${after.toFixed(0)} MB; target 20 MB`,
  );
}

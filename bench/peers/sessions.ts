/**
 * What further sessions cost: proportional memory (PSS) of the tool's processes with 1, 10 and 50 pages open, and the time
 * that each of them took. Tools that start a browser for each page are measured with one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pssOfTrees } from '../measure.ts';
import { mustHave, type Recorder } from './results.ts';
import { VISITS } from './site.ts';
import type { Tool, ToolPage } from './tool.ts';

export const SESSION_COUNTS = [1, 10, 50] as const;
/** Processes have time to come to rest before their memory is read. */
const REST_MS = 5_000;

export const SESSIONS = {
  memory: (count: number) => `memory with ${count} ${count === 1 ? 'session' : 'sessions'}`,
  further: 'memory of a further session',
  open: (count: number) => `open a session, ${count} open`,
} as const;

export async function measureSessions(recorder: Recorder, tools: readonly Tool[], origin: string): Promise<void> {
  for (const tool of tools) {
    try {
      await measureTool(recorder, tool, origin);
    } catch (error) {
      recorder.fail(SESSIONS.further, tool, 'MB', error);
    }
  }
}

async function measureTool(recorder: Recorder, tool: Tool, origin: string): Promise<void> {
  const { path, expects } = VISITS.shop;
  const running = await tool.start();
  const pages: ToolPage[] = [];
  const sizes = new Map<number, number>();
  try {
    for (const count of tool.sharesProcess ? SESSION_COUNTS : [1]) {
      const times: number[] = [];
      while (pages.length < count) {
        const start = performance.now();
        const page = await running.page();
        pages.push(page);
        await page.load(`${origin}${path}`, expects[0]);
        mustHave(await page.snapshot('first'), expects);
        times.push(performance.now() - start);
      }
      await pause(REST_MS);
      const size = pssOfTrees(await running.pids());
      if (size === null) throw new Error('not measured: /proc/<pid>/smaps_rollup is not there');
      sizes.set(count, size);
      recorder.add({ what: SESSIONS.memory(count), tool: tool.name, unit: 'MB', values: [size] });
      recorder.add({ what: SESSIONS.open(count), tool: tool.name, unit: 'ms', values: times });
    }
    // The last page still answers rightly.
    mustHave(await pages.at(-1)!.snapshot('now'), expects);
    const [fewest, most] = [Math.min(...sizes.keys()), Math.max(...sizes.keys())];
    if (most === fewest) return;
    const each = (sizes.get(most)! - sizes.get(fewest)!) / (most - fewest);
    recorder.add({ what: SESSIONS.further, tool: tool.name, unit: 'MB', values: [each] });
  } finally {
    await running.close();
  }
}

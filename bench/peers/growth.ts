/**
 * How time and memory grow with the size of a page: 500, 5,000 and 50,000 elements, each in a new session.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pssOfTrees } from '../measure.ts';
import { mustBe, mustHave, type Recorder } from './results.ts';
import { SIZES } from './site.ts';
import type { Tool } from './tool.ts';

const RUNS = 5;
const REST_MS = 5_000;

export const GROWTH = {
  load: (size: number) => `load ${size.toLocaleString('en')} elements`,
  memory: (size: number) => `memory of ${size.toLocaleString('en')} elements`,
} as const;

export async function measureGrowth(recorder: Recorder, tools: readonly Tool[], origin: string): Promise<void> {
  for (const tool of tools) {
    for (const size of SIZES) {
      const running = await tool.start();
      try {
        await measureSize(recorder, tool, running, `${origin}/bench/elements-${size}.html`, size);
      } catch (error) {
        recorder.fail(GROWTH.load(size), tool, 'ms', error);
      } finally {
        await running.close();
      }
    }
  }
}

type Running = Awaited<ReturnType<Tool['start']>>;

async function measureSize(recorder: Recorder, tool: Tool, running: Running, url: string, size: number): Promise<void> {
  // What the tool has before: a small page, so that the size alone makes the difference.
  const small = await running.page();
  await small.load(url.replace(String(size), String(SIZES[0])));
  await pause(REST_MS);
  const before = pssOfTrees(await running.pids());
  const values: number[] = [];
  let after: number | null = null;
  for (let run = -1; run < RUNS; run++) {
    const page = await running.page();
    const start = performance.now();
    await page.load(url);
    mustHave(await page.snapshot('first'), ['Product number 0']);
    if (run >= 0) values.push(performance.now() - start);
    mustBe(await page.evaluate(`document.querySelectorAll('.card').length`), size / 10);
    // Of the first one: what later ones leave behind until it is collected is not theirs.
    if (run < 0) {
      await pause(REST_MS);
      after = pssOfTrees(await running.pids());
    }
    await page.close();
  }
  recorder.add({ what: GROWTH.load(size), tool: tool.name, unit: 'ms', values });
  if (before === null || after === null || !tool.sharesProcess) return;
  recorder.add({ what: GROWTH.memory(size), tool: tool.name, unit: 'MB', values: [Math.max(0, after - before)] });
}

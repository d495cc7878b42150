/**
 * Work in bulk, every page checked: a crawl of 933 small pages by several pages side by side, and 100 loads of a shop's page,
 * each in a new session.
 */
import { availableParallelism } from 'node:os';
import { pssOfTrees } from '../measure.ts';
import { CATALOGUE_PAGES, expectedItem, itemName, itemPath, READ_ITEM } from './catalogue.ts';
import { mustBe, type Recorder } from './results.ts';
import { EXPECTED_PRODUCT, READ_PRODUCT } from './shop.ts';
import { VISITS } from './site.ts';
import type { RunningTool, Tool } from './tool.ts';

/** The same for every tool. */
const SIDE_BY_SIDE = 10;
const SHOP_LOADS = 100;
const SAMPLE_MS = 1_000;

export const CRAWL = {
  crawl: `crawl ${CATALOGUE_PAGES} pages`,
  crawlMemory: `crawl ${CATALOGUE_PAGES} pages, peak memory`,
  shop: `load a shop's page ${SHOP_LOADS} times`,
} as const;

/** Engines that ours is spread over when there are several sessions: as many as cores, as browsers do by themselves. */
export const CRAWL_ENGINES = availableParallelism();

export async function measureCrawl(recorder: Recorder, tools: readonly Tool[], origin: string): Promise<void> {
  for (const tool of tools) {
    // At equal concurrency only: where another page is another browser, there is none.
    if (tool.sharesProcess)
      await whileRunning(recorder, tool, CRAWL.crawl, (running) => crawl(recorder, tool, running, origin));
    await whileRunning(recorder, tool, CRAWL.shop, (running) => loadShop(recorder, tool, running, origin));
  }
}

async function whileRunning(
  recorder: Recorder,
  tool: Tool,
  what: string,
  work: (running: RunningTool) => Promise<void>,
): Promise<void> {
  const running = await tool.start();
  try {
    await work(running);
  } catch (error) {
    recorder.fail(what, tool, 's', error);
  } finally {
    await running.close();
  }
}

/** Pages take the next address until none is left. */
async function crawl(recorder: Recorder, tool: Tool, running: RunningTool, origin: string): Promise<void> {
  const pids = await running.pids();
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, pssOfTrees(pids) ?? 0);
  }, SAMPLE_MS);
  try {
    const start = performance.now();
    let next = 0;
    const takeOn = async () => {
      const page = await running.page();
      for (let at = next++; at < CATALOGUE_PAGES; at = next++) {
        await page.load(`${origin}${itemPath(at)}`, itemName(at));
        mustBe(await page.evaluate(READ_ITEM), expectedItem(at));
      }
      await page.close();
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeOn));
    recorder.add({ what: CRAWL.crawl, tool: tool.name, unit: 's', values: [(performance.now() - start) / 1_000] });
    if (peak > 0) recorder.add({ what: CRAWL.crawlMemory, tool: tool.name, unit: 'MB', values: [peak] });
  } finally {
    clearInterval(sample);
  }
}

async function loadShop(recorder: Recorder, tool: Tool, running: RunningTool, origin: string): Promise<void> {
  const { path, expects } = VISITS.shop;
  const start = performance.now();
  for (let load = 0; load < SHOP_LOADS; load++) {
    const page = await running.page();
    await page.load(`${origin}${path}`, expects[0]);
    mustBe(await page.evaluate(READ_PRODUCT), EXPECTED_PRODUCT);
    await page.close();
  }
  recorder.add({ what: CRAWL.shop, tool: tool.name, unit: 's', values: [(performance.now() - start) / 1_000] });
}

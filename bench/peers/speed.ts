/**
 * How long things take: launch to the first state, loads in a new session and in a warm page, an action, an evaluation, and
 * snapshots of a large page.
 */
import { mustBe, mustHave, type Recorder } from './results.ts';
import { VISITS, type Visit } from './site.ts';
import type { RunningTool, Tool, ToolPage } from './tool.ts';

/** Names of what is measured, for tables and targets. */
export const SPEED = {
  launch: 'launch to first state',
  fresh: (name: string) => `load ${name}, new session`,
  /** One right behind the other. */
  warm: (name: string) => `load ${name}, warm`,
  /** With a moment between them, as between two calls of an agent. */
  paced: (name: string) => `load ${name}, warm, a moment after the last`,
  click: 'click to what changed',
  evaluate: 'evaluate, round trip',
  state: 'state of 5,000 elements',
  whole: 'whole snapshot of 5,000 elements',
} as const;

/** Much shorter than any model thinks, and long enough for a tool to end what it left for later. */
const MOMENT_MS = 150;

export async function measureSpeed(recorder: Recorder, tools: readonly Tool[], origin: string): Promise<void> {
  for (const tool of tools) {
    await measureLaunch(recorder, tool, origin);
    const running = await tool.start();
    try {
      for (const [name, visit] of Object.entries(VISITS))
        await measureLoads(recorder, tool, running, origin, name, visit);
      await measureInPage(recorder, tool, running, origin);
    } finally {
      await running.close();
    }
  }
}

/** Opens a page as far as an agent needs it: what the tool tells of it must have what the page shows. */
async function visitPage(page: ToolPage, origin: string, { path, scripted, expects }: Visit): Promise<void> {
  await page.load(`${origin}${path}`, scripted ? expects[0] : undefined);
  mustHave(await page.snapshot('first'), expects);
}

/** Cold: processes, session and page are new each time; only the end of them is not counted. */
async function measureLaunch(recorder: Recorder, tool: Tool, origin: string): Promise<void> {
  const values: number[] = [];
  try {
    for (let run = -1; run < 7; run++) {
      const start = performance.now();
      const running = await tool.start();
      try {
        await visitPage(await running.page(), origin, VISITS.article);
        if (run >= 0) values.push(performance.now() - start);
      } finally {
        await running.close();
      }
    }
    recorder.add({ what: SPEED.launch, tool: tool.name, unit: 'ms', values });
  } catch (error) {
    recorder.fail(SPEED.launch, tool, 'ms', error);
  }
}

async function measureLoads(
  recorder: Recorder,
  tool: Tool,
  running: RunningTool,
  origin: string,
  name: string,
  visit: Visit,
): Promise<void> {
  if (tool.sharesProcess) {
    await recorder.time(SPEED.fresh(name), tool, async () => {
      const page = await running.page();
      await visitPage(page, origin, visit);
      await page.close();
    });
  }
  const page = await running.page();
  await recorder.time(SPEED.warm(name), tool, () => visitPage(page, origin, visit));
  await recorder.time(SPEED.paced(name), tool, () => visitPage(page, origin, visit), { pauseMs: MOMENT_MS });
  await page.close();
}

async function measureInPage(recorder: Recorder, tool: Tool, running: RunningTool, origin: string): Promise<void> {
  const page = await running.page();
  await visitPage(page, origin, VISITS.products);
  let clicks = 0;
  await recorder.time(
    SPEED.click,
    tool,
    async () => mustHave(await page.click('Add to basket'), [`is in your basket (${++clicks}).`]),
    { runs: 20, warmUp: 5 },
  );
  let sum = 0;
  await recorder.time(
    SPEED.evaluate,
    tool,
    async () => {
      sum++;
      mustBe(await page.evaluate(`document.querySelectorAll('button').length + ${sum}`), 3 + sum);
    },
    { runs: 200, warmUp: 50 },
  );
  await visitPage(page, origin, VISITS.catalogue5000);
  if (tool.hasView) {
    const { expects } = VISITS.catalogue5000;
    // The page changes before each: nothing may be answered from what was told before.
    const changed = async (form: 'full' | 'now') => {
      await page.evaluate(`document.querySelector('h3').append('.'), 1`);
      const start = performance.now();
      mustHave(await page.snapshot(form), expects);
      return performance.now() - start;
    };
    await measureAnswers(recorder, tool, SPEED.state, () => changed('now'));
    await measureAnswers(recorder, tool, SPEED.whole, () => changed('full'));
  }
  await page.close();
}

async function measureAnswers(
  recorder: Recorder,
  tool: Tool,
  what: string,
  once: () => Promise<number>,
): Promise<void> {
  try {
    for (let run = 0; run < 5; run++) await once();
    const values: number[] = [];
    for (let run = 0; run < 40; run++) values.push(await once());
    recorder.add({ what, tool: tool.name, unit: 'ms', values });
  } catch (error) {
    recorder.fail(what, tool, 'ms', error);
  }
}

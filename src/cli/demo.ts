/**
 * `agentbrowser demo`: the main job on a site of our own. Opens it, acts on it, and shows what an agent gets back, with
 * how long each step took and what it costs in tokens.
 */
import { AgentBrowser } from '../client/browser.ts';
import { invariant } from '../invariant.ts';
import type { ActionResult, MethodResult } from '../protocol/methods.ts';
import { deltaToText } from '../spatial/to-text.ts';
import { serveDemoSite } from './demo-site.ts';
import { tokenCounter } from './tokens.ts';

type SpatialElement = MethodResult<'session.goto'>['els'][number];

type Print = (text: string) => void;

export async function runDemo(print: Print): Promise<void> {
  const site = await serveDemoSite();
  try {
    await tour(site.origin, print);
  } finally {
    await site.close();
  }
}

interface Step {
  readonly title: string;
  readonly ms: number;
  /** What the agent gets. */
  readonly answer: string;
}

async function tour(origin: string, print: Print): Promise<void> {
  const steps: Step[] = [];
  const started = performance.now();
  await using browser = await AgentBrowser.launch({ viewport: [1280, 800] });
  const launchMs = performance.now() - started;
  // A person's pace would be most of the times that are printed.
  const session = await browser.session({ behaviour: 'instant' });

  const time = async <T>(title: string, work: () => Promise<T>, answer: (result: T) => string | Promise<string>) => {
    const begin = performance.now();
    const result = await work();
    const ms = performance.now() - begin;
    steps.push({ title, ms, answer: await answer(result) });
    return result;
  };
  const wholePage = () => session.text();

  const home = await time(`goto ${origin}/`, () => session.goto(`${origin}/`), wholePage);
  const shelf = find(home.els, (el) => el.text === 'what is on the shelf today');
  await time(`click ${shelf.id} (the link '${shelf.text}')`, () => session.click(shelf.id), wholePage);

  const products = await session.state();
  const add = find(products.els, (el) => el.text === 'Add to basket');
  await time(
    `click ${add.id} (the button '${add.text}': script changes the page)`,
    () => session.click(add.id),
    deltaOf,
  );

  const tokens = await tokenCounter();
  print(`The engine was ready after ${launchMs.toFixed(0)} ms. Tokens are ${tokens.method}.\n`);
  for (const { title, ms, answer } of steps) {
    print(`\n> ${title}\n${answer.trimEnd()}\n  ${ms.toFixed(0)} ms, ${tokens.count(answer)} tokens\n`);
  }
}

function deltaOf(result: ActionResult): string {
  invariant('delta' in result, 'a button that changes the page gives a delta');
  return deltaToText(result.delta);
}

function find(els: readonly SpatialElement[], isIt: (el: SpatialElement) => boolean): SpatialElement {
  const found = els.find(isIt);
  invariant(found, 'the demo page shows what the demo clicks');
  return found;
}

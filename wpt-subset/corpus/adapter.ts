/**
 * This engine as the corpus's scorer knows engines: opens a page, does the steps, and gives boxes, elements and text.
 *
 * The built package is scored, as users have it. Images are fetched, because Chrome had them: their sizes move what is below.
 */
import { builtPackage } from '../../bench/built-package.ts';

const { AgentBrowser, elementRole } = await builtPackage();

type Step = readonly [kind: 'type' | 'press' | 'click', selector: string, value: string];

interface PageOptions {
  readonly viewport: readonly [number, number];
  readonly script: boolean;
  /** Script text to run after load: it starts a task. */
  readonly post?: string;
  readonly steps?: readonly Step[];
}

/** More than any page has: nothing is left out. */
const WHOLE = { scope: 'page', maxTokens: 1_000_000 } as const;
const GOTO_MS = 25_000;

let browser: Awaited<ReturnType<typeof AgentBrowser.launch>> | null = null;

export async function init(): Promise<void> {
  browser = await AgentBrowser.launch({ allowEvaluate: true, behaviour: 'instant', clock: 'virtual', images: true });
}

export async function open(url: string, { viewport, script, post, steps = [] }: PageOptions): Promise<object> {
  await using session = await browser!.session({ viewport, script });
  await session.goto(url, { timeoutMs: GOTO_MS });
  if (post !== undefined) {
    await session.evaluate(`(() => { ${post}\n; return 1 })()`);
    await session.wait('settled');
  }
  for (const [kind, selector, value] of steps) {
    if (kind === 'type') await session.type({ selector }, value, { clear: false });
    else if (kind === 'press') await session.press(value, { target: { selector } });
    else await session.click({ selector });
  }
  const boxes = await session.boxes();
  const { els } = await session.state(WHOLE);
  const interactive = new Set((await session.state({ ...WHOLE, interactiveOnly: true })).els.map(({ id }) => id));
  const text = await session.evaluate('document.body ? document.body.innerText : ""');
  return {
    boxes,
    els: els.map((el) => ({
      role: elementRole(el),
      name: el.name ?? el.text ?? el.ph ?? '',
      b: el.b,
      interactive: interactive.has(el.id),
    })),
    text,
  };
}

export async function close(): Promise<void> {
  await browser?.shutdown();
}

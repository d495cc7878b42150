/**
 * What the project promises, held against what was measured last: each with its target, the figure, and whether it is reached.
 */
import { CORPUS_MEMORY } from '../peers/corpus-memory.ts';
import { CRAWL } from '../peers/crawl.ts';
import { readResults, showValue, timingOf } from '../peers/results.ts';
import { SESSIONS } from '../peers/sessions.ts';
import { VISITS } from '../peers/site.ts';
import { SPEED } from '../peers/speed.ts';
import type { Form } from '../peers/tool.ts';

export interface Target {
  readonly name: string;
  readonly target: string;
  /** `null`: not measured. */
  readonly figure: string | null;
  readonly isReached: boolean;
}

export const OURS = 'agentbrowser';
const CHROMIUM = 'Chromium';

export function targets(): Target[] {
  return [...tokenTargets(), ...speedTargets(), ...memoryTargets(), ...answerTargets()];
}

/** Pages of which a tool's answer leaves out what others tell, or that it could not open: they are not compared. */
function untoldPages(form: Form, tool: string): number {
  const measured = readResults('tokens')?.measurements ?? [];
  return measured.filter((each) => each.tool === tool && each.what.startsWith(`${form}: `) && each.values.length === 0)
    .length;
}

/** Ratios to another tool on every page that both have told, ours in the middle and at worst. */
export function tokenRatios(ourForm: Form, theirForm: Form, tool: string): { page: string; ratio: number }[] {
  const measured = readResults('tokens')?.measurements ?? [];
  const counts = (name: string, form: Form) =>
    new Map(
      measured
        .filter((each) => each.tool === name && each.what.startsWith(`${form}: `) && each.values.length > 0)
        .map((each) => [each.what.slice(form.length + 2), each.values[0]!]),
    );
  const theirs = counts(tool, theirForm);
  return [...counts(OURS, ourForm)]
    .filter(([page]) => theirs.has(page))
    .map(([page, count]) => ({ page, ratio: count / theirs.get(page)! }))
    .sort((a, b) => a.ratio - b.ratio);
}

function tokenTarget(name: string, ourForm: Form, theirForm: Form, tool: string, most: number): Target {
  const ratios = tokenRatios(ourForm, theirForm, tool);
  const reached = ratios.filter(({ ratio }) => (most < 1 ? ratio <= most : ratio < most));
  const worst = ratios.at(-1);
  const percent = (ratio: number) => `${(100 * ratio).toFixed(0)} %`;
  const untold = untoldPages(theirForm, tool);
  const without = untold === 0 ? '' : `; ${untold} more where its answer is not whole`;
  return {
    name,
    target: most < 1 ? `≤ ${percent(most)} on every page` : 'below it on every page',
    figure:
      worst === undefined
        ? null
        : `${reached.length} of ${ratios.length} pages; median ${percent(ratios[Math.floor(ratios.length / 2)]!.ratio)}, worst ${percent(worst.ratio)} (${worst.page})${without}`,
    isReached: worst !== undefined && reached.length === ratios.length,
  };
}

function tokenTargets(): Target[] {
  return [
    tokenTarget('tokens of what is told first, of @playwright/mcp', 'first', 'full', '@playwright/mcp', 0.5),
    tokenTarget('tokens of the whole page, of @playwright/mcp', 'full', 'full', '@playwright/mcp', 0.5),
    tokenTarget('tokens of the whole page with boxes, of @playwright/mcp', 'boxes', 'boxes', '@playwright/mcp', 0.5),
    tokenTarget('tokens of the whole page, of agent-browser', 'full', 'full', 'agent-browser', 1),
    // It has none: ours with boxes beside its without.
    tokenTarget('tokens of the whole page with boxes, of agent-browser without', 'boxes', 'full', 'agent-browser', 1),
    tokenTarget('tokens of what can be acted on, of agent-browser', 'interactive', 'interactive', 'agent-browser', 1),
  ];
}

/** How many times faster than Chromium. */
function speedTarget(name: string, part: string, what: string, least: number): Target {
  const results = readResults(part);
  const [our, their] = [timingOf(results, what, OURS), timingOf(results, what, CHROMIUM)];
  if (our === null || their === null) return { name, target: `≥ ${least} ×`, figure: null, isReached: false };
  const factor = their.median / our.median;
  const unit = part === 'crawl' ? 's' : 'ms';
  const figure = `${factor.toFixed(1)} × (${showValue(our.median, unit)}, Chromium ${showValue(their.median, unit)})`;
  return { name, target: `≥ ${least} ×`, figure, isReached: factor >= least };
}

function speedTargets(): Target[] {
  const loads = Object.entries(VISITS).flatMap(([name, { scripted }]) => {
    const what = `load to usable state, warm, ${scripted ? 'script-driven' : 'static'}: ${name}`;
    const least = scripted ? 3 : 5;
    return [
      speedTarget(what, 'speed', SPEED.warm(name), least),
      speedTarget(`${what}, a moment after the last`, 'speed', SPEED.paced(name), least),
    ];
  });
  return [
    ...loads,
    speedTarget('launch to first state', 'speed', SPEED.launch, 5),
    speedTarget('crawl of 933 pages, ten at a time', 'crawl', CRAWL.crawl, 10),
  ];
}

function memoryTargets(): Target[] {
  const results = readResults('sessions');
  const [our, their] = [timingOf(results, SESSIONS.further, OURS), timingOf(results, SESSIONS.further, CHROMIUM)];
  const share = our === null || their === null ? null : our.median / their.median;
  const pages = (readResults('corpus')?.measurements ?? []).filter(
    ({ tool, what }) => tool === OURS && what.startsWith(CORPUS_MEMORY.page('')),
  );
  const sizes = pages.flatMap(({ what, values }) => values.map((value) => ({ what, value })));
  const over = sizes.filter(({ value }) => value > 50);
  const worst = sizes.toSorted((a, b) => b.value - a.value)[0];
  return [
    {
      name: "memory of a further session, of a further Chromium page's",
      target: '≤ 1/10',
      figure:
        share === null
          ? null
          : `1/${(1 / share).toFixed(1)} (${our!.median.toFixed(1)} and ${their!.median.toFixed(1)} MB)`,
      isReached: share !== null && share <= 0.1,
    },
    {
      name: 'memory of a session on every corpus page',
      target: '≤ 50 MB',
      figure:
        worst === undefined
          ? null
          : `${sizes.length - over.length} of ${pages.length} pages; most ${worst.value.toFixed(0)} MB (${worst.what.slice(CORPUS_MEMORY.page('').length)})`,
      isReached: worst !== undefined && over.length === 0 && sizes.length === pages.length,
    },
  ];
}

function answerTargets(): Target[] {
  const results = readResults('speed');
  const within = (name: string, what: string, most: number): Target => {
    const timing = timingOf(results, what, OURS);
    const figure = timing === null ? null : `${timing.p95.toFixed(1)} ms (median ${timing.median.toFixed(1)})`;
    return { name, target: `≤ ${most} ms, p95`, figure, isReached: timing !== null && timing.p95 <= most };
  };
  return [
    within('evaluate, round trip', SPEED.evaluate, 2),
    within('state of a complex page (5,000 elements)', SPEED.state, 50),
  ];
}

export function printTargets(): void {
  for (const { name, target, figure, isReached } of targets()) {
    const verdict = figure === null ? 'not measured' : isReached ? 'reached' : 'NOT REACHED';
    console.log(`${verdict.padEnd(13)} ${name.padEnd(62)} ${target.padEnd(24)} ${figure ?? ''}`);
  }
}

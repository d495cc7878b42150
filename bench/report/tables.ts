/**
 * Tables of the front page, in Markdown, from what was measured last. A part that has not run has no table.
 */
import { readFileSync } from 'node:fs';
import type { CorpusScores } from '../../wpt-subset/corpus/scores.ts';
import type { WptScores } from '../../wpt-subset/scores.ts';
import { CRAWL } from '../peers/crawl.ts';
import { GROWTH } from '../peers/growth.ts';
import { type PartResults, readResults, showValue, timingOf, type Unit } from '../peers/results.ts';
import { SESSIONS } from '../peers/sessions.ts';
import { SIZES } from '../peers/site.ts';
import { SPEED } from '../peers/speed.ts';
import { TOKENS } from '../peers/tokens.ts';
import type { Form } from '../peers/tool.ts';
import { OURS, targets, tokenRatios } from './targets.ts';

const ABSENT = '–';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Date, machine and versions, under each table. */
function source({ date, machine, node, versions }: PartResults): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `<sub>${date}, ${machine}, Node ${node.slice(1)}; ${named.join(', ')}.</sub>`;
}

/** One row for each thing measured, one column for each tool. */
function byTool(results: PartResults, rows: readonly (readonly [label: string, what: string, unit: Unit])[]): string {
  const tools = Object.keys(results.versions);
  const cell = (what: string, tool: string, unit: Unit) => {
    const timing = timingOf(results, what, tool);
    if (timing !== null) return showValue(timing.median, unit);
    return results.measurements.some((each) => each.what === what && each.tool === tool) ? 'failed' : ABSENT;
  };
  return table(
    ['', ...tools],
    rows.map(([label, what, unit]) => [label, ...tools.map((tool) => cell(what, tool, unit))]),
  );
}

/** Pages that stand for their kind; where there is no corpus, fixtures only. */
const SHOWN_PAGES: readonly (readonly [label: string, id: string])[] = [
  ['shop, three products', 'site/products.html'],
  ['article', 'site/article.html'],
  ['SB Admin 2, dashboard', 'sb-admin-2__index'],
  ['Tabler, pricing', 'tabler__pricing'],
  ['Wikipedia article', 'rd-wikipedia__source'],
  ['Python documentation', 'python-doc__doc_python3.11_html_library_json'],
];

export function tokensTable(): string | null {
  const results = readResults('tokens');
  if (results === null) return null;
  const columns: readonly (readonly [label: string, tool: string, form: Form])[] = [
    ['ours, first answer', OURS, 'first'],
    ['ours, whole page with boxes', OURS, 'boxes'],
    ['ours, whole page', OURS, 'full'],
    ['@playwright/mcp, boxes', '@playwright/mcp', 'boxes'],
    ['@playwright/mcp', '@playwright/mcp', 'full'],
    ['agent-browser', 'agent-browser', 'first'],
  ];
  const count = (what: string, tool: string) => {
    const timing = timingOf(results, what, tool);
    return timing === null ? ABSENT : showValue(timing.median, 'tokens');
  };
  const pages = SHOWN_PAGES.filter(([, id]) => timingOf(results, TOKENS.page('first', id), OURS) !== null);
  const rows = pages.map(([label, id]) => [
    label,
    ...columns.map(([, tool, form]) => count(TOKENS.page(form, id), tool)),
  ]);
  const once = (label: string, what: string) => [
    label,
    ...columns.map(([, tool], at) => (at === 0 || at > 3 ? count(what, tool) : ABSENT)),
  ];
  rows.push(once('after a click in the shop', TOKENS.click), once('list of MCP tools', TOKENS.schema));
  const middle = (ourForm: Form, theirForm: Form, tool: string) => {
    const ratios = tokenRatios(ourForm, theirForm, tool);
    const at = ratios[Math.floor(ratios.length / 2)];
    return at === undefined ? null : `${(100 * at.ratio).toFixed(0)} % of ${tool}'s`;
  };
  const ratios = [middle('full', 'full', '@playwright/mcp'), middle('full', 'first', 'agent-browser')];
  const told = ratios.filter((each) => each !== null).join(' and ');
  const summary =
    told === '' ? '' : `\n\nOver all pages measured, our whole page without boxes has ${told} tokens in the median.`;
  return `${table(['tokens (o200k)', ...columns.map(([label]) => label)], rows)}${summary}\n\n${source(results)}`;
}

export function speedTable(): string | null {
  const results = readResults('speed');
  if (results === null) return null;
  const rows: [string, string, Unit][] = [
    ['launch to first state', SPEED.launch, 'ms'],
    ['load, article', SPEED.warm('article'), 'ms'],
    ['the same, a moment after the last', SPEED.paced('article'), 'ms'],
    ['load, 500 elements', SPEED.warm('catalogue500'), 'ms'],
    ['load, 5,000 elements', SPEED.warm('catalogue5000'), 'ms'],
    ['load, React page', SPEED.warm('react'), 'ms'],
    ['load, shop with two XHRs', SPEED.warm('shop'), 'ms'],
    ['the same in a new session', SPEED.fresh('shop'), 'ms'],
    ['click to what changed', SPEED.click, 'ms'],
    ['evaluate, round trip', SPEED.evaluate, 'ms'],
    ['state of 5,000 elements', SPEED.state, 'ms'],
    ['whole snapshot of 5,000 elements', SPEED.whole, 'ms'],
  ];
  const bulk = readResults('crawl');
  const more: [string, string, Unit][] = [
    ['crawl of 933 pages, ten at a time', CRAWL.crawl, 's'],
    ['100 loads of the shop', CRAWL.shop, 's'],
  ];
  const merged: PartResults = { ...results, measurements: [...results.measurements, ...(bulk?.measurements ?? [])] };
  const all = bulk === null ? rows : [...rows, ...more];
  return `${byTool(merged, all)}\n\n${source(results)}`;
}

export function memoryTable(): string | null {
  const results = readResults('sessions');
  if (results === null) return null;
  const growth = readResults('growth')?.measurements ?? [];
  const bulk = readResults('crawl')?.measurements ?? [];
  const rows: [string, string, Unit][] = [
    ['one session on the shop', SESSIONS.memory(1), 'MB'],
    ['10 sessions', SESSIONS.memory(10), 'MB'],
    ['50 sessions', SESSIONS.memory(50), 'MB'],
    ['each further session', SESSIONS.further, 'MB'],
    ...(growth.length === 0
      ? []
      : SIZES.map((size): [string, string, Unit] => [
          `one more page of ${size.toLocaleString('en')} elements`,
          GROWTH.memory(size),
          'MB',
        ])),
    ...(bulk.length === 0 ? [] : [['crawl of 933 pages, peak', CRAWL.crawlMemory, 'MB'] as [string, string, Unit]]),
  ];
  const merged: PartResults = { ...results, measurements: [...results.measurements, ...growth, ...bulk] };
  return `${byTool(merged, rows)}\n\n${source(results)}`;
}

export function targetsTable(): string | null {
  const measured = targets().filter(({ figure }) => figure !== null);
  if (measured.length === 0) return null;
  return table(
    ['target', 'wanted', 'measured', ''],
    measured.map(({ name, target, figure, isReached }) => [name, target, figure!, isReached ? 'yes' : '**no**']),
  );
}

function readKept<Kept>(name: string): Kept | null {
  try {
    return JSON.parse(readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const percent = (share: number | null | undefined, digits = 1): string =>
  typeof share === 'number' ? `${(100 * share).toFixed(digits)} %` : ABSENT;

export function accuracyTable(): string | null {
  const wpt = readKept<WptScores>('wpt');
  const corpus = readKept<CorpusScores>('corpus');
  const hits = readKept<{ readonly share: number; readonly boxes: number; readonly date: string }>('hit-rate');
  const parts: string[] = [];
  if (wpt !== null) {
    const rows = wpt.categories.map(({ name, tests, passed }) => [
      name,
      tests.toLocaleString('en'),
      percent(passed / tests),
    ]);
    parts.push(table(['Web Platform Tests', 'tests', 'every element within 1 px'], rows), `<sub>${wpt.date}.</sub>`);
  }
  if (corpus !== null) {
    const labels: Readonly<Record<string, string>> = {
      static: 'scripts off',
      scripted: 'scripts on',
      steps: 'after typing and clicking',
    };
    const rows = corpus.modes.map(({ mode, pages, pooled }) => [
      labels[mode] ?? mode,
      String(pages),
      percent(pooled['≤1px']),
      percent(pooled['≤5px']),
      percent(pooled.recall),
      percent(pooled.precision),
      percent(pooled.role),
      percent(pooled.name),
      percent(pooled.text),
    ]);
    const head = ['real pages', 'pages', '± 1 px', '± 5 px', 'recall', 'precision', 'role', 'name', 'text'];
    const hit =
      hits === null
        ? ''
        : ` Hit rate, the share of boxes whose centre is the same element in Chrome: ${percent(hits.share, 2)} of ${hits.boxes.toLocaleString('en')} (${hits.date}).`;
    parts.push(table(head, rows), `<sub>${corpus.date}, against Chromium ${corpus.chromium}.${hit}</sub>`);
  }
  return parts.length === 0 ? null : parts.join('\n\n');
}

/**
 * `npm run bench:report`: what was measured last, as targets, charts and the tables of the front page.
 *
 *   npm run bench:report                 prints the targets, draws bench/charts, fills README.md and docs/benchmarks.md
 *   npm run bench:report -- --check      writes nothing
 *
 * A block stands between <!-- bench: name --> and <!-- /bench -->. A block of which nothing was measured stays.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CRAWL } from './peers/crawl.ts';
import { GROWTH } from './peers/growth.ts';
import { type PartResults, readResults, showValue, timingOf, type Unit } from './peers/results.ts';
import { SESSION_COUNTS, SESSIONS } from './peers/sessions.ts';
import { SIZES, VISITS } from './peers/site.ts';
import { SPEED } from './peers/speed.ts';
import { type BarChart, type BarGroup, drawBarChart } from './report/bar-chart.ts';
import { accuracyTable, memoryTable, speedTable, targetsTable, tokensTable } from './report/tables.ts';
import { OURS, printTargets } from './report/targets.ts';

const FILLED = ['../README.md', '../docs/benchmarks.md'].map((path) => new URL(path, import.meta.url));
const CHARTS = new URL('./charts/', import.meta.url);

const BLOCKS: Readonly<Record<string, () => string | null>> = {
  tokens: tokensTable,
  speed: speedTable,
  memory: memoryTable,
  accuracy: accuracyTable,
  targets: targetsTable,
};

/** The text with its blocks filled. */
export function fillBlocks(text: string, blocks: Readonly<Record<string, () => string | null>> = BLOCKS): string {
  return text.replaceAll(/(<!-- bench: (\w+) -->\n)([\s\S]*?)(<!-- \/bench -->)/g, (whole, begin, name, _, end) => {
    const made = blocks[name]?.();
    return made === undefined || made === null ? whole : `${begin}${made}\n${end}`;
  });
}

/** A group of bars, one for each tool that has the measurement. */
function group(results: PartResults, title: string, what: string): BarGroup {
  const tools = Object.keys(results.versions).filter((tool) =>
    results.measurements.some((each) => each.what === what && each.tool === tool),
  );
  const bars = tools.map((tool) => ({
    label: tool,
    value: timingOf(results, what, tool)?.median ?? null,
    isOurs: tool === OURS,
  }));
  return { title, bars };
}

function chart(part: string, title: string, unit: Unit, rows: readonly (readonly [string, string])[]): BarChart | null {
  const results = readResults(part);
  if (results === null) return null;
  const groups = rows.map(([label, what]) => group(results, label, what)).filter(({ bars }) => bars.length > 0);
  if (groups.length === 0) return null;
  const note = `${unit === 'ms' ? 'milliseconds' : unit === 's' ? 'seconds' : unit}, less is better; ${results.date}, ${results.machine}`;
  return { title, note, show: (value) => showValue(value, unit), groups };
}

function drawCharts(): void {
  const loads = Object.keys(VISITS).map((name) => [`${name}, warm`, SPEED.warm(name)] as const);
  const charts: Readonly<Record<string, BarChart | null>> = {
    speed: chart('speed', 'From an address to a state that an agent can use', 'ms', [
      ['launch to first state', SPEED.launch],
      ...loads,
    ]),
    crawl: chart('crawl', 'Pages in bulk, every one checked', 's', [
      ['crawl of 933 pages', CRAWL.crawl],
      ['100 loads of a shop with two requests by script', CRAWL.shop],
    ]),
    memory: chart('sessions', 'Memory (PSS) of the tool and its processes', 'MB', [
      ...SESSION_COUNTS.map(
        (count) => [`${count} ${count === 1 ? 'session' : 'sessions'}`, SESSIONS.memory(count)] as const,
      ),
      ['each further session', SESSIONS.further],
    ]),
    growth: chart(
      'growth',
      'A page of 500, 5,000 and 50,000 elements in a new session',
      'ms',
      SIZES.map((size) => [`${size.toLocaleString('en')} elements`, GROWTH.load(size)] as const),
    ),
  };
  mkdirSync(CHARTS, { recursive: true });
  for (const [name, drawn] of Object.entries(charts)) {
    if (drawn !== null) writeFileSync(new URL(`${name}.svg`, CHARTS), drawBarChart(drawn));
  }
}

if (import.meta.main) {
  printTargets();
  if (!process.argv.includes('--check')) {
    drawCharts();
    for (const file of FILLED) writeFileSync(file, fillBlocks(readFileSync(file, 'utf8')));
  }
}

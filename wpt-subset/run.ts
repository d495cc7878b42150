/**
 * The scoreboard: lays out pairs of pages and Chrome's boxes, prints a table, and compares with what is known to fail.
 *
 *   npm run wpt                                  all pairs in the folder named by WPT_DATA, against the expectations
 *   npm run wpt -- --category grid               one category (repeatable)
 *   npm run wpt -- --filter margin --show        matching tests only, with the first difference of each failure
 *   npm run wpt -- --record                      takes tests that now pass off the lists
 *   npm run wpt -- --keep                        keeps the table in bench/results/wpt.json, for the front page
 *   npm run wpt -- --accept-failures             writes the lists anew, also with new failures: only for new data
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Comparison } from './compare.ts';
import { listCategories, loadPairs, type Pair, UNCOUNTED } from './dataset.ts';
import { hasExpectations, readExpectations, writeExpectations } from './expectations.ts';
import { layOutPairs } from './layout-pool.ts';
import { keepScores } from './scores.ts';

const VIEWPORT = [800, 600] as const;

const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: process.env['WPT_DATA'] ?? '' },
    category: { type: 'string', multiple: true },
    filter: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    'accept-failures': { type: 'boolean', default: false },
    threads: { type: 'string', default: '2' },
  },
});

if (args.data === '' || !existsSync(args.data)) {
  console.log(
    args.data === ''
      ? 'WPT pairs: skipped, because WPT_DATA does not name a folder with pairs.'
      : `WPT pairs: skipped, because the folder ${args.data} (WPT_DATA) does not exist.`,
  );
  console.log("'npm run wpt:record' makes such a folder from a WPT checkout; see wpt-subset/README.md.");
  process.exit(0);
}

interface Totals {
  tests: number;
  passed: number;
  boxes: number;
  within1: number;
  within5: number;
}

const totals = new Map<string, Totals>();
const failures = new Map<string, Map<string, string>>();

function count(name: string, comparison: Comparison): void {
  const row = totals.get(name) ?? { tests: 0, passed: 0, boxes: 0, within1: 0, within5: 0 };
  row.tests++;
  if (comparison.passed) row.passed++;
  row.boxes += comparison.boxes;
  row.within1 += comparison.within1;
  row.within5 += comparison.within5;
  totals.set(name, row);
}

function onResult(pair: Pair, comparison: Comparison): void {
  count(pair.category, comparison);
  if (!UNCOUNTED.has(pair.category)) count('all counted', comparison);
  if (comparison.passed) return;
  if (!failures.has(pair.category)) failures.set(pair.category, new Map());
  failures.get(pair.category)!.set(pair.name, comparison.difference ?? '');
  if (args.show) console.log(`${pair.category}/${pair.name}: ${comparison.difference}`);
}

const categories = args.category ?? listCategories(args.data);
const pairs = categories
  .flatMap((category) => loadPairs(args.data, category))
  .filter(({ name }) => name.includes(args.filter));
await layOutPairs(pairs, { threads: Number(args.threads), timeoutMs: 30_000, viewport: VIEWPORT }, onResult);
printTable();
if (args.keep) keepScores([...totals].map(([name, { tests, passed }]) => ({ name, tests, passed })));
process.exitCode = checkExpectations() ? 0 : 1;

function printTable(): void {
  const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
  const rows = [...totals].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  console.log(line(['category', 'tests', 'passed', 'rate', 'boxes', '<= 1 px', '<= 5 px']));
  for (const [name, t] of rows) {
    const { tests, passed, boxes } = t;
    console.log(
      line([name, tests, passed, share(passed, tests), boxes, share(t.within1, boxes), share(t.within5, boxes)]),
    );
  }
}

function rank(name: string): number {
  if (name === 'all counted') return 1;
  return UNCOUNTED.has(name) ? 2 : 0;
}

function line(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(9))).join('');
}

/** Compares with the lists of known failures. False when something got worse, or better without being recorded. */
function checkExpectations(): boolean {
  let agreed = true;
  for (const category of categories) {
    const known = readExpectations(category);
    const failed = failures.get(category) ?? new Map<string, string>();
    const ran = new Set(pairs.filter((pair) => pair.category === category).map(({ name }) => name));
    const regressions = [...failed.keys()].filter((name) => !known.has(name));
    const passes = [...known.keys()].filter((name) => ran.has(name) && !failed.has(name));
    const isNew = !hasExpectations(category);

    if (args['accept-failures']) {
      const kept = [...known].filter(([name]) => !ran.has(name) || failed.has(name));
      writeExpectations(category, new Map([...[...failed.keys()].map((name) => [name, 'unsorted'] as const), ...kept]));
      continue;
    }
    if (args.record && passes.length > 0) {
      writeExpectations(category, new Map([...known].filter(([name]) => !passes.includes(name))));
      console.log(`${category}: ${passes.length} new passes recorded`);
    } else if (passes.length > 0) {
      agreed = false;
      console.log(`${category}: ${passes.length} pass by surprise; record them with 'npm run wpt -- --record':`);
      for (const name of passes.slice(0, 20)) console.log(`  ${name}`);
    }
    if (regressions.length > 0) {
      agreed = false;
      const what = isNew ? 'have no expectations yet' : 'passed before and fail now';
      console.log(`${category}: ${regressions.length} ${what}:`);
      for (const name of regressions.slice(0, 20)) console.log(`  ${name}: ${failed.get(name)}`);
    }
  }
  return agreed;
}

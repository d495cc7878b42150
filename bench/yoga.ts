/**
 * Our flex solver beside Yoga: how often each agrees with Chrome, what each costs, and what Yoga takes to start.
 *
 * The WPT flexbox pairs are read from the folder named by WPT_DATA (see wpt-subset/README.md). Yoga runs twice: as it
 * is, and with base sizes and automatic minimums that we compute for it, the correction that helps it most. Times are
 * processor time, so that other work on the machine changes them little.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareBoxes } from '../wpt-subset/compare.ts';
import { loadPairs, type Pair } from '../wpt-subset/dataset.ts';
import { inMs, printRow, spread, summarise, type Timing } from './measure.ts';
import { type FlexSolver, SolverDocument } from './solver-layout.ts';

const WPT_VIEWPORT = [800, 600] as const;
const VIEWPORT = [1280, 800] as const;
const ITEMS = 2_000;
const RUNS = 15;
const WARM_UP = 8;

/** Failures are sorted by the first of these that the name of the test, else its page, speaks of. */
const CAUSES: readonly (readonly [cause: string, pattern: RegExp])[] = [
  ['baseline groups', /baseline/i],
  ['balanced lines', /balance|flex-line-count/i],
  ['replaced items and aspect ratios', /aspect-ratio|<img|<canvas|<svg|<video|image|replaced/i],
  ['basis by keyword', /flex-basis-(?:content|intrinsic)|flex-basis:\s*(?:\w+-)?content|flex:[^;]*content/i],
  ['automatic minimum sizes', /min-(?:width|height|size|auto|inline|block)[^;]*auto|flex-minimum|content-based/i],
  ['keyword sizes', /(?:min|max|fit)-content/i],
  ['tables as items', /table/i],
  ['scroll containers as items', /overflow|scroll/i],
  ['percentages of indefinite sizes', /percent|\d%/i],
  ['several lines', /wrap/i],
  ['columns', /column/i],
];

interface Contestant {
  readonly name: string;
  readonly solver: FlexSolver;
}

export async function benchYoga(): Promise<void> {
  console.log('\nflex: our solver and Yoga');
  // Imported here, so that the first start is measured with everything that it needs.
  const begin = process.cpuUsage();
  const { loadYogaSolver } = await import('../src/layout/flex/yoga.ts');
  const yoga = await loadYogaSolver();
  const { user, system } = process.cpuUsage(begin);
  printRow('  Yoga: first start with import', `${((user + system) / 1000).toFixed(1)} ms`);
  printRow('  Yoga: one more instance', inMs(await startTime(loadYogaSolver)));

  const contestants: readonly Contestant[] = [
    { name: 'ours', solver: null },
    { name: 'Yoga', solver: yoga },
    { name: 'Yoga with our base sizes and minimums', solver: await loadYogaSolver('ours') },
  ];
  comparePairs(contestants);
  console.log('\n  layout alone, warm, ms of processor time for 1,000 items');
  for (const [name, html] of Object.entries(PAGES)) timePage(name, html, contestants);
}

async function startTime(load: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begin = process.cpuUsage();
    await load();
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1000);
  }
  return summarise(times);
}

// --- Accuracy ----------------------------------------------------------------------------------------------------

function comparePairs(contestants: readonly Contestant[]): void {
  const folder = process.env['WPT_DATA'] ?? '';
  if (!existsSync(join(folder, 'flexbox', 'boxes.json'))) {
    console.log('  WPT pairs: skipped, because WPT_DATA does not name a folder with flexbox pairs.');
    return;
  }
  const pairs = loadPairs(folder, 'flexbox').map((pair) => ({ pair, html: readFileSync(pair.file, 'utf8') }));
  const failures = new Map<string, Set<Pair>>();
  for (const { name, solver } of contestants) {
    const failed = new Set<Pair>();
    for (const { pair, html } of pairs) if (!passes(pair, html, solver)) failed.add(pair);
    failures.set(name, failed);
    const passed = pairs.length - failed.size;
    printRow(`  ${name}`, `${((100 * passed) / pairs.length).toFixed(1)} %`, `${passed} of ${pairs.length} pairs`);
  }
  const [ours, yoga, helped] = contestants.map(({ name }) => failures.get(name)!);
  const lost = pairs.filter(({ pair }) => yoga!.has(pair) && !ours!.has(pair));
  const cured = lost.filter(({ pair }) => !helped!.has(pair));
  console.log(`\n  Yoga fails ${lost.length} pairs that we pass; ${cured.length} of them pass with our base sizes.`);
  printCauses(lost);
  console.log('  What is left with our base sizes and minimums:');
  printCauses(pairs.filter(({ pair }) => helped!.has(pair) && !ours!.has(pair)));
}

function passes(pair: Pair, html: string, solver: FlexSolver): boolean {
  return compareBoxes(pair.expected, new SolverDocument(html, WPT_VIEWPORT).boxes(solver)).passed;
}

function printCauses(failed: readonly { readonly pair: Pair; readonly html: string }[]): void {
  const groups = new Map<string, string[]>();
  for (const { pair, html } of failed) {
    const cause = causeOf(pair.name, html);
    groups.set(cause, [...(groups.get(cause) ?? []), pair.name]);
  }
  for (const [cause, names] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    printRow(`    ${cause}`, String(names.length), names.slice(0, 3).join(', '));
  }
}

function causeOf(name: string, html: string): string {
  const byName = CAUSES.find(([, pattern]) => pattern.test(name));
  return (byName ?? CAUSES.find(([, pattern]) => pattern.test(html)))?.[0] ?? 'other';
}

// --- Time --------------------------------------------------------------------------------------------------------

const LEAF = '<i></i>';

const PAGES: Readonly<Record<string, string>> = {
  '2,000 items of fixed sizes': page('i { width: 30px; height: 20px }', container(LEAF.repeat(ITEMS))),
  '2,000 items of text': page('', container('<i>Some words</i>'.repeat(ITEMS))),
  'nested 30 levels, four leaves each': page('', nested(30)),
};

function page(style: string, body: string): string {
  return `<!doctype html><style>div { display: flex } ${style}</style>${body}`;
}

function container(items: string): string {
  return `<div style="flex-wrap: wrap">${items}</div>`;
}

/** One nested container and four leaves at each level, rows and columns by turns, all sizes automatic. */
function nested(levels: number): string {
  const open = (level: number): string =>
    `<div style="flex-direction: ${level % 2 ? 'column' : 'row'}">${'<i>a</i>'.repeat(4)}`;
  return Array.from({ length: levels }, (_, level) => open(level)).join('') + '</div>'.repeat(levels);
}

function timePage(name: string, html: string, contestants: readonly Contestant[]): void {
  const document = new SolverDocument(html, VIEWPORT);
  const items = html.split('<i>').length - 1;
  // Processor time is counted in coarse steps: small pages are laid out several times for one figure.
  const copies = Math.ceil(ITEMS / items);
  for (const { name: solverName, solver } of contestants) {
    const times: number[] = [];
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      // The box trees are not part of what is timed.
      const layouts = Array.from({ length: copies }, () => document.prepare(solver));
      const begin = process.threadCpuUsage();
      for (const layOut of layouts) layOut();
      const { user, system } = process.threadCpuUsage(begin);
      if (run >= WARM_UP) times.push((user + system) / (items * copies));
    }
    const timing = summarise(times);
    printRow(`  ${name}: ${solverName}`, inMs(timing), spread(timing));
  }
}

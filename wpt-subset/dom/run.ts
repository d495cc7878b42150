/**
 * Script tests of WPT in this engine, against what is known to fail; or beside other engines.
 *
 *   npm run wpt:dom                                  every folder, against the expectations; needs WPT_ROOT
 *   npm run wpt:dom -- --folder dom --filter ranges  one folder (repeatable), matching files only
 *   npm run wpt:dom -- --show                        with each failure and its message
 *   npm run wpt:dom -- --record                      takes what now passes off the lists
 *   npm run wpt:dom -- --accept-failures             writes the lists anew, also with new failures
 *   npm run wpt:dom -- --served                      the folders that need WPT's own server, with it; needs python3
 *   npm run wpt:compare                              pass rates beside jsdom's and happy-dom's; needs PEERS_ROOT
 *   npm run wpt:dom -- --peer jsdom --folder xhr     the same with one of them, on other folders
 *   npm run wpt:dom -- --peer jsdom --with old.json  the same, with results that earlier runs wrote by --out
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { peerVersion } from '../../bench/peers/installed.ts';
import { checkFolder } from './known-failures.ts';
import { type EngineName, type FileResult, runTests } from './page-pool.ts';
import { COMPARED, countTogether, type Engines, printComparison, printScores } from './scores.ts';
import { FOLDERS, listTests, SERVED_FOLDERS } from './test-files.ts';

const { values: args } = parseArgs({
  options: {
    root: { type: 'string', default: process.env['WPT_ROOT'] ?? '' },
    folder: { type: 'string', multiple: true },
    /** By WPT's own server, with its handlers, its hosts and TLS. */
    served: { type: 'boolean', default: false },
    filter: { type: 'string', default: '' },
    peer: { type: 'string', multiple: true, default: [] },
    /** All peers, on the folders that decide who is ahead. */
    compare: { type: 'boolean', default: false },
    /** Only the peers, for a look at one of them. */
    'peers-only': { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'accept-failures': { type: 'boolean', default: false },
    processes: { type: 'string', default: '2' },
    /** Seconds for one file, and minutes for all files of one engine. */
    timeout: { type: 'string', default: '15' },
    limit: { type: 'string', default: '60' },
    /** Takes the results of engines that such a file has, in place of running them. */
    with: { type: 'string', multiple: true, default: [] },
    /** Writes all results as JSON. */
    out: { type: 'string', default: '' },
  },
});

if (args.root === '' || !existsSync(`${args.root}/resources/testharness.js`)) {
  console.log('WPT script tests: skipped, because WPT_ROOT does not name a checkout of web-platform-tests.');
  console.log('See wpt-subset/README.md.');
  process.exit(0);
}

const peers = args.compare ? ['jsdom', 'happy-dom'] : args.peer;
if (peers.length > 0 && (process.env['PEERS_ROOT'] ?? '') === '') {
  console.log('Comparison: skipped, because PEERS_ROOT does not name a folder with the peers in its node_modules.');
  console.log('See wpt-subset/README.md.');
  process.exit(0);
}

const folders = args.folder ?? (args.compare ? COMPARED : args.served ? SERVED_FOLDERS : FOLDERS);
const tests = folders.flatMap((folder) => listTests(args.root, folder, args.filter, args.served));
const engines: Engines = new Map();
if (!args['peers-only']) engines.set('agentbrowser', []);
for (const peer of peers) {
  if (peer !== 'jsdom' && peer !== 'happy-dom') throw new Error(`There is no peer '${peer}': jsdom or happy-dom.`);
  engines.set(peer, []);
}

const kept: Partial<Record<EngineName, FileResult[]>> = {};
for (const path of args.with) {
  const found = JSON.parse(readFileSync(path, 'utf8')) as Record<EngineName, FileResult[]>;
  for (const engine of engines.keys()) kept[engine] = [...(kept[engine] ?? []), ...(found[engine] ?? [])];
}

for (const [engine, results] of engines) {
  const wanted = new Set(tests.map(({ path }) => path));
  for (const result of kept[engine] ?? []) if (wanted.has(result.test.path)) results.push(result);
  if (results.length > 0) continue;
  const started = performance.now();
  await runTests(tests, poolOptions(engine), (result) => {
    results.push(result);
    if (results.length % 100 === 0) console.error(`${engine}: ${results.length} of ${tests.length} files`);
    if (args.show) showFailures(result);
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${engine}: ${results.length} files in ${seconds} s`);
}
if (args.out !== '') writeFileSync(args.out, JSON.stringify(Object.fromEntries(engines)));

if (peers.length > 0) {
  console.log(peers.map((peer) => `${peer} ${peerVersion(peer)}`).join(', '));
  printComparison(countTogether(engines), folders);
} else {
  const results = engines.get('agentbrowser')!;
  printScores(results, folders);
  process.exitCode = checkExpectations(results) ? 0 : 1;
}

function poolOptions(engine: EngineName) {
  const timeoutMs = Number(args.timeout) * 1000;
  const totalMs = Number(args.limit) * 60_000;
  return { root: args.root, engine, isServed: args.served, processes: Number(args.processes), timeoutMs, totalMs };
}

function showFailures({ test, problem, subtests }: FileResult): void {
  if (problem !== null) console.log(`${test.path}: ${problem}`);
  for (const { name, passed, message } of subtests) if (!passed) console.log(`${test.path}: ${name}: ${message}`);
}

/** False when something got worse, or better without being recorded. */
function checkExpectations(results: readonly FileResult[]): boolean {
  const mode = args['accept-failures'] ? 'accept' : args.record ? 'record' : 'check';
  let agreed = true;
  for (const folder of folders) {
    const complaints = checkFolder(
      folder,
      results.filter(({ test }) => test.folder === folder),
      mode,
    );
    for (const complaint of complaints.slice(0, 40)) console.log(complaint);
    if (complaints.length > 40) console.log(`  ... and ${complaints.length - 40} more`);
    if (complaints.length > 0) agreed = false;
  }
  return agreed;
}

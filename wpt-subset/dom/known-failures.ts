/**
 * What is known to fail in script tests: `expectations/<folder>.txt`, one block a file.
 *
 *     dom/nodes/Node-cloneNode.html  # reason
 *       name of a test that fails
 *
 * A block without names means that the file does not report, or that its harness is not content. Where very many tests
 * of a file fail, the block has their number in place of their names (`  = 120 pass`): names would be longer than
 * the test itself.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileResult } from './page-pool.ts';

/** Failures of one file beyond which only their number is kept. */
const MAX_NAMES = 50;

interface KnownFile {
  readonly reason: string;
  readonly names: ReadonlySet<string>;
  /** Instead of names: how many pass. */
  readonly passing: number | null;
}

export type Mode = 'check' | 'record' | 'accept';

/** Compares a folder's results with its list, and writes the list anew where the mode says so. */
export function checkFolder(folder: string, results: readonly FileResult[], mode: Mode): string[] {
  const known = readKnown(folder);
  const next = new Map(known);
  const complaints: string[] = [];
  for (const result of results) {
    const { path } = result.test;
    const before = known.get(path) ?? null;
    const { worse, better } = compare(result, before);
    if (mode !== 'accept') for (const each of worse) complaints.push(`${path}: fails now: ${each}`);
    if (mode === 'check') for (const each of better) complaints.push(`${path}: passes by surprise: ${each}`);
    const isWritten = mode === 'accept' || (mode === 'record' && worse.length === 0 && better.length > 0);
    if (!isWritten) continue;
    const entry = knownFrom(result, before?.reason ?? 'unsorted');
    if (entry === null) next.delete(path);
    else next.set(path, entry);
  }
  if (mode !== 'check') writeKnown(folder, next);
  return complaints;
}

function compare(result: FileResult, known: KnownFile | null): { worse: string[]; better: string[] } {
  const worse: string[] = [];
  const better: string[] = [];
  const { problem, subtests } = result;
  const failed = subtests.filter(({ passed }) => !passed).map(({ name }) => oneLine(name));
  if (known === null) {
    if (problem !== null) worse.push(problem);
    worse.push(...failed);
  } else if (known.passing !== null) {
    const passing = subtests.length - failed.length;
    if (passing < known.passing) worse.push(`${passing} tests pass, ${known.passing} did before`);
    if (passing > known.passing) better.push(`${passing} tests, ${known.passing} did before`);
  } else if (known.names.size > 0 || problem === null) {
    if (subtests.length === 0) worse.push(problem ?? 'nothing is reported');
    worse.push(...failed.filter((name) => !known.names.has(name)));
    const passed = new Set(subtests.filter((subtest) => subtest.passed).map(({ name }) => oneLine(name)));
    better.push(...[...known.names].filter((name) => passed.has(name)));
    if (known.names.size === 0) better.push('the file reports');
  }
  return { worse, better };
}

function knownFrom({ problem, subtests }: FileResult, reason: string): KnownFile | null {
  const names = new Set(subtests.filter(({ passed }) => !passed).map(({ name }) => oneLine(name)));
  if (problem === null && names.size === 0) return null;
  if (names.size <= MAX_NAMES) return { reason, names, passing: null };
  return { reason, names: new Set(), passing: subtests.filter(({ passed }) => passed).length };
}

function oneLine(name: string): string {
  return JSON.stringify(name).slice(1, -1).slice(0, 200);
}

const fileOf = (folder: string) =>
  fileURLToPath(new URL(`./expectations/${folder.replaceAll('/', '-')}.txt`, import.meta.url));

function readKnown(folder: string): Map<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  if (!existsSync(fileOf(folder))) return known;
  let path = '';
  for (const line of readFileSync(fileOf(folder), 'utf8').split('\n')) {
    if (line === '') continue;
    const file = known.get(path);
    if (!line.startsWith('  ')) {
      const [name = '', reason = ''] = line.split(/ {2}# ?/, 2);
      path = name;
      known.set(path, { reason, names: new Set(), passing: null });
    } else if (file !== undefined) {
      const count = /^ {2}= (\d+) pass$/.exec(line);
      if (count !== null) known.set(path, { ...file, passing: Number(count[1]) });
      else known.set(path, { ...file, names: new Set([...file.names, line.slice(2)]) });
    }
  }
  return known;
}

function writeKnown(folder: string, known: ReadonlyMap<string, KnownFile>): void {
  const blocks = [...known]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { reason, names, passing }]) => {
      const lines = passing === null ? [...names] : [`= ${passing} pass`];
      return [`${path}  # ${reason}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
    });
  writeFileSync(fileOf(folder), blocks.join(''));
}

/**
 * Pass rates by folder, of one engine or of several side by side.
 *
 * A file that does not report counts as one failed test in a run of one engine. Side by side, every test that any engine
 * has reported counts for all of them, so that not reporting does not make a rate better.
 */
import type { EngineName, FileResult } from './page-pool.ts';

export type Engines = Map<EngineName, FileResult[]>;

interface Score {
  files: number;
  wholeFiles: number;
  tests: number;
  passed: number;
}

/** Folders whose sum decides whether we are ahead. */
export const COMPARED = ['dom', 'html/semantics/forms', 'css/selectors'];

export function printScores(results: readonly FileResult[], folders: readonly string[]): void {
  console.log(line(['folder', 'files', 'all pass', 'no report', 'tests', 'passed', 'rate']));
  for (const folder of [...folders, 'all']) {
    const score: Score = { files: 0, wholeFiles: 0, tests: 0, passed: 0 };
    let silent = 0;
    for (const { test, problem, subtests } of results) {
      if (folder !== 'all' && test.folder !== folder) continue;
      const passed = subtests.filter((subtest) => subtest.passed).length;
      score.files++;
      score.tests += Math.max(1, subtests.length);
      score.passed += passed;
      if (subtests.length === 0) silent++;
      if (problem === null && passed === subtests.length) score.wholeFiles++;
    }
    const { files, wholeFiles, tests, passed } = score;
    console.log(line([folder, files, wholeFiles, silent, tests, passed, share(passed, tests)]));
  }
}

/** By folder: how many tests there are, and how many each engine passes. */
export type Counted = ReadonlyMap<string, { tests: number; readonly passed: Map<EngineName, number> }>;

export function countTogether(engines: Engines): Counted {
  const names = new Map<string, { readonly folder: string; readonly tests: Set<string> }>();
  for (const results of engines.values()) {
    for (const { test, subtests } of results) {
      const file = names.get(test.path) ?? { folder: test.folder, tests: new Set<string>() };
      for (const { name } of subtests) file.tests.add(name);
      names.set(test.path, file);
    }
  }
  const counted = new Map<string, { tests: number; passed: Map<EngineName, number> }>();
  for (const { folder, tests } of names.values()) {
    const row = counted.get(folder) ?? { tests: 0, passed: new Map() };
    row.tests += Math.max(1, tests.size);
    counted.set(folder, row);
  }
  for (const [engine, results] of engines) {
    for (const { test, subtests } of results) {
      const { passed } = counted.get(test.folder)!;
      const more = subtests.filter((subtest) => subtest.passed).length;
      passed.set(engine, (passed.get(engine) ?? 0) + more);
    }
  }
  return counted;
}

export function printComparison(counted: Counted, folders: readonly string[]): void {
  const engines = [...new Set([...counted.values()].flatMap(({ passed }) => [...passed.keys()]))];
  console.log(line(['folder', 'tests', ...engines.flatMap((engine) => [engine, 'rate'])]));
  const row = (title: string, members: readonly string[]): void => {
    const rows = members.flatMap((folder) => counted.get(folder) ?? []);
    const tests = rows.reduce((sum, each) => sum + each.tests, 0);
    const cells = engines.flatMap((engine) => {
      const passed = rows.reduce((sum, each) => sum + (each.passed.get(engine) ?? 0), 0);
      return [passed, share(passed, tests)];
    });
    console.log(line([title, tests, ...cells]));
  };
  for (const folder of folders) row(folder, [folder]);
  row('all', folders);
  const isMore = folders.length > COMPARED.length;
  if (isMore && COMPARED.every((folder) => folders.includes(folder))) row('dom+forms+selectors', COMPARED);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

function line(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(13))).join('');
}

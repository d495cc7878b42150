/**
 * Timing and memory, the same way in every benchmark.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface Timing {
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Nineteen of twenty are not above it. */
  readonly p95: number;
  readonly runs: number;
}

/** Runs a function some times to warm up, then measures. Milliseconds. */
export async function time(runs: number, action: () => unknown, warmUp = Math.ceil(runs / 3)): Promise<Timing> {
  for (let index = 0; index < warmUp; index++) await action();
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return summarise(times);
}

export function summarise(times: readonly number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const p95 = sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)];
  const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
  return { median, mean, min: sorted[0], max: sorted.at(-1)!, p95, runs: times.length };
}

/** Proportional set size of a process in megabytes; `null` where /proc does not have it. */
export function pssOf(pid: number): number | null {
  try {
    return pssIn(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  } catch (error) {
    return goneOrThrow(error);
  }
}

/** The same while this process goes on: of processes with gigabytes the kernel counts the pages for seconds. */
export async function pssMeanwhile(pid: number): Promise<number | null> {
  return readFile(`/proc/${pid}/smaps_rollup`, 'utf8').then(pssIn, goneOrThrow);
}

function pssIn(rollup: string): number | null {
  const match = /^Pss:\s+(\d+) kB/m.exec(rollup);
  return match === null ? null : Number(match[1]) / 1024;
}

/** It has ended meanwhile, or there is no such file system. */
function goneOrThrow(error: unknown): null {
  if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

/** Proportional set size of processes and of all that they started, in megabytes; `null` where /proc does not have it. */
export function pssOfTrees(roots: readonly number[]): number | null {
  const parents = parentPids();
  const counted = new Set(roots);
  // Parents can have higher numbers than their children: go round until nothing is added.
  for (let before = -1; before !== counted.size; ) {
    before = counted.size;
    for (const [pid, parent] of parents) if (counted.has(parent)) counted.add(pid);
  }
  const sizes = [...counted].map(pssOf).filter((size) => size !== null);
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
}

/** Every process whose environment has this text in it, such as a mark that its children inherit. */
export function pidsWithEnvironment(text: string): number[] {
  return processIds().filter((pid) => readProcFile(pid, 'environ').includes(text));
}

function parentPids(): Map<number, number> {
  return new Map(processIds().map((pid) => [pid, Number(/^PPid:\s+(\d+)/m.exec(readProcFile(pid, 'status'))?.[1])]));
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Empty for a process that has ended, or is somebody else's. */
function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

export function printRow(name: string, value: string, note = ''): void {
  console.log(`${name.padEnd(46)} ${value.padStart(12)}  ${note}`);
}

export function inMs({ median }: Timing): string {
  return `${median.toFixed(1)} ms`;
}

export function spread({ min, max, runs }: Timing): string {
  return `${min.toFixed(1)} to ${max.toFixed(1)} in ${runs} runs`;
}

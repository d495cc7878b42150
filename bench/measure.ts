/**
 * Timing and memory, the same way in every benchmark.
 */
import { readFileSync } from 'node:fs';

export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
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
  return { median, min: sorted[0], max: sorted.at(-1)!, runs: times.length };
}

/** Proportional set size of a process in megabytes; `null` where /proc does not have it. */
export function pssOf(pid: number): number | null {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return match === null ? null : Number(match[1]) / 1024;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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

/**
 * The processes that a test's commands have started, and waiting until they are as they should be.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cli } from './run-cli.ts';

export const LINUX = { skip: process.platform !== 'linux' && 'processes are read from /proc' };

/** Processes that were started with the folders of this test. */
export function processesOf({ runtime }: Cli): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // What has ended and is not yet collected has no environment any more.
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AGENTBROWSER_RUNTIME_DIR=${runtime}\0`);
      } catch {
        return false;
      }
    });
}

/** A process that is on its way may wait long for a processor. */
const PATIENCE_MS = 90_000;

/** In the end; it takes a moment until the others have gone. */
export async function processesAre(shell: Cli, wanted: readonly number[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end && processesOf(shell).length !== wanted.length) await pause(30);
  const found = processesOf(shell);
  assert.deepEqual(found.sort(), [...wanted].sort(), found.map(describeProcess).join('; '));
}

export function noneLeft(shell: Cli): Promise<void> {
  return processesAre(shell, []);
}

function describeProcess(pid: number): string {
  try {
    const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1);
    return `${pid} of ${parent}: ${words.join(' ').slice(0, 300)}`;
  } catch {
    return `${pid}: gone`;
  }
}

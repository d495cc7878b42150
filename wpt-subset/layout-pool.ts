/**
 * Runs pairs on a few threads. A page that hangs costs its thread, not the run.
 */
import { Worker } from 'node:worker_threads';
import type { Comparison } from './compare.ts';
import type { Pair } from './dataset.ts';

export interface PoolOptions {
  readonly threads: number;
  readonly timeoutMs: number;
  readonly viewport: readonly [number, number];
}

export async function layOutPairs(
  pairs: readonly Pair[],
  options: PoolOptions,
  onResult: (pair: Pair, comparison: Comparison) => void,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(options.threads, pairs.length) }, async () => {
      let worker = startWorker();
      while (next < pairs.length) {
        const pair = pairs[next++];
        const comparison = await layOut(worker, pair, options);
        if (comparison.difference?.startsWith('time-out')) {
          await worker.terminate();
          worker = startWorker();
        }
        onResult(pair, comparison);
      }
      await worker.terminate();
    }),
  );
}

function startWorker(): Worker {
  return new Worker(new URL('./layout-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
}

/** `difference` begins with 'time-out' when the thread cannot be used again. */
function layOut(worker: Worker, pair: Pair, { timeoutMs, viewport }: PoolOptions): Promise<Comparison> {
  return new Promise((resolve) => {
    const fail = (difference: string) => finish({ passed: false, boxes: 0, within1: 0, within5: 0, difference });
    const onError = (error: unknown) =>
      fail(`time-out: the thread died (${error instanceof Error ? error.message : error})`);
    const onExit = (code: number) => fail(`time-out: the thread ended with code ${code}`);
    const finish = (comparison: Comparison) => {
      clearTimeout(timer);
      worker.off('message', finish);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(comparison);
    };
    const timer = setTimeout(() => fail(`time-out after ${timeoutMs} ms`), timeoutMs);
    worker.on('message', finish);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage({ pair, viewport });
  });
}

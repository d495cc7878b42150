/** A thread that lays out one page after the other for run.ts. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { layoutDocument } from '../src/layout-document.ts';
import { compareBoxes } from './compare.ts';
import type { Pair } from './dataset.ts';

parentPort!.on('message', ({ pair, viewport }: { pair: Pair; viewport: readonly [number, number] }) => {
  try {
    const { boxes } = layoutDocument(readFileSync(pair.file, 'utf8'), { viewport });
    parentPort!.postMessage(compareBoxes(pair.expected, boxes));
  } catch (error) {
    const difference = `error: ${error instanceof Error ? error.stack?.split('\n').slice(0, 3).join(' | ') : error}`;
    parentPort!.postMessage({ passed: false, boxes: 0, within1: 0, within5: 0, difference });
  }
});

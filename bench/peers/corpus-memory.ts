/**
 * What a session takes on each page of the corpus, in proportional memory (PSS): one more session in an engine that is warm,
 * with the page open and at rest.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pssOfTrees } from '../measure.ts';
import { mustHaveTitle, openCorpusPages } from './corpus-pages.ts';
import type { Recorder } from './results.ts';
import type { Tool } from './tool.ts';

const REST_MS = 3_000;

export const CORPUS_MEMORY = { page: (id: string) => `memory: ${id}` } as const;

export async function measureCorpusMemory(recorder: Recorder, tools: readonly Tool[]): Promise<void> {
  const corpus = await openCorpusPages();
  if (corpus === null) return;
  try {
    for (const tool of tools.filter(({ sharesProcess, hasView }) => sharesProcess && hasView)) {
      const running = await tool.start();
      try {
        const first = await running.page();
        await first.load(corpus.pages[0]!.url);
        for (const { id, url, title } of corpus.pages) {
          await pause(REST_MS);
          const before = pssOfTrees(await running.pids());
          const page = await running.page();
          try {
            await page.load(url);
            await mustHaveTitle(page, title);
            await pause(REST_MS);
            const after = pssOfTrees(await running.pids());
            if (before === null || after === null)
              throw new Error('not measured: /proc/<pid>/smaps_rollup is not there');
            recorder.add({ what: CORPUS_MEMORY.page(id), tool: tool.name, unit: 'MB', values: [after - before] });
          } catch (error) {
            recorder.fail(CORPUS_MEMORY.page(id), tool, 'MB', error);
          } finally {
            await page.close();
          }
        }
      } finally {
        await running.close();
      }
    }
  } finally {
    await corpus.close();
  }
}

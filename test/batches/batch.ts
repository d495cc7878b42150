/**
 * Test files that run in one process: starting one and loading the modules costs more than most files do.
 *
 * In:  the name of a batch. Out: the tests of its folders, as tests of the file that asks. A file that ends processes,
 * changes its own or counts what is open needs one for itself, and its folder is in no batch. Single files run by
 * themselves as before. Files that end in '.long.test.ts' are in no batch: 'npm run test:long' runs them.
 */
import { globSync } from 'node:fs';

/** Folders of test/ by batch. The others are named in package.json; test/architecture holds the two together. */
export const BATCHES = {
  engine: ['html', 'layout', 'spatial', 'style'],
  host: ['agent', 'identity', 'net', 'protocol', 'vault'],
  login: ['login'],
  page: ['page'],
  session: ['session'],
} as const;

const TESTS = new URL('../', import.meta.url);

export async function runBatch(name: keyof typeof BATCHES): Promise<void> {
  for (const folder of BATCHES[name]) {
    for (const file of globSync(`${folder}/**/!(*.long).test.ts`, { cwd: TESTS }).sort())
      await import(new URL(file, TESTS).href);
  }
}

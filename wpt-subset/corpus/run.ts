/**
 * `npm run corpus`: how close the engine comes to Chrome on real pages.
 *
 *   CORPUS_ROOT=<folder> npm run corpus                       static, scripted and after steps
 *   npm run corpus -- --mode static --only tabler             one mode, pages whose id matches
 *   npm run corpus -- --mode static --show tabler__cards      the differences of one page
 *
 * CORPUS_ROOT names a folder with a corpus and its scorer (score.mjs; its README says what the columns mean). A run of all
 * pages is kept in bench/results/corpus.json, for the front page. The hit rate, the share of boxes whose centre is the same
 * element in Chrome, is measured with Chromium and is kept beside it, in hit-rate.json: { "share", "boxes", "date" }.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusFolder } from '../../bench/peers/corpus-pages.ts';
import { COLUMNS, type CorpusMode, type CorpusScores } from './scores.ts';

const MODES = ['static', 'scripted', 'steps'];
const ADAPTER = fileURLToPath(new URL('./adapter.ts', import.meta.url));
const RESULTS = new URL('../../bench/results/corpus.json', import.meta.url);

const { values } = parseArgs({
  options: { mode: { type: 'string', multiple: true }, only: { type: 'string' }, show: { type: 'string' } },
});
const folder = corpusFolder();
if (folder !== null) score(folder, values.mode ?? MODES);

function score(root: string, modes: readonly string[]): void {
  const scratch = mkdtempSync(join(tmpdir(), 'corpus-'));
  const scores: CorpusMode[] = [];
  try {
    for (const mode of modes) {
      const file = join(scratch, `${mode}.json`);
      const asked = [
        ...(values.only === undefined ? [] : ['--only', values.only]),
        ...(values.show === undefined ? [] : ['--show', values.show]),
      ];
      const args = [join(root, 'score.mjs'), '--adapter', ADAPTER, '--mode', mode, '--json', file, ...asked];
      const { status } = spawnSync(process.execPath, args, {
        stdio: ['ignore', values.show === undefined ? 'ignore' : 'inherit', 'inherit'],
      });
      if (status !== 0) throw new Error(`score.mjs failed for the mode '${mode}'.`);
      const { overall } = JSON.parse(readFileSync(file, 'utf8')) as { overall: Omit<CorpusMode, 'mode'> };
      scores.push({ mode, ...overall });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  printTable(scores);
  // Only what was asked whole is worth keeping.
  if (values.only !== undefined || values.show !== undefined || values.mode !== undefined) return;
  const { chromium } = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as { chromium: string };
  const kept: CorpusScores = { date: new Date().toISOString().slice(0, 10), chromium, modes: scores };
  writeFileSync(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
}

function printTable(scores: readonly CorpusMode[]): void {
  const percent = (share: number | null | undefined) =>
    typeof share === 'number' ? `${(100 * share).toFixed(1)}%` : '-';
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(10))).join(''));
  line(['', 'pages', 'errors', 'elements', ...COLUMNS]);
  for (const { mode, pages, errors, elements, pooled, median } of scores) {
    line([mode, `${pages}`, `${errors}`, `${elements}`, ...COLUMNS.map((name) => percent(pooled[name]))]);
    line(['  median page', '', '', '', ...COLUMNS.map((name) => percent(median[name]))]);
  }
}

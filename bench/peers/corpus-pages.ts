/**
 * Real pages: the corpus in the folder that CORPUS_ROOT names (its README says how it is made), on loopback.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { mustBe } from './results.ts';
import type { ToolPage } from './tool.ts';

export interface CorpusPage {
  readonly id: string;
  readonly url: string;
  /** As Chrome had it, when the page was recorded. */
  readonly title: string;
}

export interface OpenCorpus {
  readonly pages: readonly CorpusPage[];
  close(): Promise<void>;
}

interface ManifestPage {
  readonly id: string;
  readonly path: string;
}

interface CorpusModule {
  openCorpus(): object;
  choosePages(corpus: object, mode: string, only?: string): ManifestPage[];
  hasPageFile(corpus: object, page: ManifestPage): boolean;
  pageRoot(corpus: object, page: ManifestPage): string;
  readTruth(corpus: object, page: ManifestPage, mode: string): { readonly title: string };
}

interface ServeModule {
  serve(folder: string): Promise<{ readonly url: string; close(): unknown }>;
}

/** The folder, or `null` after saying what is missing. */
export function corpusFolder(): string | null {
  const folder = process.env['CORPUS_ROOT'];
  if (folder && existsSync(join(folder, 'manifest.json'))) return resolve(folder);
  console.log(
    folder
      ? `Corpus: skipped, because CORPUS_ROOT (${folder}) has no manifest.json.`
      : 'Corpus: skipped, because CORPUS_ROOT does not name a folder with a corpus of pages.',
  );
  return null;
}

/** Every page of the corpus that has its files, scripts on; `only` is a pattern for their ids. */
export async function openCorpusPages(only?: string): Promise<OpenCorpus | null> {
  const folder = corpusFolder();
  if (folder === null) return null;
  const load = async <Module>(file: string) => (await import(pathToFileURL(join(folder, file)).href)) as Module;
  const { openCorpus, choosePages, hasPageFile, pageRoot, readTruth } = await load<CorpusModule>('lib/corpus.mjs');
  const { serve } = await load<ServeModule>('serve.mjs');
  const corpus = openCorpus();
  const sites = new Map<string, Awaited<ReturnType<ServeModule['serve']>>>();
  const pages: CorpusPage[] = [];
  for (const page of choosePages(corpus, 'scripted', only).filter((each) => hasPageFile(corpus, each))) {
    const root = pageRoot(corpus, page);
    if (!sites.has(root)) sites.set(root, await serve(root));
    const { title } = readTruth(corpus, page, 'scripted');
    pages.push({ id: page.id, url: sites.get(root)!.url + page.path, title });
  }
  return {
    pages,
    async close() {
      for (const site of sites.values()) await site.close();
    },
  };
}

const TITLE_TRIES = 30;
const TITLE_PAUSE_MS = 100;

/** Tools that do not wait for script may come too early: the page has some time to be what Chrome recorded. */
export async function mustHaveTitle(page: ToolPage, title: string): Promise<void> {
  for (let tries = 1; tries < TITLE_TRIES; tries++) {
    if ((await page.evaluate('document.title')) === title) return;
    await pause(TITLE_PAUSE_MS);
  }
  mustBe(await page.evaluate('document.title'), title);
}

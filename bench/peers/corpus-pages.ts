/**
 * Real pages: the corpus in the folder that CORPUS_ROOT names (its README says how it is made), on loopback. The files of
 * its pages are in CORPUS_PAGES, where that is another folder than its own.
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
  readonly elements: number;
  /** What can be read on it. */
  readonly text: string;
  /** Script that begins what the page is about: the task of a game. */
  readonly post: string | null;
}

export interface OpenCorpus {
  readonly pages: readonly CorpusPage[];
  close(): Promise<void>;
}

interface ManifestPage {
  readonly id: string;
  readonly path: string;
  readonly post?: string;
}

interface Truth {
  readonly title: string;
  readonly elementCount: number;
  readonly innerText: string;
}

interface CorpusModule {
  openCorpus(folders: { readonly pages?: string }): object;
  choosePages(corpus: object, mode: string, only?: string): ManifestPage[];
  hasPageFile(corpus: object, page: ManifestPage): boolean;
  pageRoot(corpus: object, page: ManifestPage): string;
  readTruth(corpus: object, page: ManifestPage, mode: string): Truth;
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
  const corpus = openCorpus(process.env['CORPUS_PAGES'] ? { pages: process.env['CORPUS_PAGES'] } : {});
  const sites = new Map<string, Awaited<ReturnType<ServeModule['serve']>>>();
  const pages: CorpusPage[] = [];
  for (const page of choosePages(corpus, 'scripted', only).filter((each) => hasPageFile(corpus, each))) {
    const root = pageRoot(corpus, page);
    if (!sites.has(root)) sites.set(root, await serve(root));
    const { title, elementCount, innerText } = readTruth(corpus, page, 'scripted');
    pages.push({
      id: page.id,
      url: sites.get(root)!.url + page.path,
      title,
      elements: elementCount,
      text: innerText,
      post: page.post ?? null,
    });
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
/** Pages that are another one every time never have the number. */
const COUNT_TRIES = 10;

/** Tools that do not wait for script may come too early: the page has some time to be what Chrome recorded. */
export async function mustHaveTitle(page: ToolPage, title: string): Promise<void> {
  for (let tries = 1; tries < TITLE_TRIES; tries++) {
    if ((await page.evaluate('document.title')) === title) return;
    await pause(TITLE_PAUSE_MS);
  }
  mustBe(await page.evaluate('document.title'), title);
}

/** Begins the page's task, and waits for as many elements as there were; the answers tell whether it is the same page. */
export async function becomeRecorded(page: ToolPage, { title, elements, post }: CorpusPage): Promise<void> {
  await mustHaveTitle(page, title);
  if (post !== null) await page.evaluate(`{ ${post}; } 0`);
  for (let tries = 1; tries < COUNT_TRIES; tries++) {
    if ((await page.evaluate('document.querySelectorAll("*").length')) === elements) return;
    await pause(TITLE_PAUSE_MS);
  }
}

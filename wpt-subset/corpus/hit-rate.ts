/**
 * The hit rate: how often the centre of a box that an agent is given is that very element in Chrome.
 *
 *   CORPUS_ROOT=<folder> node wpt-subset/corpus/hit-rate.ts [--mode static] [--only <regex>] [--misses] [--record]
 *
 * Each page is opened by the engine and by Chromium, and every interactive element is taken by its exact place in the
 * document, not by what it looks like. In Chromium, the point in the middle of our box is asked for by elementFromPoint: at
 * the beginning for what we say is on screen, else after the element was scrolled to, as an action does. It hits when the
 * answer is the element, something inside of it, or a label for it. What is marked as clipped is counted apart: we say
 * ourselves that it is not to be hit. What is in frames and shadow trees is left out, as Chrome's list does not have it.
 *
 * CORPUS_PAGES names the folder with the files of the pages, where that is another one than the corpus's own.
 * `--record` keeps the result of all pages in bench/results/hit-rate.json.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { findChromium, launchChromium } from '../../fixtures/chromium.ts';
import { EngineSession } from '../../src/session/session.ts';
import { type Aim, HIT_TEST, PREPARE, SHAPE } from './hit-test-script.ts';

interface CorpusPage {
  readonly id: string;
  readonly path: string;
  readonly post?: string;
}

interface CorpusModule {
  openCorpus(folders: { readonly pages?: string }): object;
  choosePages(corpus: object, mode: string, only?: string): CorpusPage[];
  hasPageFile(corpus: object, page: CorpusPage): boolean;
  pageRoot(corpus: object, page: CorpusPage): string;
}

interface Tools extends CorpusModule {
  serve(folder: string): Promise<{ readonly url: string; close(): unknown }>;
  /** For each tag of the first list its place in the second, or -1. */
  alignTags(want: readonly string[], got: readonly string[]): Int32Array;
}

/** An element as the engine gives it: its place in the document, and where an agent would click. */
interface Target extends Omit<Aim, 'at'> {
  readonly at: readonly number[];
  readonly words: string;
}

interface OurPage {
  readonly tags: readonly string[];
  readonly targets: readonly Target[];
  readonly clipped: number;
  readonly elsewhere: number;
}

const CALL_MS = 40_000;
/** A page that does not rest is taken as it is. */
const STILL_TRIES = 8;
const STILL_MS = 250;
const VIEWPORT = [1280, 800] as const;
const WHOLE = { scope: 'page', interactiveOnly: true, maxTokens: 1_000_000 } as const;
const RESULT = new URL('../../bench/results/hit-rate.json', import.meta.url);

const { values } = parseArgs({
  options: {
    mode: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean' },
    record: { type: 'boolean' },
  },
});
const tools = await loadTools();
const executable = tools === null ? null : findChromium();
if (tools !== null && executable !== null) await main(tools, await launchChromium(executable));

async function loadTools(): Promise<Tools | null> {
  const root = process.env['CORPUS_ROOT'];
  if (root === undefined || !existsSync(join(root, 'manifest.json'))) {
    console.log('Skipped: name the folder of the corpus (the one with manifest.json) in CORPUS_ROOT.');
    return null;
  }
  const load = (file: string) => import(pathToFileURL(join(root, file)).href) as Promise<Tools>;
  return { ...(await load('lib/corpus.mjs')), ...(await load('serve.mjs')), ...(await load('lib/align-tags.mjs')) };
}

async function main(corpusTools: Tools, browser: Browser): Promise<void> {
  const totals = { hits: 0, boxes: 0 };
  for (const mode of values.mode === undefined ? ['static', 'scripted'] : [values.mode]) {
    const pages = process.env['CORPUS_PAGES'];
    const corpus = corpusTools.openCorpus(pages ? { pages } : {});
    const sum = { hits: 0, boxes: 0, clipped: 0, elsewhere: 0 };
    for (const page of corpusTools.choosePages(corpus, mode, values.only)) {
      if (!corpusTools.hasPageFile(corpus, page)) continue;
      const site = await corpusTools.serve(corpusTools.pageRoot(corpus, page));
      try {
        const post = mode === 'static' ? undefined : page.post;
        const ours = await openOurs(site.url + page.path, mode !== 'static', post);
        const hits = await hitsInChrome(browser, site.url + page.path, mode !== 'static', post, ours, corpusTools);
        sum.hits += hits.filter(({ isHit }) => isHit).length;
        sum.boxes += hits.length;
        sum.clipped += ours.clipped;
        sum.elsewhere += ours.elsewhere;
        report(page.id, hits);
      } catch (error) {
        console.log(`${page.id}: ${(error as Error).message.split('\n')[0]}`);
      } finally {
        await site.close();
      }
    }
    const { hits, boxes, clipped, elsewhere } = sum;
    console.log(
      `${mode}: ${percent(hits, boxes)} of ${boxes} boxes; ${clipped} clipped, ${elsewhere} in inner documents`,
    );
    totals.hits += hits;
    totals.boxes += boxes;
  }
  await browser.close();
  if (values.record !== true) return;
  mkdirSync(new URL('.', RESULT), { recursive: true });
  const share = totals.hits / totals.boxes;
  const kept = { share, boxes: totals.boxes, date: new Date().toISOString().slice(0, 10) };
  writeFileSync(RESULT, `${JSON.stringify(kept, null, 2)}\n`);
}

async function openOurs(url: string, script: boolean, post: string | undefined): Promise<OurPage> {
  const settings = { viewport: VIEWPORT, script, clock: 'virtual', images: true, allowEvaluate: true } as const;
  const session = await EngineSession.create(settings, CALL_MS);
  try {
    await session.goto(url, CALL_MS);
    if (post !== undefined) {
      await session.evaluate(`(() => { ${post}\n; return 1 })()`, CALL_MS);
      await session.wait({ settled: true }, CALL_MS);
    }
    const rows = await session.boxes(CALL_MS);
    const seen = new Set((await session.state({ ...WHOLE, scope: 'viewport' }, CALL_MS)).els.map(({ id }) => id));
    const { els } = await session.state(WHOLE, CALL_MS);
    const places = new Map<string, number[]>();
    rows.forEach(({ tag, x, y, w, h }, index) => {
      const key = placeKey(tag, [x, y, w, h].map(Math.round));
      places.set(key, [...(places.get(key) ?? []), index]);
    });
    const targets: Target[] = [];
    let elsewhere = 0;
    for (const { id, tag, b, clipped, text, name, ph } of els) {
      const [x, y, w, h] = b!;
      const at = places.get(placeKey(tag, b!));
      if (clipped === true) continue;
      if (at === undefined) elsewhere++;
      else {
        const words = `${tag} ${name ?? text ?? ph ?? ''} ${b!.join(' ')}`;
        targets.push({ at, x: x + w / 2, y: y + h / 2, isOnScreen: seen.has(id), words });
      }
    }
    const clipped = els.filter((element) => element.clipped === true).length;
    return { tags: rows.map(({ tag }) => localName(tag)), targets, clipped, elsewhere };
  } finally {
    await session.close();
  }
}

/** By place and size, each rounded by itself as those of an element are. */
function placeKey(tag: string, bounds: readonly number[]): string {
  return `${localName(tag)} ${bounds.join(' ')}`;
}

/** Rows name parts of pictures with their namespace. */
function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

async function hitsInChrome(
  browser: Browser,
  url: string,
  script: boolean,
  post: string | undefined,
  { tags, targets }: OurPage,
  { alignTags }: Tools,
): Promise<{ readonly isHit: boolean; readonly words: string; readonly found: string }[]> {
  const context = await browser.newContext({
    viewport: { width: VIEWPORT[0], height: VIEWPORT[1] },
    deviceScaleFactor: 1,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    javaScriptEnabled: script,
  });
  try {
    await context.route('**/*', (route) => (isLocal(route.request().url()) ? route.continue() : route.abort()));
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.goto(url, { waitUntil: 'load', timeout: CALL_MS });
    // A page that never rests is asked as it is.
    await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
    const cdp = await context.newCDPSession(page);
    const ask = async <Answer>(expression: string): Promise<Answer> => {
      const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'script failed');
      return result.value as Answer;
    };
    if (post !== undefined) await ask(`(() => { ${post}\n; return 1 })()`);
    for (let tries = 0, last = ''; tries < STILL_TRIES; tries++) {
      const shape = await ask<string>(SHAPE);
      if (shape === last) break;
      last = shape;
      await page.waitForTimeout(STILL_MS);
    }
    const theirs = await ask<string[]>(PREPARE);
    // From ours to theirs: the other way round than the scorer aligns.
    const pairs = alignTags(tags, theirs);
    const aims = targets.map(({ at, x, y, isOnScreen }) => ({
      at: at.map((index) => pairs[index]!),
      x,
      y,
      isOnScreen,
    }));
    const answers = await ask<[isHit: boolean, found: string][]>(`(${HIT_TEST})(${JSON.stringify(aims)})`);
    return answers.map(([isHit, found], index) => ({ isHit, words: targets[index]!.words, found }));
  } finally {
    await context.close();
  }
}

function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !protocol.startsWith('http') || hostname === '127.0.0.1';
}

function report(id: string, hits: readonly { isHit: boolean; words: string; found: string }[]): void {
  const misses = hits.filter(({ isHit }) => !isHit);
  console.log(`  ${percent(hits.length - misses.length, hits.length)} of ${hits.length} ${id}`);
  if (values.misses === true) for (const { words, found } of misses) console.log(`      ${words} -> ${found}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

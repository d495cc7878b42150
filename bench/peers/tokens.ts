/**
 * What a page costs an agent in each tool's own words, in tokens (o200k), the whole answer: the fixture pages and, where
 * CORPUS_ROOT names them, real pages; an action on one page; and the list of tools that an MCP client sends.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { FixtureSite } from '../../fixtures/serve.ts';
import { mustHaveTitle, openCorpusPages } from './corpus-pages.ts';
import { playwrightMcp } from './playwright-mcp.ts';
import { mustHave, type Recorder } from './results.ts';
import { VISITS } from './site.ts';
import type { Form, RunningTool, Tool } from './tool.ts';

/** In place of a port that differs every time. */
const ORIGIN = 'https://shop.example';
const FORMS: readonly Form[] = ['first', 'full', 'boxes', 'interactive'];
/** Tasks of a game, nearly alike, and empty before they begin: they would outnumber every other page. */
const CORPUS = '^(?!miniwob)';

export const TOKENS = {
  page: (form: Form, page: string) => `${form}: ${page}`,
  click: 'after a click: products',
  schema: 'list of tools',
} as const;

interface CountedPage {
  readonly id: string;
  readonly url: string;
  readonly title: string | null;
}

export async function measureTokens(recorder: Recorder, tools: readonly Tool[], site: FixtureSite): Promise<void> {
  const corpus = await openCorpusPages(CORPUS);
  const fixtures = site.pages.map((path) => ({ id: path.slice(1), url: `${site.origin}${path}`, title: null }));
  const pages: readonly CountedPage[] = [...fixtures, ...(corpus?.pages ?? [])];
  try {
    for (const tool of tools.filter(({ hasView }) => hasView)) await countTool(recorder, tool, site, pages);
    // Its places are an option of the server.
    const boxes = tools.some(({ name }) => name === '@playwright/mcp') ? playwrightMcp({ boxes: true }) : null;
    if (boxes !== null) await countTool(recorder, boxes, site, pages, ['boxes']);
  } finally {
    await corpus?.close();
  }
}

async function countTool(
  recorder: Recorder,
  tool: Tool,
  site: FixtureSite,
  pages: readonly CountedPage[],
  forms: readonly Form[] = FORMS,
): Promise<void> {
  const running = await tool.start();
  const add = (what: string, text: string | null) => {
    if (text === null) return;
    const values = [countTokens(text.replaceAll(site.origin, ORIGIN).replaceAll(/127\.0\.0\.1:\d+/g, 'shop.example'))];
    recorder.add({ what, tool: tool.name, unit: 'tokens', values });
  };
  try {
    for (const page of pages) await countPage(recorder, tool, running, page, forms, add);
    if (forms !== FORMS) return;
    add(TOKENS.schema, await running.schema());
    const page = await running.page();
    await page.load(`${site.origin}${VISITS.products.path}`);
    mustHave(await page.snapshot('first'), VISITS.products.expects);
    const told = await page.click('Add to basket');
    mustHave(told, ['is in your basket (1).']);
    add(TOKENS.click, told);
    await page.close();
  } finally {
    await running.close();
  }
}

async function countPage(
  recorder: Recorder,
  tool: Tool,
  running: RunningTool,
  { id, url, title }: CountedPage,
  forms: readonly Form[],
  add: (what: string, text: string | null) => void,
): Promise<void> {
  const page = await running.page();
  try {
    await page.load(url);
    if (title !== null) await mustHaveTitle(page, title);
    for (const form of forms) add(TOKENS.page(form, id), await page.snapshot(form));
  } catch (error) {
    recorder.fail(TOKENS.page(forms[0]!, id), tool, 'tokens', error);
  } finally {
    await page.close();
  }
}

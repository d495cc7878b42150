/**
 * What a page costs an agent in each tool's own words, in tokens (o200k), the whole answer: the fixture pages and, where
 * CORPUS_ROOT names them, real pages; an action on one page; and the list of tools that an MCP client sends.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { FixtureSite } from '../../fixtures/serve.ts';
import { becomeRecorded, type CorpusPage, openCorpusPages } from './corpus-pages.ts';
import { playwrightMcp } from './playwright-mcp.ts';
import { mustHave, type Recorder } from './results.ts';
import { VISITS } from './site.ts';
import { faultOf } from './told.ts';
import type { Form, RunningTool, Tool } from './tool.ts';

/** In place of a port that differs every time. */
const ORIGIN = 'https://shop.example';
const FORMS: readonly Form[] = ['first', 'full', 'boxes', 'interactive'];

export const TOKENS = {
  page: (form: Form, page: string) => `${form}: ${page}`,
  click: 'after a click: products',
  schema: 'list of tools',
} as const;

interface CountedPage {
  readonly id: string;
  readonly url: string;
  /** `null` for pages of ours, which are what their markup says. */
  readonly recorded: CorpusPage | null;
}

/** What a tool said of a page, or why it said nothing. */
interface Told {
  readonly tool: Tool;
  readonly form: Form;
  readonly answer: string | Error;
  /** What can be read on the page. */
  readonly text: string;
}

/** Answers by page: they are judged when all tools have given theirs. */
type Answers = Map<string, Told[]>;

export async function measureTokens(recorder: Recorder, tools: readonly Tool[], site: FixtureSite): Promise<void> {
  const corpus = await openCorpusPages();
  const fixtures = site.pages.map((path) => ({ id: path.slice(1), url: `${site.origin}${path}`, recorded: null }));
  const real = (corpus?.pages ?? []).map((recorded) => ({ id: recorded.id, url: recorded.url, recorded }));
  const pages: readonly CountedPage[] = [...fixtures, ...real];
  const answers: Answers = new Map(pages.map(({ id }) => [id, []]));
  const count = tokenCounter(site.origin);
  try {
    for (const tool of tools.filter(({ hasView }) => hasView)) {
      await askTool(recorder, tool, site, pages, answers, count);
    }
    // Its places are an option of the server.
    const boxes = tools.some(({ name }) => name === '@playwright/mcp') ? playwrightMcp({ boxes: true }) : null;
    if (boxes !== null) await askPages(boxes, await boxes.start(), pages, answers, ['boxes']);
  } finally {
    await corpus?.close();
  }
  for (const [id, told] of answers) judge(recorder, id, told, count);
}

function tokenCounter(origin: string): (text: string) => number {
  return (text) => countTokens(text.replaceAll(origin, ORIGIN).replaceAll(/127\.0\.0\.1:\d+/g, 'shop.example'));
}

async function askTool(
  recorder: Recorder,
  tool: Tool,
  site: FixtureSite,
  pages: readonly CountedPage[],
  answers: Answers,
  count: (text: string) => number,
): Promise<void> {
  const running = await tool.start();
  const add = (what: string, text: string) =>
    recorder.add({ what, tool: tool.name, unit: 'tokens', values: [count(text)] });
  const schema = await running.schema();
  if (schema !== null) add(TOKENS.schema, schema);
  const page = await running.page();
  await page.load(`${site.origin}${VISITS.products.path}`);
  mustHave(await page.snapshot('first'), VISITS.products.expects);
  const told = await page.click('Add to basket');
  mustHave(told, ['is in your basket (1).']);
  add(TOKENS.click, told);
  await page.close();
  await askPages(tool, running, pages, answers, FORMS);
}

async function askPages(
  tool: Tool,
  running: RunningTool,
  pages: readonly CountedPage[],
  answers: Answers,
  forms: readonly Form[],
): Promise<void> {
  try {
    for (const page of pages) answers.get(page.id)!.push(...(await askPage(tool, running, page, forms)));
  } finally {
    await running.close();
  }
  console.log(`  ${tool.name} has told ${pages.length} pages`);
}

async function askPage(
  tool: Tool,
  running: RunningTool,
  { url, recorded }: CountedPage,
  forms: readonly Form[],
): Promise<Told[]> {
  const page = await running.page();
  const told: Told[] = [];
  try {
    await page.load(url);
    if (recorded !== null) await becomeRecorded(page, recorded);
    const text = recorded?.text ?? String(await page.evaluate('document.body.innerText'));
    for (const form of forms) {
      const answer = await page.snapshot(form);
      if (answer !== null) told.push({ tool, form, answer, text });
    }
  } catch (error) {
    told.push({ tool, form: forms[0]!, answer: error instanceof Error ? error : new Error(String(error)), text: '' });
  } finally {
    await page.close();
  }
  return told;
}

/** Counts the answers that can be compared, and says of the others why they cannot. */
function judge(recorder: Recorder, id: string, told: readonly Told[], count: (text: string) => number): void {
  for (const { tool, form, answer, text } of told) {
    const what = TOKENS.page(form, id);
    if (answer instanceof Error) {
      recorder.fail(what, tool, 'tokens', answer);
      continue;
    }
    // Places are no words: the forms with and without them say the same.
    const isWhole = form === 'full' || form === 'boxes';
    const all = told.filter((each) => (isWhole ? each.form === 'full' || each.form === 'boxes' : each.form === form));
    const fault = faultOf(
      form,
      answer,
      all.map((each) => each.answer).filter((each) => typeof each === 'string'),
      text,
    );
    if (fault !== null) recorder.fail(what, tool, 'tokens', new Error(fault));
    else recorder.add({ what, tool: tool.name, unit: 'tokens', values: [count(answer)] });
  }
}

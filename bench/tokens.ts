/**
 * What the fixture pages cost an agent, in tokens (o200k), against what is on record.
 *
 *   npm run bench -- tokens          prints the counts
 *   node bench/tokens.ts --record    writes them to tokens.json
 *
 * test/session/tokens.test.ts fails when a page has grown. A growth that is meant is recorded, and told in CHANGELOG.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { serveFixtures } from '../fixtures/serve.ts';
import { describeTool, listedTools } from '../src/mcp/server.ts';
import { clickAction } from '../src/session/actions.ts';
import { EngineSession, type StateOptions } from '../src/session/session.ts';
import { deltaToText } from '../src/spatial/to-text.ts';

/** Tokens of one page in each form. */
export interface TokenCounts {
  /** What an agent gets when it asks for nothing special: what is on screen, as text. */
  readonly text: number;
  readonly json: number;
  /** The whole page with boxes, without, and only what can be acted on, without; title and address are known by then. */
  readonly page: number;
  readonly withoutBoxes: number;
  readonly interactive: number;
}

/** What a task costs besides pages. */
export interface OtherCounts {
  /** The list of tools that an MCP client sends, as it is without options. */
  readonly toolList: number;
  /** What a click on a page of the shop answers, with boxes. */
  readonly click: number;
}

export interface TokenRecord {
  readonly pages: Readonly<Record<string, TokenCounts>>;
  readonly others: OtherCounts;
}

const RECORD = new URL('./tokens.json', import.meta.url);
const CALL_MS = 20_000;
/** In place of a port that differs every time. */
const ORIGIN = 'https://shop.example';

export function recordedTokens(): TokenRecord {
  return JSON.parse(readFileSync(RECORD, 'utf8')) as TokenRecord;
}

/** What an MCP client is told of our tools, and sends to its model. */
export function mcpToolList(): string {
  const permissions = { evaluate: false, files: false, uploads: null, agent: null };
  return JSON.stringify({ tools: listedTools({ tools: 'core', permissions }).map(describeTool) });
}

/** Counts every fixture page, at 1280 by 800, one action, and the list of tools. */
export async function countAll(): Promise<TokenRecord> {
  const site = await serveFixtures();
  const session = await EngineSession.create({ viewport: [1280, 800], script: true, clock: 'virtual' }, CALL_MS);
  const cost = (text: string) => countTokens(text.replaceAll(site.origin, ORIGIN));
  const asText = async (options: StateOptions) => cost(withSameMark(await session.text(options, CALL_MS)));
  const pages: Record<string, TokenCounts> = {};
  try {
    for (const path of site.pages) {
      await session.goto(`${site.origin}${path}`, CALL_MS);
      pages[path] = {
        text: await asText({}),
        json: cost(JSON.stringify(await session.state({}, CALL_MS))),
        page: await asText({ scope: 'page' }),
        withoutBoxes: await asText({ scope: 'page', boxes: false }),
        interactive: await asText({ scope: 'page', interactiveOnly: true }),
      };
    }
    const shop = await session.goto(`${site.origin}/site/products.html`, CALL_MS);
    const button = shop.els.find(({ tag, text }) => tag === 'button' && text === 'Add to basket');
    if (button === undefined) throw new Error('The shop has no button any more.');
    const result = await session.act(clickAction(button.id), CALL_MS);
    if (!('delta' in result)) throw new Error('The click led to another page.');
    return { pages, others: { toolList: countTokens(mcpToolList()), click: cost(deltaToText(result.delta)) } };
  } finally {
    await session.close();
    await site.close();
  }
}

/** A mark of three digits is one token, whichever it is. */
function withSameMark(text: string): string {
  return text.replace(/^page\d+:([\s\S]*\n)\d+$/, 'page482:$1482');
}

export async function benchTokens(): Promise<void> {
  const recorded = recordedTokens();
  const counted = await countAll();
  console.log('\nTokens (o200k) of the fixture pages; what is on record stands behind it where it differs.');
  for (const [path, counts] of Object.entries(counted.pages)) printCounts(path, counts, recorded.pages[path]);
  printCounts('besides', counted.others, recorded.others);
}

function printCounts<Counts extends object>(name: string, counts: Counts, recorded: Counts | undefined): void {
  const cells = Object.entries(counts).map(([form, count]) => {
    const before = recorded?.[form as keyof Counts];
    return `${form} ${count}${before === undefined || before === count ? '' : ` (${before})`}`;
  });
  console.log(`  ${name.padEnd(36)} ${cells.join(', ')}`);
}

if (import.meta.main && process.argv.includes('--record')) {
  const record = await countAll();
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`Recorded ${Object.keys(record.pages).length} pages.`);
}

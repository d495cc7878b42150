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
import { EngineSession, type StateOptions } from '../src/session/session.ts';
import { toText } from '../src/spatial/to-text.ts';

/** Tokens of one page in each form. */
export interface TokenCounts {
  /** What an agent gets when it asks for nothing special: what is on screen, as text. */
  readonly text: number;
  readonly json: number;
  /** The whole page with boxes, without, and only what can be acted on, without. */
  readonly page: number;
  readonly withoutBoxes: number;
  readonly interactive: number;
}

const RECORD = new URL('./tokens.json', import.meta.url);
const CALL_MS = 20_000;
/** In place of a port that differs every time. */
const ORIGIN = 'https://shop.example';

export function recordedTokens(): Readonly<Record<string, TokenCounts>> {
  return JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, TokenCounts>;
}

/** Counts every fixture page, at 1280 by 800. */
export async function countPages(): Promise<Record<string, TokenCounts>> {
  const site = await serveFixtures();
  const session = await EngineSession.create({ viewport: [1280, 800], script: true, clock: 'virtual' }, CALL_MS);
  const cost = (text: string) => countTokens(text.replaceAll(site.origin, ORIGIN));
  const asText = async (options: StateOptions) =>
    cost(toText(await session.state(options, CALL_MS), { boxes: options.boxes ?? true }));
  const counts: Record<string, TokenCounts> = {};
  try {
    for (const path of site.pages) {
      await session.goto(`${site.origin}${path}`, CALL_MS);
      counts[path] = {
        text: await asText({}),
        json: cost(JSON.stringify(await session.state({}, CALL_MS))),
        page: await asText({ scope: 'page' }),
        withoutBoxes: await asText({ scope: 'page', boxes: false }),
        interactive: await asText({ scope: 'page', boxes: false, interactiveOnly: true }),
      };
    }
  } finally {
    await session.close();
    await site.close();
  }
  return counts;
}

export async function benchTokens(): Promise<void> {
  const recorded = recordedTokens();
  console.log('\nTokens (o200k) of the fixture pages; what is on record stands behind it where it differs.');
  for (const [path, counts] of Object.entries(await countPages())) {
    const cells = Object.entries(counts).map(([form, count]) => {
      const before = recorded[path]?.[form as keyof TokenCounts];
      return `${form} ${count}${before === undefined || before === count ? '' : ` (${before})`}`;
    });
    console.log(`  ${path.padEnd(36)} ${cells.join(', ')}`);
  }
}

if (import.meta.main && process.argv.includes('--record')) {
  const counts = await countPages();
  writeFileSync(RECORD, `${JSON.stringify(counts, null, 2)}\n`);
  console.log(`Recorded ${Object.keys(counts).length} pages.`);
}

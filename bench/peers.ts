/**
 * `npm run bench:peers`: this engine and others side by side, on the same pages from the same server, in one run.
 *
 *   PEERS_ROOT=../peers npm run bench:peers -- --install      installs the peers there, once
 *   PEERS_ROOT=../peers npm run bench:peers                   all parts; what is missing is skipped, and said
 *   npm run bench:peers -- speed sessions                     some parts: tokens, speed, sessions, crawl, growth, corpus
 *   npm run bench:peers -- speed --tool agentbrowser --tool Chromium      some tools; nothing is kept
 *
 * Every answer is checked: a tool that gives a wrong one has failed. Raw results are in bench/results, one file a part, and
 * `npm run bench:report` makes charts, targets and the tables of the README from them. Timings count only while nothing
 * else runs.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FixtureSite } from '../fixtures/serve.ts';
import { agentBrowser } from './peers/agent-browser.ts';
import { chromium } from './peers/chromium.ts';
import { measureCorpusMemory } from './peers/corpus-memory.ts';
import { CRAWL_ENGINES, measureCrawl } from './peers/crawl.ts';
import { domLibrary } from './peers/dom-libraries.ts';
import { measureGrowth } from './peers/growth.ts';
import { installPeers } from './peers/installed.ts';
import { ours } from './peers/ours.ts';
import { playwrightMcp } from './peers/playwright-mcp.ts';
import { Recorder } from './peers/results.ts';
import { measureSessions } from './peers/sessions.ts';
import { serveBench } from './peers/site.ts';
import { measureSpeed } from './peers/speed.ts';
import { measureTokens } from './peers/tokens.ts';
import type { Tool } from './peers/tool.ts';
import { printTargets } from './report/targets.ts';

type Part = (recorder: Recorder, tools: readonly Tool[], site: FixtureSite) => Promise<void>;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Ours over as many engine processes as the machine has cores, where many pages are open at a time. */
const spread = (tools: readonly Tool[]): readonly Tool[] =>
  tools.map((tool) => (tool.name === 'agentbrowser' ? ours(version, { engines: CRAWL_ENGINES }) : tool));

const PARTS: Readonly<Record<string, Part>> = {
  tokens: measureTokens,
  speed: (recorder, tools, { origin }) => measureSpeed(recorder, tools, origin),
  sessions: (recorder, tools, { origin }) => measureSessions(recorder, tools, origin),
  crawl: (recorder, tools, { origin }) => measureCrawl(recorder, spread(tools), origin),
  growth: (recorder, tools, { origin }) => measureGrowth(recorder, tools, origin),
  corpus: measureCorpusMemory,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false }, tool: { type: 'string', multiple: true } },
});
const unknown = positionals.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part '${unknown}'. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
if (values.install) installPeers();
else await measure(positionals.length > 0 ? positionals : Object.keys(PARTS));

async function measure(parts: readonly string[]): Promise<void> {
  const found = [
    ours(version),
    await chromium(),
    playwrightMcp(),
    agentBrowser(),
    domLibrary('jsdom'),
    domLibrary('happy-dom'),
  ];
  const tools = found.filter((tool) => tool !== null).filter(({ name }) => values.tool?.includes(name) ?? true);
  console.log(`Node ${process.version}, ${tools.map(({ name, version: each }) => `${name} ${each}`).join(', ')}`);
  const site = await serveBench();
  try {
    for (const part of parts) {
      console.log(`\n${part}`);
      const recorder = new Recorder(part, tools);
      await PARTS[part]!(recorder, tools, site);
      // Side by side or not at all: a run of some tools does not take the place of one of all.
      if (values.tool === undefined) recorder.write();
    }
  } finally {
    await site.close();
  }
  if (values.tool !== undefined) return;
  console.log('\nTargets, by what was measured last');
  printTargets();
  console.log("\nRaw results are in bench/results. 'npm run bench:report' makes tables and charts of them.");
}

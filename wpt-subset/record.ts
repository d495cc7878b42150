/**
 * Makes pairs of pages and Chrome's boxes from a checkout of web-platform-tests.
 *
 *   WPT_ROOT=<checkout> npm run wpt:record -- --out <folder> [--limit n] [css/css-flexbox css/css-grid …]
 *
 * Each page is opened in Chromium from a server on loopback, so that its style sheets and fonts are found. What is
 * kept is the page as it stands after load: style sheets inlined, scripts taken out, so that the pair needs nothing
 * else. Pages that need a script to reach their layout are kept as the script left them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { findChromium, launchChromium, recordBoxes } from '../fixtures/chromium.ts';

const VIEWPORT = [800, 600] as const;

/** WPT folders and the category their tests count for. */
const CATEGORIES: readonly (readonly [folder: string, category: string])[] = [
  ['css/css-flexbox', 'flexbox'],
  ['css/css-grid', 'grid'],
  ['css/css-position', 'position'],
  ['css/css-tables', 'tables'],
  ['css/css-display', 'display'],
  ['css/css-text', 'inline-text'],
  ['css/css-inline', 'inline-text'],
  ['css/CSS2/tables', 'tables'],
  ['css/CSS2/positioning', 'position'],
  ['css/CSS2/linebox', 'inline-text'],
  ['css/CSS2/text', 'inline-text'],
  ['css/CSS2', 'box-model'],
  ['css/css-box', 'box-model'],
  ['css/css-sizing', 'box-model'],
];

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: process.env['WPT_ROOT'] ?? '' },
    out: { type: 'string', default: 'wpt-data' },
    limit: { type: 'string', default: 'Infinity' },
  },
});

if (args.root === '' || !existsSync(join(args.root, 'css'))) {
  console.error("WPT_ROOT (or --root) must name a checkout of web-platform-tests, a folder with 'css' in it.");
  process.exit(2);
}
const executable = findChromium();
if (executable === null) process.exit(0);

const server = await serve(args.root);
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await launchChromium(executable);
const recorded = new Map<string, string[]>();
let done = 0;

for (const path of listTests(args.root, positionals.length > 0 ? positionals : CATEGORIES.map(([folder]) => folder))) {
  if (done >= Number(args.limit)) break;
  const category = CATEGORIES.find(([folder]) => path.startsWith(`${folder}/`))?.[1];
  if (category === undefined) continue;
  try {
    await recordPair(browser, path, category);
    done++;
  } catch (error) {
    console.error(`${path}: left out (${error instanceof Error ? error.message.split('\n')[0] : error})`);
  }
}
for (const [category, lines] of recorded) {
  writeFileSync(join(args.out, category, 'boxes.json'), `{\n${lines.join(',\n')}\n}\n`);
}
console.log(`${done} pairs in ${args.out}. Score them with WPT_DATA=${args.out} npm run wpt.`);
await browser.close();
server.close();

/** Keeps the page as it stands after load, then records that kept page, so that both belong together. */
async function recordPair(chromium: Browser, path: string, category: string): Promise<void> {
  const page = await chromium.newPage({ viewport: { width: VIEWPORT[0], height: VIEWPORT[1] } });
  let html: string;
  try {
    await page.goto(`${origin}/${path}`, { waitUntil: 'load', timeout: 15_000 });
    html = await page.evaluate<string>(SERIALISE);
  } finally {
    await page.close();
  }
  const name = `${path
    .replace(/^css\//, '')
    .replaceAll('/', '__')
    .replace(/\.[a-z]+$/, '')}.html`;
  const folder = join(args.out, category);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), html);
  const rows = await recordBoxes(chromium, `${origin}/__kept/${category}/${name}`, VIEWPORT);
  const lines = recorded.get(category) ?? [];
  lines.push(`${JSON.stringify(name)}: ${JSON.stringify(rows)}`);
  recorded.set(category, lines);
}

/** Reference pages, crash tests and pages that a person has to look at have no layout of their own to compare. */
function listTests(root: string, folders: readonly string[]): string[] {
  const isTest = (name: string) => /\.(html?|xht)$/.test(name) && !/(-ref|-notref|-crash|-manual)\./.test(name);
  const inSupport = (path: string) => /(^|\/)(support|reference|resources|tools)\//.test(path);
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isTest(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !inSupport(path))
      .sort(),
  );
}

function serve(root: string): Promise<Server> {
  const types: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.htm': 'text/html; charset=utf-8',
    '.xht': 'application/xhtml+xml',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.ttf': 'font/ttf',
  };
  const created = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = path.startsWith('/__kept/') ? join(args.out, path.slice('/__kept'.length)) : join(root, path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  return new Promise((resolve) => created.listen(0, '127.0.0.1', () => resolve(created)));
}

/** Runs in the page. */
const SERIALISE = `(() => {
  for (const link of document.querySelectorAll('link[rel~=stylesheet]')) {
    const style = document.createElement('style');
    try {
      style.textContent = [...link.sheet.cssRules].map((rule) => rule.cssText).join('\\n');
    } catch { continue; }
    if (link.media) style.media = link.media;
    link.replaceWith(style);
  }
  for (const script of document.querySelectorAll('script')) script.remove();
  const doctype = document.compatMode === 'BackCompat' ? '' : '<!DOCTYPE html>\\n';
  return doctype + document.documentElement.outerHTML;
})()`;

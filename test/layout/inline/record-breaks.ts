/**
 * Records the break opportunities in recorded-breaks.json anew: `node record-breaks.ts`.
 *
 * In:  the rows of that file: text, word-break. Out: the same rows with a digit for each code unit, 1 where Chromium
 *      begins a line with it in a box without width. CHROMIUM names the executable.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

type Row = [text: string, wordBreak: string, places: string];

/** Runs in the page, where the globals are those of a browser. */
const FIND_LINES = `(rows) => rows.map(([text, wordBreak]) => {
  const box = document.createElement('div');
  box.style.cssText = 'width: 0; font: 10px/20px "Liberation Mono"; white-space: pre-wrap; word-break: ' + wordBreak;
  box.textContent = text;
  document.body.append(box);
  const range = document.createRange();
  let line = null;
  let places = '';
  for (let i = 0; i < text.length; i++) {
    range.setStart(box.firstChild, i);
    range.setEnd(box.firstChild, i + 1);
    const top = [...range.getClientRects()].at(-1)?.top ?? line;
    places += line !== null && top > line + 8 ? '1' : '0';
    line = top;
  }
  box.remove();
  return places;
})`;

const file = new URL('recorded-breaks.json', import.meta.url);
const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
const page = await browser.newPage();
const places = (await page.evaluate(`(${FIND_LINES})(${JSON.stringify(rows)})`)) as string[];
await browser.close();
const text = rows.map(([row, wordBreak], index) => `  ${JSON.stringify([row, wordBreak, places[index]])}`).join(',\n');
writeFileSync(file, `[\n${text}\n]\n`);

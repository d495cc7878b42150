/**
 * Records the widths in recorded-widths.json anew: `node record-widths.ts`.
 *
 * In:  the rows of that file: family, size, weight, italic, caps, text. Out: the same rows with the width that an
 *      inline-block around the text has in Chromium. CHROMIUM names the executable.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

type Row = [family: string, size: number, weight: number, italic: boolean, caps: string, text: string, width: number];

/** Runs in the page, where the globals are those of a browser. */
const MEASURE = `(rows) => rows.map(([family, size, weight, italic, caps, text]) => {
  const span = document.createElement('span');
  span.style.cssText = 'display: inline-block; white-space: pre';
  span.style.font = (italic ? 'italic ' : '') + weight + ' ' + size + 'px "' + family + '"';
  span.style.fontVariantCaps = caps;
  span.textContent = text;
  document.body.append(span);
  const { width } = span.getBoundingClientRect();
  span.remove();
  return width;
})`;

const file = new URL('recorded-widths.json', import.meta.url);
const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[];
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
const page = await browser.newPage({ deviceScaleFactor: 1 });
await page.setContent('<!doctype html><body style="width: 100000px">');
const widths = (await page.evaluate(`(${MEASURE})(${JSON.stringify(rows)})`)) as number[];
await browser.close();
const text = rows.map((row, index) => `  ${JSON.stringify([...row.slice(0, 6), widths[index]])}`).join(',\n');
writeFileSync(file, `[\n${text}\n]\n`);

/**
 * Random pages in Chrome and here: `npm run fuzz:layout -- [--theme flex] [--seed 1] [--count 100] [--show 5]`.
 *
 * Prints how many pages agree for each theme, and the differences it found, each made as small as it goes. It needs Chromium
 * and is skipped without it.
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { boxesOfContent, findChromium, launchChromium } from '../../fixtures/chromium.ts';
import { layoutDocument } from '../../src/layout-document.ts';
import { compareBoxes } from '../compare.ts';
import { type PageElement, pageHtml, randomPage, THEMES, type Theme } from './random-page.ts';
import { smallerPages } from './shrink.ts';

const { values } = parseArgs({
  options: {
    theme: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    show: { type: 'string', default: '5' },
  },
});

/** Pages that are tried for making one difference smaller. */
const MAX_TRIES = 150;

const executable = findChromium();
if (executable !== null) {
  const browser = await launchChromium(executable);
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, deviceScaleFactor: 1 });
  for (const theme of THEMES) if (values.theme === undefined || values.theme === theme) await runTheme(page, theme);
  await browser.close();
}

async function runTheme(page: Page, theme: Theme): Promise<void> {
  const first = Number(values.seed);
  const count = Number(values.count);
  let agreed = 0;
  let shown = 0;
  for (let seed = first; seed < first + count; seed++) {
    const body = randomPage(seed, theme);
    const difference = await differenceOf(page, body);
    if (difference === null) agreed++;
    else if (shown++ < Number(values.show)) {
      const smallest = await shrink(page, body, difference);
      console.log(`\n${theme} ${seed}: ${smallest.difference}\n${pageHtml(smallest.body)}`);
    }
  }
  console.log(`${theme}: ${agreed} of ${count} pages agree`);
}

async function differenceOf(page: Page, body: PageElement): Promise<string | null> {
  const html = pageHtml(body);
  const expected = await boxesOfContent(page, html);
  return compareBoxes(expected, layoutDocument(html, { viewport: [800, 600] }).boxes).difference;
}

async function shrink(page: Page, body: PageElement, difference: string) {
  let smallest = { body, difference };
  let tries = 0;
  for (let found = true; found && tries < MAX_TRIES; ) {
    found = false;
    for (const smaller of smallerPages(smallest.body)) {
      if (++tries > MAX_TRIES) break;
      const left = await differenceOf(page, smaller);
      if (left === null) continue;
      smallest = { body: smaller, difference: left };
      found = true;
      break;
    }
  }
  return smallest;
}

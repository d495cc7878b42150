/**
 * Random pages in Chrome and here: `npm run fuzz:layout -- [--theme flex,grid] [--seed 1] [--count 500] [--shrink 40] [--show 5]
 * [--keep file]`.
 *
 * Prints how many pages agree for each theme. `--shrink` differences are made as small as they go and grouped by the properties
 * that remain; the largest groups are shown with their smallest page. With `--keep`, what Chrome answered is kept in a file, so
 * that the same pages need no Chrome again. It needs Chromium and is skipped without it.
 */
import { parseArgs } from 'node:util';
import { findChromium } from '../../fixtures/chromium.ts';
import { layoutDocument } from '../../src/layout-document.ts';
import { compareBoxes } from '../compare.ts';
import { ChromeBoxes } from './chrome-boxes.ts';
import { THEMES, type Theme } from './grammar.ts';
import { type Found, groupsOf } from './group.ts';
import { type PageElement, pageHtml, randomPage } from './random-page.ts';
import { smallestPage } from './shrink.ts';

const { values } = parseArgs({
  options: {
    theme: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    shrink: { type: 'string', default: '40' },
    keep: { type: 'string' },
    show: { type: 'string', default: '5' },
  },
});

/** Pages that Chrome lays out in one call. */
const AT_ONCE = 50;

const executable = findChromium();
if (executable !== null) {
  const chrome = new ChromeBoxes(executable, values.keep);
  const wanted = values.theme?.split(',') ?? THEMES;
  const found: Found[] = [];
  for (const theme of THEMES) if (wanted.includes(theme)) found.push(...(await runTheme(chrome, theme)));
  await chrome.close();
  for (const { key, cases } of groupsOf(found).slice(0, Number(values.show))) {
    const [smallest] = cases;
    if (smallest === undefined) continue;
    console.log(`\n${cases.length} × ${key}`);
    console.log(`${smallest.theme} ${smallest.seed}: ${smallest.difference}\n${pageHtml(smallest.page)}`);
  }
}

async function runTheme(chrome: ChromeBoxes, theme: Theme): Promise<Found[]> {
  const first = Number(values.seed);
  const count = Number(values.count);
  const differing: { page: PageElement; seed: number }[] = [];
  for (let from = first; from < first + count; from += AT_ONCE) {
    const pages: PageElement[] = [];
    for (let seed = from; seed < Math.min(from + AT_ONCE, first + count); seed++) pages.push(randomPage(seed, theme));
    const differences = await differencesOf(chrome, pages);
    differences.forEach((difference, index) => {
      if (difference !== null) differing.push({ page: pages[index]!, seed: from + index });
    });
  }
  console.log(`${theme}: ${count - differing.length} of ${count} pages agree`);
  const found: Found[] = [];
  for (const each of differing.slice(0, Number(values.shrink))) {
    const differs = async (pages: readonly PageElement[]) =>
      (await differencesOf(chrome, pages)).map((difference) => difference !== null);
    const smallest = await smallestPage(each.page, differs);
    const [difference] = await differencesOf(chrome, [smallest]);
    if (difference) found.push({ theme, seed: each.seed, page: smallest, difference });
  }
  return found;
}

/** What differs on each page, in words. */
async function differencesOf(chrome: ChromeBoxes, pages: readonly PageElement[]): Promise<(string | null)[]> {
  const documents = pages.map(pageHtml);
  const recorded = await chrome.of(documents);
  return documents.map((html, index) => {
    return compareBoxes(recorded[index]!, layoutDocument(html, { viewport: [800, 600] }).boxes).difference;
  });
}

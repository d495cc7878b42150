/**
 * TodoMVC in every framework of the corpus, driven step by step here and in Chrome, and compared after each step.
 *
 *   CORPUS_ROOT=<folder> node wpt-subset/corpus/todo-apps.ts          all of them
 *   CORPUS_ROOT=<folder> node wpt-subset/corpus/todo-apps.ts vue      those whose id has this in it
 *
 * Steps: add, edit (Enter, Escape, blur, empty), toggle, toggle all, filter, clear, destroy, and reload, through the public
 * actions. Compared: items with their states, counts, filters, focus, the address, and the text of the page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { builtPackage } from '../../bench/built-package.ts';
import { findChromium, launchChromium } from '../../fixtures/chromium.ts';

const root = process.env['CORPUS_ROOT'];
if (root === undefined) {
  console.log('TodoMVC: skipped, because CORPUS_ROOT does not name a corpus. See wpt-subset/README.md.');
  process.exit(0);
}

interface Driver {
  type(selector: string, text: string): Promise<unknown>;
  fill(selector: string, text: string): Promise<unknown>;
  press(selector: string, key: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  doubleClick(selector: string): Promise<unknown>;
  hover(selector: string): Promise<unknown>;
  toggleAll(): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  look(): Promise<string>;
}

/** Chrome needs time: frames come, and apps save with a delay, in both. */
const REST_MS = 250;
const SAVE_MS = 700;

/** What an app shows, as JSON; it looks into shadow trees. */
const LOOK = `(() => {
  const found = [];
  const walk = (root) => { for (const each of root.querySelectorAll('*')) { found.push(each); if (each.shadowRoot) walk(each.shadowRoot); } };
  walk(document);
  const all = (selector) => found.filter((each) => each.matches(selector));
  const isSeen = (each) => each.getClientRects().length > 0;
  const texts = (selector) => all(selector).filter(isSeen).map((each) => each.textContent.replace(/\\s+/g, ' ').trim());
  const items = all('.todo-list li, #todo-list li').filter(isSeen).map((item) => {
    const label = [...item.querySelectorAll('label')].filter(isSeen)[0];
    const edit = item.querySelector('.edit');
    const classes = item.className.trim().split(/\\s+/).sort().join(' ');
    return [label?.textContent.trim(), item.querySelector('.toggle')?.checked, classes, edit && isSeen(edit) ? edit.value : null];
  });
  const { activeElement, body } = document;
  return JSON.stringify({
    items, count: texts('.todo-count, #todo-count'), clear: texts('.clear-completed, #clear-completed'),
    filter: texts('.filters a.selected, #filters a.selected'), address: location.hash,
    all: all('.toggle-all, #toggle-all').map((each) => each.checked),
    typed: all('.new-todo, #new-todo').map((each) => each.value),
    focus: activeElement && (activeElement.className || activeElement.tagName),
    text: body.innerText.split(/\\n+/).map((line) => line.trim()).filter(Boolean),
  });
})()`;

const NEW = '.new-todo, #new-todo';
const ALL_LABEL = 'label[for="toggle-all"]';
const ALL_BOX = '.toggle-all, #toggle-all';
const FIRST_FILTER = '.filters li:first-child a, #filters li:first-child a';
const inItem = (at: number, part = '') =>
  `.todo-list li:nth-child(${at}) ${part}, #todo-list li:nth-child(${at}) ${part}`;
const filter = (end: string) => `.filters a[href$="${end}"], #filters a[href$="${end}"]`;

async function add(driver: Driver, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await driver.type(NEW, text);
    await driver.press(NEW, 'Enter');
  }
}

async function edit(driver: Driver, at: number, text: string, end: (edit: string) => Promise<unknown>): Promise<void> {
  await driver.doubleClick(inItem(at, 'label'));
  await driver.fill(inItem(at, '.edit'), text);
  await end(inItem(at, '.edit'));
}

const STEPS: readonly (readonly [name: string, run: (driver: Driver) => Promise<unknown>])[] = [
  ['open', async () => undefined],
  ['add', (driver) => add(driver, ['Buy milk', '  Walk the dog ', 'Read a book'])],
  ['add nothing', (driver) => add(driver, ['   ']).then(() => driver.fill(NEW, ''))],
  ['toggle', (driver) => driver.click(inItem(2, '.toggle'))],
  ['active', (driver) => driver.click(filter('active'))],
  ['completed', (driver) => driver.click(filter('completed'))],
  ['back', (driver) => driver.back()],
  ['all', (driver) => driver.click(FIRST_FILTER)],
  ['begin to edit', (driver) => driver.doubleClick(inItem(1, 'label'))],
  ['edit, Enter', (driver) => edit(driver, 1, 'Buy oat milk', (field) => driver.press(field, 'Enter'))],
  ['edit, Escape', (driver) => edit(driver, 1, 'Never', (field) => driver.press(field, 'Escape'))],
  ['leave', (driver) => driver.click(NEW)],
  ['edit, blur', (driver) => edit(driver, 1, 'Blurred', () => driver.click(NEW))],
  ['reload', (driver) => driver.reload()],
  [
    'add where nothing was kept',
    async (driver) => {
      const { items } = JSON.parse(await driver.look()) as { items: unknown[] };
      if (items.length < 3) await add(driver, ['One', 'Two', 'Three']);
    },
  ],
  ['edit, empty', (driver) => edit(driver, 3, '', (field) => driver.press(field, 'Enter'))],
  ['toggle all', (driver) => driver.toggleAll()],
  ['toggle all back', (driver) => driver.toggleAll()],
  ['toggle one', (driver) => driver.click(inItem(1, '.toggle'))],
  ['destroy', (driver) => driver.hover(inItem(2)).then(() => driver.click(inItem(2, '.destroy')))],
  ['clear', (driver) => driver.click('.clear-completed, #clear-completed')],
  ['add again', (driver) => add(driver, ['Last'])],
  ['reload again', (driver) => driver.reload()],
];

const { AgentBrowser } = await builtPackage();
type Session = Awaited<ReturnType<Awaited<ReturnType<typeof AgentBrowser.launch>>['session']>>;

function ours(session: Session): Driver {
  return {
    type: (selector, text) => session.type({ selector }, text, { clear: false }),
    fill: (selector, text) => session.type({ selector }, text, { clear: true }),
    press: (selector, key) => session.press(key, { target: { selector } }),
    click: (selector) => session.click({ selector }),
    doubleClick: (selector) => session.click({ selector }, { double: true }),
    hover: (selector) => session.hover({ selector }),
    // In some apps the box lies over its label.
    toggleAll: () => session.click({ selector: ALL_LABEL }).catch(() => session.click({ selector: ALL_BOX })),
    reload: () => session.wait({ ms: SAVE_MS }).then(() => session.reload()),
    back: () => session.back(),
    look: async () => String(await session.evaluate(LOOK)),
  };
}

function chrome(page: Page): Driver {
  const first = (selector: string) => page.locator(selector).locator('visible=true').first();
  const quick = { timeout: 2_500 };
  const then = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await page.waitForTimeout(REST_MS);
  };
  const label = page.locator(ALL_LABEL);
  return {
    type: (selector, text) =>
      then(
        first(selector)
          .click(quick)
          .then(() => page.keyboard.type(text)),
      ),
    fill: async (selector, text) => {
      await first(selector).focus(quick);
      await page.keyboard.press('Control+A');
      await then(text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text));
    },
    press: (selector, key) => then(first(selector).press(key, quick)),
    click: (selector) => then(first(selector).click(quick)),
    doubleClick: (selector) => then(first(selector).dblclick(quick)),
    hover: (selector) => then(first(selector).hover(quick)),
    toggleAll: async () => {
      const target = (await label.count()) > 0 ? label.first() : page.locator(ALL_BOX).first();
      await then(target.click({ ...quick, force: true }));
    },
    reload: () => page.waitForTimeout(SAVE_MS).then(() => then(page.reload())),
    back: () => then(page.goBack()),
    look: async () => String(await page.evaluate(LOOK)),
  };
}

interface AppPage {
  readonly id: string;
  readonly source: string;
  readonly root: string;
  readonly path: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as { pages: AppPage[] };
const { serve } = (await import(pathToFileURL(join(root, 'serve.mjs')).href)) as {
  serve(folder: string): Promise<{ readonly url: string; close(): Promise<void> }>;
};
const wanted = process.argv[2] ?? '';
const apps = manifest.pages.filter(({ id, source }) => source.startsWith('todomvc-') && id.includes(wanted));

await using browser = await AgentBrowser.launch({ allowEvaluate: true, behaviour: 'instant', clock: 'virtual' });
const oracle = await launchChromium(findChromium() ?? 'chromium');
let different = 0;
for (const { id, root: folder, path } of apps) {
  const site = await serve(join(root, 'pages', folder));
  await using session = await browser.session({ viewport: [1280, 800] });
  const page = await oracle.newPage({ viewport: { width: 1280, height: 800 } });
  await session.goto(site.url + path);
  await page.goto(site.url + path);
  await page.waitForTimeout(REST_MS);
  const drivers = [ours(session), chrome(page)] as const;
  const wrong: string[] = [];
  for (const [name, run] of STEPS) {
    const seen: string[] = [];
    for (const driver of drivers) {
      const failure = await run(driver).then(
        () => '',
        () => 'failed ',
      );
      seen.push(failure + (await driver.look()));
    }
    if (seen[0] !== seen[1]) wrong.push(`  ${name}:\n    here:   ${seen[0]}\n    Chrome: ${seen[1]}`);
  }
  different += wrong.length;
  console.log([`${id}: ${STEPS.length - wrong.length} of ${STEPS.length} steps as in Chrome`, ...wrong].join('\n'));
  await page.close();
  await site.close();
}
await oracle.close();
process.exitCode = different === 0 ? 0 : 1;

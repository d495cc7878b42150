/**
 * The boxes of many small documents in one go: they are written into a frame of one page of Chrome, one after the other.
 *
 * In:  HTML texts. Out: rows as fixtures/chromium.ts records them. Nothing may load or need a frame of animation. Answers may be
 * kept in a file: Chrome is started when a document is not in it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../fixtures/chromium.ts';
import type { RecordedRow } from '../compare.ts';

export class ChromeBoxes {
  readonly #executable: string;
  readonly #file: string | undefined;
  readonly #known = new Map<string, readonly RecordedRow[]>();
  #browser: Browser | null = null;
  #page: Page | null = null;

  constructor(executable: string, file: string | undefined) {
    this.#executable = executable;
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const [html, rows] of JSON.parse(readFileSync(file, 'utf8'))) this.#known.set(html, rows);
  }

  async of(documents: readonly string[]): Promise<(readonly RecordedRow[])[]> {
    const unknown = [...new Set(documents)].filter((html) => !this.#known.has(html));
    if (unknown.length > 0) {
      this.#page ??= await this.#open();
      const text = await this.#page.evaluate<string>(`(${COLLECT})(${JSON.stringify(unknown)})`);
      const answers = JSON.parse(text) as RecordedRow[][];
      for (const [index, html] of unknown.entries()) this.#known.set(html, answers[index]!);
    }
    return documents.map((html) => this.#known.get(html)!);
  }

  /** Keeps the answers for the next run, and ends Chrome. */
  async close(): Promise<void> {
    if (this.#browser === null) return;
    await this.#browser.close();
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify([...this.#known]));
  }

  async #open(): Promise<Page> {
    this.#browser = await launchChromium(this.#executable);
    return this.#browser.newPage({ viewport: { width: 800, height: 600 }, deviceScaleFactor: 1 });
  }
}

/** Runs in the page. Text, because it is sent to the browser as it stands. */
const COLLECT = `async (documents) => {
  let frame = document.querySelector('iframe');
  if (frame === null) {
    document.body.style.margin = 0;
    frame = document.body.appendChild(document.createElement('iframe'));
    frame.style = 'border: 0; display: block; width: 800px; height: 600px';
  }
  const round = (value) => Math.round(value * 100) / 100 + 0;
  const answers = [];
  for (const html of documents) {
    const inside = frame.contentDocument;
    inside.open();
    inside.write(html);
    inside.close();
    for (const image of inside.images) await image.decode().catch(() => {});
    answers.push([...inside.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const tag = element.parentElement?.closest('svg') ? 'svg:' + element.localName : element.localName;
      return [tag, round(x), round(y), round(width), round(height), element.getClientRects().length > 0 ? 1 : 0];
    }));
  }
  return JSON.stringify(answers);
}`;

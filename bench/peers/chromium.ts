/**
 * Debian's Chromium, driven by playwright-core: the browser itself, with the form of a page that Playwright has for agents.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../fixtures/chromium.ts';
import { pidsWithEnvironment } from '../measure.ts';
import { type Form, markedEnvironment, type RunningTool, type Tool, type ToolPage } from './tool.ts';

class ChromiumPage implements ToolPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  /** `load`, and where script brings the content, no longer than until it is there: nothing waits for an idle network. */
  async load(url: string, ready?: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'load' });
    if (ready === undefined) return;
    await this.#page.waitForFunction(`document.body.textContent.includes(${JSON.stringify(ready)})`);
  }

  async snapshot(form: Form): Promise<string | null> {
    if (form === 'interactive') return null;
    return this.#page.ariaSnapshot({ mode: 'ai', boxes: form === 'boxes' });
  }

  async click(name: string): Promise<string> {
    await this.#page.getByRole('button', { name }).first().click();
    return this.#page.ariaSnapshot({ mode: 'ai' });
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

/** `null`, after saying so, where there is none. */
export async function chromium(): Promise<Tool | null> {
  const executable = findChromium();
  if (executable === null) return null;
  const first = await launchChromium(executable);
  const version = first.version();
  await first.close();
  return {
    name: 'Chromium',
    version,
    sharesProcess: true,
    hasView: true,
    async start(): Promise<RunningTool> {
      const { mark, env } = markedEnvironment();
      const browser = await launchChromium(executable, env);
      return {
        async page() {
          const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
          return new ChromiumPage(context, await context.newPage());
        },
        pids: async () => pidsWithEnvironment(mark),
        schema: async () => null,
        close: () => browser.close(),
      };
    },
  };
}

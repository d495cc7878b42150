/**
 * The process in which jsdom or happy-dom runs: pages by number, one request after the other.
 *
 * In:  messages of dom-libraries.ts. Out: an answer to each.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { loadPeer } from './installed.ts';

export interface Request {
  readonly id: number;
  readonly what: 'ready' | 'load' | 'text' | 'click' | 'evaluate' | 'close';
  readonly page: number;
  readonly text?: string;
  readonly ready?: string;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface DomWindow {
  readonly document: {
    readonly readyState: string;
    readonly body: { readonly textContent: string } | null;
    querySelectorAll(selector: string): Iterable<{ readonly textContent: string; click(): void }>;
  };
  eval(text: string): unknown;
}

interface OpenPage {
  readonly window: DomWindow;
  close(): unknown;
}

const READY_MS = 20_000;

type Open = (url: string) => Promise<OpenPage>;

const library = process.argv[2];
const open = library === 'jsdom' ? await openWithJsdom() : await openWithHappyDom();
const pages = new Map<number, OpenPage>();

// Errors of pages are theirs: what a page lacks is found by checking what it shows.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

process.on('message', (request: Request) => {
  answer(request).then(
    (value) => process.send!({ id: request.id, value } satisfies Answer),
    (error: unknown) => process.send!({ id: request.id, error: String(error) } satisfies Answer),
  );
});

async function answer({ what, page, text = '', ready }: Request): Promise<unknown> {
  if (what === 'ready') return true;
  if (what === 'load') {
    await pages.get(page)?.close();
    const opened = await open(text);
    pages.set(page, opened);
    await until(opened.window, ready);
    return true;
  }
  const opened = pages.get(page);
  if (what === 'close') {
    pages.delete(page);
    return opened?.close();
  }
  if (opened === undefined) throw new Error('No page is open.');
  const { window } = opened;
  if (what === 'evaluate') return window.eval(text);
  if (what === 'click') {
    const button = [...window.document.querySelectorAll('button')].find((each) => each.textContent.trim() === text);
    if (button === undefined) throw new Error(`There is no button '${text}'.`);
    button.click();
  }
  return window.document.body?.textContent ?? '';
}

/** Loaded, and with what script should bring. */
async function until({ document }: DomWindow, ready: string | undefined): Promise<void> {
  const end = performance.now() + READY_MS;
  const isThere = () => ready === undefined || (document.body?.textContent ?? '').includes(ready);
  while (document.readyState !== 'complete' || !isThere()) {
    if (performance.now() > end) throw new Error(`The page did not show '${ready ?? 'its load event'}'.`);
    await pause(1);
  }
}

async function openWithJsdom(): Promise<Open> {
  const { JSDOM, VirtualConsole } = await loadPeer<{
    readonly JSDOM: {
      fromURL(url: string, options: object): Promise<{ readonly window: DomWindow & { close(): void } }>;
    };
    readonly VirtualConsole: new () => object;
  }>('jsdom');
  return async (url) => {
    const { window } = await JSDOM.fromURL(url, {
      runScripts: 'dangerously',
      resources: 'usable',
      pretendToBeVisual: true,
      virtualConsole: new VirtualConsole(),
      // It has no fetch: pages that need it get Node's.
      beforeParse(page: { fetch?: typeof fetch }) {
        page.fetch = (input, init) => fetch(new URL(String(input), url), init);
      },
    });
    return { window, close: () => window.close() };
  };
}

async function openWithHappyDom(): Promise<Open> {
  const { Browser } = await loadPeer<{
    readonly Browser: new (
      options: object,
    ) => {
      newPage(): {
        readonly mainFrame: { readonly window: DomWindow };
        goto(url: string): Promise<unknown>;
        waitUntilComplete(): Promise<void>;
      };
      close(): Promise<void>;
    };
  }>('happy-dom');
  return async (url) => {
    const browser = new Browser({
      settings: {
        enableJavaScriptEvaluation: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
        errorCapture: 'processLevel',
      },
    });
    const page = browser.newPage();
    await page.goto(url);
    await page.waitUntilComplete();
    return { window: page.mainFrame.window, close: () => browser.close() };
  };
}

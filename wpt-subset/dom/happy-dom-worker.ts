/**
 * Runs test pages in happy-dom, for comparison. PEERS_ROOT names a folder with happy-dom in its node_modules.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { loadPeer } from '../../bench/peers/installed.ts';
import { serveRunner, tellRunner } from './worker-messages.ts';

interface HappyPage {
  readonly mainFrame: { readonly window: object };
  goto(url: string): Promise<unknown>;
  /** Resolves when no timer, request or script is left. */
  waitUntilComplete(): Promise<void>;
  close(): Promise<void>;
}
interface HappyDomModule {
  readonly Browser: new (options: object) => { newPage(): HappyPage; close(): Promise<void> };
}

/** A report may come in a last microtask or timer. */
const LAST_REPORT_MS = 500;

const { Browser } = await loadPeer<HappyDomModule>('happy-dom');

process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

serveRunner(async (url, fail) => {
  const beforeContentCallback = (window: { __wptReport?: (text: string) => void }) => {
    window.__wptReport = (text) => tellRunner({ kind: 'report', text });
    // Without this, testharness.js does not get to its end there.
    for (const name of ['parent', 'top']) Object.defineProperty(window, name, { value: window, configurable: true });
  };
  const browser = new Browser({
    settings: {
      navigation: { beforeContentCallback },
      enableJavaScriptEvaluation: true,
      enableIframePageLoading: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      errorCapture: 'processLevel',
    },
  });
  const page = browser.newPage();
  // A page that has nothing left to do and has not reported will not.
  page
    .goto(url)
    .then(() => page.waitUntilComplete())
    .then(() => wait(LAST_REPORT_MS))
    .then(() => fail('the page ended without a report'))
    .catch((error: unknown) => fail(String(error)));
  return { close: () => browser.close() };
});

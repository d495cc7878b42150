/**
 * Runs test pages in happy-dom, for comparison. PEERS_ROOT names a folder with happy-dom in its node_modules.
 *
 * Two things are done for it, so that its DOM is measured and not how it loads scripts. It runs each classic script as the
 * body of a function, so that no script sees what another one declares: here the text of the script runs as a global one.
 * And `parent` and `top` of its windows are other objects than `window`, for which testharness.js takes a page for a frame.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createContext, isContext, runInContext } from 'node:vm';
import { loadPeer } from '../../bench/peers/installed.ts';
import { serveRunner, tellRunner } from './worker-messages.ts';

type HappyWindow = object & { __wptReport?: (text: string) => void; readonly parent: HappyWindow };
interface HappyPage {
  readonly mainFrame: { readonly window: HappyWindow };
  goto(url: string): Promise<unknown>;
  /** Resolves when no timer, request or script is left. */
  waitUntilComplete(): Promise<void>;
  close(): Promise<void>;
}
interface HappyDomModule {
  readonly Browser: new (options: object) => { newPage(): HappyPage; close(): Promise<void> };
  readonly PropertySymbol: { readonly evaluateScript: symbol };
}
interface ScriptPorts {
  dispatchError(error: unknown): void;
}

/** A report may come in a last microtask or timer. */
const LAST_REPORT_MS = 500;

/** What happy-dom puts around the text of a classic script, when errors of scripts become events. */
const BEFORE_SCRIPT = '(function anonymous($happy_dom) {try {';
const BEHIND_SCRIPT = '} catch (error) { $happy_dom.dispatchError(error); }})';

const { Browser, PropertySymbol } = await loadPeer<HappyDomModule>('happy-dom');

process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

/** Makes classic scripts global, as the standard says; other code is run as happy-dom does it. */
function runScriptsGlobally(window: HappyWindow): void {
  const evaluate = (code: string, options: object): unknown => {
    if (!code.startsWith(BEFORE_SCRIPT) || !code.endsWith(BEHIND_SCRIPT)) return runInContext(code, window, options);
    const text = code.slice(BEFORE_SCRIPT.length, -BEHIND_SCRIPT.length);
    return (ports: ScriptPorts) => {
      // The name under which import() of the text is found.
      Object.defineProperty(window, '$happy_dom', { value: ports, configurable: true });
      try {
        runInContext(text, window, options);
      } catch (error) {
        ports.dispatchError(error);
      }
    };
  };
  Object.defineProperty(window, PropertySymbol.evaluateScript, { value: evaluate, configurable: true });
}

function globalOf(window: HappyWindow): unknown {
  return isContext(window) ? runInContext('globalThis', window) : createContext(window);
}

serveRunner(async (url, fail) => {
  const beforeContentCallback = (window: HappyWindow) => {
    runScriptsGlobally(window);
    const main = page.mainFrame.window;
    const set = (name: string, value: unknown): void => {
      Object.defineProperty(window, name, { value, configurable: true });
    };
    set('top', globalOf(main));
    set('parent', globalOf(window === main ? main : window.parent));
    if (window === main) window.__wptReport = (text) => tellRunner({ kind: 'report', text });
  };
  const browser = new Browser({
    settings: {
      navigation: { beforeContentCallback },
      enableJavaScriptEvaluation: true,
      enableCSSFileLoading: true,
      enableIframePageLoading: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      errorCapture: 'tryAndCatch',
      viewport: { width: 800, height: 600 },
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

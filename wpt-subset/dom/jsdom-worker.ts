/**
 * Runs test pages in jsdom, for comparison. PEERS_ROOT names a folder with jsdom in its node_modules.
 */

import { loadPeer } from '../../bench/peers/installed.ts';
import { serveRunner, tellRunner } from './worker-messages.ts';

interface Jsdom {
  readonly window: { close(): void };
}
interface JsdomModule {
  readonly JSDOM: { fromURL(url: string, options: object): Promise<Jsdom> };
  readonly VirtualConsole: new () => object;
}

const { JSDOM, VirtualConsole } = await loadPeer<JsdomModule>('jsdom');

process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

serveRunner(async (url) => {
  const page = await JSDOM.fromURL(url, {
    runScripts: 'dangerously',
    resources: 'usable',
    pretendToBeVisual: true,
    // Without a listener, errors of pages are not printed.
    virtualConsole: new VirtualConsole(),
    beforeParse(window: { __wptReport?: (text: string) => void }) {
      window.__wptReport = (text) => tellRunner({ kind: 'report', text });
    },
  });
  return { close: () => page.window.close() };
});

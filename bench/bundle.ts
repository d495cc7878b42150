/**
 * How fast a page with a large script bundle starts, beside what V8 itself needs to compile and run that bundle.
 *
 * 'Starts' is the whole of `goto` in a new session: the requests, the parser, compiling and running, settling, and the
 * Spatial DOM. What the same page takes without the bundle is shown too. Every run has another text of the bundle, so
 * that no cache of compiled code knows it.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Script } from 'node:vm';
import { builtPackage } from './built-package.ts';
import { BUNDLE_RESULT, bundleOf } from './bundle-script.ts';
import { inMs, printRow, spread, summarise } from './measure.ts';

const { AgentBrowser } = await builtPackage();

const BUNDLE_BYTES = 2_000_000;
const RUNS = 9;
const WARM_UP = 3;
/** How many times what plain V8 takes a page may take to start. */
const TARGET = 2;

const page = (script: string): string =>
  `<!doctype html><title>Bundle</title>${script}<script>
  document.write('<p>Result: ' + globalThis.${BUNDLE_RESULT});</script>`;

export async function benchBundle(): Promise<void> {
  console.log(`\na page with a script bundle of ${BUNDLE_BYTES / 1e6} MB, engine in a child process`);
  let bundle = '';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/bundle.js';
    const body = isScript ? bundle : page(url === '/plain' ? '' : '<script src="/bundle.js"></script>');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const times = { plain: [] as number[], without: [] as number[], whole: [] as number[] };
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  /** Milliseconds until the page has said the result. */
  const start = async (url: string, result: string): Promise<number> => {
    await using session = await browser.session();
    const from = performance.now();
    const { els } = await session.goto(url);
    const took = performance.now() - from;
    assert.equal(els[0]?.text, `Result: ${result}`);
    return took;
  };
  try {
    for (let run = 0; run < WARM_UP + RUNS; run++) {
      bundle = bundleOf(BUNDLE_BYTES, run);
      const { took, result } = runPlain(bundle);
      times.plain.push(took);
      times.without.push(await start(`${origin}/plain`, 'undefined'));
      times.whole.push(await start(`${origin}/`, result));
    }
  } finally {
    server.close();
  }
  const plain = summarise(times.plain.slice(WARM_UP));
  const without = summarise(times.without.slice(WARM_UP));
  const whole = summarise(times.whole.slice(WARM_UP));
  const ratio = whole.median / plain.median;
  printRow('  plain V8, compile and run', inMs(plain), spread(plain));
  printRow('  goto without the bundle', inMs(without), spread(without));
  printRow('  goto with the bundle', inMs(whole), spread(whole));
  printRow('  the whole, as often as plain V8', `${ratio.toFixed(2)}x`, `target ${TARGET}x`);
}

/** In the global object of this process: one of `createContext` would be slower than V8's own. */
function runPlain(code: string): { readonly took: number; readonly result: string } {
  const from = performance.now();
  new Script(code).runInThisContext();
  const took = performance.now() - from;
  return { took, result: String((globalThis as Record<string, unknown>)[BUNDLE_RESULT]) };
}

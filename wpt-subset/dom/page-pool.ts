/**
 * Runs test pages in a few processes of one engine. A page that hangs or kills its process costs its file, not the run.
 *
 * In:  tests, and where they are served. Out: one result for each file.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PageReport, Subtest } from './report-script.ts';
import type { ScriptTest } from './test-files.ts';
import { startServer } from './test-server.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { startWptServer } from './wpt-server.ts';

export type EngineName = 'agentbrowser' | 'jsdom' | 'happy-dom';

export interface FileResult {
  readonly test: ScriptTest;
  /** Why there is no report, or what the harness says is wrong; `null` when all went well. */
  readonly problem: string | null;
  readonly subtests: readonly Subtest[];
  readonly ms: number;
}

export interface PoolOptions {
  readonly root: string;
  readonly engine: EngineName;
  /** By WPT's own server. */
  readonly isServed: boolean;
  readonly processes: number;
  /** How long a page may take, in real time; pages that ask for more get three times as long. */
  readonly timeoutMs: number;
  /** How long the whole run may take; files that are not reached by then have no report. */
  readonly totalMs: number;
}

const WORKERS: Readonly<Record<EngineName, string>> = {
  agentbrowser: './engine-worker.ts',
  jsdom: './jsdom-worker.ts',
  'happy-dom': './happy-dom-worker.ts',
};

/** Pages after which a process is replaced, so that what an engine leaks does not add up. */
const PAGES_PER_PROCESS: Readonly<Record<EngineName, number>> = {
  agentbrowser: 100,
  jsdom: 100,
  // What an earlier page did keeps scripts of later ones from loading.
  'happy-dom': 1,
};
const START_MS = 60_000;
const CLOSE_MS = 5_000;

export async function runTests(
  tests: readonly ScriptTest[],
  options: PoolOptions,
  onResult: (result: FileResult) => void,
): Promise<void> {
  const waiting = new Map<string, (report: PageReport) => void>();
  const onReport = (text: string): void => {
    const report = readReport(text);
    if (report !== null) waiting.get(report.url)?.(report);
  };
  const server = options.isServed
    ? await startWptServer(options.root)
    : await startServer(options.root, onReport).then((own) => ({ ...own, http: own.origin, https: own.origin }));
  let next = 0;
  const end = performance.now() + options.totalMs;
  const work = async (): Promise<void> => {
    let process: EngineProcess | null = null;
    let pages = 0;
    while (next < tests.length) {
      const test = tests[next++]!;
      if (performance.now() > end) {
        onResult({ test, problem: 'not reached in the time of the run', subtests: [], ms: 0 });
        continue;
      }
      process ??= await EngineProcess.start(options, onReport);
      const origin = /\.https\./.test(test.path) ? server.https : server.http;
      const url = `${origin}/${test.path}`;
      const started = performance.now();
      const timeoutMs = options.timeoutMs * (test.isLong ? 3 : 1);
      const outcome = await process.run(url, timeoutMs, (take) => waiting.set(normalUrl(url), take));
      waiting.delete(normalUrl(url));
      onResult({ ...resultOf(test, outcome, origin), ms: Math.round(performance.now() - started) });
      if (!(await process.close()) || ++pages >= PAGES_PER_PROCESS[options.engine]) {
        process.end();
        process = null;
        pages = 0;
      }
    }
    process?.end();
  };
  await Promise.all(Array.from({ length: Math.min(options.processes, tests.length) }, work));
  server.close();
}

/** As `location.href` says it. */
function normalUrl(url: string): string {
  return new URL(url).href;
}

function readReport(text: string): PageReport | null {
  try {
    return JSON.parse(text) as PageReport;
  } catch {
    // A page that breaks its own JSON has nothing to report.
    return null;
  }
}

function resultOf(test: ScriptTest, outcome: PageReport | string, origin: string): Omit<FileResult, 'ms'> {
  if (typeof outcome === 'string') return { test, problem: outcome, subtests: [] };
  const clean = (text: string) => text.replaceAll(origin, 'http://test').replaceAll(new URL(origin).host, 'test');
  const seen = new Map<string, number>();
  const subtests = outcome.subtests.map((subtest) => {
    const name = clean(subtest.name);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...subtest, name: count === 1 ? name : `${name} #${count}` };
  });
  const problem = outcome.status === 0 ? null : `harness status ${outcome.status}: ${clean(outcome.message)}`;
  return { test, problem, subtests };
}

class EngineProcess {
  readonly #child: ChildProcess;
  #listener: (message: FromWorker) => void = () => undefined;
  #isAlive = true;
  readonly #onReport: (text: string) => void;

  private constructor({ engine, isServed, root }: PoolOptions, onReport: (text: string) => void) {
    this.#onReport = onReport;
    this.#child = fork(fileURLToPath(new URL(WORKERS[engine], import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=2048'],
      env: isServed ? { ...process.env, WPT_SERVED_ROOT: root } : process.env,
      stdio: ['ignore', 'ignore', process.env['WPT_EVENTS'] ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#child.on('message', (message: FromWorker) => {
      if (message.kind === 'report') this.#onReport(message.text);
      else this.#listener(message);
    });
    const lost = (why: string) => () => {
      this.#isAlive = false;
      this.#listener({ kind: 'failed', message: why });
    };
    this.#child.on('exit', lost('the process ended'));
    this.#child.on('error', lost('the process could not be reached'));
  }

  static async start(options: PoolOptions, onReport: (text: string) => void): Promise<EngineProcess> {
    const process = new EngineProcess(options, onReport);
    const isReady = await process.#until((message) => message.kind === 'ready', START_MS);
    if (!isReady)
      throw new Error(`The process of ${options.engine} did not start. Run its worker by itself to see why.`);
    return process;
  }

  /** The page's report, or why there is none. */
  run(
    url: string,
    timeoutMs: number,
    onWait: (take: (report: PageReport) => void) => void,
  ): Promise<PageReport | string> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('no report in time'), timeoutMs);
      const finish = (outcome: PageReport | string): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      onWait(finish);
      this.#listener = (message) => {
        if (message.kind === 'failed') finish(message.message.slice(0, 300));
      };
      this.#send({ kind: 'open', url });
    });
  }

  /** Ends the page. False when the process cannot be used for another. */
  async close(): Promise<boolean> {
    if (!this.#isAlive) return false;
    const closed = this.#until((message) => message.kind === 'closed', CLOSE_MS);
    this.#send({ kind: 'close' });
    return (await closed) && this.#isAlive;
  }

  end(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
  }

  #send(message: ToWorker): void {
    if (this.#isAlive && this.#child.connected) this.#child.send(message);
  }

  #until(isWanted: (message: FromWorker) => boolean, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      this.#listener = (message) => {
        if (!isWanted(message) && this.#isAlive) return;
        clearTimeout(timer);
        resolve(this.#isAlive);
      };
    });
  }
}

/**
 * A redis-server of the test's own, on a free port, without files; and workers and clients on it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BrowserWorker, type WorkerOptions } from '../../src/worker/worker.ts';
import { connectWorkers, type Workers } from '../../src/worker/workers.ts';

/** Why these tests cannot run here; `false` when they can. */
export const missing: string | false = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'redis-server is not installed (Debian: apt-get install redis-server)';
  }
  return false;
})();

/** Short, so that nobody waits long for a worker that was killed; every process of the test takes it. */
export const DEAD_AFTER_MS = 1_200;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What is to be closed before its Redis is: hooks of a test run in the order in which they were made. */
const open = new Map<string, (() => Promise<void>)[]>();

function first(chunks: Readable, words: string): Promise<void> {
  return new Promise((resolve) => {
    chunks.on('data', (chunk) => {
      if (String(chunk).includes(words)) resolve();
    });
  });
}

export async function redis(t: TestContext): Promise<string> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = `redis://127.0.0.1:${port}`;
  t.after(async () => {
    for (const close of (open.get(url) ?? []).reverse()) await close();
    server.kill('SIGKILL');
  });
  await first(server.stdout, 'Ready to accept');
  return url;
}

export async function worker(t: TestContext, url: string, options: WorkerOptions = {}): Promise<BrowserWorker> {
  const started = await BrowserWorker.start({
    redis: url,
    launch: { behaviour: 'instant' },
    deadAfterMs: DEAD_AFTER_MS,
    log: (line) => t.diagnostic(line),
    ...options,
  });
  opened(url, () => started.close());
  return started;
}

/** A worker that can be killed. */
export async function workerProcess(t: TestContext, url: string): Promise<ChildProcess> {
  const entry = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await first(child.stdout, 'ready');
  return child;
}

export async function client(url: string): Promise<Workers> {
  const workers = await connectWorkers({ redis: url });
  opened(url, () => workers.close());
  return workers;
}

export function opened(url: string, close: () => Promise<void>): void {
  open.set(url, [...(open.get(url) ?? []), close]);
}

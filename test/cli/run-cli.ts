/**
 * The command line as a user has it, with folders of its own: nothing of the user's is touched, and what a test starts is
 * gone when it is over.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isAgentBrowserError } from '../../src/errors.ts';
import { connectDaemon, type DaemonLink } from '../../src/server/daemon-link.ts';
import { scratchFolder } from '../vault/scratch.ts';

export const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Cli {
  readonly env: NodeJS.ProcessEnv;
  readonly runtime: string;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Ran>;
  /** The same, and it has to work; gives what it printed. */
  does(...args: string[]): Promise<string>;
  start(...args: string[]): ChildProcess;
}

export function cli(t: TestContext, more: NodeJS.ProcessEnv = {}): Cli {
  const folder = scratchFolder(t);
  const runtime = join(folder, 'run');
  const env = { ...process.env, AGENTBROWSER_RUNTIME_DIR: runtime, AGENTBROWSER_HOME: join(folder, 'home'), ...more };
  const start = (...args: string[]) =>
    spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const run = async (...args: string[]): Promise<Ran> => {
    const child = start(...args);
    let [out, err] = ['', ''];
    child.stdout!.on('data', (chunk) => (out += chunk));
    child.stderr!.on('data', (chunk) => (err += chunk));
    const [code] = await once(child, 'close');
    return { code, out, err };
  };
  const does = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return out;
  };
  t.after(() => endDaemons(runtime));
  return { env, runtime, run, does, start };
}

/** Waits until an orphan is no more. One that nobody has collected counts: not every machine's first process does so. */
export async function gone(pid: number): Promise<void> {
  while (isThere(pid) && !isEnded(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until a process is no more and the one that started it, which lives, has heard of it. */
export async function collected(pid: number): Promise<void> {
  while (isThere(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

export interface SessionFacts {
  readonly name: string;
  readonly pid: number;
  readonly enginePid: number | null;
  readonly main: { readonly tabs: readonly { readonly url: string }[] } | null;
  readonly calls: readonly { readonly method: string }[];
}

/** What `status --json` prints, asked at the sockets: a process for each question is what tests take longest for. */
export async function statusOf({ runtime }: Cli): Promise<readonly SessionFacts[]> {
  const found = await onDaemons(runtime, (link) => link.status());
  return found.filter((status) => status !== null);
}

/** Ends what is there, as `close --all` does with those that answer. */
async function endDaemons(runtime: string): Promise<void> {
  await onDaemons(runtime, (link) => link.stop());
}

/** `null` of those that ended meanwhile. */
async function onDaemons<T>(runtime: string, ask: (link: DaemonLink) => Promise<T>): Promise<(T | null)[]> {
  const sockets = existsSync(runtime) ? readdirSync(runtime).filter((file) => file.endsWith('.sock')) : [];
  return Promise.all(
    sockets.sort().map(async (file) => {
      const link = await connectDaemon(join(runtime, file));
      if (link === null) return null;
      try {
        return await ask(link);
      } catch (error) {
        if (!isAgentBrowserError(error) || error.code !== 'daemon_unavailable') throw error;
        return null;
      } finally {
        await link.close();
      }
    }),
  );
}

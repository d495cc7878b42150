/**
 * The command line as a user has it, with folders of its own: nothing of the user's is touched, and what a test starts is
 * gone when it is over.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
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
  t.after(() => run('close', '--all'));
  return { env, runtime, run, does, start };
}

/** Waits until a process is no more. */
export async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface SessionFacts {
  readonly name: string;
  readonly pid: number;
  readonly enginePid: number | null;
  readonly main: { readonly tabs: readonly { readonly url: string }[] } | null;
  readonly calls: readonly { readonly method: string }[];
}

export async function statusOf({ does }: Cli): Promise<readonly SessionFacts[]> {
  return (JSON.parse(await does('status', '--json')) as { sessions: SessionFacts[] }).sessions;
}

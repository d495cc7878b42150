/**
 * Which daemons there are, and ending them, also one that does not answer.
 *
 * In:  the folder of this user. Out: for each daemon how it is, or that it is gone. A process is ended only when it is
 *      certain to be a daemon of ours: the number that it left behind may belong to another by now.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { DaemonStatus } from './daemon.ts';
import { connectDaemon } from './daemon-link.ts';
import { removeDead } from './socket-listen.ts';
import { type DaemonPaths, daemonPaths, runtimeFolder } from './socket-path.ts';

/** Names for which there is a socket, alive or not. */
export function daemonNames(env: NodeJS.ProcessEnv = process.env): string[] {
  const folder = runtimeFolder(env);
  if (folder === null) return [];
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.sock'))
      .map((file) => file.slice(0, -'.sock'.length))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** `null` when there is none; 'silent' when it does not answer. What a dead one left behind is removed. */
export async function daemonStatus(paths: DaemonPaths, answerMs?: number): Promise<DaemonStatus | 'silent' | null> {
  const link = await connectDaemon(paths.socket);
  if (link === null) {
    await removeDead(paths.socket);
    return null;
  }
  try {
    return await link.status(answerMs);
  } catch (error) {
    if (!isAgentBrowserError(error)) throw error;
    return error.code === 'timeout' ? 'silent' : null;
  } finally {
    await link.close();
  }
}

/** Ends a daemon: by asking it, and when it does not answer, by ending its process. `false` when there was none. */
export async function endDaemon(paths: DaemonPaths, answerMs?: number): Promise<boolean> {
  const link = await connectDaemon(paths.socket);
  if (link === null) {
    await removeDead(paths.socket);
    return false;
  }
  const isGone = await link.stop(answerMs);
  await link.close();
  if (isGone) return true;
  const pid = pidOf(paths);
  if (pid === null) {
    throw new AgentBrowserError(
      'daemon_unavailable',
      `The daemon of '${paths.name}' does not answer, and its process is not known. End it by hand, then remove ${paths.socket}.`,
    );
  }
  process.kill(pid, 'SIGKILL');
  if (paths.info !== null) rmSync(paths.info, { force: true });
  for (let waitedMs = 0; waitedMs < LIMITS.daemonStopMs && isRunning(pid); waitedMs += 20) await pause(20);
  await removeDead(paths.socket);
  return true;
}

/** Ends all daemons of this user, and gives their names. */
export async function endAllDaemons(answerMs?: number): Promise<string[]> {
  const names = daemonNames();
  const ended = await Promise.all(names.map((name) => endDaemon(daemonPaths(name), answerMs)));
  return names.filter((_, index) => ended[index]);
}

/** The process that left its number, if it is a daemon of this name. */
function pidOf({ info, name }: DaemonPaths): number | null {
  if (info === null) return null;
  try {
    const { pid } = JSON.parse(readFileSync(info, 'utf8')) as { readonly pid?: unknown };
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 2) return null;
    // Small systems have no ps, and Linux needs none.
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('daemon-process') && command.includes(`"name":"${name}"`) ? pid : null;
  } catch {
    // No such file, or no such process: either way there is nothing that could be ended.
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

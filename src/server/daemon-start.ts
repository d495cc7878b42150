/**
 * Finding a daemon, and starting one where there is none.
 *
 * In:  a name. Out: a connection. Several may start one at the same time: one of them gets the socket, the others end, and
 *      everybody connects to the same.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNodeVersion } from '../client/runtime.ts';
import { packageVersion } from '../client/version.ts';
import { AgentBrowserError, isAgentBrowserError, isErrorCode } from '../errors.ts';
import { fileError } from '../file-error.ts';
import { LIMITS } from '../limits.ts';
import type { DaemonStatus } from './daemon.ts';
import { connectDaemon, type DaemonLink } from './daemon-link.ts';
import type { RunSettings } from './daemon-run.ts';
import { type DaemonPaths, ensureRuntimeFolder } from './socket-path.ts';

/** Beside this file, in the sources as well as in the build. */
const ENTRY = fileURLToPath(new URL(`./daemon-process${extname(import.meta.url)}`, import.meta.url));
const TRIES = 5;

export interface Reached {
  readonly link: DaemonLink;
  readonly status: DaemonStatus;
}

/**
 * A connection to the daemon, started if need be.
 *
 * @param prepare what is asked of it before it is relied on. One that ends just then is replaced by another.
 */
export async function reachDaemon(
  settings: RunSettings,
  prepare: (link: DaemonLink) => Promise<void> = async () => undefined,
): Promise<Reached> {
  for (let tries = 0; tries < TRIES; tries++) {
    const reached = await findDaemon(settings.paths);
    if (reached === null) await startDaemon(settings);
    else if (await isDone(prepare(reached.link), reached.link)) return reached;
  }
  throw new AgentBrowserError(
    'daemon_unavailable',
    `The daemon of '${settings.paths.name}' ends as soon as it is started.${lastWords(settings.paths)}`,
  );
}

/** `false` when the daemon ended instead. */
async function isDone(work: Promise<void>, link: DaemonLink): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    await link.close();
    if (!isAgentBrowserError(error) || error.code !== 'daemon_unavailable') throw error;
    return false;
  }
}

/** A connection to the daemon if there is one that is of use; `null` when not. */
export async function findDaemon(paths: DaemonPaths, answerMs?: number): Promise<Reached | null> {
  const link = await connectDaemon(paths.socket);
  const status = link === null ? null : await fitStatus(link, paths, answerMs);
  return link === null || status === null ? null : { link, status };
}

/**
 * Its status if it answers and is of our version. One of another version that keeps nothing is ended: `null`, and another
 * may take its place.
 */
async function fitStatus(link: DaemonLink, { name }: DaemonPaths, answerMs?: number): Promise<DaemonStatus | null> {
  let status: DaemonStatus;
  try {
    status = await link.status(answerMs);
  } catch (error) {
    if (!isAgentBrowserError(error)) throw error;
    await link.close();
    // It ended just now.
    if (error.code === 'daemon_unavailable') return null;
    throw new AgentBrowserError(
      'daemon_unavailable',
      `The daemon of '${name}' does not answer. 'agentbrowser close --all' ends it.`,
      { cause: error },
    );
  }
  const version = packageVersion();
  if (status.version === version) return status;
  if (status.main === null && status.clients === 0) {
    await link.stop();
    return null;
  }
  await link.close();
  throw new AgentBrowserError(
    'daemon_unavailable',
    `The daemon of '${name}' is of version ${status.version}, this is ${version}. 'agentbrowser close --session ${name}' ends it and its page; then open it again.`,
  );
}

async function startDaemon(settings: RunSettings): Promise<void> {
  checkNodeVersion();
  const { paths } = settings;
  const folder = paths.info === null ? undefined : dirname(paths.info);
  if (folder !== undefined) ensureRuntimeFolder(folder);
  const log = paths.log === null ? 'ignore' : openLog(paths.log);
  // Secure: NODE_OPTIONS may hold flags meant for this process, such as a debugger's port.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [ENTRY, JSON.stringify(settings)], {
    // Away from this terminal and its signals.
    detached: true,
    stdio: ['ignore', 'pipe', log],
    env,
    ...(folder === undefined ? {} : { cwd: folder }),
    windowsHide: true,
  });
  if (log !== 'ignore') closeSync(log);
  const line = await firstLine(child.stdout!, child);
  child.stdout!.destroy();
  child.unref();
  if (line === null) {
    if (child.exitCode === null) child.kill('SIGKILL');
    throw new AgentBrowserError('daemon_unavailable', `The daemon could not be started.${lastWords(paths)}`);
  }
  const { state, code, message } = JSON.parse(line) as { state: string; code?: unknown; message?: string };
  if (state !== 'failed') return;
  throw new AgentBrowserError(
    isErrorCode(code) ? code : 'daemon_unavailable',
    message ?? 'The daemon could not be started.',
  );
}

function openLog(path: string): number {
  try {
    return openSync(path, 'w', 0o600);
  } catch (error) {
    throw fileError(error, 'AGENTBROWSER_RUNTIME_DIR names another folder for sockets.') ?? error;
  }
}

/** `null` when it ended without one, or took too long. */
function firstLine(stream: NodeJS.ReadableStream, child: NodeJS.EventEmitter): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const done = (line: string | null) => {
      clearTimeout(timer);
      resolve(line);
    };
    const timer = setTimeout(() => done(null), LIMITS.daemonStartMs);
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end >= 0) done(text.slice(0, end));
    });
    stream.on('end', () => done(null));
    child.once('error', () => done(null));
  });
}

function lastWords({ log }: DaemonPaths): string {
  if (log === null) return '';
  try {
    const words = readFileSync(log, 'utf8').trim().slice(-LIMITS.crashReportChars);
    return words === '' ? '' : `\nIt said: ${words}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

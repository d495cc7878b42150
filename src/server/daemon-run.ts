/**
 * A daemon from its start to its end: takes its socket, serves, and leaves nothing behind.
 *
 * In:  where and how. Out: 'taken' when another one is there already, or a running daemon that ends by itself.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packageVersion } from '../client/version.ts';
import { fileError } from '../file-error.ts';
import { LIMITS } from '../limits.ts';
import { Daemon } from './daemon.ts';
import type { MainSettings } from './daemon-main-session.ts';
import { fileAt, isPipe, leaveSocket, listenOnSocket } from './socket-listen.ts';
import { type DaemonPaths, ensureRuntimeFolder } from './socket-path.ts';
import { createSocketServer } from './socket-server.ts';

export interface RunSettings {
  readonly paths: DaemonPaths;
  readonly idleMs: number;
  readonly main: MainSettings;
}

export interface RunningDaemon {
  /** Resolves when it has ended and left nothing behind. */
  readonly ended: Promise<void>;
  end(): void;
}

export async function runDaemon({ paths, idleMs, main }: RunSettings): Promise<RunningDaemon | 'taken'> {
  // Secure: what this process makes is for its user only, from the moment it is there.
  process.umask(0o077);
  if (paths.info !== null) ensureRuntimeFolder(dirname(paths.info));
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let isEnding = false;
  let own: string | null = null;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    daemon.retire();
    // A client may come, and tell it to end, as soon as it listens: what is still being begun is begun first.
    started.promise.then(shutDown).then(ended.resolve, ended.reject);
  };
  const version = packageVersion();
  const daemon = new Daemon({ name: paths.name, version, idleMs, main, onEnd: end });
  const { server, hangUp } = createSocketServer(daemon);

  const shutDown = async () => {
    clearInterval(check);
    // The path first: whoever comes from now on starts another daemon.
    await leaveSocket(paths.socket, own);
    server.close();
    if (paths.info !== null) await rm(paths.info, { force: true });
    await daemon.end();
    hangUp();
  };

  if ((await listenOnSocket(server, paths.socket)) === 'taken') return 'taken';
  own = await fileAt(paths.socket);
  let missed = 0;
  const check = setInterval(() => void checkSocket(), LIMITS.daemonCheckMs);
  check.unref();
  const checkSocket = async () => {
    if (isPipe(paths.socket) || isEnding) return;
    const found = await fileAt(paths.socket);
    own ??= found;
    // One look may come while somebody who took the socket for dead has it in hand.
    missed = found === own ? 0 : missed + 1;
    if (missed < 2) return;
    // Nobody can reach this daemon any more.
    isEnding = true;
    await daemon.end();
    process.kill(process.pid, 'SIGKILL');
  };
  if (paths.info !== null) await writeInfo(paths.info, { pid: process.pid, version, startedAt: Date.now() });
  daemon.begin();
  started.resolve();
  return { ended: ended.promise, end };
}

/** Whole or not at all. It is a hint for when the daemon does not answer, never a lock: a full disk need not stop it. */
async function writeInfo(path: string, info: object): Promise<void> {
  const next = `${path}.new-${process.pid}`;
  try {
    await writeFile(next, JSON.stringify(info), { mode: 0o600 });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    const told = fileError(error);
    if (told === null) throw error;
    process.stderr.write(`${told.message}\n`);
  }
}

/**
 * Listening on a path, when a process before us may have died and left its socket there.
 *
 * In:  a server and a path. Out: whether it listens, or somebody else does. There is no lock that could be left behind:
 *      binding a path is atomic, and a socket that nobody listens on refuses connections.
 *
 * What is dead is moved away before it is removed, and tried again under its new name. So when two processes find the same
 * dead socket, and one of them is already listening on a new one when the other moves it, that one is put back.
 */
import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, rename, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { AgentBrowserError } from '../errors.ts';

const TRIES = 20;

export type Listening = 'listening' | 'taken';

export async function listenOnSocket(server: Server, path: string): Promise<Listening> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await bind(server, path)) {
      // Secure: only this user may connect. The umask of the process has seen to it already; this is for certain.
      // Somebody who took it for dead may have it in hand at this very moment; it is put back.
      if (!isPipe(path)) await chmod(path, 0o600).catch(ignoreMissing);
      return 'listening';
    }
    if (await isAlive(path)) return 'taken';
    await removeDead(path);
  }
  throw new AgentBrowserError('daemon_unavailable', `${path} could not be bound: other processes keep taking it.`);
}

/** Whether a process listens there. */
export function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      // Many are connecting at the same time, which nobody does to what is dead.
      else if (error.code === 'EAGAIN') resolve(true);
      else reject(unusable(path, error));
    });
  });
}

/** `false` when something is at the path already. */
function bind(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(unusable(path, error));
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen(path);
  });
}

/** Removes a dead socket; nothing when there is none any more. */
export async function removeDead(path: string): Promise<void> {
  if (isPipe(path)) return;
  const found = await lstat(path).catch(ignoreMissing);
  if (found === null) return;
  if (!found.isSocket()) {
    throw new AgentBrowserError('daemon_unavailable', `${path} is not a socket. Move it away, or choose another path.`);
  }
  const aside = `${path}.dead-${randomBytes(6).toString('hex')}`;
  if ((await rename(path, aside).catch(ignoreMissing)) === null) return;
  // Somebody who was as fast as we were may be listening on it by now.
  if (await isAlive(aside)) {
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  await unlink(aside).catch(ignoreMissing);
}

/** Which file a path leads to; `null` for none. */
export async function fileAt(path: string): Promise<string | null> {
  const found = await lstat(path).catch(ignoreMissing);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

export function isPipe(path: string): boolean {
  return path.startsWith('\\\\.\\pipe\\');
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

function unusable(path: string, error: NodeJS.ErrnoException): AgentBrowserError {
  return new AgentBrowserError('daemon_unavailable', `The socket ${path} cannot be used: ${error.message}.`, {
    cause: error,
  });
}

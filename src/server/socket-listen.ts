/**
 * Listening on a path, when a process before us may have died and left its socket there.
 *
 * In:  a server and a path. Out: whether it listens, or somebody else does. There is no lock that could be left behind:
 *      binding a path is atomic, and a socket that nobody listens on refuses connections.
 *
 * What is dead is moved away before it is removed, and tried again under its new name. So when two processes find the same
 * dead socket, and one of them is already listening on a new one when the other moves it, that one is put back. Where a
 * third has bound the path meanwhile, it stays: who listens looks after a moment whether the path is still its own.
 */
import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, rename, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { AgentBrowserError } from '../errors.ts';

const TRIES = 20;
/** How long others may need to put back what they took for dead. */
const LOOK_MS = 25;
const LOOKS = 8;

export type Listening = 'listening' | 'taken';

export async function listenOnSocket(server: Server, path: string): Promise<Listening> {
  for (let tries = 0; tries < TRIES; tries++) {
    const own = await bind(server, path);
    if (own !== null) {
      if (!isPipe(path) && !(await staysAt(path, own))) {
        await close(server);
        continue;
      }
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

/** Whether a socket that was just bound is at its path after others may have had it in hand. */
async function staysAt(path: string, own: string): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    await setTimeout(LOOK_MS);
    const found = await fileAt(path);
    if (found !== null) return found === own;
  }
  return false;
}

/**
 * The file that it is bound to; `null` when something is at the path already.
 *
 * It is bound under another name and then linked to the path, because Node removes what a server was bound to when that
 * closes, also when the path is somebody else's by then.
 */
async function bind(server: Server, path: string): Promise<string | null> {
  if (isPipe(path)) return (await listen(server, path)) ? path : null;
  const made = `${path}.new-${randomBytes(4).toString('hex')}`;
  await listen(server, made);
  const own = await fileAt(made);
  try {
    await link(made, path);
  } catch (error) {
    await close(server);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw unusable(path, error as NodeJS.ErrnoException);
  }
  await unlink(made);
  return own;
}

/** `false` when the name is taken. */
function listen(server: Server, path: string): Promise<boolean> {
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Takes the path away, unless it leads to somebody else by now. */
export async function leaveSocket(path: string, own: string | null): Promise<void> {
  if (!isPipe(path) && own !== null && (await fileAt(path)) === own) await unlink(path).catch(ignoreMissing);
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

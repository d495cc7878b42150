/**
 * Where the sockets of a user's daemons are: one folder for the user alone, one socket for each name.
 *
 * In:  the environment, and the name of a session. Out: paths. On Windows sockets are named pipes, which have no folder.
 *
 * Secure: a folder that somebody else made, or may write to, is refused: who owns the folder can put a socket there that
 * listens to what we type.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import { fileError } from '../file-error.ts';
import { LIMITS } from '../limits.ts';

export const DEFAULT_NAME = 'default';

/** Where one daemon is, and what it leaves beside its socket. */
export interface DaemonPaths {
  readonly name: string;
  readonly socket: string;
  /** Which process it is, for when it does not answer. `null` where there is no folder to write to. */
  readonly info: string | null;
  /** What it said on standard error. */
  readonly log: string | null;
}

/** Letters, digits, and a few marks: the name becomes part of a path. */
export function checkName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.length <= LIMITS.sessionNameChars) return name;
  throw new AgentBrowserError(
    'invalid_argument',
    `A session's name has up to ${LIMITS.sessionNameChars} letters, digits, dots, dashes or underscores, such as 'shop', not '${name.slice(0, 60)}'.`,
  );
}

/** The folder of this user, which need not be there yet; `null` where sockets are named pipes. */
export function runtimeFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  if (process.platform === 'win32') return null;
  const chosen = env['AGENTBROWSER_RUNTIME_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const xdg = env['XDG_RUNTIME_DIR'];
  const ofUser = join(tmpdir(), `agentbrowser-${process.getuid?.() ?? userInfo().username}`);
  if (xdg === undefined || xdg === '') return ofUser;
  const folder = join(xdg, 'agentbrowser');
  // The longest name has to fit, or names would work or not by their length.
  return Buffer.byteLength(folder) + LIMITS.sessionNameChars + 6 <= LIMITS.socketPathBytes ? folder : ofUser;
}

export function daemonPaths(name: string, env: NodeJS.ProcessEnv = process.env): DaemonPaths {
  checkName(name);
  const folder = runtimeFolder(env);
  if (folder === null) {
    const user = createHash('sha256').update(userInfo().username).digest('hex').slice(0, 16);
    return { name, socket: `\\\\.\\pipe\\agentbrowser-${user}-${name}`, info: null, log: null };
  }
  const socket = join(folder, `${name}.sock`);
  if (Buffer.byteLength(socket) > LIMITS.socketPathBytes) {
    throw new AgentBrowserError(
      'invalid_argument',
      `The path of a socket has at most ${LIMITS.socketPathBytes} bytes, and ${socket} is longer. Set AGENTBROWSER_RUNTIME_DIR to a shorter folder.`,
    );
  }
  return { name, socket, info: join(folder, `${name}.json`), log: join(folder, `${name}.log`) };
}

function madeFolder(folder: string): Stats {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lstatSync(folder);
  } catch (error) {
    throw fileError(error, 'AGENTBROWSER_RUNTIME_DIR names another folder for sockets.') ?? error;
  }
}

/** Makes the folder, for its owner only, and checks that it is. */
export function ensureRuntimeFolder(folder: string): void {
  const found = madeFolder(folder);
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  if (isOurs && (found.mode & 0o077) === 0) return;
  throw new AgentBrowserError(
    'not_allowed',
    `${folder} is not a folder of yours alone. Remove it, run 'chmod 700' on it, or set AGENTBROWSER_RUNTIME_DIR to another.`,
  );
}

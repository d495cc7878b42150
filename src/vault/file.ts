/**
 * Files that are never half written: read whole, replaced whole, with the version before kept.
 *
 * In:  a path and bytes. Out: after a write, also one that was cut off by power or a signal, the path holds either all of
 *      the old bytes or all of the new ones. Files are for their owner only.
 */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { hasEnded } from './process-end.ts';

/** The version before the last write. */
export function previousOf(path: string): string {
  return `${path}.previous`;
}

/** `null` when there is no such file. */
export async function readWhole(path: string): Promise<Uint8Array | null> {
  try {
    const { size, mode } = await stat(path);
    if (size > LIMITS.sealedBytes) {
      throw new AgentBrowserError('vault_damaged', `${path} is larger than any file of agentbrowser. Move it away.`);
    }
    // Others may have been let in by a copy or an archive.
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(path, 0o600);
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The steps' order is what makes it safe: the path never goes away, and new bytes are on the disk before they count. */
export async function replaceWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await ownFolder(folder);
  const next = scratchName(path);
  try {
    await writeNew(next, bytes);
    await keepPrevious(path);
    await rename(next, path);
  } catch (error) {
    await removeIfThere(next);
    throw error;
  }
  await syncFolder(folder);
  await removeLeftovers(path);
}

/** A file that is not there yet, whole or not at all: a full disk leaves none behind. One that is there stays as it is. */
export async function createWhole(path: string, bytes: Uint8Array): Promise<void> {
  const next = scratchName(path);
  try {
    await writeNew(next, bytes);
    // Unlike a rename, a second name takes nothing away from somebody who was faster.
    await link(next, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await removeIfThere(next);
  }
}

/** Makes a folder for its owner only, where there is none. What the process's mask takes away of it is given back. */
export async function ownFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(folder, 0o700);
}

/** Removes a file and the version before it. */
export async function removeWhole(path: string): Promise<void> {
  await removeIfThere(previousOf(path));
  await removeIfThere(path);
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A second name for the current bytes, put in place by a rename: no moment without a previous version. */
async function keepPrevious(path: string): Promise<void> {
  const second = scratchName(path);
  try {
    await link(path, second);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await rename(second, previousOf(path));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders to sync.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const SCRATCH = '.new-';

function scratchName(path: string): string {
  return `${path}${SCRATCH}${process.pid}-${randomBytes(6).toString('hex')}`;
}

/**
 * Whether a name in the folder of a file is of somebody who was ended while they wrote it, once nobody writes: half files,
 * and what those left who were about to ask for the lock.
 */
export function isLeftover(path: string, name: string): boolean {
  const base = basename(path);
  if (name.startsWith(base + SCRATCH)) return true;
  const pid = name.startsWith(`${base}.lock-`) ? /^(\d+)-/.exec(name.slice(base.length + '.lock-'.length)) : null;
  return pid !== null && hasEnded(Number(pid[1]));
}

/** Removes them. The caller holds the lock, so nobody writes now; somebody may be about to ask for it, for moments. */
export async function removeLeftovers(path: string): Promise<void> {
  const [folder, base] = [dirname(path), basename(path)];
  for (const name of await readdir(folder)) {
    const isGone = isLeftover(path, name);
    if (isGone || (name.startsWith(`${base}.lock-`) && (await isOld(join(folder, name))))) {
      await removeIfThere(join(folder, name));
    }
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < Date.now() - LIMITS.vaultLockMs - 60_000;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * One writer at a time, also of several processes.
 *
 * In:  the path of a file and work that changes it. Out: the work's result; `vault_busy` when another writer does not
 *      finish in time. The lock of a process that is gone is taken over.
 */
import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isLeftover, ownFolder, removeIfThere, removeLeftovers } from './file.ts';
import { hasEnded } from './process-end.ts';

/** Between two tries. */
const STEP_MS = 25;

export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  timeoutMs: number = LIMITS.vaultLockMs,
): Promise<T> {
  const lock = `${path}.lock`;
  const mark = await take(lock, timeoutMs);
  try {
    return await work();
  } finally {
    // Only our own: a lock that was taken from us, wrongly or not, belongs to somebody else.
    if ((await readMark(lock)) === mark) await removeIfThere(lock);
  }
}

/**
 * Removes what processes left that were ended while they wrote, also when nobody writes again: a lock, half files. Where
 * somebody writes now, or the disk does not let it (full, another's, only for reading), it stays for the next one: whoever
 * only reads is not kept from it.
 */
export async function tidy(path: string): Promise<void> {
  try {
    if (await hasLeftovers(path)) await withLock(path, () => removeLeftovers(path));
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code !== 'vault_busy' && typeof errno !== 'number') throw error;
  }
}

async function hasLeftovers(path: string): Promise<boolean> {
  const names = await readdir(dirname(path));
  const lock = `${path}.lock`;
  const held = names.includes(basename(lock)) ? await readMark(lock) : null;
  if (held !== null) return isStale(held);
  return names.some((name) => isLeftover(path, name));
}

async function take(lock: string, timeoutMs: number): Promise<string> {
  await ownFolder(dirname(lock));
  const mark = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: await startOf(process.pid),
    nonce: randomBytes(8).toString('hex'),
  });
  for (let waitedMs = 0; ; waitedMs += STEP_MS) {
    if (await create(lock, mark)) return mark;
    const held = await readMark(lock);
    if (held !== null && (await isStale(held))) {
      await takeAway(lock, held);
      continue;
    }
    if (waitedMs >= timeoutMs) {
      throw new AgentBrowserError('vault_busy', `Another process is writing to the vault. Try again in a moment.`);
    }
    await pause(STEP_MS);
  }
}

/** The mark is whole as soon as the lock is there: it is written beside it and linked. */
async function create(lock: string, mark: string): Promise<boolean> {
  const scratch = `${lock}-${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(scratch, 'wx', 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(mark);
    } finally {
      await file.close();
    }
    await link(scratch, lock);
    return true;
  } catch (error) {
    // Somebody has the lock; or, on a folder that machines share, somebody took our mark for one of a process that is gone.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    return false;
  } finally {
    await removeIfThere(scratch);
  }
}

async function readMark(lock: string): Promise<string | null> {
  try {
    return await readFile(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the process that holds it has ended. Of another machine's processes nothing is known. */
async function isStale(mark: string): Promise<boolean> {
  let held: { readonly pid?: unknown; readonly host?: unknown; readonly started?: unknown };
  try {
    held = JSON.parse(mark) as typeof held;
  } catch {
    // Marks are whole from the start: this is none of ours.
    return true;
  }
  if (typeof held?.pid !== 'number' || held.host !== hostname()) return typeof held?.pid !== 'number';
  if (hasEnded(held.pid)) return true;
  // The number may belong to another process by now.
  return (await startOf(held.pid)) !== held.started;
}

/** When a process began, in the kernel's ticks; empty where that cannot be asked. */
async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Two processes may find the same stale lock: a rename gives it to one. What turns out to be another goes back. */
async function takeAway(lock: string, stale: string): Promise<void> {
  const aside = `${lock}-stale-${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readMark(aside)) !== stale) {
    await link(aside, lock).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  await removeIfThere(aside);
}

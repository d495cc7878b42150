/**
 * Files that this program makes for itself and then trusts: V8 believes a snapshot, and compiled code, blindly.
 *
 * In:  bytes and a name. Out: the same bytes, if nobody else can have written them.
 *
 * Secure: the first bytes are a checksum of the rest, and in a shared place the file must belong to this user alone.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, extname, join } from 'node:path';

const CHECKSUM_BYTES = 32;
/** Other versions' files that are left beside a new one. */
const FILES_KEPT = 6;
/** What they are called: what they are, and of which version. */
const MADE_NAME = /^[a-z]+-[0-9a-f]{24}\.[a-z]+$/;

export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest();
}

/** Where they go if they cannot stay beside the program. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(base, 'agentbrowser');
}

/** `null` when there is none, when it is damaged, or when somebody else could have written it. */
export function readMade(file: string): ArrayBuffer | null {
  let content: Buffer;
  try {
    const { uid, mode } = statSync(file);
    const othersMayWrite = process.platform !== 'win32' && (mode & 0o022) !== 0;
    const isOurs = process.getuid === undefined || uid === process.getuid() || uid === 0;
    if (!isOurs || othersMayWrite) return null;
    content = readFileSync(file);
  } catch {
    // Not there or not readable: it is made again.
    return null;
  }
  const bytes = content.subarray(CHECKSUM_BYTES);
  if (!sha256(bytes).equals(content.subarray(0, CHECKSUM_BYTES))) return null;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** `false` when the folder cannot be written; the caller tries the next. */
export function writeMade(file: string, bytes: ArrayBuffer): boolean {
  const view = new Uint8Array(bytes);
  try {
    writeAtomically(file, [sha256(view), view]);
    dropOldFiles(dirname(file), file);
    return true;
  } catch {
    return false;
  }
}

/** Either all of it is there or nothing. */
export function writeAtomically(file: string, parts: readonly (string | Uint8Array)[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    for (const part of parts) writeFileSync(temporary, part, { flag: 'a', mode: 0o644 });
    chmodSync(temporary, 0o644);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A folder does not fill up with files of old versions. */
export function dropOldFiles(folder: string, current: string): void {
  const old = readdirSync(folder)
    .filter((name) => MADE_NAME.test(name) && extname(name) === extname(current))
    .map((name) => join(folder, name))
    .filter((path) => path !== current)
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of old.slice(FILES_KEPT)) rmSync(path, { force: true });
}

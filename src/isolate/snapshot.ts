/**
 * The V8 snapshot that every isolate starts from.
 *
 * In:  the realm's bundle. Out: bytes for V8, from the disk when they were made by this V8 from this bundle, else made
 * now and written beside the bundle, or to the user's cache folder, or kept in memory only.
 *
 * Secure: V8 trusts a snapshot blindly. Only files that we made are read: the name says for which V8, flags and bundle,
 * the first bytes are a checksum of the rest, and in a shared place the file must belong to this user alone.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';

export interface RealmSnapshot {
  readonly bytes: ArrayBuffer;
  /** Where it came from, for reports. */
  readonly source: 'disk' | 'made';
}

const CHECKSUM_BYTES = 32;
/** Other versions' files that are left beside a new one. */
const FILES_KEPT = 6;

const here = fileURLToPath(import.meta.url);
const isSourceCheckout = here.endsWith('.ts');
const projectRoot = join(dirname(here), '..', '..');

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest();
}

/** A part of what a snapshot is made of. */
export interface SnapshotScript {
  code: string;
}

/**
 * A function that makes the object of `document.all` (page/dom/all-collection.ts): V8 has no other way to one. It stands in
 * parentheses, so that it is compiled at once: later its text could not be read.
 *
 * Secure: what the flag lets V8 read is open to nobody else. It is set while the snapshot is made, before there is an
 * isolate of a page in this process; the realm takes the function off its global object.
 */
const UNDETECTABLE = 'globalThis.__undetectable = (function () { return %GetUndetectable(); });';

function withNativesSyntax<Result>(work: () => Result): Result {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return work();
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** Loads the snapshot, or makes it with `make`. */
export async function loadRealmSnapshot(make: (scripts: SnapshotScript[]) => ArrayBuffer): Promise<RealmSnapshot> {
  const { code, folder } = await loadBundle();
  const key = snapshotKey(UNDETECTABLE + code);
  const folders = [folder, cacheFolder()];
  for (const each of folders) {
    const bytes = readSnapshot(join(each, `realm-${key}.snapshot`));
    if (bytes !== null) return { bytes, source: 'disk' };
  }
  const bytes = withNativesSyntax(() => make([{ code: UNDETECTABLE }, { code }]));
  for (const each of folders) {
    if (writeSnapshot(join(each, `realm-${key}.snapshot`), bytes)) break;
  }
  return { bytes, source: 'made' };
}

/** Makes something once for the whole process; what stood in the way of it may be gone the next time. */
export function sharedResult<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | null = null;
  return async () => {
    shared ??= make();
    try {
      return await shared;
    } catch (error) {
      shared = null;
      throw error;
    }
  };
}

/** V8's tag changes with its version, its flags and the CPU's features. */
function snapshotKey(code: string): string {
  const { versions, arch, platform } = process;
  return sha256(versions.v8, String(cachedDataVersionTag()), arch, platform, code).toString('hex').slice(0, 24);
}

async function loadBundle(): Promise<{ readonly code: string; readonly folder: string }> {
  if (!isSourceCheckout) {
    const folder = join(dirname(here), '..', 'realm');
    return { code: readFileSync(join(folder, 'realm.js'), 'utf8'), folder };
  }
  const folder = join(projectRoot, '.cache', 'realm');
  const file = join(folder, `realm-${sourceKey()}.js`);
  try {
    return { code: readFileSync(file, 'utf8'), folder };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { bundleRealm } = await import('./build-realm.ts');
  const code = await bundleRealm();
  writeAtomically(file, [code]);
  return { code, folder };
}

/** Names, sizes and times of everything that the bundle is made of. */
function sourceKey(): string {
  const lines: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith('.ts')) {
        const { mtimeMs, size } = statSync(path);
        lines.push(`${path} ${mtimeMs} ${size}`);
      }
    }
  };
  visit(join(projectRoot, 'src'));
  const manifest = join(projectRoot, 'node_modules', 'parse5', 'package.json');
  lines.push(`parse5 ${statSync(manifest).mtimeMs}`);
  return sha256(lines.sort().join('\n')).toString('hex').slice(0, 24);
}

function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(base, 'agentbrowser');
}

/** `null` when there is none, when it is damaged, or when somebody else could have written it. */
export function readSnapshot(file: string): ArrayBuffer | null {
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
export function writeSnapshot(file: string, bytes: ArrayBuffer): boolean {
  const view = new Uint8Array(bytes);
  try {
    writeAtomically(file, [sha256(view), view]);
    dropOldFiles(dirname(file), file);
    return true;
  } catch {
    return false;
  }
}

function writeAtomically(file: string, parts: readonly (string | Uint8Array)[]): void {
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

/** A folder does not fill up with snapshots of old versions. */
function dropOldFiles(folder: string, current: string): void {
  const old = readdirSync(folder)
    .filter((name) => /^realm-[0-9a-f]{24}\.(?:js|snapshot)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => path !== current)
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of old.slice(FILES_KEPT)) rmSync(path, { force: true });
}

/**
 * The V8 snapshot that every isolate starts from.
 *
 * In:  the realm's scripts. Out: bytes for V8, from the disk when they were made by this V8 from these scripts, else made
 * now and written beside the scripts, or to the user's cache folder, or kept in memory only.
 *
 * Secure: V8 trusts a snapshot blindly. Only files that we made are read (made-files.ts): the name says for which V8, flags
 * and scripts.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { cacheFolder, readMade, sha256, writeMade } from '../made-files.ts';
import { projectRoot, sourceKey } from './source-key.ts';

export interface RealmSnapshot {
  readonly bytes: ArrayBuffer;
  /** Where it came from, for reports. */
  readonly source: 'disk' | 'made';
}

const here = fileURLToPath(import.meta.url);
const isSourceCheckout = here.endsWith('.ts');

/** A part of what a snapshot is made of. */
export interface SnapshotScript {
  code: string;
}

/** What the realm is made of, as text. */
export interface RealmTexts {
  /** In the order in which they run. */
  readonly scripts: readonly string[];
  /** Runs behind them in a context that is thrown away, so that their functions are compiled (page/warm-page.ts). */
  readonly warmUp: string;
}

/**
 * Functions that make the object of `document.all` (page/dom/all-collection.ts), and keys of nodes that no script can list
 * (html/node-keys.ts): V8 has no other way to these. They stand in parentheses, so that they are compiled at once: later their
 * text could not be read. The first, which is called for each document, is a generator, whose code V8 never drops; that of a
 * function goes after a few collections of garbage without a call, and the next document could not be opened.
 *
 * Secure: what the flag lets V8 read is open to nobody else. It is set while the snapshot is made, before there is an
 * isolate of a page in this process; the realm takes the functions off its global object.
 */
const NATIVES =
  'globalThis.__undetectable = (function* () { return %GetUndetectable(); });' +
  'globalThis.__privateSymbol = (function (name) { return %CreatePrivateSymbol(name); });';

function withNativesSyntax<Result>(work: () => Result): Result {
  setFlagsFromString('--allow-natives-syntax');
  try {
    return work();
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** Loads the snapshot, or makes it with `make`. */
export async function loadRealmSnapshot(
  make: (scripts: SnapshotScript[], warmUp: string) => ArrayBuffer,
): Promise<RealmSnapshot> {
  const { version, folder, texts } = realmTexts();
  const key = snapshotKey(NATIVES + version);
  const folders = [folder, cacheFolder()];
  for (const each of folders) {
    const bytes = readMade(join(each, `realm-${key}.snapshot`));
    if (bytes !== null) return { bytes, source: 'disk' };
  }
  const { scripts, warmUp } = await texts();
  const codes = [NATIVES, ...scripts];
  const bytes = withNativesSyntax(() =>
    make(
      codes.map((code) => ({ code })),
      warmUp,
    ),
  );
  for (const each of folders) {
    if (writeMade(join(each, `realm-${key}.snapshot`), bytes)) break;
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
function snapshotKey(scripts: string): string {
  const { versions, arch, platform } = process;
  return sha256(versions.v8, String(cachedDataVersionTag()), arch, platform, scripts).toString('hex').slice(0, 24);
}

/** Where the scripts of an installed package are: what they are is in one file, the scripts are in another. */
export const SCRIPTS_FILE = 'realm.json';
export const VERSION_FILE = 'realm.version';

/** What tells them from others. */
export function versionOf({ scripts, warmUp }: RealmTexts): string {
  return sha256(...scripts, warmUp)
    .toString('hex')
    .slice(0, 24);
}

interface RealmSource {
  /** Of what they are, without reading them: 2 MB that only a new snapshot needs. */
  readonly version: string;
  /** Where they are, and snapshots of them. */
  readonly folder: string;
  readonly texts: () => Promise<RealmTexts>;
}

function realmTexts(): RealmSource {
  const read = (file: string): string => readFileSync(file, 'utf8');
  if (!isSourceCheckout) {
    const folder = join(dirname(here), '..', 'realm');
    const texts = async () => JSON.parse(read(join(folder, SCRIPTS_FILE))) as RealmTexts;
    return { version: read(join(folder, VERSION_FILE)), folder, texts };
  }
  const folder = join(projectRoot, '.cache', 'realm');
  const version = sourceKey();
  const texts = async () => {
    // By its address: this file may be a part of the engine's script, which has another one (client/build-engine.ts).
    const tool = new URL('../isolate/build-realm.ts', import.meta.url).href;
    return ((await import(tool)) as typeof import('./build-realm.ts')).bundleRealm();
  };
  return { version, folder, texts };
}

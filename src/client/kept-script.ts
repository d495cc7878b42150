/**
 * Runs a script whose compiled code is kept between starts.
 *
 * In:  a script in the form of CommonJS. Out: its effects. What has been compiled by the time it has worked for a while is
 * written beside it, or to the user's cache folder, and the next start begins with that.
 *
 * Faster: Node's own cache keeps what is compiled when a module is loaded, which leaves out nearly all functions. With those
 * that the first page needs, a launch takes 15 % less processor time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import { cacheFolder, readMade, sha256, writeMade } from '../made-files.ts';

/** Compiled code is kept when the process first has little to do for as long: by then a first page has mostly been opened. */
export const QUIET_MS = 500;
/** Of the processor's time. */
const QUIET_SHARE = 0.1;

/** What tells a script from others. V8 compares nothing but the length. */
export function scriptVersion(text: string): string {
  return sha256(text).toString('hex');
}

/**
 * Gives whether there was compiled code that V8 took.
 *
 * @param version of the script, from when it was made: to hash it takes longer than to read it.
 * @param url what it takes for its own address, if that is another one.
 */
export function runKeptScript(file: URL, version: string, url: URL = file): boolean {
  const filename = fileURLToPath(file);
  // It is ASCII, which is read fastest so.
  const source = wrapped(readFileSync(filename, 'latin1'));
  const tag = cachedDataVersionTag();
  const name = `script-${sha256(process.versions.v8, String(tag), version).toString('hex').slice(0, 24)}.code`;
  const files = [join(dirname(filename), name), join(cacheFolder(), name)];
  const cachedData = keptCode(files);
  const script = new Script(source, {
    filename,
    ...(cachedData === null ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isKept = cachedData !== null && script.cachedDataRejected !== true;
  const atStart = isKept ? null : headOfCode();
  const module = { exports: {} };
  script.runInThisContext()(createRequire(url), url.href, module.exports, module);
  if (atStart === null) return true;
  whenQuiet(() => keepCode(files, withHeadOf(atStart, script.createCachedData())));
  return false;
}

/** What V8 writes in front of compiled code: numbers for its version, its flags, the source and the code. */
const HEAD_BYTES = 32;

function headOfCode(): Buffer {
  return new Script('0').createCachedData().subarray(0, HEAD_BYTES);
}

/**
 * V8 takes compiled code only with the flags that it was made with, and the engine has set others since its start. They change
 * what functions are optimised to, not what is kept here: so the number that tells flags apart becomes that of the start.
 */
function withHeadOf(atStart: Buffer, code: Buffer): Buffer {
  const now = headOfCode();
  for (let at = 0; at < HEAD_BYTES; at++) if (now[at] !== atStart[at]) code[at] = atStart[at]!;
  return code;
}

function whenQuiet(act: () => void): void {
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user + system > QUIET_MS * 1_000 * QUIET_SHARE) return;
    clearInterval(timer);
    act();
  }, QUIET_MS).unref();
}

/** As Node does it, with what stands for `import.meta.url`. */
function wrapped(text: string): string {
  return `(function (require, scriptUrl, exports, module) {${text}\n})`;
}

function keptCode(files: readonly string[]): Buffer | null {
  for (const file of files) {
    const bytes = readMade(file);
    if (bytes !== null) return Buffer.from(bytes);
  }
  return null;
}

function keepCode(files: readonly string[], code: Buffer): void {
  const bytes = new Uint8Array(code).buffer;
  for (const file of files) if (writeMade(file, bytes)) return;
}

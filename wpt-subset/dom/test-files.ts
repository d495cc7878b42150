/**
 * Which files of a WPT checkout are script tests, and the addresses they are run at.
 *
 * In:  a checkout and folders in it. Out: one entry for each address: a file may have several variants.
 *
 * https://web-platform-tests.org/writing-tests/file-names.html
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMeta } from './script-wrappers.ts';

/** The folders that are counted. */
export const FOLDERS: readonly string[] = [
  'dom',
  'html/dom',
  'html/semantics/forms',
  'domparsing',
  'custom-elements',
  'shadow-dom',
  'uievents',
  'css/cssom-view',
  'css/selectors',
  'xhr',
  'fetch/api',
  'url',
  'encoding',
  'webstorage',
];

/** Folders whose tests need WPT's own server: its handlers, its hosts, TLS. */
export const SERVED_FOLDERS: readonly string[] = ['cookies'];

export interface ScriptTest {
  readonly folder: string;
  /** Path and query below the server's root, without the leading slash. */
  readonly path: string;
  /** The test asks for more time than others. */
  readonly isLong: boolean;
}

const MARKUP = /\.(?:html?|xhtml|xht|xml|svg)$/;
const SUPPORT_FOLDERS = new Set(['resources', 'support', 'tools', 'reference', 'references', 'crashtests', 'META']);
/** Needs a person, a secure origin, another protocol or another kind of global; or is there to be compared with. */
const LEFT_OUT = /[-.](?:manual|ref|notref|crash|visual)\.|\.(?:https|h2|www|serviceworker|sharedworker|worker)\./;
/** WPT's own server has secure origins, and other hosts. */
const NOT_SERVED = /[-.](?:manual|ref|notref|crash|visual)\.|\.(?:h2|serviceworker|sharedworker|worker)\./;

export function listTests(root: string, folder: string, filter: string, isServed = false): ScriptTest[] {
  const tests: ScriptTest[] = [];
  const leftOut = isServed ? NOT_SERVED : LEFT_OUT;
  for (const path of walk(root, folder, leftOut)) {
    for (const test of testsOf(root, folder, path, isServed)) if (test.path.includes(filter)) tests.push(test);
  }
  return tests;
}

function* walk(root: string, folder: string, leftOut: RegExp): Generator<string> {
  if (!existsSync(join(root, folder))) return;
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) {
      if (!SUPPORT_FOLDERS.has(name)) yield* walk(root, path, leftOut);
    } else if (!name.startsWith('.') && !leftOut.test(name)) yield path;
  }
}

function testsOf(root: string, folder: string, path: string, isServed: boolean): ScriptTest[] {
  const wrapped = /\.(any|window)\.js$/.exec(path);
  if (wrapped === null && !MARKUP.test(path)) return [];
  const text = readFileSync(join(root, path), 'latin1');
  const entry = (address: string, variants: readonly string[], isLong: boolean): ScriptTest[] =>
    (variants.length === 0 ? [''] : variants).map((variant) => ({ folder, path: address + variant, isLong }));
  if (wrapped !== null) {
    const meta = readMeta(text);
    if (!meta.globals.includes('window') || text.includes('testdriver')) return [];
    return entry(path.replace(/\.js$/, '.html'), meta.variants, meta.isLong);
  }
  if (!/testharness\.js["']/.test(text)) return [];
  // Such tests need a driver that clicks and types from outside.
  if (/testdriver(?:-actions)?\.js["']/.test(text) && !isServed) return [];
  const variants = [...text.matchAll(/<meta\s+name=["']?variant["']?\s+content=(?:"([^"]*)"|'([^']*)')/g)];
  const isLong = /<meta\s+name=["']?timeout["']?\s+content=["']?long/.test(text);
  return entry(
    path,
    variants.map((match) => match[1] ?? match[2] ?? ''),
    isLong,
  );
}

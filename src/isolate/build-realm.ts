/**
 * Makes the realm's scripts: one with tables, one with the page's platform, one with the engine, and one that uses them once.
 *
 * A tool: `npm run build` runs it through src/build.ts, and so does a source checkout when its sources have changed. An
 * installed package has the scripts and does not need this.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, stop } from 'esbuild';
import type { RealmTexts } from './snapshot.ts';

function exportedNames(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
}

/**
 * The keys of nodes are symbols, which all contexts of a snapshot share. The engine takes those of the platform's script:
 * with keys of its own it could not read a node.
 */
const PLATFORM_KEYS: Plugin = {
  name: 'platform-keys',
  setup({ onLoad }) {
    onLoad({ filter: /\bnode-keys\.ts$/ }, ({ path }) => ({
      contents: `export const { ${exportedNames(path)} } = globalThis.__agentbrowser.platform.nodeKeys;`,
      loader: 'js',
    }));
  },
};

/** Modules of nothing but data: fonts, letters, interfaces, the style sheet of browsers, names of characters. */
const TABLES = /\b(?:tables[\\/](?:icons[\\/])?[\w-]+|interface-table|ua-sheet)\.ts$|\bdecode-data-html\.js$/;
/** Files of the same folders and names that have functions. */
const IS_CODE = /\b(?:dom[\\/][\w-]+|catalog)\.ts$/;

/**
 * Tables come from a script of their own, by a global object that the last script takes off.
 *
 * Smaller: V8 keeps the text of a script as long as it has one of its functions, and every session has these texts. A script
 * of tables has none: 0.4 MB that nobody reads again.
 */
function fromTables(found: Map<string, readonly string[]>): Plugin {
  return {
    name: 'tables',
    setup({ onLoad }) {
      onLoad({ filter: TABLES }, ({ path }) => {
        if (IS_CODE.test(path)) return null;
        const names = exportedNames(path);
        found.set(path, names);
        return { contents: `export const { ${names} } = globalThis.__tables;`, loader: 'js' };
      });
    },
  };
}

/** A script that makes the tables which other scripts have asked for. */
function tablesScript(found: ReadonlyMap<string, readonly string[]>): Promise<string> {
  const names = [...found.values()].flat();
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two tables of the realm are called '${twice}': rename one of them.`);
  const imports = [...found].map(([path, exported]) => `import { ${exported} } from ${JSON.stringify(path)};`);
  const contents = `${imports.sort().join('\n')}\nglobalThis.__tables = { ${names} };`;
  return bundle({ stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) } });
}

/** What a snapshot is made of. */
export async function bundleRealm(): Promise<RealmTexts> {
  const found = new Map<string, readonly string[]>();
  const tables = fromTables(found);
  const [platform, engine, warmUp] = await Promise.all([
    bundle({ entryPoints: [pageFile('realm.ts')], plugins: [tables] }),
    bundle({ entryPoints: [pageFile('engine-realm.ts')], plugins: [tables, PLATFORM_KEYS] }),
    bundle({ entryPoints: [pageFile('warm-page.ts')] }),
  ]);
  const scripts = [await tablesScript(found), platform, engine];
  // Its helper process would stay as long as this one.
  await stop();
  return { scripts, warmUp };
}

function pageFile(name: string): string {
  return fileURLToPath(new URL(`../page/${name}`, import.meta.url));
}

async function bundle(options: BuildOptions): Promise<string> {
  const result = await build({
    ...options,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'default'],
    target: 'es2024',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    // Secure: a strict function is never shown by a stack trace's CallSite, and has no 'caller'.
    banner: { js: '"use strict";' },
    logLevel: 'silent',
  });
  const text = result.outputFiles![0]!.text;
  checkLetters(text);
  return text;
}

/** Smaller: one letter beyond Latin-1 and V8 keeps the whole text with two bytes for each, 2 MB more in every session. */
function checkLetters(text: string): void {
  // esbuild writes them as escapes, but not in regular expressions.
  const found = /[^\0-\u00ff]/.exec(text);
  if (found === null) return;
  const around = text.slice(Math.max(0, found.index - 40), found.index + 40);
  throw new Error(`Write '${found[0]}' as an escape, so that the realm's scripts stay Latin-1: ${around}`);
}

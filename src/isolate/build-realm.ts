/**
 * Makes the realm's scripts: one with the page's platform, one with the engine.
 *
 * A tool: `npm run build` runs it through src/build.ts, and so does a source checkout when its sources have changed. An
 * installed package has the scripts and does not need this.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, stop } from 'esbuild';

/**
 * The keys of nodes are symbols, which all contexts of a snapshot share. The engine takes those of the platform's script:
 * with keys of its own it could not read a node.
 */
const PLATFORM_KEYS: Plugin = {
  name: 'platform-keys',
  setup({ onLoad }) {
    onLoad({ filter: /\bnode-keys\.ts$/ }, ({ path }) => {
      const names = [...readFileSync(path, 'utf8').matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
      return { contents: `export const { ${names} } = globalThis.__agentbrowser.platform.nodeKeys;`, loader: 'js' };
    });
  },
};

const ENTRIES: readonly (readonly [file: string, plugins: Plugin[]])[] = [
  ['realm.ts', []],
  ['engine-realm.ts', [PLATFORM_KEYS]],
];

/** The texts of the scripts, in the order in which they are to run. */
export async function bundleRealm(): Promise<string[]> {
  const results = await Promise.all(ENTRIES.map(([file, plugins]) => bundle(file, plugins)));
  // Its helper process would stay as long as this one.
  await stop();
  return results;
}

async function bundle(entry: string, plugins: Plugin[]): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`../page/${entry}`, import.meta.url))],
    bundle: true,
    plugins,
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
  const { text } = result.outputFiles[0]!;
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

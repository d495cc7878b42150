/**
 * Makes the realm's bundle: one script with the engine and the page's platform.
 *
 * A tool: `npm run build` runs it through src/build.ts, and so does a source checkout when its sources have changed. An
 * installed package has the bundle and does not need this.
 */
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const ENTRY = fileURLToPath(new URL('../page/realm.ts', import.meta.url));

/** The bundle's text. */
export async function bundleRealm(): Promise<string> {
  const result = await build({
    entryPoints: [ENTRY],
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
  // Its helper process would stay as long as this one.
  await stop();
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
  throw new Error(`Write '${found[0]}' as an escape, so that the realm's bundle stays Latin-1: ${around}`);
}

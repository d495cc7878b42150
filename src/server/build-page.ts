/**
 * Makes the script of the live view: one file for browsers.
 *
 * A tool: `npm run build` runs it through src/build.ts, and so does a source checkout. An installed package has the script.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('./page/live.ts', import.meta.url));

export async function bundlePage(): Promise<string> {
  const result = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return result.outputFiles[0]!.text;
}

/**
 * Makes the engine's script: engine-serve.ts and all that it imports, as one text. Loading hundreds of modules is most of what a
 * launch would cost.
 *
 * A tool: `npm run build` runs it through src/build.ts, and so does a source checkout when its sources have changed. An
 * installed package has the script and does not need this.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourceKey } from '../isolate/source-key.ts';
import { dropOldFiles, writeAtomically } from '../made-files.ts';

const ENTRY = new URL('./engine-serve.ts', import.meta.url);

/** The script's text. `import.meta.url` is what it is run with (kept-script.ts). */
export async function bundleEngine(minify: boolean): Promise<string> {
  const { build, stop } = await import('esbuild');
  const result = await build({
    entryPoints: [fileURLToPath(ENTRY)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minify,
    charset: 'ascii',
    legalComments: 'none',
    define: { 'import.meta.url': 'scriptUrl' },
    // Native code, and what hardly anybody loads.
    external: ['isolated-vm', 'wreq-js', 'imapflow'],
    logLevel: 'silent',
  });
  // Its helper process would stay as long as this one.
  await stop();
  return result.outputFiles[0]!.text;
}

export interface SourceEngine {
  readonly file: URL;
  readonly version: string;
  /** Where it is as if it were: beside the sources. */
  readonly url: URL;
}

/** The script of a source checkout, made anew when its sources have changed. */
export async function engineOfSources(): Promise<SourceEngine> {
  const version = sourceKey();
  const file = join(fileURLToPath(new URL('../../.cache/engine/', import.meta.url)), `engine-${version}.js`);
  if (!existsSync(file)) {
    writeAtomically(file, [await bundleEngine(false)]);
    dropOldFiles(dirname(file), file);
  }
  return { file: pathToFileURL(file), version, url: ENTRY };
}

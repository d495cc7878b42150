/**
 * `npm run build`: makes dist/ from the sources.
 *
 * JavaScript and types by tsc, the realm's bundle by esbuild, and the V8 snapshot of it by starting the built engine
 * once, with the flags it will run with. A tool: it runs on a developer's machine, never in a user's.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { pruneBuild } from './build-prune.ts';
import { bundleRealm } from './isolate/build-realm.ts';
import { bundlePage } from './server/build-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
);
checkImports();
chmodSync(join(dist, 'cli/main.js'), 0o755);
mkdirSync(join(dist, 'server/page'), { recursive: true });
for (const file of [
  'net/blocklist.txt',
  'spatial/picture/tables/DEJAVU-LICENSE.txt',
  'server/page/live.html',
  'server/page/live.css',
  'server/page/icon.svg',
]) {
  copyFileSync(join(root, 'src', file), join(dist, file));
}
writeFileSync(join(dist, 'server/page/live.js'), await bundlePage());

// The engine process is a few files: loading hundreds of modules is most of what a launch costs.
await build({
  entryPoints: [join(root, 'src/client/engine-main.ts')],
  outdir: join(dist, 'client'),
  chunkNames: 'engine-[hash]',
  splitting: true,
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
  // Native code, and a tool that an installed package never runs.
  external: ['isolated-vm', 'wreq-js', './build-realm.ts'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});

mkdirSync(join(dist, 'realm'), { recursive: true });
writeFileSync(join(dist, 'realm/realm.js'), await bundleRealm());
await pruneBuild(dist);

const { AgentBrowser } = (await import(pathToFileURL(join(dist, 'index.js')).href)) as typeof import('./index.ts');
const browser = await AgentBrowser.launch();
await browser.session();
await browser.shutdown();

/** Every relative import of the compiled files names a file that is there: tsc leaves some of them as they were written. */
function checkImports(): void {
  const lost = globSync('**/*.js', { cwd: dist }).flatMap((file) => {
    const specifiers = readFileSync(join(dist, file), 'utf8').matchAll(
      /^[^*/]*\b(?:from|import)[ (]+['"](\.[^'"]+)['"]/gm,
    );
    return [...specifiers]
      .filter(([, specifier]) => !existsSync(join(dist, dirname(file), specifier as string)))
      .map(([, specifier]) => `${file} imports ${specifier}`);
  });
  if (lost.length > 0) throw new Error(`The build is not whole: ${lost.join('; ')}`);
}

/**
 * `npm run build`: makes dist/ from the sources.
 *
 * JavaScript and types by tsc, the realm's scripts by esbuild, and the V8 snapshot of it by starting the built engine
 * once, with the flags it will run with. A tool: it runs on a developer's machine, never in a user's.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pruneBuild } from './build-prune.ts';
import { serveDemoSite } from './cli/demo-site.ts';
import { bundleEngine } from './client/build-engine.ts';
import { scriptVersion } from './client/kept-script.ts';
import { bundleRealm } from './isolate/build-realm.ts';
import { SCRIPTS_FILE, VERSION_FILE, versionOf } from './isolate/snapshot.ts';
import { bundlePage } from './server/build-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(
  process.execPath,
  // Types are checked by 'npm run check:static': here they are only written.
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json'), '--noCheck'],
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

const engine = await bundleEngine(true);
writeFileSync(join(dist, 'client/engine-script.js'), engine);
writeFileSync(join(dist, 'client/engine.version'), scriptVersion(engine));

mkdirSync(join(dist, 'realm'), { recursive: true });
const texts = await bundleRealm();
writeFileSync(join(dist, 'realm', SCRIPTS_FILE), JSON.stringify(texts));
writeFileSync(join(dist, 'realm', VERSION_FILE), versionOf(texts));
await pruneBuild(dist);

await startOnce();

/** Opens a page with the built engine, for as long as it takes until it has kept what it compiled. */
async function startOnce(): Promise<void> {
  const { AgentBrowser } = (await import(pathToFileURL(join(dist, 'index.js')).href)) as typeof import('./index.ts');
  await using browser = await AgentBrowser.launch({ behaviour: 'instant' });
  const session = await browser.session();
  const site = await serveDemoSite();
  try {
    const { els } = await session.goto(`${site.origin}/products.html`);
    const button = els.find(({ tag }) => tag === 'button');
    if (button !== undefined) await session.click(button.id);
  } finally {
    await site.close();
  }
  const signal = AbortSignal.timeout(60_000);
  while (globSync('client/*.code', { cwd: dist }).length === 0) await setTimeout(100, undefined, { signal });
}

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

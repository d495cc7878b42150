/**
 * Takes out of dist/ what no program and no type of the package reaches: the page's and the engine's modules are in the realm's
 * scripts and in the engine's bundle, and are needed one by one only where something imports them so.
 *
 * In:  dist/ as tsc and esbuild wrote it, and the modules that are started by their path. Out: the same, without the rest.
 */
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/** What package.json exports, and what is started as a process or a thread. */
const PROGRAMS = [
  'index.js',
  'layout-document.js',
  'cli/main.js',
  'client/engine-main.js',
  'server/daemon-process.js',
  'net/pdf-worker.js',
];
const TYPES = ['index.d.ts', 'layout-document.d.ts'];
/** Read as files: bundles that import nothing of dist/. */
const ASSETS = ['client/engine-script.js', 'server/page/live.js'];

export async function pruneBuild(dist: string): Promise<void> {
  const kept = new Set(ASSETS.map((file) => join(dist, file)));
  for (const file of await reachedByPrograms(dist)) kept.add(file);
  for (const file of reachedByTypes(dist)) kept.add(file);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name);
    if (/\.(js|d\.ts)$/.test(name) && !kept.has(path)) rmSync(path);
  }
  removeEmptyFolders(dist);
}

/** By what esbuild would put into a bundle of all of them, dynamic imports too. */
async function reachedByPrograms(dist: string): Promise<string[]> {
  const { metafile, warnings } = await build({
    entryPoints: PROGRAMS.map((file) => join(dist, file)),
    absWorkingDir: dist,
    outdir: join(dist, 'unused'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Tools: an installed package has what they make.
    external: ['*/build-realm.ts', '*/build-engine.js', '*/build-page.js'],
    metafile: true,
    logLevel: 'warning',
  });
  // An import that leads nowhere is only a warning where something could catch its failure.
  if (warnings.length > 0) throw new Error('The package would be broken: see the warnings of esbuild above.');
  return Object.keys(metafile.inputs).map((file) => join(dist, file));
}

function reachedByTypes(dist: string): Set<string> {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) follow(resolve(dirname(file), fileName.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
    }
  };
  for (const file of TYPES) follow(join(dist, file));
  return reached;
}

function removeEmptyFolders(dist: string): void {
  const folders = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    // Deepest first.
    .sort((a, b) => relative(dist, b).split(/[\\/]/).length - relative(dist, a).split(/[\\/]/).length);
  for (const folder of folders) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

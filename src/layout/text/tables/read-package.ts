/**
 * Files of npm packages for the table generators.
 *
 * In:  a folder for downloads and a package with or without its version. Out: the folder of its unpacked files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the folder has already is not downloaded again. */
export function unpackPackage(folder: string, specifier: string): string {
  const target = join(folder, specifier.replace(/^@/, '').replaceAll('/', '-'));
  const files = join(target, 'package');
  if (existsSync(files)) return files;
  mkdirSync(target, { recursive: true });
  execFileSync('npm', ['pack', '--silent', specifier], { cwd: target, stdio: ['ignore', 'ignore', 'ignore'] });
  const archive = readdirSync(target).find((file) => file.endsWith('.tgz'))!;
  execFileSync('tar', ['xzf', archive], { cwd: target });
  return files;
}

/**
 * What tells the sources of a checkout from others: what is made of them is made anew when it changes.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../made-files.ts';

export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url));

/** Names, sizes and times of all sources, and of what is bundled with them. */
export function sourceKey(): string {
  const lines: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith('.ts')) {
        const { mtimeMs, size } = statSync(path);
        lines.push(`${path} ${mtimeMs} ${size}`);
      }
    }
  };
  visit(join(projectRoot, 'src'));
  for (const file of ['package-lock.json', 'node_modules/parse5/package.json']) {
    lines.push(`${file} ${statSync(join(projectRoot, file)).mtimeMs}`);
  }
  return sha256(lines.sort().join('\n')).toString('hex').slice(0, 24);
}

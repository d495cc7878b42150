/**
 * What is known to fail: one file a category, one line a test, `name  # reason`.
 *
 * A test that is not listed must pass. A listed test that passes must be taken off the list. So the list can only get
 * shorter, unless somebody adds a line by hand and says why.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type KnownFailures = ReadonlyMap<string, string>;

const fileOf = (category: string) => fileURLToPath(new URL(`./expectations/${category}.txt`, import.meta.url));

export function hasExpectations(category: string): boolean {
  return existsSync(fileOf(category));
}

export function readExpectations(category: string): KnownFailures {
  if (!hasExpectations(category)) return new Map();
  const lines = readFileSync(fileOf(category), 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [name, reason] = line.split(/\s+#\s*/, 2);
      return [name, reason ?? ''];
    }),
  );
}

export function writeExpectations(category: string, failures: KnownFailures): void {
  const lines = [...failures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, reason]) => `${name}  # ${reason}\n`);
  writeFileSync(fileOf(category), lines.join(''));
}

/**
 * Reading pairs of pages and boxes: `<folder>/<category>/boxes.json` beside `<folder>/<category>/<name>.html`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRow } from './compare.ts';

export interface Pair {
  readonly category: string;
  readonly name: string;
  readonly file: string;
  readonly expected: readonly RecordedRow[];
}

/** Categories that are shown and not counted: vertical text, and masonry, which Chrome does not know. */
export const UNCOUNTED: ReadonlySet<string> = new Set(['writing-modes', 'grid-lanes']);

export function listCategories(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'boxes.json')))
    .map((entry) => entry.name)
    .sort();
}

export function loadPairs(folder: string, category: string): Pair[] {
  const recorded = JSON.parse(readFileSync(join(folder, category, 'boxes.json'), 'utf8')) as Record<
    string,
    RecordedRow[]
  >;
  return Object.entries(recorded).map(([name, expected]) => ({
    category,
    name,
    file: join(folder, category, name),
    expected,
  }));
}

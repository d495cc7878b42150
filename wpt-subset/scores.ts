/**
 * The table of `npm run wpt -- --keep`, for the front page: bench/results/wpt.json.
 */
import { writeFileSync } from 'node:fs';
import { UNCOUNTED } from './dataset.ts';

export interface CategoryScore {
  readonly name: string;
  readonly tests: number;
  readonly passed: number;
}

export interface WptScores {
  readonly date: string;
  /** Those that count, most tests first, and the sum of them last. */
  readonly categories: readonly CategoryScore[];
}

export function keepScores(scores: readonly CategoryScore[]): void {
  const isSum = ({ name }: CategoryScore) => Number(name === 'all counted');
  const categories = scores
    .filter(({ name }) => !UNCOUNTED.has(name))
    .toSorted((a, b) => isSum(a) - isSum(b) || b.tests - a.tests);
  const kept: WptScores = { date: new Date().toISOString().slice(0, 10), categories };
  writeFileSync(new URL('../bench/results/wpt.json', import.meta.url), `${JSON.stringify(kept, null, 2)}\n`);
}

/**
 * What `npm run corpus` keeps in bench/results/corpus.json. The columns are explained in the corpus's README.
 */

/** Shares from 0 to 1; `null` where nothing was to be found. */
export type Shares = Readonly<Record<(typeof COLUMNS)[number], number | null>>;

export const COLUMNS = ['≤1px', '≤5px', 'recall', 'precision', 'role', 'name', 'text'] as const;

export interface CorpusMode {
  readonly mode: string;
  readonly pages: number;
  readonly errors: number;
  readonly elements: number;
  /** All elements alike, and all pages alike. */
  readonly pooled: Shares;
  readonly median: Shares;
}

export interface CorpusScores {
  readonly date: string;
  readonly chromium: string;
  readonly modes: readonly CorpusMode[];
}

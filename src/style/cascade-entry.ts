/**
 * Cascade entries with a number of their own, so that lists of them can be hashed without a look-up for each.
 */
import type { CascadeEntry, Declaration, Origin } from './declaration.ts';

export interface NumberedEntry extends CascadeEntry {
  /** Different for every entry that was ever made. */
  readonly number: number;
}

let made = 0;

/** The entry for declarations; `null` when there are none. */
export function numberedEntry(
  declarations: readonly Declaration[],
  origin: Origin,
  layer: number,
  important: boolean,
): NumberedEntry | null {
  return declarations.length === 0 ? null : { declarations, origin, layer, important, number: ++made };
}

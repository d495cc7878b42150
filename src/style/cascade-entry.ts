/**
 * Cascade entries with a number of their own, so that lists of them can be hashed without a look-up for each.
 */
import type { CascadeEntry, Declaration, Origin } from './declaration.ts';
import { hasMotion } from './motion-declaration.ts';

export interface NumberedEntry extends CascadeEntry {
  /** Different for every entry that was ever made. */
  readonly number: number;
  /** Whether it says anything about animations or transitions. */
  readonly moves: boolean;
  /** Whether it says anything about animations. */
  readonly animates: boolean;
}

let made = 0;

/** The entry for declarations; `null` when there are none. */
export function numberedEntry(
  declarations: readonly Declaration[],
  origin: Origin,
  layer: number,
  important: boolean,
): NumberedEntry | null {
  if (declarations.length === 0) return null;
  const moves = hasMotion(declarations, '');
  const animates = moves && hasMotion(declarations, 'animation-');
  return { declarations, origin, layer, important, number: ++made, moves, animates };
}

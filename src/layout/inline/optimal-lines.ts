/**
 * The best of all ways to break a paragraph into a number of lines.
 *
 * In:  its lines as they come when each takes what fits.
 * Out: how wide each line may be so that it ends at the best place; `null` when nothing is better.
 *
 * Lines are scored as Chrome does it (and Android's text before it): the square of what a line leaves free, and penalties
 * for each line, for hyphens, and for a last line of one word.
 *
 * CSS Text 4 §6.4 https://drafts.csswg.org/css-text-4/#text-wrap-style
 */
import { EPSILON } from '../layout-unit.ts';
import { type BreakCandidate, breakCandidates } from './break-candidates.ts';
import type { BrokenLine } from './broken-line.ts';

const OVERFULL = 1e12;
const ORPHAN_PENALTY = 10_000;
const LAST_LINE_FACTOR = 4;
/** With fewer places to break there is nothing to choose. The ends of the paragraph are among them. */
const LEAST_CANDIDATES = 5;

interface Score {
  readonly score: number;
  readonly previous: number;
  readonly line: number;
}

export function optimalLines(lines: readonly BrokenLine[], available: number, balances: boolean): number[] | null {
  const candidates = breakCandidates(lines);
  if (candidates === null || candidates.length < LEAST_CANDIDATES) return null;
  const scores = scoreAll(candidates, penaltiesOf(candidates, lines[0]!, available), lines[0]!, available, balances);
  const ends: number[] = [];
  for (let at = scores.length - 1; at > 0; at = scores[at]!.previous) ends.unshift(at);
  if (ends.length !== lines.length) return null;
  return ends.map((end, index) => {
    const { next } = candidates[index === 0 ? 0 : ends[index - 1]!]!;
    const indent = index === 0 ? lines[0]!.textIndent : 0;
    const width = candidates[end]!.end - next + indent;
    // Half way to the next place, so that rounding decides nothing.
    const following = candidates[end + 1];
    return following === undefined ? width + 1 : (width + following.end - next + indent) / 2;
  });
}

interface Penalties {
  readonly each: readonly number[];
  readonly line: number;
}

function penaltiesOf(candidates: readonly BreakCandidate[], { style }: BrokenLine, available: number): Penalties {
  const area = available * style.fontSize;
  const isJustified = style.textAlign === 'justify';
  const hyphen = isJustified ? area / 2 : area * 2;
  const each = candidates.map(({ hyphenated }) => (hyphenated ? hyphen : 0));
  // A break that leaves one word for the last line.
  for (let at = candidates.length - 2; at >= 0; at--) {
    each[at]! += ORPHAN_PENALTY;
    if (!candidates[at]!.hyphenated) break;
  }
  return { each, line: isJustified ? 0 : hyphen * 2 };
}

/** The best way to each candidate. Lines that are too long for their start are not looked at again. */
function scoreAll(
  candidates: readonly BreakCandidate[],
  penalties: Penalties,
  first: BrokenLine,
  available: number,
  balances: boolean,
): Score[] {
  const scores: Score[] = [{ score: 0, previous: 0, line: 0 }];
  let active = 0;
  for (let end = 1; end < candidates.length; end++) {
    const isLast = end === candidates.length - 1;
    let best = Number.POSITIVE_INFINITY;
    let previous = 0;
    for (let start = active; start < end; start++) {
      const before = scores[start]!;
      const room = Math.max(0, available - (before.line === 0 ? first.textIndent : 0)) + EPSILON;
      const spare = room - (candidates[end]!.end - candidates[start]!.next);
      let cost = spare * spare;
      if (spare < 0) {
        cost = OVERFULL;
        active = start + 1;
      } else if (isLast && !balances) {
        // The last line may be short.
        cost = LAST_LINE_FACTOR * penalties.each[start]!;
      }
      if (before.score + cost <= best) {
        best = before.score + cost;
        previous = start;
      }
    }
    const score = best + penalties.each[end]! + penalties.line;
    scores.push({ score, previous, line: scores[previous]!.line + 1 });
  }
  return scores;
}

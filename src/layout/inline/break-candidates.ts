/**
 * Every place where a paragraph may be broken, with how far the text reaches there.
 *
 * In:  the lines of a paragraph as they come when each takes what fits.
 * Out: the places from the beginning to the end of the paragraph; `null` where widths do not grow from left to right
 *      (negative margins), so that no sum of them says anything.
 *
 * CSS Text 4 §6.4 leaves the choice to user agents; this is what Chrome's looks at.
 */
import { ceilUnit } from '../layout-unit.ts';
import type { BrokenLine, LineResult } from './broken-line.ts';
import { isBreakableSpace, SOFT_HYPHEN, wrapsLines } from './items.ts';
import { hyphenWidth } from './shape-items.ts';

export interface BreakCandidate {
  /** Where the next line begins: behind the spaces. */
  next: number;
  /** Where this line ends: before the spaces, with a hyphen if it shows one. */
  end: number;
  hyphenated: boolean;
}

export function breakCandidates(lines: readonly BrokenLine[]): BreakCandidate[] | null {
  const collector = new Collector();
  for (const line of lines) {
    for (const [index, result] of line.results.entries()) {
      if (result.inlineSize < 0) return null;
      const canBreak = result.canBreakAfter || index === line.results.length - 1;
      if (result.item.kind === 'text') collector.text(line, result, canBreak);
      else collector.other(result, canBreak);
    }
  }
  return collector.candidates;
}

class Collector {
  readonly candidates: BreakCandidate[] = [{ next: 0, end: 0, hyphenated: false }];
  /** The last candidate is no opportunity: what follows belongs to the same word. */
  #isMidWord = false;
  #position = 0;
  /** Up to here the text has been looked at. */
  #offset = -1;

  text(line: BrokenLine, result: LineResult, canBreak: boolean): void {
    const { item } = result;
    const { text, positions } = line.items;
    // Spaces that the line breaker took away at the end of the line are there if it is broken elsewhere.
    const end = Math.max(result.end, Math.min(item.end, line.end.offset));
    let start = this.#offset >= item.start ? this.#offset : result.start;
    if (start >= end) return;
    const base = this.#position - positions[start]!;
    if (isBreakableSpace(text.charCodeAt(start)) && this.candidates.length > 1) {
      while (start < end && isBreakableSpace(text.charCodeAt(start))) start++;
      this.#spaces(base + positions[start]!, start < end ? wrapsLines(item.style) : canBreak);
    }
    const breaks = wrapsLines(item.style) ? line.items.breaks.forStyle(item.style, false) : null;
    while (start < end) {
      let next = start + 1;
      while (next < end && (breaks === null || breaks[next] === 0)) next++;
      const isOpportunity = next < end || canBreak;
      let last = next;
      while (isOpportunity && last > start && isBreakableSpace(text.charCodeAt(last - 1))) last--;
      const hyphenated =
        isOpportunity &&
        last > start &&
        text.charCodeAt(last - 1) === SOFT_HYPHEN &&
        (next < end || result.isHyphenated);
      const width = hyphenated ? hyphenWidth(item.style) : 0;
      this.#add(base + positions[next]!, base + positions[last]! + width, !isOpportunity, hyphenated);
      start = next;
    }
    this.#offset = end;
  }

  /** Tags, atomic inlines and the rest: tags do not move the end of the text before them. */
  other({ item, inlineSize }: LineResult, canBreak: boolean): void {
    const to = ceilUnit(this.#position) + inlineSize;
    const { end } = this.candidates.at(-1)!;
    if (item.kind === 'tab' || item.kind === 'newline' || item.kind === 'opportunity') this.#spaces(to, canBreak);
    else this.#add(to, item.length === 0 ? end : to, !canBreak, false);
    this.#offset = item.end;
  }

  #spaces(next: number, canBreak: boolean): void {
    this.candidates.at(-1)!.next = next;
    this.#position = next;
    this.#isMidWord = !canBreak;
  }

  #add(next: number, end: number, isMidWord: boolean, hyphenated: boolean): void {
    if (this.#isMidWord) Object.assign(this.candidates.at(-1)!, { next, end, hyphenated });
    else this.candidates.push({ next, end, hyphenated });
    this.#position = next;
    this.#isMidWord = isMidWord;
  }
}

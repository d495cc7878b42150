/**
 * Justification: the spare room of a line is shared out between its words.
 *
 * In:  a broken line and its spare room. Out: the results are wider; false when there is nothing to widen.
 *
 * An expansion opportunity is after each space, and before and after each ideograph, but not twice at one place and not
 * at the end of the line. CSS Text 3 §6.4 https://drafts.csswg.org/css-text-3/#justify-algos leaves this to us; the
 * choice is Chrome's.
 */
import { ceilUnit } from '../layout-unit.ts';
import type { BrokenLine } from './broken-line.ts';

export function justify(line: BrokenLine, spare: number): boolean {
  const { text } = line.items;
  const first = line.results[0];
  if (line.isEmpty || spare <= 0 || first === undefined || line.style.textJustify === 'none') return false;
  const end = visibleEnd(line, text);
  const total = countOpportunities(text, first.start, end);
  if (total === 0) return false;

  let left = total;
  let after = true;
  for (const result of line.results) {
    if (result.hangs) break;
    const { kind } = result.item;
    if (kind !== 'text' && kind !== 'atomic' && kind !== 'tab') continue;
    const counted = opportunitiesIn(text, result.start, Math.min(result.end, end), after);
    after = counted.after;
    const count = Math.min(left, counted.count);
    left -= count;
    if (count === 0) continue;
    const expansion = (spare * count) / total;
    if (kind !== 'text') {
      result.inlineSize += expansion;
    } else {
      const hyphen = result.isHyphenated ? result.hyphenSize : 0;
      result.inlineSize = ceilUnit(result.inlineSize - hyphen + expansion) + hyphen;
    }
  }
  return true;
}

/** The end of the line's text without spaces that hang and without the forced break. */
function visibleEnd(line: BrokenLine, text: string): number {
  for (let i = line.results.length - 1; i >= 0; i--) {
    const result = line.results[i]!;
    const { kind } = result.item;
    if (result.hangs || kind === 'newline' || result.length === 0) continue;
    if (kind !== 'text' && kind !== 'atomic' && kind !== 'tab') continue;
    let end = result.end;
    if (kind === 'text' && line.hasTrailingSpaces)
      while (end > result.start && text.charCodeAt(end - 1) === 0x20) end--;
    if (end > result.start) return end;
  }
  return line.start.offset;
}

function countOpportunities(text: string, start: number, end: number): number {
  const { count, after } = opportunitiesIn(text, start, end, true);
  return after && count > 0 ? count - 1 : count;
}

function opportunitiesIn(
  text: string,
  start: number,
  end: number,
  afterOpportunity: boolean,
): { readonly count: number; readonly after: boolean } {
  let count = 0;
  let after = afterOpportunity;
  for (let at = start; at < end; at++) {
    const codePoint = text.codePointAt(at)!;
    if (codePoint > 0xffff) at++;
    if (codePoint === 0x20 || codePoint === 0xa0 || codePoint === 0x09) {
      count++;
      after = true;
    } else if (isIdeograph(codePoint)) {
      count += after ? 1 : 2;
      after = true;
    } else {
      after = false;
    }
  }
  return { count, after };
}

/** Ideographs, kana and the symbols that are set like them. */
function isIdeograph(codePoint: number): boolean {
  if (codePoint < 0x2c7) return false;
  if (codePoint < 0x2e80) return SYMBOLS.has(codePoint) || isSymbolRange(codePoint);
  return (
    (codePoint >= 0x2e80 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe4f) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x1f000 && codePoint <= 0x1f9ff) ||
    (codePoint >= 0x20000 && codePoint <= 0x3ffff)
  );
}

const SYMBOLS = new Set([0x2c7, 0x2ca, 0x2cb, 0x2d9, 0x2020, 0x2021, 0x2030, 0x203b, 0x203c, 0x2042, 0x2047, 0x2048]);

function isSymbolRange(codePoint: number): boolean {
  return (
    (codePoint >= 0x2150 && codePoint <= 0x218f) ||
    (codePoint >= 0x2190 && codePoint <= 0x21ff) ||
    (codePoint >= 0x2460 && codePoint <= 0x24ff) ||
    (codePoint >= 0x25a0 && codePoint <= 0x26ff)
  );
}

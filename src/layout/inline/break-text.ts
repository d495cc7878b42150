/**
 * Breaks one text item: how much of it goes on the line.
 *
 * In:  a result that begins somewhere in a text item, and the room that is left.
 * Out: the result ends at the last opportunity that fits, or at the first one when none does.
 */
import { EPSILON } from '../layout-unit.ts';
import type { LineResult } from './broken-line.ts';
import { type InlineItem, isBreakableSpace, SOFT_HYPHEN } from './items.ts';
import { lineEndCorrection } from './line-end.ts';
import type { LineState } from './line-state.ts';

interface BreakPoint {
  readonly offset: number;
  /** Not even the first opportunity fits. */
  readonly isOverflow: boolean;
  /** Only spaces were left, and they hang. */
  readonly onlySpaces: boolean;
  /** The text goes on behind it: kerning with what follows does not count. */
  readonly isInside: boolean;
}

/** Whether it fits. `availableWithHyphen` may be more than `available`: the former decides, the latter searches. */
export function breakText(
  state: LineState,
  result: LineResult,
  item: InlineItem,
  available: number,
  availableWithHyphen: number,
): boolean {
  const results = state.line.results;
  let room = available;
  let point: BreakPoint | null;
  for (;;) {
    point = findBreak(state, result.start, item.end, Math.max(0, room));
    if (point === null) {
      // The line will be broken again with 'overflow-wrap': being too wide is all that matters.
      result.inlineSize = availableWithHyphen + 1;
      result.end = item.end;
      result.isMeasured = false;
      return false;
    }
    point = earlierIfTooWide(state, item, result.start, point, room);
    const width = widthUpTo(state, item, result.start, point);
    result.inlineSize = width;
    if (isHyphenated(state, item, point)) {
      const hyphen = state.addHyphen(results.lastIndexOf(result));
      const spare = availableWithHyphen - width;
      if (!point.isOverflow && width <= room && spare >= 0 && hyphen > spare) {
        // The hyphen itself does not fit: the word must end earlier.
        state.removeHyphen();
        room -= hyphen;
        continue;
      }
    }
    break;
  }

  result.end = point.offset;
  result.hangs = point.onlySpaces;
  result.isMeasured = true;
  if (result.end < item.end) {
    result.canBreakAfter = true;
    state.trailing = state.breaksAtCharacters ? 'unknown' : 'none';
  } else {
    result.canBreakAfter = canBreakAfterText(state, result);
    state.trailing = 'unknown';
  }
  result.mayBreakInside = !point.isOverflow;
  return result.inlineSize <= availableWithHyphen;
}

/** Without kerning to what follows, the end of the line may not fit any more. */
function earlierIfTooWide(
  state: LineState,
  item: InlineItem,
  start: number,
  found: BreakPoint,
  room: number,
): BreakPoint {
  let point = found;
  while (!point.isOverflow && !point.onlySpaces && widthUpTo(state, item, start, point) > room) {
    const shorter = state.positions[point.offset]! - state.positions[start]! - EPSILON;
    const earlier = findBreak(state, start, item.end, Math.max(0, shorter));
    if (earlier === null || earlier.isOverflow || earlier.offset >= point.offset) break;
    point = earlier;
  }
  return point;
}

function widthUpTo(state: LineState, item: InlineItem, start: number, point: BreakPoint): number {
  const correction = point.isInside ? lineEndCorrection(state, item, start, point.offset) : 0;
  return state.textWidth(start, point.offset, correction);
}

function isHyphenated(state: LineState, item: InlineItem, point: BreakPoint): boolean {
  return item.style.hyphens !== 'none' && state.text.charCodeAt(point.offset - 1) === SOFT_HYPHEN;
}

/** Atomic inlines may be broken before, whatever the character before them is. */
function canBreakAfterText(state: LineState, result: LineResult): boolean {
  if (state.isBreakable(result.end)) return true;
  for (let i = result.itemIndex + 1; i < state.items.length; i++) {
    const item = state.items[i]!;
    if (item.kind === 'atomic') return true;
    if (item.end > result.end) return false;
  }
  return false;
}

/** `null` when nothing fits and the line will be broken again. */
function findBreak(state: LineState, start: number, end: number, available: number): BreakPoint | null {
  const candidate = state.firstBeyond(start, end, available);
  if (candidate >= end) return { offset: end, isOverflow: false, onlySpaces: false, isInside: false };
  const text = state.text;
  const everySpace = state.breaksEverySpace;
  const retries = state.breaksAnywhere && !state.overridesBreakAnywhere;

  // Spaces hang: where the first character beyond is a space, the opportunity after the spaces counts.
  const atSpace = isBreakableSpace(text.charCodeAt(candidate)) && !everySpace;
  let offset: number;
  let isOverflow = false;
  if (!atSpace) {
    offset = state.previousBreak(candidate, start);
    if (offset <= start) {
      if (retries) return null;
      isOverflow = true;
      offset = state.nextBreak(Math.max(candidate, start + 1), end);
    }
  } else {
    offset = state.nextBreak(Math.max(candidate, start + 1), end);
    // The opportunity may belong to a later word: then one before the candidate is better.
    if (offset > candidate && wordEnd(text, start, offset) > candidate) {
      const previous = state.previousBreak(candidate, start);
      if (previous > start) {
        offset = previous;
      } else {
        if (retries) return null;
        isOverflow = true;
      }
    }
  }

  const isInside = offset < end;
  if (everySpace) return { offset, isOverflow, onlySpaces: false, isInside };
  const word = wordEnd(text, start, offset);
  if (word <= start && isBreakableSpace(text.charCodeAt(candidate))) {
    return { offset: Math.min(offset, end), isOverflow, onlySpaces: true, isInside: false };
  }
  // Trailing spaces are put on the line in a second step.
  return { offset: Math.max(start + 1, word), isOverflow, onlySpaces: false, isInside };
}

/** The end of text[start, end) without the spaces at its end. */
function wordEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBreakableSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

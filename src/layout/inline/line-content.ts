/**
 * Puts items on the line, one kind after the other.
 *
 * Each function takes the current item, adds it, and says whether the line may be broken after it. White space and
 * overflow are dealt with in trailing-space.ts and line-overflow.ts.
 */
import { breakText } from './break-text.ts';
import type { LineResult } from './broken-line.ts';
import { inlineEdges } from './inline-edges.ts';
import {
  breaksSpaces,
  collapsesSpaces,
  type InlineItem,
  isAllBreakableSpaces,
  isBreakableSpace,
  SOFT_HYPHEN,
  wrapsLines,
} from './items.ts';
import { handleOverflow, rewind, updateOpportunity } from './line-overflow.ts';
import type { LineState } from './line-state.ts';
import { hyphenWidth, tabsWidth } from './shape-items.ts';
import { handleTrailingSpaces, trailingSpaceWidth } from './trailing-space.ts';

const SPACE = 0x20;
const LINE_FEED = 0x0a;

export function handleText(state: LineState, item: InlineItem): void {
  if (state.stage === 'trailing') {
    handleTrailingSpaces(state, item);
    return;
  }

  // A collapsible space at the beginning of the line is not there.
  if (state.trailing === 'leading' && collapsesSpaces(item.style) && state.text.charCodeAt(state.offset) === SPACE) {
    state.offset++;
    if (state.offset === item.end) {
      state.skipEmpty(item);
      return;
    }
  }

  // What was before did not fit; spaces that follow it still belong to it.
  if (state.stage === 'continue' && !state.fits) {
    if (state.autoWrap && isBreakableSpace(state.text.charCodeAt(state.offset))) {
      handleTrailingSpaces(state, item);
      if ((state.stage as string) !== 'done') {
        state.stage = 'continue';
        return;
      }
    }
    handleOverflow(state);
    return;
  }

  if (state.hasHyphen) state.position -= state.removeHyphen();
  const result = state.add(item, item.end);
  result.createsLine = true;

  if (!state.autoWrap) {
    result.inlineSize = state.textWidth(result.start, item.end);
    result.isMeasured = true;
    state.trailing = 'unknown';
    state.position += result.inlineSize;
    state.moveTo(item);
    return;
  }

  if (state.context.mode === 'min-content' && measureWords(state, item)) return;
  const room = state.remaining;
  const fits = breakText(state, result, item, room, room);
  state.position += result.inlineSize;
  state.moveAfter(result);
  if (fits) {
    if (result.end < item.end) handleTrailingSpaces(state, item);
    return;
  }
  if (!result.isMeasured) {
    handleOverflow(state);
    return;
  }
  if (result.hangs) {
    state.stage = 'trailing';
    if (!collapsesSpaces(item.style) && isBreakableSpace(state.text.charCodeAt(result.end - 1))) {
      rewind(state, state.line.results.length - 1);
    }
    return;
  }
  if (state.stage === 'overflow') {
    if (result.canBreakAfter) state.stage = 'trailing';
    return;
  }
  if (isAllBreakableSpaces(state.text, result.start, result.end)) return;
  handleOverflow(state);
}

/**
 * Faster: min-content needs only the widest word of a text, so all of them become one result as wide as that. A word
 * that goes on in the next item is left for another line, where it meets the rest.
 */
function measureWords(state: LineState, item: InlineItem): boolean {
  const { line, text } = state;
  const result = line.results[line.results.length - 1]!;
  // A line that begins before its start may hold several words.
  if (line.textIndent < 0 || state.position < line.textIndent) return false;
  // After something else on the line only the first word counts.
  const isAlone = line.textIndent === 0 && state.position === 0;
  const stop = isAlone ? item.end : result.start + 1;
  const everySpace = breaksSpaces(item.style);
  const hyphens = item.style.hyphens !== 'none';
  let start = result.start;
  let next = start;
  let word = start;
  let widest = 0;
  let canBreak = false;
  while (start < stop) {
    next = state.nextBreak(start + 1, Math.min(item.end + 1, text.length));
    canBreak = next <= item.end;
    if (!canBreak) {
      if (start > result.start && text.charCodeAt(item.end) !== LINE_FEED) {
        canBreak = true;
        next = start;
        break;
      }
      next = item.end;
    }
    word = next;
    if (!everySpace) while (word > start && isBreakableSpace(text.charCodeAt(word - 1))) word--;
    if (word > start) {
      let width = state.textWidth(start, word);
      if (canBreak && hyphens && text.charCodeAt(word - 1) === SOFT_HYPHEN) width += hyphenWidth(item.style);
      widest = Math.max(widest, width);
    }
    start = next;
  }

  const collapses = collapsesSpaces(item.style);
  result.end = collapses ? word : next;
  result.inlineSize = widest;
  result.canBreakAfter = canBreak;
  state.trailing = word === next ? 'none' : collapses ? 'collapsed' : 'preserved';
  state.position += widest;
  state.stage = canBreak ? 'trailing' : 'overflow';
  if (next >= item.end) state.moveTo(item);
  else state.offset = next;
  return true;
}

/** Tabs are as wide as the way to the next tab stop from where they begin. */
export function handleTab(state: LineState, item: InlineItem): void {
  if (state.stage === 'trailing') {
    if (!state.autoWrap || breaksSpaces(item.style)) {
      state.stage = 'done';
      return;
    }
  } else if (state.stage === 'continue' && !state.fits) {
    handleOverflow(state);
    return;
  }
  const result = state.add(item, item.end);
  result.createsLine = true;
  result.isMeasured = true;
  result.inlineSize = tabsWidth(item.style, state.line.style, state.position, item.length);
  // Tabs at the end of a line hang like spaces.
  const wasTrailing = state.stage === 'trailing';
  const overflows = state.position + result.inlineSize > state.availableToFit;
  if (state.autoWrap && !breaksSpaces(item.style) && (wasTrailing || overflows)) {
    result.hangs = true;
    if (state.context.mode === 'min-content') result.inlineSize = 0;
    state.stage = 'trailing';
  }
  state.position += result.inlineSize;
  state.trailing = 'preserved';
  state.moveTo(item);
  state.computeCanBreakAfter(result);
  if (result.hangs) result.canBreakAfter = true;
}

export function handleForcedBreak(state: LineState, item: InlineItem): void {
  if (state.stage === 'continue' && !state.fits) {
    handleOverflow(state);
    return;
  }
  const result = state.add(item, item.end);
  result.createsLine = true;
  result.hangs = true;
  result.canBreakAfter = true;
  state.moveTo(item);
  // Close tags that follow belong to this line; their margins, borders and padding would show at its end.
  while (!state.isAtEnd) {
    const next = state.items[state.itemIndex]!;
    if (next.kind === 'close') handleCloseTag(state, next);
    else if (next.kind === 'text' && next.length === 0) state.skipEmpty(next);
    else break;
  }
  if (state.hasHyphen) state.position -= state.removeHyphen();
  state.afterForcedBreak = true;
  state.line.hasForcedBreak = true;
  state.line.isLast = true;
  state.stage = 'done';
}

/** <wbr> is an opportunity even where lines do not wrap. */
export function handleOpportunity(state: LineState, item: InlineItem): void {
  const result = state.add(item, item.end);
  if (!item.isGenerated) result.createsLine = true;
  result.canBreakAfter = true;
  state.moveTo(item);
}

export function handleOpenTag(state: LineState, item: InlineItem): void {
  const result = state.add(item, item.end);
  const edges = inlineEdges(item.box, state.context.percentBase);
  result.edges = edges;
  result.inlineSize = edges.start;
  // A negative margin may bring the line back to where it fits.
  if (edges.start < 0 && state.stage === 'trailing') {
    const available = state.availableToFit;
    if (state.position > available && state.position + edges.start <= available) state.stage = 'continue';
  }
  state.position += edges.start;
  if (!item.isEmptyIn(state.context.lineHeightQuirk)) result.createsLine = true;

  const wrapped = state.autoWrap;
  state.setStyle(item.style);
  state.moveTo(item);
  const previous = state.line.results[state.line.results.length - 2];
  if (!wrapped && state.autoWrap && previous?.item.kind === 'text') state.computeCanBreakAfter(previous);
}

export function handleCloseTag(state: LineState, item: InlineItem): void {
  const result = state.add(item, item.end);
  const edges = inlineEdges(item.box, state.context.percentBase);
  result.edges = edges;
  result.inlineSize = edges.end;
  state.position += edges.end;
  if (!item.isEmptyIn(state.context.lineHeightQuirk)) result.createsLine = true;
  const wrapped = state.autoWrap;
  state.setStyle(item.box.parent!.style);
  state.moveTo(item);

  // A break before a close tag becomes one after it.
  const previous = state.line.results[state.line.results.length - 2];
  if (previous === undefined) return;
  if (previous.canBreakAfter) {
    previous.canBreakAfter = false;
    result.canBreakAfter = true;
    return;
  }
  const afterSpace = isBreakableSpace(state.unitBefore);
  if (wrapped) {
    const onlyAfterSpace = wrapsLines(state.style) && !collapsesSpaces(state.style);
    result.canBreakAfter = isBreakableSpace(state.unitAfter) && (!onlyAfterSpace || afterSpace);
  } else if (state.autoWrap && !afterSpace) {
    state.computeCanBreakAfter(result);
  }
}

/** Controls that begin something are like open tags, those that end it like close tags. */
export function handleBidiControl(state: LineState, item: InlineItem): void {
  const control = state.text.charCodeAt(item.start);
  const ends = control === 0x202c || control === 0x2069;
  if (!ends && state.stage === 'trailing' && state.canBreakAfterLast) {
    state.moveTo(item);
    state.stage = 'done';
    return;
  }
  const result = state.add(item, item.end);
  if (ends) {
    const previous = state.line.results[state.line.results.length - 2];
    if (previous?.canBreakAfter) {
      previous.canBreakAfter = false;
      result.canBreakAfter = true;
    } else if (previous !== undefined) {
      state.computeCanBreakAfter(result);
    }
  }
  state.moveTo(item);
}

export function handleAtomic(state: LineState, item: InlineItem): void {
  const remaining = state.remaining;
  let mayComeBack = false;
  if (state.stage === 'continue' && remaining < 0) {
    const index = state.itemIndex;
    handleOverflow(state);
    if (!state.line.hasOverflow || index !== state.itemIndex) return;
    mayComeBack = true;
  }
  const size = state.context.sizeAtomic(item.box);
  if (mayComeBack) {
    // Only a negative margin keeps it on a line that has no room.
    if (size.margins.inlineStart + size.margins.inlineEnd >= remaining) return;
    state.stage = 'continue';
    state.line.hasOverflow = false;
  }
  if (state.hasHyphen) state.position -= state.removeHyphen();
  const result = state.add(item, item.end);
  result.margins = size.margins;
  result.layout = size.layout;
  result.inlineSize = size.inlineSize;
  result.createsLine = true;
  result.canBreakAfter = state.autoWrap;
  state.position += size.inlineSize;
  // Spaces behind an initial letter go as at the start of a line.
  if (item.kind === 'atomic') state.trailing = 'none';
  state.moveTo(item);
}

export function handleOutOfFlow(state: LineState, item: InlineItem): void {
  takeBreakBefore(state, state.add(item, item.end));
  state.moveTo(item);
}

/** What is not in the flow breaks nothing and joins nothing: an opportunity before it is one behind it too. */
function takeBreakBefore(state: LineState, result: LineResult): void {
  const previous = state.line.results[state.line.results.length - 2];
  result.canBreakAfter = previous?.canBreakAfter ?? false;
}

/** A float goes beside what is on the line if it fits there, else it waits for the line's end. */
export function handleFloat(state: LineState, item: InlineItem): void {
  const waiting = state.line.results.at(-1)?.hasWaitingFloats ?? false;
  const result = state.add(item, item.end);
  takeBreakBefore(state, result);
  state.moveTo(item);
  if (state.context.mode !== 'content') return;
  const leading = state.leadingFloats.get(item.box);
  if (leading !== undefined) {
    result.float = leading;
    result.exclusionsBefore = state.exclusions;
    // What does not fit beside it may leave it alone on a line without height.
    if (state.position === 0) result.canBreakAfter = state.autoWrap;
    return;
  }
  if (waiting) return;

  const blockOffset = state.opportunity.blockOffset;
  const placed = state.context.placeFloat(item.box, blockOffset, state.exclusions);
  const width = state.position + placed.lineEnd - placed.lineStart + openEndEdges(state);
  const fits = width <= state.availableToFit || width - trailingSpaceWidth(state) <= state.availableToFit;
  if (!fits || placed.blockStart > blockOffset) {
    result.hasWaitingFloats = true;
    return;
  }
  result.exclusionsBefore = state.exclusions;
  result.float = placed;
  state.exclusions = placed.exclusions;
  updateOpportunity(state);
}

/** Inline boxes that close before more content comes take room too. */
function openEndEdges(state: LineState): number {
  let sum = 0;
  for (let i = state.itemIndex; i < state.items.length; i++) {
    const item = state.items[i]!;
    if (item.kind !== 'close') break;
    sum += inlineEdges(item.box, state.context.percentBase).end;
  }
  return sum;
}

/**
 * What happens when a line has become too wide: it goes back to its last break opportunity that fits.
 *
 * In:  a line state whose position is beyond the room.
 * Out: the line ends there, spaces and tags that may follow the break included. Without such an opportunity, words that
 *      may break anywhere are broken again; otherwise the line overflows up to the first opportunity.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { breakText } from './break-text.ts';
import type { LineResult } from './broken-line.ts';
import { breaksSpaces, isAllBreakableSpaces, isBreakableSpace, wrapsLines } from './items.ts';
import type { LineState } from './line-state.ts';
import { isInColumn } from './ruby.ts';
import { handleTrailingSpaces } from './trailing-space.ts';

/** A line is rewound once to end it, once more to break words anywhere, and a few times for trailing spaces. */
const MAX_REWINDS = 64;

export function handleOverflow(state: LineState): void {
  const results = state.line.results;
  const available = state.availableToFit;
  let toRewind = state.position - available;
  let breakBefore = 0;
  let breaksAnywhere = state.breaksAnywhere;
  const hyphenBefore = state.hyphenIndex;
  if (state.hasHyphen) state.position -= state.removeHyphen();

  for (let i = results.length - 1; i >= 0; i--) {
    const result = results[i]!;
    breaksAnywhere ||= result.breaksAnywhere;

    // After this item?
    if (i < results.length - 1 && result.canBreakAfter) {
      if (toRewind <= 0) {
        state.position = available + toRewind;
        rewindTrailable(state, i + 1);
        return;
      }
      breakBefore = i + 1;
    }
    toRewind -= result.inlineSize;
    if (toRewind > 0) continue;

    // Inside it?
    if (result.item.kind === 'text' && result.length > 0 && toRewind < 0 && result.mayBreakInside) {
      if (breakInside(state, i, -toRewind, available + toRewind)) return;
    }
  }

  if (!state.overridesBreakAnywhere && breaksAnywhere) {
    state.overridesBreakAnywhere = true;
    retry(state);
    return;
  }

  // The line overflows.
  state.line.hasOverflow = true;
  if (hyphenBefore >= 0) state.position += state.addHyphen(hyphenBefore);
  if (breakBefore > 0) {
    rewindTrailable(state, breakBefore);
  } else if (state.canBreakAfterLast) {
    state.stage = 'trailing';
  } else {
    state.stage = 'overflow';
  }
}

/** Tries to make a text shorter so that it fits. `before` is the position in front of it. */
function breakInside(state: LineState, index: number, room: number, before: number): boolean {
  const results = state.line.results;
  const result = results[index]!;
  // The text as a whole may fit where what follows it does not: then too it must become shorter.
  const shorter = result.inlineSize - 1;
  if (shorter <= 0) {
    if (!breakAtPreviousOpportunity(state, result)) return false;
    endAfter(state, index, before);
    return true;
  }
  const style = state.style;
  const { end, inlineSize, canBreakAfter, mayBreakInside, isMeasured, hangs } = result;
  state.setStyle(result.item.style);
  breakText(state, result, result.item, Math.min(room, shorter), room);
  if (result.canBreakAfter && result.inlineSize <= room && result.end < end) {
    endAfter(state, index, before);
    return true;
  }
  if (state.hasHyphen) state.removeHyphen();
  result.end = end;
  result.inlineSize = inlineSize;
  result.canBreakAfter = canBreakAfter;
  result.mayBreakInside = mayBreakInside;
  result.isMeasured = isMeasured;
  result.hangs = hangs;
  state.setStyle(style);
  return false;
}

/** Ends the line after a text that was made shorter, and the spaces that follow it. */
function endAfter(state: LineState, index: number, before: number): void {
  const { results } = state.line;
  const result = results[index]!;
  if (index + 1 < results.length) {
    state.stage = 'trailing';
    rewind(state, index + 1);
    return;
  }
  state.position = before + result.inlineSize;
  state.offset = result.end;
  state.itemIndex = result.itemIndex;
  handleTrailingSpaces(state, result.item);
}

/** Text without width cannot be made narrower; it can still end earlier. */
function breakAtPreviousOpportunity(state: LineState, result: LineResult): boolean {
  const offset = state.previousBreak(result.end - 1, result.start);
  if (offset <= result.start) return false;
  result.end = offset;
  result.inlineSize = state.textWidth(result.start, offset);
  result.canBreakAfter = true;
  return true;
}

/** Begins the line again. */
function retry(state: LineState): void {
  state.stage = 'continue';
  if (state.line.results.length === 0) {
    state.forceStyle(state.style);
    return;
  }
  const style = styleAt(state, 0);
  rewind(state, 0);
  state.forceStyle(style);
}

/** Ends the line before a result, but keeps what may trail: spaces, close tags, boxes that turn out to be empty. */
function rewindTrailable(state: LineState, newEnd: number): void {
  const results = state.line.results;
  let openTags = 0;
  let end = newEnd;
  for (let index = newEnd; index < results.length; index++) {
    const result = results[index]!;
    const item = result.item;
    switch (item.kind) {
      case 'text':
        if (result.length === 0) continue;
        if (isTrailingSpace(state, result)) {
          if (result.isMeasured && isAllBreakableSpaces(state.text, result.start + 1, result.end)) continue;
          // Spaces, then a word: the line ends between them.
          state.stage = 'trailing';
          rewind(state, index);
          return;
        }
        break;
      case 'tab':
      case 'opportunity':
      case 'ignored':
        if (wrapsLines(item.style) && !breaksSpaces(item.style)) continue;
        break;
      case 'open':
        // Whether a tag belongs to the line before or to the next is known when it closes or has content.
        if (openTags === 0) end = index;
        openTags++;
        continue;
      case 'close':
        if (openTags > 0) openTags--;
        continue;
      case 'float':
      case 'bidi':
        continue;
      case 'newline':
      case 'atomic':
      case 'column':
      case 'annotation':
      case 'out-of-flow':
        break;
    }
    state.stage = 'done';
    rewind(state, openTags > 0 ? end : index);
    return;
  }
  state.stage = 'done';
  if (openTags > 0) {
    rewind(state, end);
    return;
  }
  state.trailing = 'unknown';
  state.position = state.line.computeWidth();
  if (state.isAtEnd) state.line.isLast = true;
}

function isTrailingSpace(state: LineState, result: LineResult): boolean {
  if (!result.isMeasured && !(state.breaksAnywhere && !state.overridesBreakAnywhere)) return false;
  const style = result.item.style;
  return wrapsLines(style) && !breaksSpaces(style) && isBreakableSpace(state.text.charCodeAt(result.start));
}

/** Takes results off the end of the line and goes on from there. */
export function rewind(state: LineState, newEnd: number): void {
  const { line, context } = state;
  const results = line.results;
  if (++state.rewinds > MAX_REWINDS) {
    state.stage = 'done';
    return;
  }
  rewindFloats(state, newEnd);
  const style = styleAt(state, newEnd);
  if (newEnd > 0) {
    state.moveAfter(results[newEnd - 1]!);
    state.trailing = 'unknown';
  } else {
    state.itemIndex = line.start.item;
    state.offset = line.start.offset;
    state.trailing = 'leading';
  }
  results.length = newEnd;
  if (newEnd > 0) skipEmptyText(state);
  const wasInColumn = state.isInColumn;
  if (context.items.hasAnnotations) state.isInColumn = isInColumn(state);
  if (wasInColumn === state.isInColumn) state.setStyle(style);
  else state.forceStyle(style);
  if (state.hyphenIndex >= results.length) state.hyphenIndex = -1;
  if (!state.hasHyphen && state.hasAnyHyphen) restoreHyphen(state);
  state.position = line.computeWidth();
}

function skipEmptyText(state: LineState): void {
  while (!state.isAtEnd) {
    const item = state.items[state.itemIndex]!;
    if (item.kind !== 'text' || item.length > 0) return;
    state.skipEmpty(item);
  }
}

/** Floats that are taken off the line are not placed yet. */
function rewindFloats(state: LineState, newEnd: number): void {
  const results = state.line.results;
  for (let i = newEnd; i < results.length; i++) {
    const before = results[i]!.exclusionsBefore;
    if (before === null) continue;
    state.exclusions = before;
    updateOpportunity(state);
    return;
  }
}

/** The room beside floats that are placed by now. */
export function updateOpportunity(state: LineState): void {
  const { lineStart, lineEnd } = state.context;
  state.opportunity = state.exclusions.opportunityAt(
    lineStart,
    lineEnd,
    state.opportunity.blockOffset,
    state.line.minBlockSize,
  );
}

/** When the line ends after a hyphenated word again, its hyphen comes back. */
function restoreHyphen(state: LineState): void {
  const results = state.line.results;
  for (let i = results.length - 1; i >= 0; i--) {
    const result = results[i]!;
    if (result.hyphenSize > 0) {
      state.addHyphen(i);
      return;
    }
    if (result.item.kind === 'text' || result.item.kind === 'atomic') return;
  }
}

/** The style that is current in front of a result. */
function styleAt(state: LineState, index: number): ComputedStyle {
  const results = state.line.results;
  const at = results[index]!.item;
  if (at.kind === 'text' || at.kind === 'close') return at.style;
  for (let i = index - 1; i >= 0; i--) {
    const item = results[i]!.item;
    if (item.kind === 'text' || item.kind === 'open') return item.style;
    if (item.kind === 'close') return item.box.parent!.style;
  }
  return state.line.initialStyle;
}

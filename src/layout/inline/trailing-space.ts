/**
 * White space processing, phase II, at the end of a line: collapsible spaces go, preserved ones hang.
 *
 * CSS Text 3 §4.1.2 https://drafts.csswg.org/css-text-3/#white-space-phase-2
 */
import type { BrokenLine, LineResult } from './broken-line.ts';
import {
  breaksSpaces,
  collapsesSpaces,
  type InlineItem,
  isBreakableSpace,
  isOtherSpaceSeparator,
  wrapsLines,
} from './items.ts';
import { truncationCorrection } from './line-end.ts';
import type { LineState } from './line-state.ts';

const SPACE = 0x20;

function isSpaceOrSeparator(unit: number): boolean {
  return isBreakableSpace(unit) || isOtherSpaceSeparator(unit);
}

/** The line has ended before the current offset in a text item: spaces that follow still belong to it. */
export function handleTrailingSpaces(state: LineState, item: InlineItem): void {
  if (!state.autoWrap) {
    state.stage = 'done';
    return;
  }
  const text = state.text;
  const results = state.line.results;
  const unit = text.charCodeAt(state.offset);
  if (collapsesSpaces(item.style) && !isOtherSpaceSeparator(unit)) {
    if (unit !== SPACE) {
      if (state.offset > 0 && isBreakableSpace(text.charCodeAt(state.offset - 1))) state.trailing = 'collapsible';
      state.stage = 'done';
      return;
    }
    // One is all there is: phase I has left no second one.
    state.offset++;
    state.trailing = 'collapsed';
    const last = results[results.length - 1];
    if (last !== undefined) last.canBreakAfter = true;
  } else if (!breaksSpaces(item.style)) {
    let end = state.offset;
    while (end < item.end && isSpaceOrSeparator(text.charCodeAt(end))) end++;
    if (end === state.offset) {
      if (end > 0 && isSpaceOrSeparator(text.charCodeAt(end - 1))) state.trailing = 'preserved';
      state.stage = 'done';
      return;
    }
    const result = state.add(item, end);
    result.createsLine = true;
    result.hangs = true;
    result.isMeasured = true;
    // A word is not made wider by spaces that hang.
    if (state.context.mode === 'content') result.inlineSize = state.textWidth(result.start, end);
    state.position += result.inlineSize;
    result.canBreakAfter = end < text.length && !isSpaceOrSeparator(text.charCodeAt(end));
    state.offset = end;
    state.trailing = 'preserved';
  }

  if (state.offset < item.end) {
    state.stage = 'done';
    return;
  }
  if (results.length === 0 || results[results.length - 1]!.item !== item) state.addEmpty(item);
  state.itemIndex++;
  state.stage = 'trailing';
}

/** The last text on the line ends with a collapsible space: which result, or `null`. Updates what is known. */
function findCollapsible(state: LineState): LineResult | null {
  if (state.trailing !== 'unknown' && state.trailing !== 'collapsible') return null;
  state.trailing = 'none';
  const results = state.line.results;
  for (let i = results.length - 1; i >= 0; i--) {
    const result = results[i]!;
    const item = result.item;
    if (item.kind === 'text' && result.length > 0) {
      const last = state.text.charCodeAt(result.end - 1);
      if (isOtherSpaceSeparator(last)) {
        state.trailing = 'preserved';
      } else if (isBreakableSpace(last)) {
        if (!collapsesSpaces(item.style)) {
          state.trailing = 'preserved';
        } else if (result.isMeasured) {
          state.trailing = 'collapsible';
          return result;
        }
      }
      return null;
    }
    if (item.kind === 'tab') {
      state.trailing = 'preserved';
      return null;
    }
    if (item.kind === 'atomic') return null;
  }
  return null;
}

/** How much narrower the line is without its trailing collapsible space. */
export function trailingSpaceWidth(state: LineState): number {
  const result = findCollapsible(state);
  return result === null ? 0 : result.inlineSize - state.textWidth(result.start, result.end - 1);
}

/** Takes the trailing collapsible space off the line. */
export function removeTrailingSpace(state: LineState): void {
  const result = findCollapsible(state);
  if (result === null) return;
  state.position -= result.inlineSize;
  result.end--;
  const { item, start, end } = result;
  const correction = end > start ? truncationCorrection(state, item, start, end) : 0;
  result.inlineSize = state.textWidth(start, end, correction);
  state.position += result.inlineSize;
  state.trailing = 'collapsed';
}

/**
 * The width of trailing spaces that hang: they do not count for alignment.
 *
 * Before a forced break and at the end of the block, preserved spaces hang only as far as they overflow.
 */
export function computeHangWidth(line: BrokenLine, text: string, positions: Float64Array): number {
  if (!line.hasTrailingSpaces) return 0;
  let hang = 0;
  for (let i = line.results.length - 1; i >= 0; i--) {
    const result = line.results[i]!;
    const item = result.item;
    const isControl = item.kind === 'tab' || item.kind === 'newline' || item.kind === 'ignored';
    if (item.kind === 'atomic') return hang;
    if (item.kind !== 'text' && !isControl) continue;
    if (item.kind === 'text' && result.length === 0) continue;

    let width = result.inlineSize;
    let goesOn = true;
    if (!isControl && !result.hangs) {
      let end = result.end;
      while (end > result.start && isHangingSpace(text.charCodeAt(end - 1))) end--;
      if (end === result.end) return hang;
      goesOn = end === result.start;
      if (!goesOn) width = positions[result.end]! - positions[end]!;
    }
    if (width === 0) continue;
    if (!collapsesSpaces(item.style)) {
      if (breaksSpaces(item.style) || !wrapsLines(item.style)) return hang;
      if (hang === 0 && line.isLast) {
        const actual = Math.max(0, Math.min(width, line.width - line.availableWidth));
        if (actual !== width) return hang + actual;
      }
    }
    hang += width;
    if (!goesOn) return hang;
  }
  return hang;
}

function isHangingSpace(unit: number): boolean {
  return unit === SPACE || isOtherSpaceSeparator(unit);
}

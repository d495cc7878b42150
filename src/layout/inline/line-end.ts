/**
 * The width of text at the end of a line: what follows it in the source is not beside it any more.
 *
 * In:  a range of a text item with more text behind it. Out: how much wider the range is without kerning between its
 *      last character and the next.
 *
 * Where that is a space, Chrome shapes the end of a line again only if it can be seen: under a background, a border or a
 * decoration, or when the line is not aligned to its start. It also does so when the whole range has to be shaped again
 * for its beginning.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import { fontFor, measureText } from '../text/measure.ts';
import type { BrokenLine } from './broken-line.ts';
import { type InlineItem, isBreakableSpace, SOFT_HYPHEN } from './items.ts';
import type { LineState } from './line-state.ts';

/** What to add to the width of text[start, end). */
export function lineEndCorrection(state: LineState, item: InlineItem, start: number, end: number): number {
  const kern = kernBefore(state, item, end);
  if (kern === 0) return 0;
  if (!isBreakableSpace(state.text.charCodeAt(end))) return -kern;
  if (endIsSeen(state.line, item) || isOneUnsafeRun(state, item, start, end)) return -kern;
  return 0;
}

/** The same where a trailing space is taken off a text that was measured with it. */
export function truncationCorrection(state: LineState, item: InlineItem, start: number, end: number): number {
  const kern = kernBefore(state, item, end);
  if (kern === 0 || !endIsSeen(state.line, item)) return 0;
  // Chrome shapes again from the last place where glyphs do not touch each other; without one it leaves it.
  for (let at = start + 1; at < end; at++) if (kernBefore(state, item, at) === 0) return -kern;
  return 0;
}

/** Kerning between the characters before and after an offset; it is part of the advance of the one before. */
function kernBefore(state: LineState, item: InlineItem, end: number): number {
  const font = fontFor(item.style);
  let offset = end;
  while (offset > item.start && state.text.charCodeAt(offset - 1) === SOFT_HYPHEN) offset--;
  const unit = state.text.charCodeAt(offset - 1);
  // Clusters of several characters have no pair kerning with a space worth the trouble.
  if (!font.kerning || unit >= 0x300 || offset <= item.start) return 0;
  const advance = state.positions[offset]! - state.positions[offset - 1]!;
  const spacing = item.style.letterSpacing + (unit === 0x20 || unit === 0xa0 ? item.style.wordSpacing : 0);
  const kern = advance - spacing - measureText(font, state.text, offset - 1, offset);
  return Math.abs(kern) < 1e-6 ? 0 : kern;
}

function endIsSeen(line: BrokenLine, item: InlineItem): boolean {
  const { textAlign, textAlignLast } = line.style;
  if (needsEnd(textAlign, line.isRtl) || needsEnd(textAlignLast, line.isRtl)) return true;
  return isDecorated(item.style) || hasTextDecoration(item.box);
}

function needsEnd(align: ComputedStyle['textAlign'] | 'auto', isRtl: boolean): boolean {
  switch (align) {
    case 'auto':
    case 'start':
      return false;
    case 'left':
    case '-webkit-left':
      return isRtl;
    case 'right':
    case '-webkit-right':
      return !isRtl;
    case 'end':
    case 'center':
    case '-webkit-center':
    case 'justify':
    case 'match-parent':
      return true;
  }
}

function isDecorated(style: ComputedStyle): boolean {
  return (
    style.backgroundColor[3] > 0 ||
    style.hasBackgroundImage ||
    style.borderTopWidth > 0 ||
    style.borderRightWidth > 0 ||
    style.borderBottomWidth > 0 ||
    style.borderLeftWidth > 0
  );
}

/** Decorations of a box are drawn on all text in it, except in boxes that are laid out on their own. */
function hasTextDecoration(text: Box): boolean {
  for (let box: Box | null = text.parent; box !== null; box = box.parent) {
    if (box.style.textDecorationLine !== 'none') return true;
    if (box.isFloating || box.isOutOfFlow || box.isAtomicInline) return false;
  }
  return false;
}

/** The range begins a line inside an item, and every pair from the space before it on is kerned. */
function isOneUnsafeRun(state: LineState, item: InlineItem, start: number, end: number): boolean {
  if (start === item.start || start !== state.line.start.offset) return false;
  for (let at = start; at < end; at++) if (kernBefore(state, item, at) === 0) return false;
  return true;
}

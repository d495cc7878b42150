/**
 * Breaks the items of an inline formatting context into lines.
 *
 * In:  a place in the items, the room beside floats. Out: the next line, and where the one after it begins.
 *
 * CSS Text 3 §5 https://drafts.csswg.org/css-text-3/#line-breaking
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { resolveLength } from '../../style/length.ts';
import type { Box } from '../box.ts';
import type { Exclusions, LineOpportunity } from '../exclusions.ts';
import type { PlacedFloat } from '../inline-content.ts';
import { toUnit } from '../layout-unit.ts';
import { baseDirection } from './bidi.ts';
import { BrokenLine, type Position } from './broken-line.ts';
import {
  handleAtomic,
  handleBidiControl,
  handleCloseTag,
  handleFloat,
  handleForcedBreak,
  handleOpenTag,
  handleOpportunity,
  handleOutOfFlow,
  handleTab,
  handleText,
} from './line-content.ts';
import { handleOverflow, rewind } from './line-overflow.ts';
import { type LineContext, LineState } from './line-state.ts';
import { handleAnnotation, handleColumn } from './ruby.ts';
import { computeHangWidth, removeTrailingSpace } from './trailing-space.ts';

/** Where a line begins, and what the one before it left open. */
export interface LineStart {
  readonly position: Position;
  /** The style of the innermost open inline box. */
  readonly style: ComputedStyle;
  readonly isFirst: boolean;
  readonly afterForcedBreak: boolean;
  /** The direction of the paragraph, once it is known: it begins anew after a forced break. */
  readonly isRtl: boolean | null;
}

/** The room for a line. */
export interface LineRoom {
  readonly opportunity: LineOpportunity;
  readonly exclusions: Exclusions;
  /** The line's height, once a first try has shown it. */
  readonly minBlockSize: number;
  readonly leadingFloats: ReadonlyMap<Box, PlacedFloat>;
  /** How wide the line may be, whatever room there is. */
  readonly limit: number;
}

export interface NextLine {
  readonly line: BrokenLine;
  /** `null` at the end of the items. */
  readonly next: LineStart | null;
}

/** Breaks one line. `forceLine`: even an empty last line has height (it stands beside a list marker). */
export function nextLine(context: LineContext, start: LineStart, room: LineRoom, forceLine: boolean): NextLine {
  const items = start.isFirst ? context.items.forFirstLine : context.items;
  const indent = usedTextIndent(items.container, start.isFirst, start.afterForcedBreak, context.percentBase);
  const isRtl = start.isRtl ?? baseDirection(items, start.position.offset) === 'rtl';
  const line = new BrokenLine(start.position, items, start.style, indent, isRtl, room.exclusions);
  line.minBlockSize = room.minBlockSize;
  const state = new LineState(context, line, room.exclusions, room.opportunity);
  state.itemIndex = start.position.item;
  state.offset = start.position.offset;
  state.leadingFloats = room.leadingFloats;
  state.limit = room.limit;
  state.position = indent;
  state.forceStyle(start.style);
  // For min-content every opportunity is taken.
  if (context.mode === 'min-content') state.stage = 'overflow';

  breakLine(state);

  if (state.hasHyphen) line.results[state.hyphenIndex]!.isHyphenated = true;
  if (!state.afterForcedBreak) rewindOpenTags(state);
  removeTrailingSpace(state);
  // A line always takes something, or there would be no end of lines.
  if (!state.isAtEnd && state.itemIndex === start.position.item && state.offset === start.position.offset) {
    state.moveTo(state.items[state.itemIndex]!);
  }
  line.end = { item: state.itemIndex, offset: state.offset };
  const last = line.results[line.results.length - 1];
  const createsLine = last?.createsLine === true || (forceLine && line.isLast) || context.mode === 'min-content';
  line.isEmpty = !createsLine;
  // Spaces that collapsed do not keep preserved ones before them from hanging.
  line.hasTrailingSpaces = state.trailing === 'preserved' || state.trailing === 'collapsed';
  line.lineLeft = state.opportunity.lineStart;
  line.blockOffset = state.opportunity.blockOffset;
  line.availableWidth = state.available;
  line.width = state.position;
  line.hangWidth = computeHangWidth(line, state.text, state.positions);
  line.exclusions = state.exclusions;
  const next = state.isAtEnd
    ? null
    : {
        position: line.end,
        style: state.style,
        isFirst: false,
        afterForcedBreak: state.afterForcedBreak,
        isRtl: state.afterForcedBreak ? null : isRtl,
      };
  return { line, next };
}

function breakLine(state: LineState): void {
  while (state.stage !== 'done') {
    if (state.isAtEnd) {
      // The last item may have been too much.
      if (state.stage === 'continue' && !state.fits) {
        handleOverflow(state);
        if (!state.isAtEnd) continue;
      }
      // Nothing was broken here, but a word that ends with a soft hyphen counts with it for min-content.
      if (state.hasHyphen && state.context.mode === 'content') state.position -= state.removeHyphen();
      state.line.isLast = true;
      return;
    }
    // Too wide already: the first opportunity ends the line.
    if (state.stage === 'overflow' && state.canBreakAfterLast) state.stage = 'trailing';
    const item = state.items[state.itemIndex]!;
    switch (item.kind) {
      case 'text':
        if (item.length > 0) handleText(state, item);
        else state.skipEmpty(item);
        break;
      case 'tab':
        handleTab(state, item);
        break;
      case 'newline':
        handleForcedBreak(state, item);
        break;
      case 'opportunity':
        handleOpportunity(state, item);
        break;
      case 'ignored':
        state.skipEmpty(item);
        break;
      case 'open':
        handleOpenTag(state, item);
        break;
      case 'close':
        handleCloseTag(state, item);
        break;
      case 'column':
        handleColumn(state, item);
        break;
      case 'annotation':
        handleAnnotation(state, item);
        break;
      case 'float':
        handleFloat(state, item);
        break;
      case 'bidi':
        handleBidiControl(state, item);
        break;
      case 'atomic':
      case 'initial-letter':
        if (state.stage === 'trailing') return;
        handleAtomic(state, item);
        break;
      case 'out-of-flow':
        if (state.stage === 'trailing') return;
        handleOutOfFlow(state, item);
        break;
    }
  }
}

/** Tags that open at the end of a line belong to the next one. */
function rewindOpenTags(state: LineState): void {
  const results = state.line.results;
  let keep = results.length;
  while (keep > 0 && results[keep - 1]!.item.kind === 'open') keep--;
  if (keep === results.length || keep === 0) return;
  const end = results[keep]!;
  rewind(state, keep);
  state.itemIndex = end.itemIndex;
  state.offset = end.start;
}

/** CSS Text 3 §7.1: the first line of a block, or every line after a forced break too, or all others. */
export function usedTextIndent(
  container: Box,
  isFirst: boolean,
  afterForcedBreak: boolean,
  percentBase: number,
): number {
  const { textIndent, textIndentHanging, textIndentEachLine } = container.style;
  if (textIndent === 0) return 0;
  const begins = (isFirst && canHaveFirstLine(container)) || (textIndentEachLine && afterForcedBreak);
  if (begins === textIndentHanging) return 0;
  return toUnit(resolveLength(textIndent, percentBase));
}

/** Of the anonymous blocks in a block container, only the first has the first formatted line; each item has its own. */
function canHaveFirstLine(container: Box): boolean {
  const { parent } = container;
  if (!container.isAnonymous || parent === null || parent.kind === 'flex' || parent.kind === 'grid') return true;
  // The content of a fieldset comes behind its legend.
  return parent.children[0] === container || parent.legend !== null;
}

/**
 * White space processing, phase I: collapsing and segment breaks, while items are collected.
 *
 * In:  text boxes in document order, and what stands between them.
 * Out: text items without the spaces that collapse, with a map back to offsets of the source.
 *
 * CSS Text 3 §4.1.1 https://drafts.csswg.org/css-text-3/#white-space-phase-1
 */
import type { Box } from '../box.ts';
import {
  breaksSpaces,
  type Collapse,
  collapsesSpaces,
  InlineItem,
  preservesBreaks,
  wrapsLines,
  ZERO_WIDTH_SPACE,
} from './items.ts';

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FORM_FEED = 0x0c;

/** The items so far, and what white space has to know of them. */
export class ItemList {
  readonly items: InlineItem[] = [];
  /** The last item that is not opaque to collapsing. */
  lastToCollapseWith: InlineItem | null = null;
  /** The last character of the string so far; 0 at its beginning. */
  #lastUnit = 0;

  get lastUnit(): number {
    return this.#lastUnit;
  }

  append(item: InlineItem): InlineItem {
    this.items.push(item);
    if (item.collapse !== 'opaque') this.lastToCollapseWith = item;
    // What is not in the flow does not stand between characters.
    const counts = item.text !== '' && item.kind !== 'float' && item.kind !== 'out-of-flow';
    if (counts) this.#lastUnit = item.text.charCodeAt(item.text.length - 1);
    return item;
  }

  /** A collapsible space at the very end goes, be it before a forced break or at the end of the block. */
  removeTrailingSpace(): void {
    const item = this.lastToCollapseWith;
    // A forced break counts as a collapsible space for what follows, but stays itself.
    if (item === null || item.collapse !== 'collapsible' || item.kind !== 'text') return;
    item.text = item.text.slice(0, -1);
    item.collapse = 'collapsed';
  }

  /** A space that was removed for text which turned out to be empty comes back when something else follows. */
  restoreTrailingSpace(): void {
    const item = this.lastToCollapseWith;
    if (item === null || item.collapse !== 'collapsed') return;
    item.text += ' ';
    item.collapse = 'collapsible';
  }
}

/** Copies pieces of a source text and notes what was left out. */
class TextPart {
  text = '';
  sourceStart = -1;
  skips: number[] | null = null;

  copy(source: string, from: number, to: number): void {
    if (from === to) return;
    this.#at(from);
    this.text += source.slice(from, to);
  }

  space(from: number): void {
    this.#at(from);
    this.text += ' ';
  }

  #at(from: number): void {
    if (this.sourceStart < 0) {
      this.sourceStart = from;
      return;
    }
    const skipped = from - this.sourceStart - this.text.length;
    const before = this.skips === null ? 0 : this.skips[this.skips.length - 1]!;
    if (skipped === before) return;
    this.skips ??= [];
    this.skips.push(this.text.length, skipped);
  }
}

function isCollapsible(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN;
}

/** Adds the text of a text box. */
export function appendText(list: ItemList, box: Box, appendForcedBreak: (box: Box) => void): void {
  const text = box.text;
  if (text === '') return;
  list.restoreTrailingSpace();
  if (!collapsesSpaces(box.style)) {
    appendPreserved(list, box, appendForcedBreak);
  } else if (preservesBreaks(box.style)) {
    appendPreservedBreaks(list, box, appendForcedBreak);
  } else {
    appendCollapsed(list, box, 0, text.length);
  }
}

/** 'preserve-breaks': line feeds are forced breaks, other spaces collapse. */
function appendPreservedBreaks(list: ItemList, box: Box, appendForcedBreak: (box: Box) => void): void {
  const text = box.text;
  for (let start = 0; start < text.length; ) {
    if (text.charCodeAt(start) === LINE_FEED) {
      list.removeTrailingSpace();
      appendForcedBreak(box);
      start++;
      continue;
    }
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    appendCollapsed(list, box, start, end);
    start = end;
  }
}

/** 'collapse': a run of spaces becomes one, or none after another such run. */
function appendCollapsed(list: ItemList, box: Box, from: number, to: number): void {
  const source = box.text;
  const part = new TextPart();
  let at = from;
  let collapse: Collapse = 'none';
  let runHasNewline = false;

  // The first run meets what was before this text.
  if (isCollapsible(source.charCodeAt(at))) {
    const run = spaceRun(source, at, to);
    at = run.end;
    runHasNewline = run.hasNewline;
    const last = list.lastToCollapseWith;
    let keepSpace = false;
    if (last !== null && last.collapse === 'none') {
      keepSpace = true;
    } else if (last !== null && last.collapse === 'collapsible') {
      if (
        (runHasNewline || last.endsWithNewline) &&
        last.kind === 'text' &&
        removesNewline(last.text, source, at, to)
      ) {
        list.removeTrailingSpace();
        runHasNewline = false;
      } else if (!wrapsLines(last.style) && wrapsLines(box.style) && last.kind !== 'newline') {
        // The space that stays does not wrap, the one that goes would: its soft wrap opportunity is kept.
        appendOpportunity(list, box);
      }
    }
    if (runHasNewline && newlineBetween(list.lastUnit, source, at, to)) {
      keepSpace = false;
      runHasNewline = false;
    }
    if (keepSpace) part.space(from);
    if (at === to) collapse = 'collapsible';
  } else {
    const last = list.lastToCollapseWith;
    if (last?.collapse === 'collapsible' && last.endsWithNewline && removesNewline(last.text, source, at, to)) {
      list.removeTrailingSpace();
    }
  }

  let pending = at;
  while (at < to) {
    if (!isCollapsible(source.charCodeAt(at))) {
      at++;
      collapse = 'none';
      continue;
    }
    const start = at;
    const run = spaceRun(source, at, to);
    at = run.end;
    runHasNewline = run.hasNewline;
    if (runHasNewline && newlineBetween(source.charCodeAt(start - 1), source, at, to)) {
      part.copy(source, pending, start);
      pending = at;
      runHasNewline = false;
      continue;
    }
    collapse = 'collapsible';
    // Faster: single spaces stay in the piece that is copied as a whole.
    if (at === start + 1 && source.charCodeAt(start) === SPACE) continue;
    part.copy(source, pending, start);
    part.space(start);
    pending = at;
  }
  part.copy(source, pending, to);

  if (part.text === '') {
    // What collapsed away may still have been a place to break a line.
    list.append(new InlineItem('text', box, '', 'opaque'));
    return;
  }
  const item = textItem(box, part);
  item.collapse = collapse;
  item.endsWithNewline = collapse === 'collapsible' && runHasNewline;
  list.append(item);
}

function textItem(box: Box, part: TextPart): InlineItem {
  const item = new InlineItem('text', box, part.text, 'none');
  item.isEmpty = false;
  item.sourceStart = part.sourceStart;
  item.skips = part.skips;
  return item;
}

function spaceRun(source: string, from: number, to: number): { readonly end: number; readonly hasNewline: boolean } {
  let at = from;
  let hasNewline = false;
  while (at < to) {
    const unit = source.charCodeAt(at);
    if (!isCollapsible(unit)) break;
    if (unit === LINE_FEED) hasNewline = true;
    at++;
  }
  return { end: at, hasNewline };
}

/** Segment breaks vanish beside a zero-width space; Chrome does not yet look at East Asian widths. */
function removesNewline(before: string, after: string, at: number, to: number): boolean {
  return newlineBetween(before.charCodeAt(before.length - 2), after, at, to);
}

function newlineBetween(before: number, after: string, at: number, to: number): boolean {
  return before === ZERO_WIDTH_SPACE || (at < to && after.charCodeAt(at) === ZERO_WIDTH_SPACE);
}

/** A soft wrap opportunity that no element stands for. */
function appendOpportunity(list: ItemList, box: Box): void {
  const item = new InlineItem('opportunity', box, '\u200b', 'opaque');
  item.isGenerated = true;
  list.append(item);
}

function isControl(unit: number): boolean {
  return unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN || unit === FORM_FEED;
}

/** 'preserve' and 'break-spaces': everything stays; tabs and line feeds are items of their own. */
function appendPreserved(list: ItemList, box: Box, appendForcedBreak: (box: Box) => void): void {
  const text = box.text;
  let start = appendLeadingSpaces(list, box, 0);
  while (start < text.length) {
    const unit = text.charCodeAt(start);
    if (!isControl(unit)) {
      let end = start + 1;
      while (end < text.length && !isControl(text.charCodeAt(end))) end++;
      appendVerbatim(list, box, 'text', start, end);
      start = end;
    } else if (unit === LINE_FEED) {
      appendForcedBreak(box);
      start = appendLeadingSpaces(list, box, start + 1);
    } else if (unit === TAB) {
      let end = start + 1;
      // A line may end after each tab of 'break-spaces', so each is an item.
      const together = !breaksSpaces(box.style);
      while (together && end < text.length && text.charCodeAt(end) === TAB) end++;
      appendVerbatim(list, box, 'tab', start, end);
      start = end;
    } else {
      appendVerbatim(list, box, 'ignored', start, start + 1);
      start++;
    }
  }
}

function appendVerbatim(list: ItemList, box: Box, kind: 'text' | 'tab' | 'ignored', start: number, end: number): void {
  const item = new InlineItem(kind, box, box.text.slice(start, end), 'none');
  item.isEmpty = false;
  item.sourceStart = start;
  list.append(item);
}

/** Preserved spaces at the beginning of a line end with a soft wrap opportunity, which UAX 14 would not see. */
function appendLeadingSpaces(list: ItemList, box: Box, start: number): number {
  const text = box.text;
  const atLineStart =
    start > 0 ? text.charCodeAt(start - 1) === LINE_FEED : list.lastUnit === 0 || list.lastUnit === LINE_FEED;
  if (!atLineStart || !wrapsLines(box.style) || text.charCodeAt(start) !== SPACE) return start;
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) === SPACE) end++;
  appendVerbatim(list, box, 'text', start, end);
  appendOpportunity(list, box);
  return end;
}

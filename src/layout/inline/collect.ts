/**
 * Collects the content of a block container into inline items.
 *
 * In:  a 'flow' box with inline content.
 * Out: one string, the items over it with their bidi levels, and the advance of every character. It depends on the box
 *      tree alone: it is made once, kept on the box, and dropped with it.
 *
 * CSS Writing Modes 4 §2.4.2 for the bidi controls that 'unicode-bidi' stands for
 * https://drafts.csswg.org/css-writing-modes-4/#bidi-control-codes-injection-table
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { LengthPercentageOrAuto } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { logicalBorders, logicalMargins, logicalPaddings, writingOf } from '../writing-mode.ts';
import { baseDirection, bidiLevels, hasBidi, resetTrailing } from './bidi.ts';
import { BreakTable } from './break-table.ts';
import { Culling } from './culling.ts';
import { type FirstLineStyles, firstLineStyles } from './first-line.ts';
import { InFlowText } from './in-flow-text.ts';
import { isInitialLetter } from './initial-letter.ts';
import { InlineItem, OBJECT_REPLACEMENT } from './items.ts';
import { shapeItems } from './shape-items.ts';
import { appendText, ItemList } from './white-space.ts';

/** The items of one inline formatting context. */
export class InlineItems {
  readonly container: Box;
  readonly items: readonly InlineItem[];
  readonly text: string;
  /** Whether anything may have to be reordered; without, every level is 0. */
  readonly isBidi: boolean;
  /** Cumulative advances: the width of text[a, b) within one item is positions[b] - positions[a]. */
  readonly positions: Float64Array;
  readonly inFlow: InFlowText;
  readonly breaks: BreakTable;
  readonly hasAnnotations: boolean;
  /** The style of the lines' root inline box. */
  readonly style: ComputedStyle;
  readonly #firstLine: FirstLineStyles | null;
  #firstLineItems: InlineItems | null = null;

  constructor(
    container: Box,
    items: readonly InlineItem[],
    text: string,
    isBidi: boolean,
    style: ComputedStyle,
    firstLine: FirstLineStyles | null,
    hasAnnotations: boolean,
  ) {
    this.container = container;
    this.hasAnnotations = hasAnnotations;
    this.style = style;
    this.#firstLine = firstLine;
    this.items = items;
    this.text = text;
    this.isBidi = isBidi;
    this.positions = shapeItems(items, text);
    this.inFlow = new InFlowText(text, items);
    this.breaks = new BreakTable(this.inFlow);
  }

  /** No line of it would have any height. */
  isEmpty(lineHeightQuirk: boolean): boolean {
    return this.items.every((item) => item.isEmptyIn(lineHeightQuirk));
  }

  /** The same items in the styles of the first line. */
  get forFirstLine(): InlineItems {
    const styles = this.#firstLine;
    if (styles === null) return this;
    this.#firstLineItems ??= new InlineItems(
      this.container,
      this.items.map((item) => item.withStyle(styles.styleOf(item.style))),
      this.text,
      this.isBidi,
      styles.styleOf(this.style),
      null,
      this.hasAnnotations,
    );
    return this.#firstLineItems;
  }
}

/** The items of a container, from its cache or new. */
export function inlineItemsOf(container: Box): InlineItems {
  const known = container.inlineItems;
  if (known instanceof InlineItems) return known;
  const made = new Collector(container).collect();
  container.inlineItems = made;
  return made;
}

interface BidiContext {
  readonly box: Box;
  readonly enter: string;
  readonly exit: string;
}

const PDF = '\u202c';
const PDI = '\u2069';
const FSI = '\u2068';

class Collector {
  readonly #container: Box;
  readonly #list = new ItemList();
  readonly #bidi: BidiContext[] = [];
  readonly #culling = new Culling();
  #hasControls = false;
  /** The columns that wait for their annotation, by the box that holds both. */
  readonly #columns = new Map<Box, InlineItem>();
  #hasAnnotations = false;

  constructor(container: Box) {
    this.#container = container;
  }

  collect(): InlineItems {
    this.#enterBlock();
    this.#walk();
    this.#exitBidi(this.#container);
    this.#list.removeTrailingSpace();
    return this.#finish();
  }

  /** Document order without recursion: inline boxes nest as deep as a page likes. */
  #walk(): void {
    const open: { readonly box: Box; next: number }[] = [{ box: this.#container, next: 0 }];
    while (open.length > 0) {
      const top = open[open.length - 1]!;
      const child = top.box.children[top.next];
      if (child === undefined) {
        open.pop();
        if (open.length > 0) this.#exitInline(top.box);
        continue;
      }
      top.next++;
      if (this.#append(child)) open.push({ box: child, next: 0 });
    }
  }

  /** Adds the item of a box; whether its children follow. */
  #append(box: Box): boolean {
    if (box.parent!.style.display === 'ruby') this.#openColumn(box.parent!);
    if (box.isOutOfFlow) {
      this.#list.append(new InlineItem('out-of-flow', box, OBJECT_REPLACEMENT, 'opaque'));
      return false;
    }
    if (box.isFloating) {
      this.#list.append(new InlineItem('float', box, OBJECT_REPLACEMENT, 'opaque'));
      return false;
    }
    switch (box.kind) {
      case 'text': {
        const before = this.#list.items.length;
        appendText(this.#list, box, (source) => this.#appendForcedBreak(source));
        // Spaces that collapsed, or that may yet collapse at the end of a line, are not seen.
        const { items } = this.#list;
        if (items.length > before + 1 || !isSpaceOnly(items[before])) this.#culling.content();
        return false;
      }
      case 'break':
        this.#list.removeTrailingSpace();
        this.#appendForcedBreak(box);
        this.#culling.content();
        return false;
      case 'soft-break': {
        const item = new InlineItem('opportunity', box, '\u200b', 'opaque');
        item.isEmpty = false;
        this.#list.append(item);
        this.#culling.content();
        return false;
      }
      case 'inline':
        this.#enterInline(box);
        return true;
      default: {
        if (box.style.display === 'ruby-text') {
          this.#appendAnnotation(box);
          return false;
        }
        this.#list.restoreTrailingSpace();
        const item = new InlineItem(
          isInitialLetter(box) ? 'initial-letter' : 'atomic',
          box,
          OBJECT_REPLACEMENT,
          'none',
        );
        item.isEmpty = false;
        this.#list.append(item);
        this.#culling.atomic();
        return false;
      }
    }
  }

  /** What follows is the base of the next annotation. */
  #openColumn(parent: Box): InlineItem {
    let column = this.#columns.get(parent);
    if (column === undefined) {
      column = new InlineItem('column', parent, '', 'opaque');
      this.#list.append(column);
      this.#columns.set(parent, column);
    }
    return column;
  }

  /** An annotation of what is before it in the same box, if anything is. */
  #appendAnnotation(box: Box): void {
    this.#openColumn(box.parent!).annotation = box;
    this.#columns.delete(box.parent!);
    this.#hasAnnotations = true;
    const item = new InlineItem('annotation', box, '', 'opaque');
    item.isEmpty = false;
    this.#list.append(item);
    this.#culling.atomic();
  }

  /** All bidi contexts end before a forced break and begin again after it. */
  #appendForcedBreak(box: Box): void {
    for (let i = this.#bidi.length - 1; i >= 0; i--) this.#appendControl(box, this.#bidi[i]!.exit);
    // What collapses before it is at the end of a line, what collapses after it at the beginning of one.
    const item = new InlineItem('newline', box, '\n', 'collapsible');
    item.isEmpty = false;
    this.#list.append(item);
    for (const context of this.#bidi) this.#appendControl(box, context.enter);
  }

  #enterBlock(): void {
    const style = this.#container.style;
    switch (style.unicodeBidi) {
      case 'bidi-override':
      case 'isolate-override':
        this.#enterBidi(this.#container, override(style), PDF);
        break;
      case 'normal':
      case 'embed':
      case 'isolate':
      case 'plaintext':
        break;
    }
  }

  #enterInline(box: Box): void {
    const style = box.style;
    const rtl = style.direction === 'rtl';
    switch (style.unicodeBidi) {
      case 'normal':
        // CSS Ruby 1 §3.6: a ruby is isolated from the text around it.
        if (style.display === 'ruby' && (rtl || this.#container.style.direction === 'rtl')) {
          this.#enterBidi(box, rtl ? '\u2067' : '\u2066', PDI);
        }
        break;
      case 'embed':
        this.#enterBidi(box, rtl ? '\u202b' : '\u202a', PDF);
        break;
      case 'bidi-override':
        this.#enterBidi(box, override(style), PDF);
        break;
      case 'isolate':
        this.#enterBidi(box, rtl ? '\u2067' : '\u2066', PDI);
        break;
      case 'plaintext':
        this.#enterBidi(box, FSI, PDI);
        break;
      case 'isolate-override':
        this.#enterBidi(box, FSI, PDI);
        this.#enterBidi(box, override(style), PDF);
        break;
    }
    const item = new InlineItem('open', box, '', 'opaque');
    if (box.isFirstPiece) setEdge(item, true);
    this.#list.append(item);
    this.#culling.enter(item);
  }

  #exitInline(box: Box): void {
    const item = new InlineItem('close', box, '', 'opaque');
    if (box.isLastPiece) setEdge(item, false);
    this.#list.append(item);
    this.#culling.exit();
    this.#exitBidi(box);
  }

  #enterBidi(box: Box, enter: string, exit: string): void {
    this.#appendControl(box, enter);
    this.#bidi.push({ box, enter, exit });
  }

  #exitBidi(box: Box): void {
    while (this.#bidi.length > 0 && this.#bidi[this.#bidi.length - 1]!.box === box) {
      this.#appendControl(box, this.#bidi.pop()!.exit);
    }
  }

  #appendControl(box: Box, control: string): void {
    this.#hasControls = true;
    this.#list.append(new InlineItem('bidi', box, control, 'opaque'));
  }

  #finish(): InlineItems {
    const items = this.#list.items;
    const parts: string[] = [];
    let offset = 0;
    for (const item of items) {
      parts.push(item.text);
      item.start = offset;
      offset += item.text.length;
      item.end = offset;
      item.text = '';
    }
    const text = parts.join('');
    const style = this.#container.style;
    const isBidi = this.#hasControls || style.direction === 'rtl' || style.unicodeBidi === 'plaintext' || hasBidi(text);
    const ordered = isBidi ? splitByLevel(items, text, style) : items;
    const firstLine = firstLineStyles(this.#container);
    return new InlineItems(this.#container, ordered, text, isBidi, style, firstLine, this.#hasAnnotations);
  }
}

/** A run of one level is one item. */
function splitByLevel(items: readonly InlineItem[], text: string, style: ComputedStyle): InlineItem[] {
  const plaintext = style.unicodeBidi === 'plaintext';
  const levels = bidiLevels(text, plaintext ? 'auto' : style.direction);
  const split: InlineItem[] = [];
  const base = baseDirection({ text, container: { style } }, text.length) === 'rtl' ? 1 : 0;
  resetTrailing(text, levels, text.lastIndexOf('\n') + 1, text.length, base);
  for (const item of items) {
    if (item.start === item.end) {
      item.level = item.start < text.length ? levels[item.start]! : base;
      split.push(item);
      continue;
    }
    let part = item;
    part.level = levels[part.start]!;
    split.push(part);
    for (let at = part.start + 1; at < part.end; at++) {
      if (levels[at] === part.level) continue;
      part = part.cutAt(at);
      part.level = levels[at]!;
      split.push(part);
    }
  }
  return split;
}

function isSpaceOnly(item: InlineItem | undefined): boolean {
  return item === undefined || item.text === '' || (item.text === ' ' && item.collapse === 'collapsible');
}

function override(style: ComputedStyle): string {
  return style.direction === 'rtl' ? '\u202e' : '\u202d';
}

/** CSS 2.2 §9.4.2: margins, padding and borders of an inline box make a line; only those at its ends do in Chrome. */
function setEdge(item: InlineItem, start: boolean): void {
  const { style } = item;
  const writing = writingOf(style);
  const borders = logicalBorders(style, writing);
  const paddings = logicalPaddings(style, writing);
  const margins = logicalMargins(style, writing);
  const hasMargin = !isZero(start ? margins.inlineStart : margins.inlineEnd);
  const isSolid = start
    ? borders.inlineStart !== 0 || !isZero(paddings.inlineStart)
    : borders.inlineEnd !== 0 || !isZero(paddings.inlineEnd);
  item.isEmpty = !isSolid && !hasMargin;
  item.hasOnlyMargin = hasMargin && !isSolid;
}

function isZero(length: LengthPercentageOrAuto): boolean {
  return (
    length === 0 || length === 'auto' || (typeof length === 'object' && length.kind === 'percent' && length.value === 0)
  );
}

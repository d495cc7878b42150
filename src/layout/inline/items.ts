/**
 * Inline items: the content of one inline formatting context as a flat list over one string.
 *
 * Text, tags of inline boxes, atomic inlines, floats and forced breaks stand in document order. Items that are not text
 * have one character in the string (an object replacement character, a line feed, a bidi control) or none (tags), so
 * that offsets into the string order everything and line breaking sees one text.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';

export type ItemKind =
  | 'text'
  /** One or more preserved tabs. */
  | 'tab'
  /** <br> or a preserved line feed. */
  | 'newline'
  /** <wbr>, or an opportunity that a collapsed space leaves behind. */
  | 'opportunity'
  /** Carriage return and form feed where white space is preserved: nothing is shown. */
  | 'ignored'
  | 'open'
  | 'close'
  | 'atomic'
  /** A first letter that is several lines high (initial-letter.ts). */
  | 'initial-letter'
  /** Where the base of a ruby annotation begins (ruby.ts). */
  | 'column'
  /** A ruby annotation, behind its base. */
  | 'annotation'
  | 'float'
  | 'out-of-flow'
  | 'bidi';

/** What a collapsible space that follows an item does. */
export type Collapse =
  /** It is kept. */
  | 'none'
  /** The item ends with a collapsible space: it goes. */
  | 'collapsible'
  /** The item had such a space and lost it to what followed. */
  | 'collapsed'
  /** The item is not there as far as white space is concerned. */
  | 'opaque';

export class InlineItem {
  readonly kind: ItemKind;
  /** The text, inline, break or atomic box; for bidi controls the box whose style asks for them. */
  readonly box: Box;
  readonly style: ComputedStyle;
  /** The item's part of the string; emptied when the string has been joined. */
  text: string;
  start = 0;
  end = 0;
  /** Bidi embedding level: odd is right to left. */
  level = 0;
  collapse: Collapse;
  /** The collapsible space at the end stands for a run with a line feed. */
  endsWithNewline = false;
  /** It makes no line: for 'open' and 'close' because there is no margin, border or padding at that edge. */
  isEmpty = true;
  /** For 'open' and 'close': there is a margin only, which makes no line where the line height quirk applies. */
  hasOnlyMargin = false;
  /** For 'open': the box has no part on lines without content of it (culling.ts). */
  isCulled = false;
  /** For 'opportunity': no element stands behind it. */
  isGenerated = false;
  /** For 'column': the annotation of what follows; `null` where none comes. */
  annotation: Box | null = null;
  /** For 'text' and 'tab': where the item's first character is in box.text. */
  sourceStart = 0;
  /** Pairs of an offset into the item and how many characters of box.text have been left out up to there. */
  skips: readonly number[] | null = null;
  /** For the later parts of an item that was cut: what was before in the same item. */
  cutBefore = 0;
  /** Some of the text needs other fonts. */
  hasFallbacks = false;

  constructor(kind: ItemKind, box: Box, text: string, collapse: Collapse, style: ComputedStyle = box.style) {
    this.kind = kind;
    this.box = box;
    this.style = style;
    this.text = text;
    this.collapse = collapse;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Whether it makes no line, in quirks and limited quirks mode or otherwise. */
  isEmptyIn(lineHeightQuirk: boolean): boolean {
    return this.isEmpty || (lineHeightQuirk && this.hasOnlyMargin);
  }

  /** The offset in box.text of a character of this item. */
  sourceOffset(offset: number): number {
    const inItem = offset - this.start + this.cutBefore;
    const skips = this.skips;
    if (skips === null) return this.sourceStart + inItem;
    let low = 0;
    let high = skips.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (skips[middle * 2]! <= inItem) low = middle + 1;
      else high = middle;
    }
    return this.sourceStart + inItem + (low === 0 ? 0 : skips[low * 2 - 1]!);
  }

  /** The same item in another style. */
  withStyle(style: ComputedStyle): InlineItem {
    const copy = new InlineItem(this.kind, this.box, this.text, this.collapse, style);
    copy.start = this.start;
    copy.end = this.end;
    copy.level = this.level;
    copy.endsWithNewline = this.endsWithNewline;
    copy.isEmpty = this.isEmpty;
    copy.hasOnlyMargin = this.hasOnlyMargin;
    copy.isCulled = this.isCulled;
    copy.isGenerated = this.isGenerated;
    copy.annotation = this.annotation;
    copy.sourceStart = this.sourceStart;
    copy.skips = this.skips;
    copy.cutBefore = this.cutBefore;
    return copy;
  }

  /** Splits a text item: this one ends at `offset`, the one that is returned goes on from there. */
  cutAt(offset: number): InlineItem {
    const rest = new InlineItem(this.kind, this.box, '', this.collapse);
    rest.start = offset;
    rest.end = this.end;
    rest.endsWithNewline = this.endsWithNewline;
    rest.isEmpty = this.isEmpty;
    rest.sourceStart = this.sourceStart;
    rest.skips = this.skips;
    rest.cutBefore = this.cutBefore + offset - this.start;
    rest.hasFallbacks = this.hasFallbacks;
    this.end = offset;
    this.collapse = 'none';
    return rest;
  }
}

export const OBJECT_REPLACEMENT = '\ufffc';
export const ZERO_WIDTH_SPACE = 0x200b;
export const SOFT_HYPHEN = 0xad;

const SPACE = 0x20;
const TAB = 0x09;

/** Spaces that a line may break after, and that collapse or hang at its end. */
export function isBreakableSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

/** CSS Text 3: "other space separators", which hang but never collapse. */
export function isOtherSpaceSeparator(unit: number): boolean {
  if (unit < 0x1680) return false;
  return unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) || unit === 0x205f || unit === 0x3000;
}

export function isAllBreakableSpaces(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isBreakableSpace(text.charCodeAt(i))) return false;
  return true;
}

// --- 'white-space' as its two longhands give it ---------------------------------------------------------------------

export function collapsesSpaces(style: ComputedStyle): boolean {
  return style.whiteSpaceCollapse === 'collapse' || style.whiteSpaceCollapse === 'preserve-breaks';
}

export function preservesBreaks(style: ComputedStyle): boolean {
  return style.whiteSpaceCollapse !== 'collapse';
}

export function wrapsLines(style: ComputedStyle): boolean {
  return style.textWrapMode === 'wrap';
}

/** Whether lines do not simply take what fits (text-wrap.ts). */
export function choosesBreaks({ textWrapStyle }: ComputedStyle): boolean {
  return textWrapStyle === 'balance' || textWrapStyle === 'pretty';
}

/** 'break-spaces': a line may end after each space, and spaces never hang. */
export function breaksSpaces(style: ComputedStyle): boolean {
  return style.whiteSpaceCollapse === 'break-spaces';
}

/**
 * The shortest way through inline layout: a block container with one text in it and nothing else.
 *
 * In:  a container. Out: its text with collapsed spaces and its width, its lines, and its intrinsic sizes.
 *
 * Most blocks, cells and items of a page are like that. Whatever could make a difference (floats beside the line,
 * characters beyond ASCII, direction, spacing, a first line of its own) goes the long way; both give the same.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { Exclusions } from '../exclusions.ts';
import type { LineFragment, Placed } from '../fragment.ts';
import type { PlainContent } from '../inline-content.ts';
import { ceilUnit, EPSILON } from '../layout-unit.ts';
import { advances, type Font, fontFor } from '../text/measure.ts';
import { lineOffset } from './align.ts';
import { breakOpportunities } from './break.ts';
import { firstLineStyles } from './first-line.ts';
import { type FontHeight, lineHeightOf, lineMetricsOf } from './font-height.ts';
import { isBreakableSpace, wrapsLines } from './items.ts';
import { breakPlainText } from './plain-lines.ts';

const NO_LINES: readonly Placed[] = [];

/** The width up to each character, and where lines may be broken. */
interface Measures {
  readonly text: string;
  readonly positions: Float64Array;
  readonly breaks: Uint8Array;
}

/** What is known of the only text of a container. */
export class PlainText implements PlainContent {
  readonly style: ComputedStyle;
  readonly box: Box;
  /** With collapsed spaces. */
  readonly text: string;
  readonly font: Font;
  /** Of the whole text on one line. */
  readonly width: number;
  readonly metrics: FontHeight;
  /** All of it on one line: what most texts need. */
  readonly line: LineFragment;
  readonly lines = NO_LINES;
  /** Where it begins and ends in the text of the box. */
  readonly #start: number;
  readonly #end: number;
  #minContent = -1;
  #measures: Measures | null = null;
  #sources: Uint32Array | null = null;

  constructor(container: Box, box: Box, text: string, start: number, end: number) {
    const font = fontFor(box.style);
    const { style } = container;
    const metrics = lineMetricsOf(style);
    const width = Math.max(0, ceilUnit(widthOf(font, text)));
    const height = lineHeightOf(metrics);
    this.style = style;
    this.box = box;
    this.text = text;
    this.font = font;
    this.width = width;
    this.metrics = metrics;
    this.#start = start;
    this.#end = end;
    const fragment = {
      kind: 'text',
      box,
      start,
      end,
      width,
      height: font.ascent + font.descent,
      generated: null,
    } as const;
    const children = [{ fragment, x: 0, y: metrics.ascent - font.ascent }];
    this.line = { kind: 'line', width, height, baseline: metrics.ascent, children };
  }

  get blockSize(): number {
    return this.line.height;
  }

  get firstBaseline(): number {
    return this.metrics.ascent;
  }

  get lastBaseline(): number {
    return this.metrics.ascent;
  }

  /** The width of all of it, and of its widest word: its intrinsic sizes. */
  get max(): number {
    return this.width;
  }

  get min(): number {
    if (this.#minContent < 0) this.#minContent = this.#isOneWord() ? this.width : widestWord(this.style, this.text);
    return this.#minContent;
  }

  /** A word that is too long for a line is broken. */
  get breaksAnywhere(): boolean {
    const { overflowWrap, wordBreak } = this.style;
    return overflowWrap !== 'normal' || wordBreak === 'break-word';
  }

  measures(): Measures {
    this.#measures ??= {
      text: this.text,
      positions: positionsOf(this.font, this.text),
      breaks: breakOpportunities(this.text, { wordBreak: this.style.wordBreak, lineBreak: this.style.lineBreak }),
    };
    return this.#measures;
  }

  /** Where a character stands in the text of the box, before spaces were collapsed. */
  sourceOffset(at: number): number {
    if (this.#end - this.#start === this.text.length) return this.#start + at;
    this.#sources ??= sourcesOf(this.box.text, this.#start, this.#end, this.text.length);
    return this.#sources[at]!;
  }

  #isOneWord(): boolean {
    const { style } = this;
    if (!wrapsLines(style)) return true;
    const letters = style.wordBreak === 'break-all' || style.lineBreak === 'anywhere' || breaksWords(style);
    return !letters && WORD.test(this.text);
  }
}

/** Nothing in it is a place to break a line, unless the style lets any letter be one. */
const WORD = /^[\w.,]*$/;

/** The only text of a container, from its cache or new; `null` when the container is not so simple. */
export function plainTextOf(container: Box): PlainText | null {
  const known = container.plainText;
  if (known !== undefined) return known as PlainText | null;
  const made = readPlainText(container);
  container.plainText = made;
  return made;
}

function readPlainText(container: Box): PlainText | null {
  const [box] = container.children;
  if (container.children.length !== 1 || box!.kind !== 'text' || box!.symbolWidth !== null) return null;
  if (!isPlainStyle(container.style, box!.style) || firstLineStyles(container) !== null) return null;
  const { text } = box!;
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start === end || !hasPlainCharacters(text, start, end, fontFor(box!.style))) return null;
  return new PlainText(container, box!, collapsed(text, start, end), start, end);
}

function isPlainStyle(container: ComputedStyle, text: ComputedStyle): boolean {
  return (
    container.direction === 'ltr' &&
    container.writingMode === 'horizontal-tb' &&
    (container.unicodeBidi === 'normal' || container.unicodeBidi === 'isolate') &&
    container.textIndent === 0 &&
    container.textWrapMode === text.textWrapMode &&
    text.whiteSpaceCollapse === 'collapse' &&
    text.letterSpacing === 0 &&
    text.wordSpacing === 0
  );
}

/** Visible ASCII that the first font has, so that nothing is reordered, joined or drawn in another font. */
function hasPlainCharacters(text: string, start: number, end: number, font: Font): boolean {
  const { ascii } = font.primary;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7e || (unit < 0x20 && !isSpace(unit)) || ascii[unit]! < 0) return false;
  }
  return true;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;
}

/** CSS Text 3 §4.1.1: a run of spaces is one space. */
function collapsed(text: string, start: number, end: number): string {
  const trimmed = text.slice(start, end);
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit) && (unit !== 0x20 || isSpace(text.charCodeAt(at - 1)))) return trimmed.replace(SPACES, ' ');
  }
  return trimmed;
}

const SPACES = /[ \n\t\r]+/g;

/** Reused from call to call: nothing of it is kept. */
let scratch = new Float64Array(256);

function advancesOf(font: Font, text: string): Float64Array {
  if (scratch.length < text.length) scratch = new Float64Array(text.length * 2);
  advances(font, text, 0, text.length, scratch);
  return scratch;
}

/** Summed up as in shape-items.ts, so that both come to the same number. */
function widthOf(font: Font, text: string): number {
  const each = advancesOf(font, text);
  let width = 0;
  for (let at = 0; at < text.length; at++) width += each[at]!;
  return width;
}

function positionsOf(font: Font, text: string): Float64Array {
  const positions = new Float64Array(text.length + 1);
  const each = advancesOf(font, text);
  let position = 0;
  for (let at = 0; at < text.length; at++) {
    position += each[at]!;
    positions[at + 1] = position;
  }
  return positions;
}

/** For each character of the collapsed text, where it stood; a run of spaces counts as its first. */
function sourcesOf(text: string, start: number, end: number, length: number): Uint32Array {
  const sources = new Uint32Array(length);
  let count = 0;
  for (let at = start; at < end; at++) {
    if (at > start && isSpace(text.charCodeAt(at)) && isSpace(text.charCodeAt(at - 1))) continue;
    sources[count++] = at;
  }
  return sources;
}

function breaksWords({ wordBreak, overflowWrap }: ComputedStyle): boolean {
  return wordBreak === 'break-word' || overflowWrap === 'anywhere';
}

function widestWord(style: ComputedStyle, text: string): number {
  const { wordBreak, lineBreak } = style;
  const breaks = breakOpportunities(text, { wordBreak, lineBreak: breaksWords(style) ? 'anywhere' : lineBreak });
  const each = advancesOf(fontFor(style), text);
  let position = 0;
  let start = 0;
  /** Up to the last character that is not a space. */
  let end = 0;
  let widest = 0;
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && breaks[at] !== 0) {
      widest = Math.max(widest, ceilUnit(end - start));
      start = position;
    }
    position += each[at]!;
    if (!isBreakableSpace(text.charCodeAt(at))) end = position;
  }
  return Math.max(widest, ceilUnit(end - start));
}

/** The lines of a plain text; `null` where floats are in their way, or where breaking them takes a closer look. */
export function layoutPlainText(
  box: Box,
  contentInline: number,
  exclusions: Exclusions,
  bfcLineOffset: number,
  bfcBlockOffset: number,
): PlainContent | null {
  const plain = plainTextOf(box);
  if (plain === null) return null;
  const content = contentOf(plain, contentInline, bfcBlockOffset);
  if (content === null || exclusions.isEmpty) return content;
  const lineEnd = bfcLineOffset + contentInline;
  const found = exclusions.opportunityAt(bfcLineOffset, lineEnd, bfcBlockOffset, content.blockSize);
  return found.lineStart === bfcLineOffset && found.lineEnd === lineEnd ? content : null;
}

function contentOf(plain: PlainText, contentInline: number, bfcBlockOffset: number): PlainContent | null {
  const { style, width, line, metrics } = plain;
  if (wrapsLines(style) && width > contentInline + EPSILON) {
    return breakPlainText(plain, contentInline, bfcBlockOffset);
  }
  const offset = lineOffset(style, contentInline - width, true);
  if (offset === 0) return plain;
  if (offset === null) return null;
  const lines = [{ fragment: line, x: offset, y: 0 }];
  return { line: null, lines, blockSize: line.height, firstBaseline: metrics.ascent, lastBaseline: metrics.ascent };
}

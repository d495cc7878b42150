/**
 * The shortest way through inline layout: a block container with one text in it that fits on one line.
 *
 * In:  a container. Out: its text with collapsed spaces and its width, its line, and its intrinsic sizes.
 *
 * Most blocks, cells and items of a page are like that. Whatever could make a difference (floats beside the line,
 * characters beyond ASCII, direction, spacing, a first line of its own) goes the long way; both give the same.
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { Exclusions } from '../exclusions.ts';
import type { LineFragment } from '../fragment.ts';
import type { PlainLine } from '../inline-content.ts';
import { ceilUnit, EPSILON } from '../layout-unit.ts';
import { advances, type Font, fontFor } from '../text/measure.ts';
import { lastLineOffset } from './align.ts';
import { breakOpportunities } from './break.ts';
import { firstLineStyles } from './first-line.ts';
import { type FontHeight, lineHeightOf, lineMetricsOf } from './font-height.ts';
import { isBreakableSpace, wrapsLines } from './items.ts';

/** What is known of the only text of a container. */
export class PlainText {
  readonly style: ComputedStyle;
  readonly text: string;
  /** Of the whole text on one line. */
  readonly width: number;
  readonly metrics: FontHeight;
  readonly line: LineFragment;
  #minContent = -1;
  #atStart: PlainLine | null = null;

  constructor(container: Box, box: Box, text: string, start: number, end: number) {
    const font = fontFor(box.style);
    const { style } = container;
    const own = fontFor(style);
    const metrics = lineMetricsOf(style);
    const width = Math.max(0, ceilUnit(widthOf(font, text)));
    const height = lineHeightOf(metrics);
    this.style = style;
    this.text = text;
    this.width = width;
    this.metrics = metrics;
    const fragment = { kind: 'text', box, start, end, width, height: lineHeightOf(own), generated: null } as const;
    const children = [{ fragment, x: 0, y: metrics.ascent - own.ascent }];
    this.line = { kind: 'line', width, height, children };
  }

  /** Its line where nothing moves it along: the one that most texts have. */
  get atStart(): PlainLine {
    this.#atStart ??= { fragment: this.line, inlineOffset: 0, baseline: this.metrics.ascent };
    return this.#atStart;
  }

  /** The width of all of it, and of its widest word: its intrinsic sizes. */
  get max(): number {
    return this.width;
  }

  get min(): number {
    if (this.#minContent < 0) this.#minContent = this.#isOneWord() ? this.width : widestWord(this.style, this.text);
    return this.#minContent;
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

/** The line of a plain text where it fits; `null` where it does not, or where floats are in its way. */
export function layoutPlainLine(
  box: Box,
  contentInline: number,
  exclusions: Exclusions,
  bfcLineOffset: number,
  bfcBlockOffset: number,
): PlainLine | null {
  const plain = plainTextOf(box);
  if (plain === null) return null;
  const { style, width, line, metrics } = plain;
  if (wrapsLines(style) && width > contentInline + EPSILON) return null;
  if (!exclusions.isEmpty) {
    const lineEnd = bfcLineOffset + contentInline;
    const found = exclusions.opportunityAt(bfcLineOffset, lineEnd, bfcBlockOffset, line.height);
    if (found.lineStart !== bfcLineOffset || found.lineEnd !== lineEnd) return null;
  }
  const inlineOffset = lastLineOffset(style, contentInline - width);
  if (inlineOffset === 0) return plain.atStart;
  return inlineOffset === null ? null : { fragment: line, inlineOffset, baseline: metrics.ascent };
}

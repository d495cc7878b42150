/**
 * The advance of every character of an inline formatting context.
 *
 * In:  items over a string. Out: cumulative advances, so that the width of any part of an item is one subtraction, and
 *      on each item the fallback fonts it needs.
 *
 * 'letter-spacing' follows every character, the last one too, unless its script is cursive, and 'word-spacing' every space
 * (CSS Text 3 §8 https://drafts.csswg.org/css-text-3/#spacing).
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { ceilUnit, floorUnit } from '../layout-unit.ts';
import { isInvisible, isMark } from '../text/character.ts';
import { cursiveParts } from '../text/cursive.ts';
import { advances, fallbackFonts, fontFor, measureText } from '../text/measure.ts';
import type { InlineItem } from './items.ts';
import { hasUprightText, setUprightAdvances } from './upright.ts';

export function shapeItems(items: readonly InlineItem[], text: string): Float64Array {
  const positions = new Float64Array(text.length + 1);
  const isSpaced = items.some(({ kind, style }) => kind === 'text' && style.letterSpacing !== 0);
  const cursive = isSpaced ? cursiveParts(text) : null;
  for (let at = 0; at < items.length; ) {
    const item = items[at]!;
    if (item.kind !== 'text' || item.length === 0) {
      for (let i = item.start; i < item.end; i++) positions[i + 1] = positions[i]!;
      at++;
    } else if (item.box.symbolWidth !== null) {
      positions.fill(positions[item.start]! + item.box.symbolWidth, item.start + 1, item.end + 1);
      at++;
    } else {
      const next = endOfRun(items, at);
      shapeRun(items, at, next, text, positions, cursive);
      at = next;
    }
  }
  return positions;
}

/** Text of one font is kerned across inline boxes whose edges take no room. */
function endOfRun(items: readonly InlineItem[], start: number): number {
  const { style, level } = items[start]!;
  const font = fontFor(style);
  let end = start + 1;
  for (let at = start + 1; at < items.length; at++) {
    const item = items[at]!;
    if (item.kind === 'open' || item.kind === 'close') {
      if (!item.isEmpty || item.style.verticalAlign !== 'baseline') break;
      continue;
    }
    if (item.kind !== 'text') break;
    if (item.length === 0) continue;
    const same = item.style === style || (fontFor(item.style) === font && hasSameSpacing(item.style, style));
    if (!same || item.level !== level || item.box.symbolWidth !== null) break;
    end = at + 1;
  }
  return end;
}

function hasSameSpacing(a: ComputedStyle, b: ComputedStyle): boolean {
  return a.letterSpacing === b.letterSpacing && a.wordSpacing === b.wordSpacing;
}

function shapeRun(
  items: readonly InlineItem[],
  first: number,
  next: number,
  text: string,
  positions: Float64Array,
  cursive: Uint8Array | null,
): void {
  const { start, style } = items[first]!;
  const { end } = items[next - 1]!;
  const font = fontFor(style);
  const out = positions.subarray(start + 1, end + 1);
  advances(font, text, start, end, out);
  if (hasUprightText(style)) setUprightAdvances(style, font, text, start, end, out);
  if (style.letterSpacing !== 0 || style.wordSpacing !== 0) addSpacing(style, text, start, end, positions, cursive);
  let position = positions[start]!;
  for (let at = start + 1; at <= end; at++) {
    position += positions[at]!;
    positions[at] = position;
  }
  for (let at = first; at < next; at++) {
    const item = items[at]!;
    if (item.kind === 'text') item.hasFallbacks = fallbackFonts(font, text, item.start, item.end).length > 0;
  }
}

/** Adds spacing to advances that are not yet summed up. */
function addSpacing(
  style: ComputedStyle,
  text: string,
  start: number,
  end: number,
  positions: Float64Array,
  cursive: Uint8Array | null,
): void {
  const { letterSpacing, wordSpacing } = style;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    const codePoint = unit >= 0xd800 && unit < 0xdc00 ? text.codePointAt(at)! : unit;
    let spacing = 0;
    if (letterSpacing !== 0 && cursive?.[at] !== 1 && takesSpacing(text, at, codePoint)) spacing += letterSpacing;
    if (wordSpacing !== 0 && (unit === 0x20 || unit === 0xa0 || unit === 0x09)) spacing += wordSpacing;
    positions[at + 1]! += spacing;
    // The second half of a surrogate pair is no character of its own.
    if (codePoint > 0xffff) at++;
  }
}

function takesSpacing(text: string, at: number, codePoint: number): boolean {
  return !isInvisible(codePoint) && !isMark(codePoint) && !isJoined(text, at, codePoint);
}

const JOINER = 0x200d;

/** Emoji behind a joiner, and skin tones, are part of the emoji before them. */
function isJoined(text: string, at: number, codePoint: number): boolean {
  if (codePoint < 0x1f000 || at === 0) return false;
  return text.charCodeAt(at - 1) === JOINER || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);
}

/**
 * The width of a run of tabs that begins at a position on the line (CSS Text 3 §4.2): up to the next tab stop. Stops
 * are counted in spaces of the block container, with its spacing.
 */
export function tabsWidth(style: ComputedStyle, container: ComputedStyle, position: number, count: number): number {
  const stop = tabStop(style, container);
  if (stop <= 0) return ceilUnit(Math.max(0, style.letterSpacing * count));
  // A negative indent begins before the first stop.
  let first = floorUnit(stop) - (position - Math.floor(position / stop) * stop);
  // A tab that would hardly show goes on to the next stop.
  if (first < fontFor(container).spaceWidth / 2) first += stop;
  return ceilUnit(Math.max(0, first + stop * (count - 1)));
}

function tabStop(style: ComputedStyle, container: ComputedStyle): number {
  if (typeof style.tabSize !== 'number') return style.tabSize.px;
  return style.tabSize * (fontFor(container).spaceWidth + container.letterSpacing + container.wordSpacing);
}

/** What is shown where a word is broken at a soft hyphen. */
export function hyphenOf({ hyphenateCharacter }: ComputedStyle): string {
  return hyphenateCharacter ?? '\u2010';
}

export function hyphenWidth(style: ComputedStyle): number {
  const hyphen = hyphenOf(style);
  return ceilUnit(measureText(fontFor(style), hyphen, 0, hyphen.length));
}

/**
 * Between the flow's directions and the page's.
 *
 * Layout thinks in inline and block, start and end, of the box's own writing mode; fragments are physical. All turning
 * is done here, so that no formatting context has a branch for right-to-left or vertical text.
 *
 * CSS Writing Modes 4 §6 https://drafts.csswg.org/css-writing-modes-4/#logical-direction-layout
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { LengthPercentage, LengthPercentageOrAuto, MaxSize, Size } from '../style/length.ts';
import { factsOf } from './style-facts.ts';

/** A writing mode with its direction, as one comparable value. */
export interface Writing {
  readonly horizontal: boolean;
  readonly rtl: boolean;
  /** Blocks stack from right to left: vertical-rl and sideways-rl. */
  readonly blockReversed: boolean;
  /** The inline axis runs upwards: direction rtl in vertical modes, or ltr in sideways-lr. */
  readonly inlineReversed: boolean;
}

function makeWriting(mode: ComputedStyle['writingMode'], rtl: boolean): Writing {
  const horizontal = mode === 'horizontal-tb';
  return {
    horizontal,
    rtl,
    blockReversed: mode === 'vertical-rl' || mode === 'sideways-rl',
    inlineReversed: mode === 'sideways-lr' ? !rtl : rtl,
  };
}

const HORIZONTAL_LTR = makeWriting('horizontal-tb', false);
const WRITINGS = new Map<string, Writing>();

/** The shared object for a style's writing mode and direction. */
export function writingOf(style: ComputedStyle): Writing {
  if (style.writingMode === 'horizontal-tb' && style.direction === 'ltr') return HORIZONTAL_LTR;
  const key = style.direction === 'rtl' ? `${style.writingMode} rtl` : style.writingMode;
  let writing = WRITINGS.get(key);
  if (writing === undefined) {
    writing = makeWriting(style.writingMode, style.direction === 'rtl');
    WRITINGS.set(key, writing);
  }
  return writing;
}

export function isOrthogonal(a: Writing, b: Writing): boolean {
  return a.horizontal !== b.horizontal;
}

/** Four sides in flow terms. */
export interface LogicalSides<T> {
  readonly inlineStart: T;
  readonly inlineEnd: T;
  readonly blockStart: T;
  readonly blockEnd: T;
}

export interface PhysicalSides<T> {
  readonly top: T;
  readonly right: T;
  readonly bottom: T;
  readonly left: T;
}

export function toLogicalSides<T>(writing: Writing, top: T, right: T, bottom: T, left: T): LogicalSides<T> {
  if (writing.horizontal) {
    return writing.inlineReversed
      ? { inlineStart: right, inlineEnd: left, blockStart: top, blockEnd: bottom }
      : { inlineStart: left, inlineEnd: right, blockStart: top, blockEnd: bottom };
  }
  const inlineStart = writing.inlineReversed ? bottom : top;
  const inlineEnd = writing.inlineReversed ? top : bottom;
  return writing.blockReversed
    ? { inlineStart, inlineEnd, blockStart: right, blockEnd: left }
    : { inlineStart, inlineEnd, blockStart: left, blockEnd: right };
}

export function toPhysicalSides<T>(writing: Writing, sides: LogicalSides<T>): PhysicalSides<T> {
  const { inlineStart, inlineEnd, blockStart, blockEnd } = sides;
  if (writing.horizontal) {
    return writing.inlineReversed
      ? { top: blockStart, right: inlineStart, bottom: blockEnd, left: inlineEnd }
      : { top: blockStart, right: inlineEnd, bottom: blockEnd, left: inlineStart };
  }
  const top = writing.inlineReversed ? inlineEnd : inlineStart;
  const bottom = writing.inlineReversed ? inlineStart : inlineEnd;
  return writing.blockReversed
    ? { top, bottom, right: blockStart, left: blockEnd }
    : { top, bottom, left: blockStart, right: blockEnd };
}

/** Where the left edge of a child is inside a parent of this writing mode and border-box width. */
export function physicalX(
  writing: Writing,
  inlineOffset: number,
  blockOffset: number,
  outerWidth: number,
  childWidth: number,
): number {
  const offset = writing.horizontal ? inlineOffset : blockOffset;
  const reversed = writing.horizontal ? writing.inlineReversed : writing.blockReversed;
  return reversed ? outerWidth - offset - childWidth : offset;
}

/** The same for the top edge. */
export function physicalY(
  writing: Writing,
  inlineOffset: number,
  blockOffset: number,
  outerHeight: number,
  childHeight: number,
): number {
  if (writing.horizontal) return blockOffset;
  return writing.inlineReversed ? outerHeight - inlineOffset - childHeight : inlineOffset;
}

/** The sizing properties of a style along the axes of a writing mode. */
export interface LogicalSizes {
  readonly inlineSize: Size;
  readonly blockSize: Size;
  readonly minInlineSize: Size;
  readonly minBlockSize: Size;
  readonly maxInlineSize: MaxSize;
  readonly maxBlockSize: MaxSize;
}

export function logicalSizes(style: ComputedStyle, writing: Writing): LogicalSizes {
  if (writing.horizontal !== (style.writingMode === 'horizontal-tb')) return sizesAlong(style, writing);
  const facts = factsOf(style);
  facts.sizes ??= sizesAlong(style, writing);
  return facts.sizes;
}

function sizesAlong(style: ComputedStyle, writing: Writing): LogicalSizes {
  return writing.horizontal
    ? {
        inlineSize: style.width,
        blockSize: style.height,
        minInlineSize: style.minWidth,
        minBlockSize: style.minHeight,
        maxInlineSize: style.maxWidth,
        maxBlockSize: style.maxHeight,
      }
    : {
        inlineSize: style.height,
        blockSize: style.width,
        minInlineSize: style.minHeight,
        minBlockSize: style.minWidth,
        maxInlineSize: style.maxHeight,
        maxBlockSize: style.maxWidth,
      };
}

export function logicalMargins(style: ComputedStyle, writing: Writing): LogicalSides<LengthPercentageOrAuto> {
  return toLogicalSides(writing, style.marginTop, style.marginRight, style.marginBottom, style.marginLeft);
}

export function logicalPaddings(style: ComputedStyle, writing: Writing): LogicalSides<LengthPercentage> {
  return toLogicalSides(writing, style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft);
}

export function logicalBorders(style: ComputedStyle, writing: Writing): LogicalSides<number> {
  return toLogicalSides(
    writing,
    style.borderTopWidth,
    style.borderRightWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
  );
}

export function logicalInsets(style: ComputedStyle, writing: Writing): LogicalSides<LengthPercentageOrAuto> {
  return toLogicalSides(writing, style.top, style.right, style.bottom, style.left);
}

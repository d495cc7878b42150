/**
 * Room that 'scrollbar-gutter' keeps for a scroll bar.
 *
 * In:  the style of a box. Out: the style that it is laid out with, in which the room is part of its borders.
 *
 * Scroll bars lie over the content and take no room themselves; a stable gutter does, as in Chrome with such scroll bars.
 * Between border and padding there is no place of its own in layout, and a border is the same to everything inside: the
 * padding box, which absolutely positioned boxes refer to, is smaller.
 *
 * CSS Overflow 3 §3.4 https://drafts.csswg.org/css-overflow-3/#scrollbar-gutter-property
 */
import type { ComputedStyle, StyleResolver } from '../../style/computed-style.ts';
import { dependsOnPercentage, type LengthPercentage, resolveLength } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { deriveStyle } from '../derive-style.ts';
import { isScrollContainer } from '../sizing.ts';

const THICKNESS = { auto: 15, thin: 10, none: 0 } as const;

export function withGutter(style: ComputedStyle): ComputedStyle {
  if (style.scrollbarGutter === 'auto' || !isScrollContainer(style)) return style;
  const thickness = THICKNESS[style.scrollbarWidth];
  return deriveStyle(style, {
    ...gutterBorders(style, style, thickness),
    ...smallerSizes(style, thickness),
    ...ratioWith(style, thickness),
  });
}

/** A ratio is one of the content box with its gutter, as in Chrome. */
function ratioWith({ aspectRatio, scrollbarGutter }: ComputedStyle, thickness: number): Partial<ComputedStyle> {
  if (aspectRatio.ratio === null) return {};
  return { aspectRatio: { ...aspectRatio, gutter: gutterSum(scrollbarGutter, thickness) } };
}

function gutterSum(gutter: ComputedStyle['scrollbarGutter'], thickness: number): number {
  return gutter === 'stable' ? thickness : 2 * thickness;
}

/** The root element's gutter is the viewport's; writing mode and direction come from `principal`. */
export function viewportStyle(styles: StyleResolver, principal: ComputedStyle, root: ComputedStyle): ComputedStyle {
  const viewport = styles.anonymousStyle(principal, 'block');
  if (root.scrollbarGutter === 'auto') return viewport;
  return deriveStyle(viewport, gutterBorders(viewport, root, THICKNESS[root.scrollbarWidth]));
}

/** The initial containing block: the viewport without its gutter. `root` is the root element's box or that around it. */
export function initialRect({ node, style }: Box, { width, height }: Size): Rect {
  if (node !== null) return { x: 0, y: 0, width, height };
  const { borderLeftWidth: x, borderTopWidth: y } = style;
  return { x, y, width: width - x - style.borderRightWidth, height: height - y - style.borderBottomWidth };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** At the sides of lines: of a vertical scroll bar the one where lines end, of a horizontal one always the lower one. */
function gutterBorders(
  style: ComputedStyle,
  { scrollbarGutter }: ComputedStyle,
  thickness: number,
): Partial<ComputedStyle> {
  const both = scrollbarGutter === 'stable both-edges';
  if (style.writingMode === 'horizontal-tb') {
    const isLeft = style.direction === 'rtl';
    return {
      borderLeftWidth: style.borderLeftWidth + (isLeft || both ? thickness : 0),
      borderRightWidth: style.borderRightWidth + (!isLeft || both ? thickness : 0),
    };
  }
  return {
    borderTopWidth: style.borderTopWidth + (both ? thickness : 0),
    borderBottomWidth: style.borderBottomWidth + thickness,
  };
}

/** The content box is what gives way: a size that is said of it counts the gutter in. */
function smallerSizes(style: ComputedStyle, thickness: number): Partial<ComputedStyle> {
  if (style.boxSizing === 'border-box') return {};
  const by = gutterSum(style.scrollbarGutter, thickness);
  return style.writingMode === 'horizontal-tb'
    ? {
        width: lessBy(style.width, by),
        minWidth: lessBy(style.minWidth, by),
        maxWidth: lessBy(style.maxWidth, by),
      }
    : {
        height: lessBy(style.height, by),
        minHeight: lessBy(style.minHeight, by),
        maxHeight: lessBy(style.maxHeight, by),
      };
}

function lessBy<Value>(size: Value | LengthPercentage, by: number): Value | LengthPercentage {
  if (typeof size === 'number') return Math.max(0, size - by);
  if (!dependsOnPercentage(size)) return size;
  return { kind: 'calc', evaluate: (base) => Math.max(0, resolveLength(size, base) - by), text: '' };
}

/**
 * Used inline sizes and inline margins of block-level boxes in normal flow.
 *
 * In:  computed margins, the used border-box inline size, the containing block's content inline size.
 * Out: used margins that, with the size, fill the containing block exactly.
 *
 * CSS 2.2 §10.3.3 https://www.w3.org/TR/CSS22/visudet.html#blockwidth, CSS Align 3 §6.1
 */
import type { Alignment, ComputedStyle } from '../../style/computed-style.ts';
import { edgeOffset, selfAlignmentEdge } from '../alignment.ts';
import { usedMargin } from '../edges.ts';
import { logicalMargins, type Writing, writingOf } from '../writing-mode.ts';

export interface UsedInlineMargins {
  readonly inlineStart: number;
  readonly inlineEnd: number;
}

/**
 * The margins of a box of border-box size `inlineSize` in a container of `containing`. Sides and percentages are the
 * container's.
 */
export function solveInlineMargins(
  style: ComputedStyle,
  container: ComputedStyle,
  writing: Writing,
  containing: number,
  percentBase: number,
  inlineSize: number,
): UsedInlineMargins {
  const margins = logicalMargins(style, writing);
  const marginStart = usedMargin(margins.inlineStart, percentBase);
  const marginEnd = usedMargin(margins.inlineEnd, percentBase);
  const spare = containing - inlineSize - (marginStart ?? 0) - (marginEnd ?? 0);

  // Auto margins share what is spare; a box that is too wide has none to share.
  if (marginStart === null || marginEnd === null) {
    const shared = Math.max(0, spare);
    if (marginStart === null && marginEnd === null) {
      return { inlineStart: shared / 2, inlineEnd: spare - shared / 2 };
    }
    if (marginStart === null) return { inlineStart: shared, inlineEnd: (marginEnd ?? 0) + spare - shared };
    return { inlineStart: marginStart, inlineEnd: spare };
  }

  // The old alignment of blocks: <center>, <div align>. It counts on top of the margins.
  const aligned = justifiedSelf(style, container);
  const shift =
    aligned !== null
      ? justifyShift(aligned, style, writing, spare)
      : spare > 0
        ? legacyShift(container.textAlign, writing, spare)
        : 0;
  // Over-constrained: the end margin gives way.
  return { inlineStart: marginStart + shift, inlineEnd: marginEnd + spare - shift };
}

function legacyShift(textAlign: ComputedStyle['textAlign'], writing: Writing, spare: number): number {
  switch (textAlign) {
    case '-webkit-center':
      return spare / 2;
    case '-webkit-left':
      return writing.rtl ? spare : 0;
    case '-webkit-right':
      return writing.rtl ? 0 : spare;
    default:
      return 0;
  }
}

/**
 * 'justify-self' of a block in flow, or what 'justify-items' of its container gives it; `null` for 'normal' and 'stretch',
 * with which a box fills its container as ever.
 */
export function justifiedSelf(style: ComputedStyle, container: ComputedStyle): Alignment | null {
  const own = style.justifySelf;
  const used = own.position === 'auto' ? container.justifyItems : own;
  return used.position === 'normal' || used.position === 'stretch' || used.position === 'auto' ? null : used;
}

/** CSS Align 3 §6.1.1: whether a block that would shrink to fit fills its container. */
export function isJustifiedStretch(style: ComputedStyle, container: ComputedStyle): boolean {
  const own = style.justifySelf;
  return (own.position === 'auto' ? container.justifyItems : own).position === 'stretch';
}

function justifyShift(alignment: Alignment, style: ComputedStyle, writing: Writing, spare: number): number {
  const edge = selfAlignmentEdge(alignment, 'inline', writing, writingOf(style)) ?? 'start';
  return edgeOffset(edge, spare, alignment.overflow === 'safe');
}

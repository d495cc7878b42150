/**
 * The outside marker of a list item.
 *
 * In:  the marker box and the list item's geometry.
 * Out: the marker's result, and its place before the item's start edge; a child whose first line is lower
 *      makes room for it, and an item without lines is as high as it is.
 *
 * CSS Lists 3 §3.5 https://drafts.csswg.org/css-lists-3/#list-style-position-property
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { usedMargins } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import type { LineLimits } from '../line-limits.ts';
import type { Geometry } from '../sizing.ts';
import type { LayoutPorts } from '../space.ts';

/** Whether the first thing in a list item is another list. */
export function beginsWithList(item: Box): boolean {
  const first = item.children.find((child) => !child.isOutOfFlow && !child.isFloating);
  const name = first?.pseudo === null ? first.node?.[LOCAL_NAME] : undefined;
  return name === 'ul' || name === 'ol';
}

export class ListMarker {
  readonly result: LayoutResult;
  readonly baseline: number | null;
  readonly blockSize: number;
  /** From the border edge of the item. */
  readonly inlineOffset: number;

  /** The first line is trimmed above, and does not make room for the marker, which is not (CSS Inline 3 §5). */
  readonly #besideTrimmed: boolean;

  constructor(marker: Box, ports: LayoutPorts, item: Geometry, limits: LineLimits | null) {
    this.#besideTrimmed = limits?.trimsStart === true;
    const { writing, edges, contentInline, percentBlock } = item;
    const space = childSpace(marker, writing, ports, {
      availableInline: contentInline,
      percentInline: contentInline,
      percentBlock,
      inlineSizing: 'fit-content',
    });
    this.result = ports.layoutChild(marker, space);
    this.baseline = this.result.firstBaseline;
    this.blockSize = blockSizeOf(this.result.fragment, writing);
    const margins = usedMargins(marker.style, writing, contentInline);
    this.inlineOffset = edges.inlineStart - margins.inlineEnd - inlineSizeOf(this.result.fragment, writing);
  }

  /** Where it begins in the item: beside the first line, if there is one. */
  topAt(firstBaseline: number | null, contentStart: number): number {
    return firstBaseline === null || this.baseline === null ? contentStart : firstBaseline - this.baseline;
  }

  /** How much higher the marker reaches than a child whose first line it stands beside. */
  excessAbove(baseline: number | null): number {
    if (this.#besideTrimmed) return 0;
    return baseline === null || this.baseline === null ? 0 : Math.max(0, this.baseline - baseline);
  }
}

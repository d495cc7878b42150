/**
 * Captions: blocks above and below the grid of a table, as wide as the table.
 *
 * CSS Tables 3 §3.6.2, CSS 2.2 §17.4.1 https://www.w3.org/TR/CSS22/tables.html#caption-position
 */
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { usedMargin } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { INDEFINITE } from '../layout-unit.ts';
import { logicalMargins } from '../writing-mode.ts';
import type { TableContext } from './table-context.ts';

export interface PlacedCaption {
  readonly result: LayoutResult;
  readonly inlineStart: number;
  readonly blockStart: number;
  /** Block size with margins. */
  readonly outer: number;
  readonly atEnd: boolean;
}

export function layoutCaptions(context: TableContext, tableInline: number): PlacedCaption[] {
  return context.grid.captions.map((caption) => layoutCaption(context, caption, tableInline));
}

function layoutCaption({ writing, ports }: TableContext, caption: Box, tableInline: number): PlacedCaption {
  const space = childSpace(caption, writing, ports, {
    availableInline: tableInline,
    availableBlock: INDEFINITE,
    percentInline: tableInline,
    percentBlock: INDEFINITE,
    inlineSizing: 'stretch',
    newFormattingContext: true,
  });
  const result = space.layoutChild(caption, space);
  const margins = logicalMargins(caption.style, writing);
  const start = usedMargin(margins.inlineStart, tableInline);
  const end = usedMargin(margins.inlineEnd, tableInline);
  const blockStart = usedMargin(margins.blockStart, tableInline) ?? 0;
  const blockEnd = usedMargin(margins.blockEnd, tableInline) ?? 0;
  // Auto margins take what the caption leaves of the table's width.
  const spare = Math.max(0, tableInline - inlineSizeOf(result.fragment, writing) - (start ?? 0) - (end ?? 0));
  return {
    result,
    inlineStart: start ?? (end === null ? spare / 2 : spare),
    blockStart,
    outer: blockSizeOf(result.fragment, writing) + blockStart + blockEnd,
    atEnd: caption.style.captionSide === 'bottom',
  };
}

export function captionsBlockSize(captions: readonly PlacedCaption[]): number {
  return captions.reduce((sum, { outer }) => sum + outer, 0);
}

/** Puts the captions of one side below each other; gives where the last one ends. */
export function addCaptions(
  builder: FragmentBuilder,
  captions: readonly PlacedCaption[],
  atEnd: boolean,
  start: number,
): number {
  let at = start;
  for (const caption of captions) {
    if (caption.atEnd !== atEnd) continue;
    builder.addChild(caption.result, caption.inlineStart, at + caption.blockStart);
    at += caption.outer;
  }
  return at;
}

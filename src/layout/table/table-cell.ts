/**
 * Laying out one cell in the columns it spans: first by its content, then with the height of its rows.
 *
 * CSS Tables 3 §3.10, §3.11 https://drafts.csswg.org/css-tables-3/#row-layout
 */
import { blockSizeOf, childSpace } from '../child-space.ts';
import { type Edges, hasPercentPadding, usedEdges, usedLength } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE } from '../layout-unit.ts';
import { blockSizeLookers, canBeResized, resizedResult, withInlineSize } from '../resized-result.ts';
import type { BlockSizing, Space, SpaceFields } from '../space.ts';
import {
  isOrthogonal,
  type LogicalSides,
  logicalSizes,
  type PhysicalSides,
  toLogicalSides,
  toPhysicalSides,
  type Writing,
  writingOf,
} from '../writing-mode.ts';
import { cellShift, flowShift, isBaselineAligned, safeCorrection } from './cell-alignment.ts';
import type { MeasuredCell } from './row.ts';
import type { TableContext } from './table-context.ts';
import type { TableCell } from './table-grid.ts';

/** The cell with the height of its content. `percentInline` is what 100% is for its padding. */
export function measureCell(
  context: TableContext,
  cell: TableCell,
  inlineSize: number,
  percentInline: number,
): MeasuredCell {
  const { writing, ports } = context;
  const { box } = cell;
  const edges = cellEdges(context, cell, percentInline);
  const ownSize = ownBlockSize(context, cell, edges);
  const lookers = blockSizeLookers(box, ports.quirks);
  // Replaced content is sized by the height that the style gives the cell, before and after the rows have theirs.
  const keepsOwn = lookers === 'replaced' && ownSize !== null && !isAcross(context, cell);
  const sizedByStyle = ownSize !== null || logicalSizes(context.box.style, writing).blockSize !== 'auto';
  const space = measuringSpace(context, cell, inlineSize, percentInline, keepsOwn ? 'auto' : 'content', sizedByStyle);
  const result = space.layoutChild(box, space);
  const size = blockSizeOf(result.fragment, writing);
  return {
    cell,
    result,
    contentSize: keepsOwn ? result.intrinsicBlockSize : size,
    ownSize,
    endEdges: edges.blockEnd,
    looksAtHeight: lookers === 'some' || (lookers === 'replaced' && !keepsOwn),
    shift: keepsOwn ? flowShift(box.style, size - result.intrinsicBlockSize) : 0,
  };
}

function measuringSpace(
  context: TableContext,
  cell: TableCell,
  inlineSize: number,
  percentInline: number,
  blockSizing: BlockSizing,
  measuringCell: boolean,
): Space {
  const isShared = context.collapsed === null && !isAcross(context, cell);
  const known = isShared ? context.cellSpaces[cell.column] : undefined;
  if (
    known !== undefined &&
    known.availableInline === inlineSize &&
    known.percentInline === percentInline &&
    known.blockSizing === blockSizing &&
    known.measuringCell === measuringCell
  ) {
    return known;
  }
  const space = cellSpace(context, cell, inlineSize, percentInline, { blockSizing, measuringCell });
  if (isShared) context.cellSpaces[cell.column] = space;
  return space;
}

function isAcross({ writing }: TableContext, { box }: TableCell): boolean {
  return isOrthogonal(writing, writingOf(box.style));
}

function cellSpace(
  context: TableContext,
  { box, index }: TableCell,
  inlineSize: number,
  percentInline: number,
  fields: Partial<SpaceFields>,
): Space {
  return childSpace(box, context.writing, context.ports, {
    availableInline: inlineSize,
    inlineSizing: 'fixed',
    percentInline,
    percentBlock: INDEFINITE,
    newFormattingContext: true,
    borders: turnedSides(context.collapsed?.cells[index] ?? null, context.writing, writingOf(box.style)),
    ...fields,
  });
}

/** Collapsed borders are those of the table's sides; a cell has its own writing mode and direction. */
function turnedSides(sides: LogicalSides<number> | null, table: Writing, cell: Writing): LogicalSides<number> | null {
  if (sides === null || table === cell) return sides;
  const { top, right, bottom, left } = toPhysicalSides(table, sides);
  return toLogicalSides(cell, top, right, bottom, left);
}

function cellEdges({ writing, collapsed }: TableContext, { box, index }: TableCell, percentInline: number): Edges {
  return usedEdges(box.style, writing, percentInline, collapsed?.cells[index] ?? null);
}

/** The border-box height that a cell's style gives. In quirks mode it is always one of the border box (Quirks §3.6). */
function ownBlockSize({ writing, ports }: TableContext, { box }: TableCell, edges: Edges): number | null {
  const { blockSize } = logicalSizes(box.style, writing);
  if (typeof blockSize !== 'number') return null;
  const length = usedLength(blockSize, 0);
  if (ports.quirks || box.style.boxSizing === 'border-box') return Math.max(edges.blockSum, length);
  return edges.blockSum + length;
}

export interface CellPlace {
  readonly inlineSize: number;
  readonly percentInline: number;
  readonly blockSize: number;
  /** Percentages in the cell may resolve against its height. */
  readonly isDefinite: boolean;
  /** The baseline of the cell's row; `null` where it has no part in that. */
  readonly baseline: number | null;
}

/** The cell with the size that its columns and rows give it, and its content aligned in it. */
export function finishCell(
  context: TableContext,
  measured: MeasuredCell,
  measuredInline: number,
  place: CellPlace,
): LayoutResult {
  const { box } = measured.cell;
  if (isAcross(context, measured.cell)) return layoutFinal(context, measured.cell, { ...place, baseline: null });
  const reuses =
    place.inlineSize === measuredInline &&
    !measured.looksAtHeight &&
    !hasPercentPadding(box.style) &&
    canBeResized(box, measured.result);
  const result = reuses
    ? aligned(measured, place)
    : alignedByContent(measured, place, layoutFinal(context, measured.cell, place));
  return withInlineSize(result, place.inlineSize);
}

/** Faster: the layout that measured the cell is used where only the height is another. */
function aligned({ cell, result, endEdges, shift }: MeasuredCell, { blockSize, baseline }: CellPlace): LayoutResult {
  const own = result.firstBaseline ?? result.intrinsicBlockSize - endEdges;
  const isEmpty = result.fragment.children.length === 0;
  const toBaseline = baseline === null || isEmpty ? 0 : baseline - own;
  const wanted = cellShift(cell.box.style, blockSize - result.intrinsicBlockSize, toBaseline);
  return resizedResult(result, blockSize, wanted - shift);
}

function layoutFinal(context: TableContext, cell: TableCell, place: CellPlace): LayoutResult {
  const space = cellSpace(context, cell, place.inlineSize, place.percentInline, {
    availableBlock: place.blockSize,
    blockSizing: 'fixed',
    blockSizeIsDefinite: place.isDefinite,
    cellBaseline: place.baseline,
  });
  return space.layoutChild(cell.box, space);
}

/** What flow layout leaves to the table: content that overflows, and cells without a line, which stand on its end. */
function alignedByContent({ cell }: MeasuredCell, place: CellPlace, result: LayoutResult): LayoutResult {
  const { style } = cell.box;
  const { baseline, blockSize } = place;
  const { border, padding } = result.fragment;
  const writing = writingOf(style);
  const hasOnlyBoxes = result.firstBaseline === null && result.fragment.children.length > 0;
  const shift =
    baseline !== null && hasOnlyBoxes && isBaselineAligned(style)
      ? baseline - (result.intrinsicBlockSize - blockEnd(writing, border) - blockEnd(writing, padding))
      : safeCorrection(style, blockSizeOf(result.fragment, writing) - result.intrinsicBlockSize);
  return resizedResult(result, blockSize, shift);
}

function blockEnd({ horizontal, blockReversed }: Writing, sides: PhysicalSides<number>): number {
  if (horizontal) return sides.bottom;
  return blockReversed ? sides.left : sides.right;
}

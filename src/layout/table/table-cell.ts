/**
 * Laying out one cell in the columns it spans, first to measure it and then with the height of its row.
 */
import { childSpace } from '../child-space.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE } from '../layout-unit.ts';
import type { TableContext } from './table-context.ts';
import type { TableCell } from './table-grid.ts';

/** A cell in its columns; with its final height and the row's baseline where these are known. */
export function layoutCell(
  context: TableContext,
  cell: TableCell,
  columnSizes: readonly number[],
  final: { readonly blockSize: number; readonly baseline: number | null } | null,
): LayoutResult {
  const { writing, ports, collapsed } = context;
  const space = childSpace(cell.box, writing, ports, {
    availableInline: cellInlineSize(context, cell, columnSizes),
    inlineSizing: 'fixed',
    percentInline: columnSizes.reduce((sum, size) => sum + size, 0),
    percentBlock: INDEFINITE,
    newFormattingContext: true,
    measuringCell: final === null,
    borders: collapsed?.cells.get(cell) ?? null,
    ...(final === null
      ? {}
      : { availableBlock: final.blockSize, blockSizing: 'fixed' as const, cellBaseline: final.baseline }),
  });
  return space.layoutChild(cell.box, space);
}

function cellInlineSize({ inlineSpacing }: TableContext, cell: TableCell, columnSizes: readonly number[]): number {
  const spanned = columnSizes.slice(cell.column, cell.column + cell.columnSpan);
  return spanned.reduce((sum, size) => sum + size, inlineSpacing * Math.max(0, spanned.length - 1));
}

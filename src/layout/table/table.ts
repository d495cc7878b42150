/**
 * Table layout: columns, rows, cells, captions.
 *
 * In:  a table box and the space it is offered. Out: its fragment: captions around a grid of row groups, rows and cells.
 *
 * CSS 2.2 §17.5, CSS Tables 3 §3.6–§3.11 https://drafts.csswg.org/css-tables-3/#table-layout-algorithm
 */
import { resolveLength } from '../../style/length.ts';
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace } from '../child-space.ts';
import { usedLength, usedMargins } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { definiteBlockSize, usedInlineSize } from '../sizing.ts';
import type { Space } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { distributeWidth } from './column-sizes.ts';
import { growRows, type RowCell, type RowSize, sizeRows } from './row-sizes.ts';
import { layoutCell } from './table-cell.ts';
import { cellEdges, spacingSum, type TableContext, tableContext } from './table-context.ts';
import { buildTable, type PlacedCaption } from './table-fragment.ts';
import type { TableCell } from './table-grid.ts';

export function layoutTable(box: Box, space: Space): LayoutResult {
  const context = tableContext(box, space.ports, space.percentInline);

  // §3.9: the table's width, and the columns'.
  const inlineSize = tableInlineSize(context, space);
  const room = Math.max(0, inlineSize - context.edges.inlineSum - spacingSum(context));
  const columnSizes = distributeWidth(context.columns, room, room);

  // §3.10: heights of rows, then of the table.
  const captions = layoutCaptions(context, space, inlineSize);
  const rows = measureRows(context, columnSizes);
  const gridBlockSize = tableBlockSize(context, space, inlineSize, rows, captions);
  return buildTable({ context, space, inlineSize, columnSizes, rows, gridBlockSize, captions });
}

/** §3.9.1: at least the minimum of the columns; an automatic width shrinks to fit. */
function tableInlineSize(context: TableContext, space: Space): number {
  const { box, writing, edges } = context;
  const { min } = space.intrinsicSizes(box);
  if (space.inlineSizing === 'fixed') return Math.max(space.availableInline, edges.inlineSum);
  const shrinking = space.with({ inlineSizing: 'fit-content' });
  return Math.max(min, usedInlineSize(box, shrinking, writing, edges));
}

function layoutCaptions(context: TableContext, space: Space, inlineSize: number): PlacedCaption[] {
  const { writing, grid, ports } = context;
  return grid.captions.map((caption) => {
    const margins = usedMargins(caption.style, writing, inlineSize);
    const captionSpace = childSpace(caption, writing, ports, {
      availableInline: inlineSize,
      availableBlock: space.availableBlock,
      percentInline: inlineSize,
      percentBlock: INDEFINITE,
      inlineSizing: 'stretch',
      newFormattingContext: true,
    });
    const result = captionSpace.layoutChild(caption, captionSpace);
    const outer = blockSizeOf(result.fragment, writing) + margins.blockStart + margins.blockEnd;
    return { result, margins, outer, atEnd: caption.style.captionSide === 'bottom' };
  });
}

/** Lays out every cell in its columns, and sizes the rows by them. */
function measureRows(context: TableContext, columnSizes: readonly number[]): RowSize[] {
  const { grid, writing, blockSpacing } = context;
  const rows = grid.rows.map(({ box, cells, group }): RowSize => {
    const { blockSize } = logicalSizes(box.style, writing);
    const ownHeight = typeof blockSize === 'number' ? usedLength(blockSize, 0) : 0;
    return {
      size: ownHeight,
      baseline: 0,
      constrained: ownHeight > 0 || cells.some((cell) => hasFixedHeight(cell, context)),
      percent: typeof blockSize === 'object' && blockSize.kind === 'percent' ? blockSize.value : null,
      empty: cells.length === 0,
      collapsed: box.style.visibility === 'collapse' || group.style.visibility === 'collapse',
    };
  });
  const cells = grid.cells.map((cell): RowCell => {
    const result = layoutCell(context, cell, columnSizes, null);
    const size = Math.max(blockSizeOf(result.fragment, writing), result.intrinsicBlockSize);
    return { row: cell.row, span: cell.rowSpan, size, ascent: cellAscent(context, cell, result) };
  });
  sizeRows(rows, cells, blockSpacing);
  return rows;
}

function hasFixedHeight(cell: TableCell, { writing }: TableContext): boolean {
  const { blockSize } = logicalSizes(cell.box.style, writing);
  return cell.rowSpan === 1 && typeof blockSize === 'number' && blockSize > 0;
}

/** §3.11: cells on the baseline; one without a line has the end of its content box there. */
function cellAscent(context: TableContext, cell: TableCell, result: LayoutResult): number | null {
  const { verticalAlign, alignContent } = cell.box.style;
  if (alignContent.position !== 'normal' && alignContent.position !== 'baseline') return null;
  if (verticalAlign === 'top' || verticalAlign === 'middle' || verticalAlign === 'bottom') return null;
  return result.firstBaseline ?? result.intrinsicBlockSize - cellEdges(context, cell, 0).blockEnd;
}

/** §3.10.3: the rows' total, or the table's own height, whose excess the rows get. */
function tableBlockSize(
  context: TableContext,
  space: Space,
  inlineSize: number,
  rows: readonly RowSize[],
  captions: readonly PlacedCaption[],
): number {
  const { box, writing, edges, blockSpacing, grid } = context;
  const open = rows.filter((row) => !row.collapsed).length;
  const spacing = open === 0 ? 0 : blockSpacing * (open + 1);
  const content = (): number => rows.reduce((sum, row) => sum + row.size, spacing + edges.blockSum);

  let target = definiteBlockSize(box, space, writing, edges, inlineSize);
  const sizes = logicalSizes(box.style, writing);
  if (!isDefinite(target) && typeof sizes.minBlockSize === 'number') target = usedLength(sizes.minBlockSize, 0);
  if (space.blockSizing === 'fixed') target -= captions.reduce((sum, { outer }) => sum + outer, 0);
  if (!isDefinite(target)) return content();

  // Percentages first, then the rows of bodies, then all rows.
  const available = target - edges.blockSum - spacing;
  for (const row of rows) {
    if (row.percent === null || row.collapsed) continue;
    row.size = Math.max(row.size, resolveLength({ kind: 'percent', value: row.percent }, available));
  }
  const bodies = rows.filter((_, index) => grid.rows[index].group.style.display === 'table-row-group');
  growRows(bodies.length > 0 ? bodies : rows, target - content(), false);
  return rows.length === 0 ? Math.max(target, content()) : content();
}

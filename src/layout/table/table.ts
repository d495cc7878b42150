/**
 * Table layout: columns, captions, rows, cells.
 *
 * In:  a table box and the space it is offered. Out: its fragment: captions around a grid of row groups, rows and cells.
 *
 * CSS 2.2 §17.5, CSS Tables 3 §3.6–§3.11 https://drafts.csswg.org/css-tables-3/#table-layout-algorithm
 */
import type { Box } from '../box.ts';
import { type Edges, edgePercentBase } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { blockLength, definiteBlockSize } from '../sizing.ts';
import type { Space } from '../space.ts';
import { logicalSizes } from '../writing-mode.ts';
import { captionsBlockSize, layoutCaptions } from './captions.ts';
import { type TableContext, tableContext, tableEdges } from './table-context.ts';
import { buildTable } from './table-fragment.ts';
import { finishRows, measureRows } from './table-rows.ts';
import { tableWidth } from './table-width.ts';

export function layoutTable(box: Box, space: Space): LayoutResult {
  const context = tableContext(box, space);
  const edges = tableEdges(context, edgePercentBase(box, space));

  // §3.9: the table's width, and the columns'.
  const width = tableWidth(context, space, edges);

  // Captions take their part of a height that the table is given.
  const captions = layoutCaptions(context, width.inlineSize);

  // §3.10: heights of rows, then of the table.
  const rows = measureRows(context, width);
  const target = gridBlockSize(context, space, edges, width.inlineSize, captionsBlockSize(captions));
  const content = isDefinite(target) ? Math.max(0, target - edges.blockSum) : INDEFINITE;
  const gone = finishRows(context, rows, content);
  const least = isDefinite(target) && target !== 0 ? target - gone : 0;
  return buildTable({ context, space, edges, width, rows, captions, leastBlockSize: least, collapsedSize: gone });
}

/** §3.10.2: the border-box height that the table's grid is given; INDEFINITE when the rows decide. */
function gridBlockSize(
  { box, writing, grid, ports }: TableContext,
  space: Space,
  edges: Edges,
  inlineSize: number,
  captions: number,
): number {
  // A flex container asks how high the rows are.
  if (space.blockSizing === 'content') return INDEFINITE;
  // In quirks mode a table without rows has no height.
  if (ports.quirks && grid.sections.length === 0) return INDEFINITE;
  const available = isDefinite(space.availableBlock) ? Math.max(0, space.availableBlock - captions) : INDEFINITE;
  const gridSpace = space.with({ availableBlock: available });
  // Differs: a ratio is one of the grid without border and padding, as in Chrome.
  const size = definiteBlockSize(box, gridSpace, writing, edges, inlineSize - edges.inlineSum);
  if (isDefinite(size)) return size;
  const { minBlockSize, maxBlockSize } = logicalSizes(box.style, writing);
  const min = blockLength(minBlockSize, box, gridSpace, writing, edges, INDEFINITE);
  if (min === null) return INDEFINITE;
  const max = blockLength(maxBlockSize, box, gridSpace, writing, edges, INDEFINITE) ?? Number.POSITIVE_INFINITY;
  return Math.max(min, Math.min(edges.blockSum, max));
}

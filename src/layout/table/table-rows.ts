/**
 * Heights of a table's rows and sections: by cells, by cells that span rows, by sections, by the table.
 *
 * In:  a table whose columns have their places, and the height that the table has for its grid.
 * Out: measured cells, rows and sections with their used heights.
 *
 * CSS Tables 3 §3.10 https://drafts.csswg.org/css-tables-3/#computing-the-table-height
 */
import { usedLength } from '../edges.ts';
import { INDEFINITE, isDefinite } from '../layout-unit.ts';
import { logicalSizes } from '../writing-mode.ts';
import { cellExtent } from './column-places.ts';
import { growRows, growSections, type SectionSize } from './distribute-block.ts';
import { type MeasuredCell, type RowSize, sizeRow } from './row.ts';
import { measureCell } from './table-cell.ts';
import type { TableContext } from './table-context.ts';
import type { TableSection } from './table-grid.ts';
import type { TableWidth } from './table-width.ts';

export interface TableRows {
  /** By cell index. */
  readonly cells: readonly MeasuredCell[];
  readonly rows: readonly RowSize[];
  readonly sections: readonly SectionSize[];
}

/** §3.10.1: every row by its cells, then by cells that span it, then by its section. */
export function measureRows(context: TableContext, width: TableWidth): TableRows {
  const { grid, writing } = context;
  const cells: MeasuredCell[] = [];
  const rows: RowSize[] = [];
  const sections: SectionSize[] = [];
  for (const section of grid.sections) {
    const end = section.firstRow + section.rowCount;
    const isCollapsed = section.box.style.visibility === 'collapse';
    const spanning: MeasuredCell[] = [];
    let percentLeft = 100;
    for (let at = section.firstRow; at < end; at++) {
      const row = grid.rows[at]!;
      const measured = row.cells.map((cell) =>
        measureCell(context, cell, cellExtent(width.places, cell), width.measuredPercent),
      );
      for (const each of measured) {
        cells.push(each);
        if (each.cell.rowSpan > 1) spanning.push(each);
      }
      const size = sizeRow(row, measured, writing, isCollapsed || row.box.style.visibility === 'collapse');
      if (size.percent !== null) {
        size.percent = Math.min(size.percent, percentLeft);
        percentLeft -= size.percent;
      }
      rows.push(size);
    }
    sections.push(sizeSection(context, section, rows, spanning));
  }
  return { cells, rows, sections };
}

function sizeSection(
  { writing, blockSpacing }: TableContext,
  section: TableSection,
  rows: readonly RowSize[],
  spanning: MeasuredCell[],
): SectionSize {
  const own = rows.slice(section.firstRow, section.firstRow + section.rowCount);
  // Differs: what spanning cells add does not count when the table's height is shared among sections, as in Chrome.
  let size = own.reduce((sum, row) => sum + row.size, blockSpacing * Math.max(0, own.length - 1));
  spanning.sort(({ cell: a }, { cell: b }) => a.rowSpan - b.rowSpan || a.row - b.row);
  for (const { cell, contentSize, ownSize } of spanning) {
    const spanned = rows.slice(cell.row, cell.row + cell.rowSpan);
    growRows(spanned, Math.max(contentSize, ownSize ?? 0), blockSpacing, INDEFINITE, true);
  }
  const { blockSize } = logicalSizes(section.box.style, writing);
  if (typeof blockSize === 'number') {
    const length = usedLength(blockSize, 0);
    if (length > size) {
      growRows(own, length, blockSpacing, length, false);
      size = length;
    }
  }
  const percent = typeof blockSize === 'object' && blockSize.kind === 'percent' ? blockSize.value : null;
  const { firstRow, rowCount, isBody } = section;
  return { firstRow, rowCount, isBody, percent, constrained: typeof blockSize === 'number' || percent !== null, size };
}

/**
 * §3.10.3: the rows get what the table has more than they need, and collapsed rows go. `target` is the block size of the
 * grid without border and padding, or INDEFINITE. Returns by how much less than the target the grid has to be.
 */
export function finishRows({ blockSpacing }: TableContext, table: TableRows, target: number): number {
  const { rows, sections } = table;
  if (isDefinite(target)) growSections(sections, rows, target, blockSpacing);
  let gone = 0;
  for (const row of rows) {
    if (!row.collapsed) continue;
    gone += row.size + (rows.length > 1 ? blockSpacing : 0);
    row.size = 0;
  }
  return gone;
}

/**
 * What one row of a table comes to: its height, its baseline, and what may make it grow.
 *
 * In:  the cells of a row, laid out in their columns with the height of their content.
 * Out: the least height of the row, and the baseline that its cells share.
 *
 * CSS Tables 3 §3.10.1, §3.10.5 https://drafts.csswg.org/css-tables-3/#row-layout
 */
import type { Size } from '../../style/length.ts';
import { blockSizeOf } from '../child-space.ts';
import { usedLength } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { isOrthogonal, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { isBaselineAligned } from './cell-alignment.ts';
import type { TableCell, TableRow } from './table-grid.ts';

export interface RowSize {
  /** Used block size; zero once it has collapsed. */
  size: number;
  readonly baseline: RowBaseline;
  percent: number | null;
  /** The row or one of its cells has a height of its own. */
  readonly constrained: boolean;
  readonly hasSpanStart: boolean;
  readonly collapsed: boolean;
}

/** A cell with its content's height. */
export interface MeasuredCell {
  readonly cell: TableCell;
  readonly result: LayoutResult;
  /** Border-box block size along the table's block axis. */
  readonly contentSize: number;
  /** The border-box height that the style gives; `null` without one. */
  readonly ownSize: number | null;
  /** Border and padding at the end. */
  readonly endEdges: number;
  /** Something in the cell looks at the height that the cell gets from its rows. */
  readonly looksAtHeight: boolean;
  /** How far flow layout has already moved the content. */
  readonly shift: number;
}

export function sizeRow(row: TableRow, cells: readonly MeasuredCell[], writing: Writing, collapsed: boolean): RowSize {
  const { blockSize } = logicalSizes(row.box.style, writing);
  const ownPercent = percentOf(blockSize);
  let size = typeof blockSize === 'number' ? usedLength(blockSize, 0) : 0;
  let percent = ownPercent;
  let constrained = typeof blockSize === 'number' || ownPercent !== null;
  let hasSpanStart = false;
  const baseline = new RowBaseline();
  for (const measured of cells) {
    const { cell, contentSize, ownSize } = measured;
    baseline.add(measured, measured.result, writing);
    if (cell.rowSpan > 1) {
      hasSpanStart = true;
      continue;
    }
    const cellPercent = percentOf(logicalSizes(cell.box.style, writing).blockSize);
    if (cellPercent !== null) percent = Math.max(percent ?? 0, cellPercent);
    constrained ||= ownSize !== null || cellPercent !== null;
    size = Math.max(size, contentSize, ownSize ?? 0);
  }
  size = Math.max(size, baseline.blockSize);
  return { size, baseline, percent, constrained, hasSpanStart, collapsed };
}

function percentOf(size: Size): number | null {
  return typeof size === 'object' && size.kind === 'percent' ? size.value : null;
}

/** §3.10.5: cells on the baseline stand on the lowest one; without any, the row stands on its cells' content. */
export class RowBaseline {
  #ascent: number | null = null;
  #descent: number | null = null;
  #fallback: number | null = null;
  #looks = false;
  #fallbackLooks = false;

  add({ cell, endEdges, looksAtHeight }: MeasuredCell, result: LayoutResult, writing: Writing): void {
    const { fragment } = result;
    const isEmpty = fragment.children.length === 0 && result.outOfFlow.length === 0;
    // Cells whose lines run across those of the row have no baseline in it.
    const isAcross = isOrthogonal(writing, writingOf(cell.box.style));
    if (!isEmpty && !isAcross && isBaselineAligned(cell.box.style)) {
      const ascent = result.firstBaseline ?? result.intrinsicBlockSize - endEdges;
      this.#ascent = Math.max(this.#ascent ?? Number.NEGATIVE_INFINITY, ascent);
      // Negative where content overflows the cell. Cells that span rows have room below.
      const descent = cell.rowSpan === 1 ? blockSizeOf(fragment, writing) - ascent : 0;
      this.#descent = Math.max(this.#descent ?? Number.NEGATIVE_INFINITY, descent);
      this.#looks ||= looksAtHeight;
    }
    if (this.#ascent === null) {
      this.#fallback = Math.min(this.#fallback ?? Number.POSITIVE_INFINITY, endEdges);
      this.#fallbackLooks ||= looksAtHeight;
    }
  }

  /** What the cells on the baseline take together. */
  get blockSize(): number {
    return this.#ascent === null ? 0 : this.#ascent + (this.#descent ?? 0);
  }

  /** The baseline depends on heights in cells that are percentages of the cells'. */
  get looksAtHeight(): boolean {
    if (this.#ascent !== null) return this.#looks;
    return this.#fallback !== null && this.#fallbackLooks;
  }

  /** From the row's start, once it is known how high the row is. */
  at(rowSize: number): number {
    if (this.#ascent !== null) return this.#ascent;
    return this.#fallback === null ? 0 : Math.max(0, rowSize - this.#fallback);
  }
}

/**
 * A table before its width is known: grid, borders, spacing, columns, and its intrinsic sizes.
 *
 * What is found here does not depend on the space that the table is offered. It is kept with the intrinsic sizes of the
 * table box, so that it is computed once for measuring and layout, and goes when they go (see cache.ts).
 *
 * CSS Tables 3 §3.7–§3.9 https://drafts.csswg.org/css-tables-3/
 */
import type { Box, IntrinsicSizes } from '../box.ts';
import { Edges, usedEdges, usedLength } from '../edges.ts';
import { outerContribution } from '../intrinsic.ts';
import { INDEFINITE, toUnit } from '../layout-unit.ts';
import type { LayoutPorts, Space } from '../space.ts';
import { type LogicalSides, logicalSizes, type Writing, writingOf } from '../writing-mode.ts';
import { type CollapsedBorders, collapseBorders } from './collapsed-borders.ts';
import type { Column } from './column.ts';
import { measureColumns, tableColumns } from './column-measures.ts';
import { type TableGrid, tableGrid } from './table-grid.ts';

export interface TableContext {
  readonly box: Box;
  readonly ports: LayoutPorts;
  readonly writing: Writing;
  readonly grid: TableGrid;
  readonly collapsed: CollapsedBorders | null;
  /** Between columns and at both ends; zero in the collapsing model. */
  readonly inlineSpacing: number;
  readonly blockSpacing: number;
  readonly isFixed: boolean;
  readonly columns: readonly Column[];
  /** The least inline size that captions take, with their margins. */
  readonly captionMin: number;
  /** By column: the space in which a cell was measured last. Faster: the next one mostly has the same. */
  readonly cellSpaces: (Space | undefined)[];
}

/** Chrome's limit: the width of a table whose percentages leave no room for the other columns. */
const ENDLESS = 1_000_000;

const NO_SIDES: LogicalSides<number> = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

class TableSizes implements IntrinsicSizes {
  readonly min: number;
  readonly max: number;
  readonly dependsOnBlock = false;
  readonly edges: Edges;
  readonly context: TableContext;

  constructor(min: number, max: number, edges: Edges, context: TableContext) {
    this.min = min;
    this.max = max;
    this.edges = edges;
    this.context = context;
  }
}

/** Border-box min-content and max-content inline sizes of a table. */
export function tableIntrinsicSizes(box: Box, ports: LayoutPorts): IntrinsicSizes {
  const context = makeContext(box, ports);
  const edges = tableEdges(context, 0);
  const { min, max } = gridSizes(context, edges, false);
  const endless = context.isFixed && isPercentage(logicalSizes(box.style, context.writing).inlineSize);
  return new TableSizes(
    Math.max(min, context.captionMin),
    endless ? Math.max(min, ENDLESS) : Math.max(max, context.captionMin),
    edges,
    context,
  );
}

function isPercentage(size: unknown): boolean {
  return typeof size === 'object';
}

export function tableContext(box: Box, space: Space): TableContext {
  const sizes = space.intrinsicSizes(box, INDEFINITE);
  return sizes instanceof TableSizes ? sizes.context : makeContext(box, space.ports);
}

function makeContext(box: Box, ports: LayoutPorts): TableContext {
  const { style } = box;
  const writing = writingOf(style);
  const { inlineSize } = logicalSizes(style, writing);
  const isFixed = style.tableLayout === 'fixed' && inlineSize !== 'auto' && inlineSize !== 'max-content';
  const grid = tableGrid(box, isFixed);
  const columns = tableColumns(grid, writing, isFixed);
  const collapses = style.borderCollapse === 'collapse';
  const collapsed = collapses ? collapseBorders(box, grid, columns.length, writing) : null;
  const inlineSpacing = collapses ? 0 : usedLength(style.borderSpacingX, 0);
  const cellBorders = collapsed?.cells ?? null;
  measureColumns(columns, { grid, writing, ports, isFixed, spacing: inlineSpacing, cellBorders });
  return {
    box,
    ports,
    writing,
    grid,
    collapsed,
    inlineSpacing,
    blockSpacing: collapses ? 0 : usedLength(style.borderSpacingY, 0),
    isFixed,
    columns,
    captionMin: grid.captions.reduce(
      (most, caption) => Math.max(most, outerContribution(caption, writing, ports, INDEFINITE).min),
      0,
    ),
    cellSpaces: [],
  };
}

/** Border and padding of the table; in the collapsing model half of the outer borders, and no padding. */
export function tableEdges({ box, writing, collapsed }: TableContext, percentBase: number): Edges {
  if (collapsed !== null) return new Edges(collapsed.table, NO_SIDES);
  return usedEdges(box.style, writing, percentBase);
}

/** Room along the inline axis that columns cannot have. */
export function spacingSum({ columns, inlineSpacing }: TableContext): number {
  const taking = columns.reduce((count, { mergeable }) => count + (mergeable ? 0 : 1), 0);
  return inlineSpacing * (2 + Math.max(0, taking - 1));
}

/**
 * §3.9.1: GRIDMIN and GRIDMAX, as border boxes. Percentages make the maximum as wide as it has to be for the columns
 * without one to have the rest of the width, or for the widest content to be its percentage.
 */
export function gridSizes(
  context: TableContext,
  edges: Edges,
  isLayout: boolean,
): { readonly min: number; readonly max: number } {
  const { columns, isFixed } = context;
  let min = 0;
  let max = 0;
  let plain = 0;
  let percentSum = 0;
  let byPercent = 0;
  for (const column of columns) {
    min += isFixed && column.constrained && column.percent === null ? column.max : column.min;
    max += column.max;
    percentSum += column.percent ?? 0;
    if (column.percent === null || column.percent <= 0) plain += column.max;
    else if (column.max > 0) {
      byPercent = Math.max(byPercent, toUnit((100 / column.percent) * (column.max - column.percentEdges)));
    }
  }
  if (percentSum > 0 && usesPercentages(context, isLayout)) {
    const rest = 100 - Math.min(percentSum, 100);
    const byRest = plain === 0 ? 0 : rest === 0 ? ENDLESS : toUnit((100 / rest) * plain);
    max = Math.max(max, byRest, byPercent);
  }
  const outer = edges.inlineSum + spacingSum(context);
  return { min: min + outer, max: Math.max(min, max) + outer };
}

/** While a cell, flex or grid item is measured, percentages of a table in it do not make it wider. */
function usesPercentages({ box, writing }: TableContext, isLayout: boolean): boolean {
  if (logicalSizes(box.style, writing).inlineSize === 'max-content') return false;
  if (isLayout) return true;
  for (let at = box.parent; at !== null; at = at.parent) {
    if (at.kind === 'table-cell' || at.kind === 'flex' || at.kind === 'grid') return false;
  }
  return true;
}

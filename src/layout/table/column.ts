/**
 * What one column of a table asks for: minimum, maximum, fixed width or percentage.
 *
 * In:  the style of <col> and <colgroup>, and what cells of the column ask for. Out: the column's own measures.
 *
 * CSS Tables 3 §3.8.1 https://drafts.csswg.org/css-tables-3/#computing-column-measures
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import type { MaxSize, Size } from '../../style/length.ts';
import { usedLength } from '../edges.ts';
import { toUnit } from '../layout-unit.ts';
import { logicalSizes, type Writing } from '../writing-mode.ts';

/** What one cell, or all cells of a column together, ask for. Sizes are border boxes. */
export interface CellMeasure {
  min: number;
  max: number;
  percent: number | null;
  /** Border and padding that come on top of the percentage. */
  percentEdges: number;
  /** A width was given. */
  constrained: boolean;
}

export interface Column {
  min: number;
  max: number;
  /** Percentage of the table's width; `null` when it has none. */
  percent: number | null;
  percentEdges: number;
  /** A fixed width was given: it grows after the columns without one. */
  constrained: boolean;
  /** 'visibility: collapse'. */
  readonly collapsed: boolean;
  /** Nothing begins in the column and it has no width: it takes no room, not even for spacing. */
  mergeable: boolean;
  /** Whether `min` and `max` were given by something yet. */
  minKnown: boolean;
  maxKnown: boolean;
}

/** A column that no element describes. */
export function emptyColumn(isFixed: boolean): Column {
  return {
    min: 0,
    max: 0,
    percent: null,
    percentEdges: 0,
    constrained: false,
    collapsed: false,
    mergeable: !isFixed,
    minKnown: false,
    maxKnown: false,
  };
}

/** A column as its <col> or <colgroup> describes it; `fallback` is the width of the group around a <col>. */
export function styledColumn(
  style: ComputedStyle,
  writing: Writing,
  isFixed: boolean,
  fallback: number | null,
): Column {
  const sizes = inlineSizesOf(style, writing, 0);
  let width = sizes.size ?? fallback;
  if (width !== null && sizes.min !== null) width = Math.max(width, sizes.min);
  const percent = sizes.percent === 0 ? null : sizes.percent;
  return {
    min: sizes.min ?? 0,
    max: width ?? 0,
    percent,
    percentEdges: 0,
    constrained: width !== null,
    collapsed: style.visibility === 'collapse',
    mergeable: !isFixed && (width ?? 0) === 0 && percent === null,
    minKnown: true,
    maxKnown: width !== null,
  };
}

export interface InlineSizes {
  readonly size: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly percent: number | null;
}

/** The sizing properties along the table's inline axis, as border boxes; `null` for what the style does not give. */
export function inlineSizesOf(style: ComputedStyle, writing: Writing, edges: number): InlineSizes {
  const { inlineSize, minInlineSize, maxInlineSize } = logicalSizes(style, writing);
  if (typeof inlineSize === 'string' && typeof minInlineSize === 'string' && typeof maxInlineSize === 'string') {
    return NO_SIZES;
  }
  const min = outerSize(minInlineSize, style, edges);
  const max = outerSize(maxInlineSize, style, edges);
  const limit = percentOf(maxInlineSize);
  const percent = percentOf(inlineSize);
  return {
    size: outerSize(inlineSize, style, edges),
    min,
    max: max === null || min === null ? max : Math.max(min, max),
    percent: percent === null || limit === null ? percent : Math.min(percent, limit),
  };
}

const NO_SIZES: InlineSizes = { size: null, min: null, max: null, percent: null };

function outerSize(size: Size | MaxSize, style: ComputedStyle, edges: number): number | null {
  if (typeof size !== 'number') return null;
  const length = usedLength(size, 0);
  return style.boxSizing === 'border-box' ? Math.max(length, edges) : length + edges;
}

/** A percentage, also one that is written as a calculation. */
function percentOf(size: Size | MaxSize): number | null {
  if (typeof size !== 'object') return null;
  if (size.kind === 'percent') return size.value;
  if (size.kind !== 'calc' || size.evaluate(0) !== 0) return null;
  const whole = size.evaluate(100);
  return size.evaluate(200) === 2 * whole ? whole : null;
}

/** Two cells of one column: a fixed width outweighs the content of the other. */
export function mergeCells(into: CellMeasure, cell: CellMeasure): void {
  into.min = Math.max(into.min, cell.min);
  if (into.constrained === cell.constrained) into.max = Math.max(into.max, cell.max);
  else if (into.constrained) into.max = Math.max(into.max, cell.min);
  else into.max = Math.max(into.min, cell.max);
  into.constrained ||= cell.constrained;
  takePercent(into, cell);
}

export function addToColumn(column: Column, cell: CellMeasure, isFixed: boolean): void {
  // In a fixed layout the width of a <col> settles it.
  if (isFixed && column.constrained) return;
  if (!isFixed) column.mergeable = false;
  column.min = Math.max(column.min, cell.min);
  column.max = Math.max(column.max, column.constrained && !cell.constrained ? cell.min : cell.max, column.min);
  column.minKnown = true;
  column.maxKnown = true;
  column.constrained ||= cell.constrained;
  takePercent(column, cell);
}

function takePercent(into: CellMeasure | Column, cell: CellMeasure): void {
  if (cell.percent === null || cell.percent <= (into.percent ?? -1)) return;
  into.percent = cell.percent;
  into.percentEdges = cell.percentEdges;
}

/** What a percentage comes to in a table of this width. */
export function percentSize({ percent, percentEdges, min }: Column, tableWidth: number): number {
  return Math.max(min, toUnit(((percent ?? 0) * tableWidth) / 100) + percentEdges);
}

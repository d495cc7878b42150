/**
 * Areas of absolutely positioned boxes whose containing block is a grid container, and static positions.
 *
 * In:  a sized grid and an out-of-flow box. Out: the rectangle between the lines it names; 'auto' lines, and lines that
 *      the grid does not have, are the edges of the padding box.
 *
 * CSS Grid 2 §11 https://drafts.csswg.org/css-grid-2/#abspos
 */
import type { GridLine } from '../../style/computed-style.ts';
import type { Box } from '../box.ts';
import type { Edges } from '../edges.ts';
import type { LogicalRect, StaticPosition } from '../fragment-builder.ts';
import { writingOf } from '../writing-mode.ts';
import type { AxisName } from './axis-name.ts';
import { selfAlignment } from './grid-align.ts';
import type { Grid } from './grid-tree.ts';
import { isAutoLine, resolvePlacement } from './lines.ts';

/** From the border-box start corner of the container, whose border-box sizes are given. */
export function positionedArea(grid: Grid, box: Box, edges: Edges, inlineSize: number, blockSize: number): LogicalRect {
  const { style } = box;
  const { border } = edges;
  const inline = areaAlong(grid, 'inline', style.gridColumnStart, style.gridColumnEnd, edges.inlineStart, {
    start: border.inlineStart,
    end: inlineSize - border.inlineEnd,
  });
  const block = areaAlong(grid, 'block', style.gridRowStart, style.gridRowEnd, edges.blockStart, {
    start: border.blockStart,
    end: blockSize - border.blockEnd,
  });
  return {
    inlineOffset: inline.start,
    blockOffset: block.start,
    inlineSize: Math.max(0, inline.end - inline.start),
    blockSize: Math.max(0, block.end - block.start),
  };
}

/** All tracks, from the border-box start corner. */
export function tracksArea(grid: Grid, edges: Edges): LogicalRect {
  const { inline, block } = grid;
  const inlineStart = startEdge(inline.positions, 0);
  const blockStart = startEdge(block.positions, 0);
  return {
    inlineOffset: edges.inlineStart + inlineStart,
    blockOffset: edges.blockStart + blockStart,
    inlineSize: endEdge(inline.positions, inline.positions.count) - inlineStart,
    blockSize: endEdge(block.positions, block.positions.count) - blockStart,
  };
}

interface Side {
  readonly start: number;
  readonly end: number;
}

function areaAlong(grid: Grid, axis: AxisName, from: GridLine, to: GridLine, content: number, padding: Side): Side {
  const { template, before, count, positions } = grid.axis(axis);
  const { range } = resolvePlacement(from, to, template);
  if (range === null) return padding;
  const start = range.start + before;
  const end = range.end + before;
  const hasStart = !isAutoLine(from) && start >= 0 && start <= count;
  const hasEnd = !isAutoLine(to) && end >= 0 && end <= count;
  return {
    start: hasStart ? content + startEdge(positions, start) : padding.start,
    end: hasEnd ? content + endEdge(positions, end) : padding.end,
  };
}

type Positions = Grid['inline']['positions'];

/** The line at the start of a track: after the gap. The last line has no track after it. */
function startEdge(positions: Positions, line: number): number {
  if (positions.count === 0) return 0;
  return line === positions.count ? positions.endOf(line - 1) : positions.startOf(line);
}

function endEdge(positions: Positions, line: number): number {
  if (positions.count === 0) return 0;
  return line === 0 ? positions.startOf(0) : positions.endOf(line - 1);
}

/** Where an out-of-flow child would be as the only item of an area (§11.2). */
export function staticPosition(grid: Grid, box: Box, area: LogicalRect): StaticPosition {
  const own = writingOf(box.style);
  return {
    box,
    ...area,
    alignInline: selfAlignment(grid.box, box, 'inline', grid.writing, own).edge,
    alignBlock: selfAlignment(grid.box, box, 'block', grid.writing, own).edge,
    safeInline: box.style.justifySelf.overflow === 'safe',
    safeBlock: box.style.alignSelf.overflow === 'safe',
  };
}

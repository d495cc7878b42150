/**
 * The grid of a container: its axes and its items with their areas, and inside items the subgrids that share its tracks.
 *
 * In:  a grid container with its content sizes, and what it takes over if it is a subgrid.
 * Out: everything that does not depend on the content's sizes.
 *
 * CSS Grid 2 §7, §8, §9 https://drafts.csswg.org/css-grid-2/
 */
import type { Box } from '../box.ts';
import type { LayoutPorts } from '../space.ts';
import type { Writing } from '../writing-mode.ts';
import { type AxisLimits, automaticRepetitions } from './auto-repeat.ts';
import type { AxisName } from './axis-name.ts';
import { usedGap } from './gaps.ts';
import { GridAxis, type InheritedTracks } from './grid-axis.ts';
import { GridItem } from './grid-item.ts';
import { resolvePlacement } from './lines.ts';
import { type GridPlacement, placeItems } from './place.ts';
import type { Inheritance } from './subgrid.ts';
import { type AreaRanges, type AxisTemplate, areaRanges, expandTemplate } from './template.ts';

/** Items in subgrids that are nested deeper do not size tracks this far out: a page must not make us build trees of trees. */
const MAX_SUBGRID_DEPTH = 16;

export class Grid {
  readonly box: Box;
  readonly ports: LayoutPorts;
  readonly writing: Writing;
  readonly inline: GridAxis;
  readonly block: GridAxis;
  readonly items: readonly GridItem[];
  readonly hasSubgrids: boolean;
  /** How many grids around it are part of the same layout. */
  readonly depth: number;

  constructor(
    box: Box,
    ports: LayoutPorts,
    writing: Writing,
    inline: GridAxis,
    block: GridAxis,
    items: readonly GridItem[],
    depth: number,
  ) {
    this.box = box;
    this.ports = ports;
    this.writing = writing;
    this.inline = inline;
    this.block = block;
    this.items = items;
    this.depth = depth;
    this.hasSubgrids = depth < MAX_SUBGRID_DEPTH && items.some((item) => item.isSubgrid);
  }

  axis(name: AxisName): GridAxis {
    return name === 'inline' ? this.inline : this.block;
  }
}

export interface GridFrame {
  readonly box: Box;
  readonly ports: LayoutPorts;
  readonly writing: Writing;
  /** Content-box sizes of the container. */
  readonly inline: AxisLimits;
  readonly block: AxisLimits;
  readonly inheritance: Inheritance;
  /** Size containment: the grid is made as if it were empty. */
  readonly ignoresItems: boolean;
  readonly depth: number;
}

export function buildGrid(frame: GridFrame): Grid {
  const { box, writing, inheritance } = frame;
  const { style } = box;
  const areas = areaRanges(style.gridTemplateAreas);
  const columns = axisTemplate(frame, 'inline', areas.columns, inheritance.inline);
  const rows = axisTemplate(frame, 'block', areas.rows, inheritance.block);
  const children = frame.ignoresItems ? [] : orderedChildren(box);
  const placement = placeChildren(box, children, rows, columns, inheritance);
  const inline = new GridAxis('inline', columns, placement.columns, frame.inline, gapOf(frame, 'inline'));
  const block = new GridAxis('block', rows, placement.rows, frame.block, gapOf(frame, 'block'));
  if (inheritance.inline !== null) inline.inherit(inheritance.inline);
  if (inheritance.block !== null) block.inherit(inheritance.block);
  const items = children.map(
    (child, index) =>
      new GridItem(box, child, writing, placement.items[index]!, placement.rows.start, placement.columns.start),
  );
  return new Grid(box, frame.ports, writing, inline, block, items, frame.depth);
}

function axisTemplate(
  frame: GridFrame,
  axis: AxisName,
  areas: AreaRanges,
  inherited: InheritedTracks | null,
): AxisTemplate {
  if (inherited !== null) return inherited.template;
  const { style } = frame.box;
  const list = axis === 'inline' ? style.gridTemplateColumns : style.gridTemplateRows;
  const repetitions = automaticRepetitions(list, frame[axis], gapOf(frame, axis));
  return expandTemplate(list, repetitions, areas, areaTracks(style.gridTemplateAreas, axis));
}

function areaTracks(areas: readonly (readonly string[])[], axis: AxisName): number {
  return axis === 'block' ? areas.length : areas.reduce((most, row) => Math.max(most, row.length), 0);
}

function gapOf(frame: GridFrame, axis: AxisName): number {
  return usedGap(frame.box.style, axis, frame[axis].size, 0);
}

function orderedChildren(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some(({ style }) => style.order !== 0)) children.sort((a, b) => a.style.order - b.style.order);
  return children;
}

function placeChildren(
  box: Box,
  children: readonly Box[],
  rows: AxisTemplate,
  columns: AxisTemplate,
  inheritance: Inheritance,
): GridPlacement {
  const placements = children.map(({ style }) => ({
    row: resolvePlacement(style.gridRowStart, style.gridRowEnd, rows),
    column: resolvePlacement(style.gridColumnStart, style.gridColumnEnd, columns),
  }));
  return placeItems(
    placements,
    box.style.gridAutoFlow,
    { count: rows.count, closed: inheritance.block !== null },
    { count: columns.count, closed: inheritance.inline !== null },
  );
}

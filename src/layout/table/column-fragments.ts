/**
 * Boxes of <col> and <colgroup>: as wide as their columns, as high as the row groups together.
 *
 * CSS Tables 3 §3.11 https://drafts.csswg.org/css-tables-3/#bounding-box-assignment. Columns without a width have no
 * height either, and those that the table has no room for stand at the corner of what they are in, as in Chrome.
 */
import type { Box } from '../box.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { Space } from '../space.ts';
import { type ColumnPlace, extentOf } from './column-places.ts';
import type { ColumnElement } from './table-grid.ts';
import { finishPart, partBuilder } from './table-part.ts';

/** The row groups, from the corner of the table. */
export interface ColumnArea {
  readonly inlineStart: number;
  readonly blockStart: number;
  readonly blockSize: number;
  /** The inline offset that is on the left of the page: what has no place in the table stands there. */
  readonly cornerInline: number;
}

export function addColumns(
  builder: FragmentBuilder,
  elements: readonly ColumnElement[],
  places: readonly ColumnPlace[],
  area: ColumnArea,
  space: Space,
): void {
  for (let start = 0; start < elements.length; ) {
    const { group, box } = elements[start]!;
    const end = endOfRun(elements, start, elements.length, (element) =>
      group === null ? element.box === box : element.group === group,
    );
    if (group === null) addColumn(builder, box!, places, start, end, 0, area, space);
    else addGroup(builder, group, elements, places, start, end, area, space);
    start = end;
  }
}

function addGroup(
  builder: FragmentBuilder,
  group: Box,
  elements: readonly ColumnElement[],
  places: readonly ColumnPlace[],
  start: number,
  end: number,
  area: ColumnArea,
  space: Space,
): void {
  const { inlineOffset, blockOffset, inlineSize, blockSize } = columnRect(places, start, end, 0, area);
  const inner = partBuilder(group, space);
  const innerArea = {
    inlineStart: 0,
    blockStart: 0,
    blockSize: area.blockSize,
    cornerInline: area.cornerInline === 0 ? 0 : inlineSize,
  };
  for (let at = start; at < end; ) {
    const { box } = elements[at]!;
    const columnEnd = endOfRun(elements, at, end, (element) => element.box === box);
    if (box !== null) addColumn(inner, box, places, at, columnEnd, places[start]?.offset ?? 0, innerArea, space);
    at = columnEnd;
  }
  builder.addChild(finishPart(inner, inlineSize, blockSize, null, null), inlineOffset, blockOffset);
}

function addColumn(
  builder: FragmentBuilder,
  box: Box,
  places: readonly ColumnPlace[],
  start: number,
  end: number,
  origin: number,
  area: ColumnArea,
  space: Space,
): void {
  const { inlineOffset, blockOffset, inlineSize, blockSize } = columnRect(places, start, end, origin, area);
  builder.addChild(finishPart(partBuilder(box, space), inlineSize, blockSize, null, null), inlineOffset, blockOffset);
}

interface ColumnRect {
  readonly inlineOffset: number;
  readonly blockOffset: number;
  readonly inlineSize: number;
  readonly blockSize: number;
}

function columnRect(
  places: readonly ColumnPlace[],
  start: number,
  end: number,
  origin: number,
  area: ColumnArea,
): ColumnRect {
  if (start >= places.length) return { inlineOffset: area.cornerInline, blockOffset: 0, inlineSize: 0, blockSize: 0 };
  const inlineSize = extentOf(places, start, end);
  const inlineOffset = area.inlineStart + places[start]!.offset - origin;
  if (inlineSize === 0) return { inlineOffset, blockOffset: 0, inlineSize, blockSize: 0 };
  return { inlineOffset, blockOffset: area.blockStart, inlineSize, blockSize: area.blockSize };
}

function endOfRun(
  elements: readonly ColumnElement[],
  start: number,
  limit: number,
  belongs: (element: ColumnElement) => boolean,
): number {
  let end = start + 1;
  while (end < limit && belongs(elements[end]!)) end++;
  return end;
}

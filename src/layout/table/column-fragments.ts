/**
 * Boxes of <col> and <colgroup>: as wide as their columns, as high as the rows together.
 *
 * CSS Tables 3 §3.11 https://drafts.csswg.org/css-tables-3/#bounding-box-assignment
 */
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { Space } from '../space.ts';
import { type ColumnPlace, extentOf } from './column-places.ts';
import type { ColumnElement } from './table-grid.ts';
import { finishPart, partBuilder } from './table-part.ts';

export interface ColumnArea {
  readonly inlineStart: number;
  readonly blockStart: number;
  readonly blockSize: number;
}

export function addColumns(
  builder: FragmentBuilder,
  elements: readonly ColumnElement[],
  places: readonly ColumnPlace[],
  area: ColumnArea,
  space: Space,
): void {
  const shown = elements.slice(0, places.length);
  eachRun(
    shown,
    ({ group, box }) => group ?? box,
    (start, end) => {
      const { group } = shown[start]!;
      if (group === null) {
        addRun(builder, shown, places, start, end, area.inlineStart, area.blockStart, area.blockSize, space);
        return;
      }
      const inner = partBuilder(group, space);
      addRun(inner, shown, places, start, end, -places[start]!.offset, 0, area.blockSize, space);
      const result = finishPart(inner, extentOf(places, start, end), area.blockSize, null, null);
      builder.addChild(result, area.inlineStart + places[start]!.offset, area.blockStart);
    },
  );
}

/** The <col> boxes among some columns. */
function addRun(
  builder: FragmentBuilder,
  elements: readonly ColumnElement[],
  places: readonly ColumnPlace[],
  from: number,
  to: number,
  inlineStart: number,
  blockStart: number,
  blockSize: number,
  space: Space,
): void {
  eachRun(
    elements.slice(from, to),
    ({ box }) => box,
    (start, end) => {
      const { box } = elements[from + start]!;
      if (box === null) return;
      const size = extentOf(places, from + start, from + end);
      const result = finishPart(partBuilder(box, space), size, blockSize, null, null);
      builder.addChild(result, inlineStart + places[from + start]!.offset, blockStart);
    },
  );
}

/** Calls back for each run of neighbours that belong together. */
function eachRun<T>(items: readonly T[], keyOf: (item: T) => unknown, visit: (start: number, end: number) => void): void {
  for (let start = 0; start < items.length; ) {
    const key = keyOf(items[start]!);
    let end = start + 1;
    while (end < items.length && keyOf(items[end]!) === key) end++;
    visit(start, end);
    start = end;
  }
}

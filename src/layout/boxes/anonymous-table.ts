/**
 * Missing parts of tables.
 *
 * In:  boxes whose 'display' is a part of a table, with or without the parents and children it needs.
 * Out: tables of captions, columns and row groups; row groups of rows; rows of cells.
 *
 * CSS 2.2 §17.2.1 https://www.w3.org/TR/CSS22/tables.html#anonymous-boxes, CSS Tables 3 §3.2. White space between parts
 * has made no box (box-tree.ts), so parts that follow each other in the document are next to each other here.
 */

import type { Box } from '../box.ts';
import type { Arrangement } from './arrange.ts';
import { isTablePart } from './box-kind.ts';

/** Generates missing parents: parts of tables outside of a table are given one. */
export function wrapTableParts(arrangement: Arrangement, parent: Box, display: 'table' | 'inline-table'): void {
  if (!parent.children.some((child) => isTablePart(child.kind))) return;
  const wrapped = wrapRuns(
    parent.children,
    (child) => isTablePart(child.kind),
    (run) => arrangement.wrap(parent, display, run),
  );
  parent.replaceChildren(wrapped);
}

/**
 * A table's captions, then its columns, then its row groups as they are seen: the first header group comes first, the
 * first footer group last (CSS 2.2 §17.2).
 */
export function arrangeTable(arrangement: Arrangement, table: Box): void {
  const captions: Box[] = [];
  const columns: Box[] = [];
  const groups: Box[] = [];
  for (const child of withRowGroups(arrangement, table)) {
    if (child.kind === 'table-caption') captions.push(child);
    else if (child.kind === 'table-row-group') groups.push(child);
    else columns.push(child);
  }
  const header = groups.find((group) => group.style.display === 'table-header-group' && !group.isAnonymous);
  const footer = groups.find((group) => group.style.display === 'table-footer-group' && !group.isAnonymous);
  const bodies = groups.filter((group) => group !== header && group !== footer);
  const ordered = [...(header ? [header] : []), ...bodies, ...(footer ? [footer] : [])];
  table.replaceChildren([...captions, ...columns, ...ordered]);
}

/** Generates missing children of a table: first rows around what is no part of a table, then groups around rows. */
function withRowGroups(arrangement: Arrangement, table: Box): readonly Box[] {
  const isProperChild = (child: Box) => isTablePart(child.kind) && child.kind !== 'table-cell';
  const withRows = wrapRuns(
    table.children,
    (child) => !isProperChild(child),
    (run) => arrangement.wrap(table, 'table-row', run),
  );
  return wrapRuns(
    withRows,
    (child) => child.kind === 'table-row',
    (run) => arrangement.wrap(table, 'table-row-group', run),
  );
}

export function arrangeRowGroup(arrangement: Arrangement, group: Box): void {
  if (group.children.every((child) => child.kind === 'table-row')) return;
  const rows = wrapRuns(
    group.children,
    (child) => child.kind !== 'table-row',
    (run) => arrangement.wrap(group, 'table-row', run),
  );
  group.replaceChildren(rows);
}

export function arrangeRow(arrangement: Arrangement, row: Box): void {
  if (row.children.every((child) => child.kind === 'table-cell')) return;
  const cells = wrapRuns(
    row.children,
    (child) => child.kind !== 'table-cell',
    (run) => arrangement.wrap(row, 'table-cell', run),
  );
  row.replaceChildren(cells);
}

/** Whatever is no column is not displayed. */
export function arrangeColumnGroup(group: Box): void {
  group.replaceChildren(group.children.filter((child) => child.kind === 'table-column'));
}

/** Replaces each run of boxes that belong together by one box around them. */
function wrapRuns(boxes: readonly Box[], belongs: (box: Box) => boolean, wrap: (run: Box[]) => Box): Box[] {
  const result: Box[] = [];
  let run: Box[] = [];
  for (const box of boxes) {
    if (belongs(box)) {
      run.push(box);
      continue;
    }
    if (run.length > 0) result.push(wrap(run));
    run = [];
    result.push(box);
  }
  if (run.length > 0) result.push(wrap(run));
  return result;
}

/**
 * Cuts a fragment into the part that one column shows.
 *
 * In:  content laid out in one long column, and a stretch of it.
 * Out: the same boxes, each only as high as its part in the stretch, from the top of the column.
 *
 * CSS Fragmentation 3 §5 https://drafts.csswg.org/css-break-3/#break-decoration
 */
import type { Stretch } from './column-content.ts';
import type { BoxFragment, OutOfFlow, Placed } from './fragment.ts';

/** What one column shows. */
export interface ColumnPart extends Stretch {
  /** Where the next column goes on: margins between the two are dropped. Infinity for the last one. */
  readonly next: number;
  /** Where the column before it ends; minus Infinity for the first one. */
  readonly before: number;
  /** What is left of the column below the cut. Boxes that go on in the next column fill it (§5.1). */
  readonly rest: number;
}

/** The part of the long column that lies in the stretch. */
export function sliceColumn(thread: BoxFragment, part: ColumnPart): BoxFragment {
  const children = sliceChildren(thread.children, 0, part, 0);
  return { ...thread, height: part.end - part.start + part.rest, children };
}

/** `top` is where the parent begins in the long column, `cut` how much of the column is above the parent's part. */
function sliceChildren(children: readonly Placed[], top: number, column: ColumnPart, cut: number): Placed[] {
  const parts: Placed[] = [];
  for (const placed of children) {
    const part = slicePlaced(placed, top + placed.y, column, cut);
    if (part !== null) parts.push(part);
  }
  return parts;
}

function slicePlaced(placed: Placed, start: number, stretch: ColumnPart, cut: number): Placed | null {
  const { fragment, x } = placed;
  const end = start + fragment.height;
  const begins = beginsIn(fragment, start, stretch);
  if (fragment.kind !== 'box' || (begins && start + reachOf(fragment) <= stretch.end)) {
    return begins ? { fragment, x, y: start - stretch.start - cut } : null;
  }
  const from = Math.max(start, stretch.start);
  const to = Math.min(end, stretch.end);
  const offset = Math.min(from, stretch.end) - stretch.start;
  const children = sliceChildren(fragment.children, start, stretch, offset);
  const overlaps = from < to;
  if (!overlaps && !begins && children.length === 0) return null;
  const rest = overlaps && end > stretch.end && fragment.box.style.height === 'auto' ? stretch.rest : 0;
  return { fragment: { ...fragment, height: Math.max(0, to - from) + rest, children }, x, y: offset - cut };
}

/** What has no height fits at the end of a column, and does not begin the next one. */
function beginsIn(
  fragment: Placed['fragment'],
  start: number,
  { start: from, end, next, before }: ColumnPart,
): boolean {
  const isFlat = (fragment.kind === 'box' ? reachOf(fragment) : fragment.height) === 0;
  if (before !== Number.NEGATIVE_INFINITY && start <= from && (start < from || (isFlat && from === before)))
    return false;
  if (isFlat) return start <= end || start < next;
  return start < end || (start === end && next === Number.POSITIVE_INFINITY);
}

/** How far a box and all that is in it reach down. Key: the fragment, which does not change. */
const REACHES = new WeakMap<BoxFragment, number>();

function reachOf(fragment: BoxFragment): number {
  let reach = REACHES.get(fragment);
  if (reach !== undefined) return reach;
  reach = fragment.height;
  for (const { fragment: child, y } of fragment.children) {
    reach = Math.max(reach, y + (child.kind === 'box' ? reachOf(child) : child.height));
  }
  REACHES.set(fragment, reach);
  return reach;
}

/** Out-of-flow boxes whose static position is in the stretch, from the top of the column. */
export function sliceOutOfFlow(
  items: readonly OutOfFlow[],
  stretch: Stretch,
  isFirst: boolean,
  isLast: boolean,
): OutOfFlow[] {
  const kept: OutOfFlow[] = [];
  for (const item of items) {
    const inside = (isFirst || item.y >= stretch.start) && (isLast || item.y < stretch.end);
    if (inside) kept.push({ ...item, y: item.y - stretch.start });
  }
  return kept;
}

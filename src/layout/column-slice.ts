/**
 * Cuts a fragment into the part that one column shows.
 *
 * In:  content laid out in one long column, turned so that y is its block axis, and a stretch of it.
 * Out: the same boxes, each only as high as its part in the stretch, from the top of the column.
 *
 * CSS Fragmentation 3 §5 https://drafts.csswg.org/css-break-3/#break-decoration
 */
import type { Stretch } from './column-content.ts';
import type { BoxFragment, LineFragment, OutOfFlow, Placed } from './fragment.ts';
import { EPSILON } from './layout-unit.ts';
import { logicalSizes, type Writing } from './writing-mode.ts';

/** The columns of one row. */
export interface Columns {
  readonly stretches: readonly Stretch[];
  readonly height: number;
  /** From one column to the next along the x axis of the turned content: negative where lines run towards its start. */
  readonly step: number;
  /** Of the container. */
  readonly writing: Writing;
}

/** What one column shows. */
interface ColumnPart extends Stretch {
  readonly index: number;
  readonly row: Columns;
  /** Where the next column goes on: margins between the two are dropped. Infinity for the last one. */
  readonly next: number;
  /** Where the column before it ends; minus Infinity for the first one. */
  readonly before: number;
  /** What is left of the column below the cut. Boxes that go on in the next column fill it (§5.1). */
  readonly rest: number;
}

/** The part of the long column that one of the columns shows. */
export function sliceColumn(thread: BoxFragment, row: Columns, index: number): BoxFragment {
  const { stretches, height } = row;
  const { start, end } = stretches[index]!;
  const next = stretches[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  const before = stretches[index - 1]?.end ?? Number.NEGATIVE_INFINITY;
  const rest = index === stretches.length - 1 ? 0 : Math.max(0, height - (end - start));
  const part: ColumnPart = { start, end, index, row, next, before, rest };
  const size = end - start + rest;
  return { ...thread, height: size, children: sliceChildren(thread, 0, part, 0, size) };
}

/**
 * `top` is where the parent begins in the long column, `cut` how much of the column is above the parent's part, `size` how
 * high that is.
 */
function sliceChildren(parent: BoxFragment, top: number, column: ColumnPart, cut: number, size: number): Placed[] {
  const parts: Placed[] = [];
  const { children } = parent;
  // Faster: all columns together look at each child about once, and not each column at all of them.
  const { ends, starts } = extentOf(parent);
  const isFirst = column.before === Number.NEGATIVE_INFINITY;
  const from = isFirst ? 0 : firstAbove(ends, column.start - top - EPSILON);
  const to = firstAbove(starts, Math.max(column.end, column.next) - top + EPSILON);
  for (let i = from; i < to; i++) {
    const placed = children[i]!;
    const part = slicePlaced(placed, top + placed.y, column, cut);
    if (part !== null) parts.push(part);
  }
  return top < column.start ? withBreaksBack(parts, parent, top, column, size) : parts;
}

/**
 * Chrome: in the later pieces of a block, the rectangle of a <br> is counted from where its first piece begins. It has no
 * area, so that nothing but the rectangle itself changes.
 */
function withBreaksBack(
  parts: Placed[],
  parent: BoxFragment,
  top: number,
  { index, row }: ColumnPart,
  size: number,
): Placed[] {
  if (!parts.some(hasBreak)) return parts;
  const { stretches, step, height, writing } = row;
  const at = Math.max(
    0,
    stretches.findLastIndex(({ start }) => start <= top + EPSILON),
  );
  const first = stretches[at]!;
  const dx = (at - index) * step;
  let dy = top - first.start;
  // From the left side, also where blocks stack from right to left.
  if (writing.blockReversed) {
    const rest = hasAutoSize(parent, writing) ? Math.max(0, height - (first.end - first.start)) : 0;
    dy += first.end - top + rest - size;
  }
  return parts.map((placed) => (hasBreak(placed) ? withMovedBreaks(placed, dx, dy) : placed));
}

function withMovedBreaks(placed: Placed, dx: number, dy: number): Placed {
  const line = placed.fragment as LineFragment;
  const children = line.children.map((child) =>
    isBreak(child) ? { ...child, x: child.x + dx, y: child.y + dy } : child,
  );
  return { ...placed, fragment: { ...line, children } };
}

function hasBreak({ fragment }: Placed): boolean {
  return fragment.kind === 'line' && fragment.children.some(isBreak);
}

function isBreak({ fragment }: Placed): boolean {
  return fragment.kind === 'text' && fragment.box.kind === 'break';
}

function slicePlaced(placed: Placed, start: number, stretch: ColumnPart, cut: number): Placed | null {
  const { fragment, x } = placed;
  const end = start + fragment.height;
  const begins = beginsIn(fragment, start, stretch);
  if (fragment.kind !== 'box' || (begins && start + extentOf(fragment).bottom <= stretch.end)) {
    return begins ? { fragment, x, y: start - stretch.start - cut } : null;
  }
  const from = Math.max(start, stretch.start);
  const to = Math.min(end, stretch.end);
  const offset = Math.min(from, stretch.end) - stretch.start;
  const overlaps = from < to;
  const rest = overlaps && end > stretch.end && hasAutoSize(fragment, stretch.row.writing) ? stretch.rest : 0;
  const height = Math.max(0, to - from) + rest;
  const children = sliceChildren(fragment, start, stretch, offset, height);
  if (!overlaps && !begins && children.length === 0) return null;
  return { fragment: { ...fragment, height, children }, x, y: offset - cut };
}

function hasAutoSize({ box }: BoxFragment, writing: Writing): boolean {
  return logicalSizes(box.style, writing).blockSize === 'auto';
}

/** What has no height fits at the end of a column, and does not begin the next one. */
function beginsIn(
  fragment: Placed['fragment'],
  start: number,
  { start: from, end, next, before }: ColumnPart,
): boolean {
  const isFlat = bottomOf(fragment) === 0;
  if (before !== Number.NEGATIVE_INFINITY && start <= from && (start < from || (isFlat && from === before)))
    return false;
  if (isFlat) return start <= end || start < next;
  return start < end || (start === end && next === Number.POSITIVE_INFINITY);
}

/** How far a box and all that is in it reach. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
  /** How far down each child and those before it reach: this only grows. */
  readonly ends: Float64Array;
  /** How far up each child and those behind it reach: this only grows, too. */
  readonly starts: Float64Array;
}

/** Key: the fragment, which does not change. */
const EXTENTS = new WeakMap<BoxFragment, Extent>();

function extentOf(fragment: BoxFragment): Extent {
  const known = EXTENTS.get(fragment);
  if (known !== undefined) return known;
  const { children, height } = fragment;
  const ends = new Float64Array(children.length);
  const starts = new Float64Array(children.length);
  let bottom = Number.NEGATIVE_INFINITY;
  children.forEach(({ fragment: child, y }, index) => {
    bottom = Math.max(bottom, y + bottomOf(child));
    ends[index] = bottom;
    starts[index] = y + (child.kind === 'box' ? extentOf(child).top : 0);
  });
  let top = Number.POSITIVE_INFINITY;
  for (let index = starts.length - 1; index >= 0; index--) {
    top = Math.min(top, starts[index]!);
    starts[index] = top;
  }
  const extent = { top: Math.min(0, top), bottom: Math.max(height, bottom), ends, starts };
  EXTENTS.set(fragment, extent);
  return extent;
}

function bottomOf(fragment: Placed['fragment']): number {
  return fragment.kind === 'box' ? extentOf(fragment).bottom : fragment.height;
}

/** The index of the first number above a limit, of numbers that only grow. */
function firstAbove(numbers: Float64Array, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
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

/**
 * Where content is cut into columns.
 *
 * In:  what content that was laid out in one long column says about cuts, and the height of a column.
 * Out: the stretch of that content which each column shows.
 *
 * Content is cut between lines and between blocks, and through the empty parts of boxes. Margins at a cut are dropped.
 * Differs: cuts are made after layout, so floats, percentages and given heights do not see them.
 *
 * CSS Fragmentation 3 §4 https://drafts.csswg.org/css-break-3/#breaking-rules, CSS Multi-column 1 §7
 */
import type { ColumnContent, Lines, Stretch, Unit } from './column-content.ts';
import { EPSILON } from './layout-unit.ts';

/** The columns that content fills at a height, and by how much the height was missed. */
export interface Cuts {
  readonly columns: readonly Stretch[];
  /** The least that would have to be added for one more line or box to fit; Infinity when nothing had to move. */
  readonly shortage: number;
  /** A column ends with fewer lines of a block than 'orphans' asks for. */
  readonly leavesOrphans: boolean;
}

export function cutAt(content: ColumnContent, height: number): Cuts {
  const columns: Stretch[] = [];
  let shortage = Number.POSITIVE_INFINITY;
  let leavesOrphans = false;
  let start = 0;
  let unit = 0;
  let forced = 0;
  let gap = 0;
  const step = Math.max(height, 1);
  while (start < content.lastEnd - EPSILON && columns.length < MAX_COLUMNS) {
    let end = start + step;
    while (forced < content.forced.length && content.forced[forced]!.end <= start + EPSILON) forced++;
    const stop = content.forced[forced] ?? NO_BREAK;
    if (stop.start <= end) end = stop.start;
    else {
      while (unit < content.units.length && content.units[unit]!.end <= start + EPSILON) unit++;
      const cut = lastCutBefore(content.units, unit, start, end, content.avoided);
      // What is left below the last unit, the padding of boxes, is short of room as well.
      const missing = end < content.lastUnitEnd ? cut.shortage : content.lastEnd - end;
      if (missing > EPSILON) shortage = Math.min(shortage, missing);
      leavesOrphans ||= cut.leavesOrphans;
      end = cut.end;
    }
    end = Math.min(end, content.size);
    columns.push({ start, end });
    while (gap < content.gaps.length && content.gaps[gap]!.end <= start) gap++;
    start = end === stop.start ? stop.end : afterGap(content.gaps, gap, end);
  }
  if (columns.length === 0) columns.push({ start: 0, end: Math.min(step, content.size) });
  return { columns, shortage, leavesOrphans };
}

const NO_BREAK: Stretch = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** A page could ask for columns of a pixel's height. */
const MAX_COLUMNS = 10_000;

interface Cut {
  readonly end: number;
  readonly shortage: number;
  readonly leavesOrphans: boolean;
}

/** The end of the column: before a unit that would be cut, unless that begins the column, or between its lines. */
function lastCutBefore(
  units: readonly Unit[],
  from: number,
  start: number,
  limit: number,
  avoided: ReadonlyMap<number, number>,
): Cut {
  let end = limit;
  for (let i = from; i < units.length; i++) {
    const unit = units[i]!;
    // A cut in front of a unit is one of its own where it is not welcome.
    if (unit.start >= end && (avoided.get(unit.start) ?? Number.POSITIVE_INFINITY) > end) break;
    if (unit.end <= end + EPSILON) continue;
    const isFirst = unit.start <= start + EPSILON;
    if (unit.lines !== null) {
      const cut = cutLines(unit.lines, start, limit, isFirst);
      if (cut !== null) return cut;
    }
    if (!isFirst) {
      const isAvoided = avoided.has(unit.start);
      const earlier = isAvoided ? earlierCut(units, i, from, start, avoided) : null;
      // Chrome: of two cuts that are not welcome the later one is better.
      const isStuck = isAvoided && earlier === null;
      if (isStuck && unit.lines !== null && unit.lines.each[0]!.end <= limit + EPSILON) {
        return cutLines(unit.lines, start, limit, true)!;
      }
      if (!isStuck || unit.inner === null) {
        return { end: earlier ?? unit.start, shortage: overflow(unit, limit), leavesOrphans: false };
      }
    }
    // It does not fit in any column of this height: it is cut, or overflows this one.
    if (unit.inner !== null) {
      const { units: inside, reaches } = unit.inner;
      return lastCutBefore(inside, firstEndingAfter(reaches, start), start, limit, avoided);
    }
    end = Math.max(end, unit.end);
  }
  return { end, shortage: 0, leavesOrphans: false };
}

/** A cut above a unit that should not begin a column; `null` when there is none in the column. */
function earlierCut(
  units: readonly Unit[],
  index: number,
  from: number,
  start: number,
  avoided: ReadonlyMap<number, number>,
): number | null {
  const { start: below } = units[index]!;
  for (let i = index - 1; i >= from; i--) {
    const unit = units[i]!;
    // What stands beside it has no part in this.
    if (unit.end > below + EPSILON) continue;
    const isFirst = unit.start <= start + EPSILON;
    const last = unit.lines?.each.at(-1);
    const cut = last === undefined ? null : cutLines(unit.lines!, start, last.start + EPSILON, isFirst);
    if (cut !== null && !cut.leavesOrphans && cut.end < last!.start + EPSILON) return cut.end;
    if (isFirst) return null;
    if (!avoided.has(unit.start)) return unit.start;
  }
  return null;
}

/** How much of a unit, or of its first line that is cut, lies below the limit. */
function overflow({ lines, end }: Unit, limit: number): number {
  const line = lines?.each[firstEndingAfter(lines.each, limit)];
  return (line?.end ?? end) - limit;
}

/** After as many lines as fit, or fewer, so that enough follow; `null` when a cut before all of them is better. */
function cutLines({ each, orphans, widows }: Lines, start: number, limit: number, isFirst: boolean): Cut | null {
  const first = firstEndingAfter(each, start);
  const overflowing = firstEndingAfter(each, limit);
  if (overflowing === each.length) return null;
  const shortage = each[overflowing]!.end - limit;
  // Chrome: lines that have to stay come before lines that have to follow.
  const next = Math.min(overflowing, Math.max(first + orphans, each.length - widows));
  if (next - first >= orphans) return { end: each[next - 1]!.end, shortage, leavesOrphans: false };
  if (!isFirst) return null;
  const forced = Math.max(first + 1, overflowing);
  const leavesOrphans = forced - first < Math.min(orphans, each.length - first);
  return { end: each[forced - 1]!.end, shortage, leavesOrphans };
}

/** The index of the first stretch that ends below a place; ends only grow. */
function firstEndingAfter(stretches: readonly Stretch[], place: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stretches[middle]!.end > place + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Margins at the start of a column are dropped. */
function afterGap(gaps: readonly Stretch[], from: number, at: number): number {
  for (let i = from; i < gaps.length; i++) {
    const gap = gaps[i]!;
    if (gap.start > at + EPSILON) break;
    if (gap.end > at) return gap.end;
  }
  return at;
}

/** The least height at which content fits into so many columns (CSS Multi-column 1 §7.1). */
export function balancedHeight(content: ColumnContent, count: number, most: number): number {
  let height = evenHeight(content, count);
  for (const unit of content.units) {
    for (const { start, end } of unit.lines?.each ?? [unit]) height = Math.max(height, end - start);
    if (unit.lines !== null) height = Math.max(height, followingLines(unit.lines));
  }
  for (let tries = 0; tries < MAX_TRIES && height < most; tries++) {
    const { columns, shortage, leavesOrphans } = cutAt(content, height);
    if ((columns.length <= count && !leavesOrphans) || shortage === Number.POSITIVE_INFINITY) break;
    height += shortage;
  }
  return Math.min(height, most);
}

/** The height of the lines that have to follow on a cut, as far as those that have to stay leave any. */
function followingLines({ each, orphans, widows }: Lines): number {
  const count = Math.min(widows, each.length - orphans);
  return count <= 0 ? 0 : each.at(-1)!.end - each.at(-count)!.start;
}

const MAX_TRIES = 500;

/** The height of columns that are all full, where forced breaks do not leave one empty at its end. */
function evenHeight(content: ColumnContent, count: number): number {
  const lengths = partLengths(content);
  let height = content.size / count;
  // Parts as many as the columns have one each, whatever their lengths.
  if (lengths.length >= count) return longest(lengths, height);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const needed = lengths.map((length) => Math.max(1, Math.ceil(length / height - EPSILON)));
    if (needed.reduce((sum, columns) => sum + columns, 0) <= count) break;
    // The next height at which one of the parts needs a column less.
    const heights = lengths.map((length, index) => length / (needed[index]! - 1)).filter(Number.isFinite);
    if (heights.length === 0) break;
    height = heights.reduce((least, each) => Math.min(least, each));
  }
  return height;
}

/** Between forced breaks. */
function partLengths({ forced, size }: ColumnContent): number[] {
  const ends = [...forced.map(({ start }) => start), size];
  return ends.map((end, index) => end - (forced[index - 1]?.end ?? 0));
}

/** The height of columns that only forced breaks end. */
export function tallestPart(content: ColumnContent): number {
  return longest(partLengths(content), 1);
}

function longest(lengths: readonly number[], least: number): number {
  return lengths.reduce((most, length) => Math.max(most, length), least);
}

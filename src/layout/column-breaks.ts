/**
 * Where content may be cut into columns.
 *
 * In:  content that was laid out in one long column, and the height of a column.
 * Out: the stretch of that content which each column shows.
 *
 * Content is cut between lines and between blocks, and through the empty parts of boxes. Margins at a cut are dropped.
 * Differs: cuts are made after layout, so floats, percentages and given heights do not see them.
 *
 * CSS Fragmentation 3 §4 https://drafts.csswg.org/css-break-3/#breaking-rules, CSS Multi-column 1 §7
 */
import type { BoxFragment, Placed } from './fragment.ts';
import { EPSILON } from './layout-unit.ts';
import { isScrollContainer } from './sizing.ts';

/** A stretch of content, from the start of the long column. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What is not cut, or only between its lines, with the edges of the boxes that begin or end with it (§4.1). */
interface Unit extends Stretch {
  readonly lines: Lines | null;
}

/** The lines of a block: so many of them stay together on both sides of a cut, if that can be (§3.3). */
interface Lines {
  readonly each: readonly Stretch[];
  readonly orphans: number;
  readonly widows: number;
}

export interface ColumnContent {
  readonly size: number;
  /** Where the last box ends: what follows is margin, which makes no column of its own. */
  readonly lastEnd: number;
  /** By their start. */
  readonly units: readonly Unit[];
  /** Where the last of them ends. */
  readonly lastUnitEnd: number;
  /** Margins between boxes, by their start. */
  readonly gaps: readonly Stretch[];
  /** Forced breaks, in order: where the column ends, and where the next one goes on: margins behind a break are kept. */
  readonly forced: readonly Stretch[];
}

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
  const step = Math.max(height, 1);
  while (start < content.lastEnd - EPSILON && columns.length < MAX_COLUMNS) {
    let end = start + step;
    while (forced < content.forced.length && content.forced[forced]!.end <= start + EPSILON) forced++;
    const stop = content.forced[forced] ?? NO_BREAK;
    if (stop.start <= end) end = stop.start;
    else {
      while (unit < content.units.length && content.units[unit]!.end <= start + EPSILON) unit++;
      const cut = lastCutBefore(content.units, unit, start, end);
      // What is left below the last unit, the padding of boxes, is short of room as well.
      const missing = end < content.lastUnitEnd ? cut.shortage : content.lastEnd - end;
      if (missing > EPSILON) shortage = Math.min(shortage, missing);
      leavesOrphans ||= cut.leavesOrphans;
      end = cut.end;
    }
    end = Math.min(end, content.size);
    columns.push({ start, end });
    start = end === stop.start ? stop.end : afterGap(content.gaps, end);
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
function lastCutBefore(units: readonly Unit[], from: number, start: number, limit: number): Cut {
  let end = limit;
  for (let i = from; i < units.length && units[i]!.start < end; i++) {
    const unit = units[i]!;
    if (unit.end <= end + EPSILON) continue;
    const isFirst = unit.start <= start + EPSILON;
    if (unit.lines !== null) {
      const cut = cutLines(unit.lines, start, limit, isFirst);
      if (cut !== null) return cut;
    }
    if (!isFirst) return { end: unit.start, shortage: overflow(unit, limit), leavesOrphans: false };
    // It does not fit in any column of this height: it overflows this one.
    end = Math.max(end, unit.end);
  }
  return { end, shortage: 0, leavesOrphans: false };
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
  const next = Math.min(overflowing, each.length - widows);
  if (next - first >= orphans) return { end: each[next - 1]!.end, shortage, leavesOrphans: false };
  if (!isFirst) return null;
  const forced = Math.max(first + 1, overflowing);
  const leavesOrphans = forced - first < Math.min(orphans, each.length - first);
  return { end: each[forced - 1]!.end, shortage, leavesOrphans };
}

/** The index of the first line that ends below a place. */
function firstEndingAfter(lines: readonly Stretch[], place: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]!.end > place + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Margins at the start of a column are dropped. */
function afterGap(gaps: readonly Stretch[], at: number): number {
  for (const gap of gaps) {
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
  }
  for (let tries = 0; tries < MAX_TRIES && height < most; tries++) {
    const { columns, shortage, leavesOrphans } = cutAt(content, height);
    if ((columns.length <= count && !leavesOrphans) || shortage === Number.POSITIVE_INFINITY) break;
    height += shortage;
  }
  return Math.min(height, most);
}

const MAX_TRIES = 500;

/** The height of columns that are all full, where forced breaks do not leave one empty at its end. */
function evenHeight(content: ColumnContent, count: number): number {
  const lengths = partLengths(content);
  let height = content.size / count;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const needed = lengths.map((length) => Math.max(1, Math.ceil(length / height - EPSILON)));
    if (needed.reduce((sum, columns) => sum + columns, 0) <= count) break;
    // The next height at which one of the parts needs a column less.
    const heights = lengths.map((length, index) => length / (needed[index]! - 1)).filter(Number.isFinite);
    if (heights.length === 0) break;
    height = Math.min(...heights);
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
  return Math.max(1, ...partLengths(content));
}

/** What must stay together in laid-out content, and what lies between. */
export function columnContent(root: BoxFragment): ColumnContent {
  const collector = new Collector();
  collector.children(root.children, 0, { start: hasRoomAbove(root) ? Number.POSITIVE_INFINITY : 0, end: 0 });
  return {
    size: Math.max(root.height, collector.lowest),
    lastEnd: collector.lowest,
    units: collector.units.sort((a, b) => a.start - b.start),
    lastUnitEnd: collector.units.reduce((last, { end }) => Math.max(last, end), 0),
    gaps: withoutFloats(collector.gaps, collector.floats).sort((a, b) => a.start - b.start),
    forced: collector.forced.sort((a, b) => a.end - b.end),
  };
}

class Collector {
  readonly units: Unit[] = [];
  readonly gaps: Stretch[] = [];
  readonly forced: Stretch[] = [];
  readonly floats: Stretch[] = [];
  lowest = 0;

  /** `around` is where the boxes begin and end that begin and end with these children: there is no cut in between. */
  children(children: readonly Placed[], top: number, around: Stretch): void {
    const lines: Stretch[] = [];
    const last = children.findLast(isContent);
    let previous: number | null = null;
    let breakAfter = false;
    for (const placed of children) {
      const { fragment, y } = placed;
      const start = top + y;
      const end = start + fragment.height;
      const isLast = placed === last;
      if (fragment.kind === 'line') lines.push({ start, end: isLast ? Math.max(around.end, end) : end });
      if (fragment.kind !== 'box') {
        this.#reaches(end);
        continue;
      }
      this.#reaches(start + usedHeight(fragment));
      if (!isInFlow(fragment)) {
        this.#box(fragment, start, { start, end });
        if (fragment.box.isFloating) this.floats.push({ start, end });
        continue;
      }
      const lead = previous === null ? Math.min(around.start, start) : start;
      this.#box(fragment, start, { start: lead, end: isLast ? Math.max(around.end, end) : end });
      if (previous !== null && start > previous) this.gaps.push({ start: previous, end: start });
      if (previous !== null && (breakAfter || forces(fragment.box.style.breakBefore))) {
        const { marginTop } = fragment.box.style;
        const margin = typeof marginTop === 'number' ? Math.max(0, marginTop) : 0;
        this.forced.push({ start: previous, end: Math.max(previous, start - margin) });
      }
      breakAfter = forces(fragment.box.style.breakAfter);
      previous = end;
    }
    if (lines.length > 0) this.#lines(lines, children, around.start);
  }

  #reaches(end: number): void {
    this.lowest = Math.max(this.lowest, end);
  }

  #box(fragment: BoxFragment, start: number, around: Stretch): void {
    if (staysWhole(fragment) || (fragment.height === 0 && fragment.children.length === 0)) {
      this.units.push({ ...around, lines: null });
      return;
    }
    const lead = hasRoomAbove(fragment) ? Number.POSITIVE_INFINITY : around.start;
    const end = hasRoomBelow(fragment) ? 0 : around.end;
    this.children(fragment.children, start, { start: lead, end });
  }

  #lines(each: readonly Stretch[], children: readonly Placed[], lead: number): void {
    const style = lineStyle(children);
    const lines = { each, orphans: style?.orphans ?? 2, widows: style?.widows ?? 2 };
    this.units.push({ start: Math.min(lead, each[0]!.start), end: each.at(-1)!.end, lines });
  }
}

/** Lines and the boxes of the flow: what has a place before or after a cut. */
function isContent({ fragment }: Placed): boolean {
  return fragment.kind === 'line' || isInFlow(fragment);
}

function isInFlow(fragment: Placed['fragment']): boolean {
  return fragment.kind === 'box' && !fragment.box.isFloating && !fragment.box.isOutOfFlow;
}

/** Clearance above the content is room where a cut may be (§4.1, class C). */
function hasRoomAbove({ children, border, padding }: BoxFragment): boolean {
  const first = children.find(isContent);
  if (first === undefined) return false;
  if (first.fragment.kind === 'box') return first.fragment.box.style.clear !== 'none';
  return first.y > border.top + padding.top + EPSILON;
}

/** A given height, or floats that a <br> clears, leave room below the content. */
function hasRoomBelow({ box, height, children, border, padding }: BoxFragment): boolean {
  if (box.style.height !== 'auto' || box.kind === 'table') return true;
  const last = children.findLast(isContent);
  if (last === undefined || last.fragment.kind === 'box') return false;
  return last.y + last.fragment.height < height - border.bottom - padding.bottom - EPSILON;
}

/** The spacing below the last row of a table is dropped at a cut as margins are. */
function usedHeight({ box, height, children, border, padding }: BoxFragment): number {
  if (box.kind !== 'table') return height;
  const content = children.reduce((lowest, { fragment, y }) => Math.max(lowest, y + fragment.height), 0);
  return Math.min(height, content + border.bottom + padding.bottom);
}

/** Space beside a float is clearance, not margin. */
function withoutFloats(gaps: readonly Stretch[], floats: readonly Stretch[]): Stretch[] {
  if (floats.length === 0) return [...gaps];
  return gaps.filter((gap) => !floats.some((float) => float.start < gap.end && float.end > gap.start));
}

function forces(value: string): boolean {
  return value === 'column' || value === 'always' || value === 'all';
}

/** CSS Fragmentation 3 §4.1: monolithic content, and boxes that ask for it. */
function staysWhole({ box }: BoxFragment): boolean {
  if (box.kind === 'replaced' || box.kind === 'table-row' || box.inlineLevel) return true;
  if (box.isAnonymous) return false;
  const { breakInside } = box.style;
  return breakInside === 'avoid' || breakInside === 'avoid-column' || isScrollContainer(box.style);
}

/** 'orphans' and 'widows' are inherited, so any text in a line knows them. */
function lineStyle(children: readonly Placed[]): BoxFragment['box']['style'] | null {
  for (const { fragment: line } of children) {
    if (line.kind !== 'line') continue;
    for (const { fragment } of line.children) if (fragment.kind !== 'line') return fragment.box.style;
  }
  return null;
}

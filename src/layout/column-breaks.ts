/**
 * Where content may be cut into columns.
 *
 * In:  content that was laid out in one long column, and the height of a column.
 * Out: the stretch of that content which each column shows.
 *
 * Content is cut between lines and between blocks, and through the empty parts of boxes. Margins at a cut are dropped.
 * Differs: cuts are made after layout, so floats and percentages do not see them.
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

export interface ColumnContent {
  readonly size: number;
  /** Stretches that must not be cut, by their start. */
  readonly units: readonly Stretch[];
  /** Margins between boxes, by their start. */
  readonly gaps: readonly Stretch[];
  /** Forced breaks, in order. */
  readonly forced: readonly number[];
}

/** The columns that content fills at a height, and by how much the height was missed. */
export interface Cuts {
  readonly columns: readonly Stretch[];
  /** The least that would have to be added for one more unit to fit; Infinity when nothing had to move. */
  readonly shortage: number;
}

export function cutAt(content: ColumnContent, height: number): Cuts {
  const columns: Stretch[] = [];
  let shortage = Number.POSITIVE_INFINITY;
  let start = 0;
  let unit = 0;
  let forced = 0;
  const step = Math.max(height, 1);
  while (start < content.size - EPSILON && columns.length < MAX_COLUMNS) {
    let end = start + step;
    while (forced < content.forced.length && content.forced[forced]! <= start + EPSILON) forced++;
    const stop = content.forced[forced] ?? Number.POSITIVE_INFINITY;
    if (stop <= end) end = stop;
    else {
      while (unit < content.units.length && content.units[unit]!.end <= start + EPSILON) unit++;
      const cut = lastCutBefore(content.units, unit, start, end);
      if (cut.shortage > 0) shortage = Math.min(shortage, cut.shortage);
      end = cut.end;
    }
    end = Math.min(end, content.size);
    columns.push({ start, end });
    start = end === stop ? end : afterGap(content.gaps, end);
  }
  if (columns.length === 0) columns.push({ start: 0, end: content.size });
  return { columns, shortage };
}

/** A page could ask for columns of a pixel's height. */
const MAX_COLUMNS = 10_000;

/** The end of the column: before a unit that would be cut, unless that begins the column. */
function lastCutBefore(
  units: readonly Stretch[],
  from: number,
  start: number,
  limit: number,
): { readonly end: number; readonly shortage: number } {
  let end = limit;
  let shortage = 0;
  for (let i = from; i < units.length && units[i]!.start < end; i++) {
    const unit = units[i]!;
    if (unit.end <= end + EPSILON) continue;
    if (unit.start <= start + EPSILON) {
      // It does not fit in any column of this height: it overflows this one.
      end = Math.max(end, unit.end);
      continue;
    }
    shortage = unit.end - limit;
    end = unit.start;
    break;
  }
  return { end, shortage };
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
  for (const unit of content.units) height = Math.max(height, unit.end - unit.start);
  for (let tries = 0; tries < MAX_TRIES && height < most; tries++) {
    const { columns, shortage } = cutAt(content, height);
    if (columns.length <= count || shortage === Number.POSITIVE_INFINITY) break;
    height += shortage;
  }
  return Math.min(height, most);
}

const MAX_TRIES = 500;

/** The height of columns that are all full, where forced breaks do not leave one empty at its end. */
function evenHeight(content: ColumnContent, count: number): number {
  const ends = [...content.forced, content.size];
  const lengths = ends.map((end, index) => end - (ends[index - 1] ?? 0));
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

/** What must stay together in laid-out content, and what lies between. */
export function columnContent(root: BoxFragment): ColumnContent {
  const collector = new Collector();
  collector.children(root.children, 0);
  return {
    size: Math.max(root.height, collector.lowest),
    units: collector.units.sort((a, b) => a.start - b.start),
    gaps: withoutFloats(collector.gaps, collector.floats).sort((a, b) => a.start - b.start),
    forced: collector.forced.sort((a, b) => a - b),
  };
}

class Collector {
  readonly units: Stretch[] = [];
  readonly gaps: Stretch[] = [];
  readonly forced: number[] = [];
  readonly floats: Stretch[] = [];
  lowest = 0;

  children(children: readonly Placed[], top: number): void {
    const lines: Stretch[] = [];
    let previous: number | null = null;
    let breakAfter = false;
    for (const { fragment, y } of children) {
      const start = top + y;
      const end = start + fragment.height;
      this.lowest = Math.max(this.lowest, end);
      if (fragment.kind === 'line') lines.push({ start, end });
      if (fragment.kind !== 'box') continue;
      this.#box(fragment, start, end);
      if (fragment.box.isFloating) this.floats.push({ start, end });
      if (fragment.box.isFloating || fragment.box.isOutOfFlow) continue;
      if (previous !== null && start > previous) this.gaps.push({ start: previous, end: start });
      if (previous !== null && (breakAfter || forces(fragment.box.style.breakBefore))) this.forced.push(start);
      breakAfter = forces(fragment.box.style.breakAfter);
      previous = end;
    }
    this.units.push(...linesTogether(lines, children));
  }

  #box(fragment: BoxFragment, start: number, end: number): void {
    if (staysWhole(fragment)) this.units.push({ start, end });
    else this.children(fragment.children, start);
  }
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

/** §3.3: 'orphans' and 'widows' keep the first and last lines of a block together. */
function linesTogether(lines: readonly Stretch[], children: readonly Placed[]): Stretch[] {
  const line = children.find(({ fragment }) => fragment.kind === 'line')?.fragment;
  if (lines.length < 2 || line === undefined || line.kind !== 'line') return [...lines];
  const style = containerStyle(line.children);
  const orphans = style?.orphans ?? 2;
  const widows = style?.widows ?? 2;
  const whole = { start: lines[0]!.start, end: lines.at(-1)!.end };
  if (lines.length < orphans + widows) return [whole];
  const lastWidow = lines.length - widows;
  return [
    { start: whole.start, end: lines[orphans - 1]!.end },
    ...lines.slice(orphans, lastWidow),
    { start: lines[lastWidow]!.start, end: whole.end },
  ];
}

/** 'orphans' and 'widows' are inherited, so any text in the line knows them. */
function containerStyle(children: readonly Placed[]): BoxFragment['box']['style'] | null {
  for (const { fragment } of children) if (fragment.kind !== 'line') return fragment.box.style;
  return null;
}

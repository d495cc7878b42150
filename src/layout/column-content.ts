/**
 * What content says about cuts: which parts of it stay together, where breaks are forced or unwelcome, what margins are
 * dropped.
 *
 * In:  content that was laid out in one long column, turned so that y is its block axis (column-axes.ts).
 * Out: its parts, from the start of that column.
 *
 * CSS Fragmentation 3 §3, §4 https://drafts.csswg.org/css-break-3/#breaking-rules
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import { usedMargin } from './edges.ts';
import type { BoxFragment, Placed } from './fragment.ts';
import { EPSILON } from './layout-unit.ts';
import { isScrollContainer } from './sizing.ts';
import { logicalMargins, logicalSizes, type Writing } from './writing-mode.ts';

/** A stretch of content, from the start of the long column. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What is not cut, or only between its lines, with the edges of the boxes that begin or end with it (§4.1). */
export interface Unit extends Stretch {
  readonly lines: Lines | null;
  /** What is in a box that asks not to be cut: where no column is high enough for it, it is cut all the same. */
  readonly inner: Inner | null;
}

export interface Inner {
  /** By their start. */
  readonly units: readonly Unit[];
  /** How far each of them and those before it reach. */
  readonly reaches: readonly Stretch[];
}

/** The lines of a block: so many of them stay together on both sides of a cut, if that can be (§3.3). */
export interface Lines {
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
  /** Where units begin that should not begin a column, with where the boxes before them end. */
  readonly avoided: ReadonlyMap<number, number>;
  /** Forced breaks, in order: where the column ends, and where the next one goes on: margins behind a break are kept. */
  readonly forced: readonly Stretch[];
}

/** What must stay together in laid-out content, and what lies between. */
export function columnContent(root: BoxFragment, writing: Writing): ColumnContent {
  const collector = new Collector(writing);
  collector.children(root, 0, { start: hasRoomAbove(root) ? Number.POSITIVE_INFINITY : 0, end: 0 });
  return {
    size: Math.max(root.height, collector.lowest),
    lastEnd: collector.lowest,
    units: collector.units.sort((a, b) => a.start - b.start),
    lastUnitEnd: collector.units.reduce((last, { end }) => Math.max(last, end), 0),
    avoided: collector.avoided,
    gaps: withoutFloats(collector.gaps, collector.floats).sort((a, b) => a.start - b.start),
    forced: collector.forced.sort((a, b) => a.end - b.end),
  };
}

class Collector {
  units: Unit[] = [];
  readonly avoided = new Map<number, number>();
  readonly gaps: Stretch[] = [];
  readonly forced: Stretch[] = [];
  readonly floats: Stretch[] = [];
  lowest = 0;
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** `around` is where the boxes begin and end that begin and end with these children: there is no cut in between. */
  children(parent: BoxFragment, top: number, around: Stretch): void {
    const { children } = parent;
    const { style } = parent.box;
    const contentWidth = contentWidthOf(parent);
    const lines: Stretch[] = [];
    const last = children.findLast(isContent);
    let previous: number | null = null;
    let before: BoxFragment | null = null;
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
      if (isMarker(fragment)) continue;
      this.#reaches(start + usedHeight(fragment));
      const { isFloating, isOutOfFlow } = fragment.box;
      if (isFloating || isOutOfFlow) {
        this.#box(fragment, start, { start, end });
        if (isFloating) this.floats.push({ start, end });
        continue;
      }
      const lead = previous === null ? Math.min(around.start, start) : start;
      this.#box(fragment, start, { start: lead, end: isLast ? Math.max(around.end, end) : end });
      if (previous !== null && start > previous) this.gaps.push({ start: previous, end: start });
      if (before !== null && previous !== null) {
        this.#between(before, fragment, { start: previous, end: start }, lead, contentWidth);
      }
      before = fragment;
      previous = end;
    }
    if (lines.length > 0) this.#lines(lines, style, around.start);
  }

  /** What two boxes, or those that begin and end with them, say about a break between them (§3.1). */
  #between(before: BoxFragment, after: BoxFragment, { start, end }: Stretch, lead: number, width: number): void {
    const values = [...edgeBreaks(before, 'breakAfter'), ...edgeBreaks(after, 'breakBefore')];
    if (values.some(forces))
      this.forced.push({ start, end: Math.max(start, end - marginAbove(after, width, this.#writing)) });
    else if (values.some(avoids)) this.avoided.set(lead, start);
    // Behind a box without height the same place is another break.
    else this.avoided.delete(lead);
  }

  #reaches(end: number): void {
    this.lowest = Math.max(this.lowest, end);
  }

  #box(fragment: BoxFragment, start: number, around: Stretch): void {
    if (isMonolithic(fragment) || isEdgesOnly(fragment)) {
      this.units.push({ ...around, lines: null, inner: null });
      return;
    }
    const lead = hasRoomAbove(fragment) ? Number.POSITIVE_INFINITY : around.start;
    const end = hasRoomBelow(fragment, this.#writing) ? 0 : around.end;
    if (!avoids(fragment.box.style.breakInside) || fragment.box.isAnonymous) {
      this.children(fragment, start, { start: lead, end });
      return;
    }
    const { units } = this;
    this.units = [];
    this.children(fragment, start, { start: lead, end });
    units.push({ ...around, lines: null, inner: innerOf(this.units) });
    this.units = units;
  }

  #lines(each: readonly Stretch[], { orphans, widows }: ComputedStyle, lead: number): void {
    const lines = { each, orphans, widows };
    this.units.push({ start: Math.min(lead, each[0]!.start), end: each.at(-1)!.end, lines, inner: null });
  }
}

function innerOf(unsorted: readonly Unit[]): Inner {
  const units = unsorted.toSorted((a, b) => a.start - b.start);
  let end = Number.NEGATIVE_INFINITY;
  return {
    units,
    reaches: units.map((unit) => {
      end = Math.max(end, unit.end);
      return { start: unit.start, end };
    }),
  };
}

/** There is no cut within borders and padding, nor between those of a box that has nothing else. */
function isEdgesOnly({ height, children, border, padding }: BoxFragment): boolean {
  return children.length === 0 && height <= border.top + padding.top + padding.bottom + border.bottom + EPSILON;
}

/** Lines and the boxes of the flow: what has a place before or after a cut. */
function isContent({ fragment }: Placed): boolean {
  return fragment.kind === 'line' || isInFlow(fragment);
}

export function isInFlow(fragment: Placed['fragment']): fragment is BoxFragment {
  return fragment.kind === 'box' && !fragment.box.isFloating && !fragment.box.isOutOfFlow && !isMarker(fragment);
}

/** A marker beside its item: it goes with the first line. */
function isMarker({ box }: BoxFragment): boolean {
  return box.pseudo === 'marker';
}

/** Clearance above the content is room where a cut may be (§4.1, class C). */
function hasRoomAbove({ children, border, padding }: BoxFragment): boolean {
  const first = children.find(isContent);
  if (first === undefined) return false;
  if (first.fragment.kind === 'box') return first.fragment.box.style.clear !== 'none';
  return first.y > border.top + padding.top + EPSILON;
}

/** A given height, or floats that a <br> clears, leave room below the content. */
function hasRoomBelow({ box, height, children, border, padding }: BoxFragment, writing: Writing): boolean {
  if (logicalSizes(box.style, writing).blockSize !== 'auto' || box.kind === 'table') return true;
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
  const byStart = floats.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let lowest = Number.NEGATIVE_INFINITY;
  return gaps
    .toSorted((a, b) => a.end - b.end)
    .filter((gap) => {
      for (; next < byStart.length && byStart[next]!.start < gap.end; next++) {
        lowest = Math.max(lowest, byStart[next]!.end);
      }
      return lowest <= gap.start;
    });
}

function forces(value: string): boolean {
  return value === 'column' || value === 'always' || value === 'all';
}

function avoids(value: string): boolean {
  return value === 'avoid' || value === 'avoid-column';
}

/** §3.1: what a box says about a break at its edge, and the boxes in it that have the same edge. */
function edgeBreaks(fragment: BoxFragment, edge: 'breakBefore' | 'breakAfter'): string[] {
  const values: string[] = [];
  for (let box: BoxFragment | null = fragment; box !== null; ) {
    values.push(box.box.style[edge]);
    const next: Placed | undefined =
      edge === 'breakBefore' ? box.children.find(isContent) : box.children.findLast(isContent);
    box = next?.fragment.kind === 'box' && !isMonolithic(next.fragment) ? next.fragment : null;
  }
  return values;
}

/** The margins that a box begins with, its own and those of boxes in it that collapse with them. */
function marginAbove(fragment: BoxFragment, containingWidth: number, writing: Writing): number {
  let margin = 0;
  let width = containingWidth;
  for (let box: BoxFragment | null = fragment; box !== null; ) {
    margin = Math.max(margin, usedMargin(logicalMargins(box.box.style, writing).blockStart, width) ?? 0);
    width = contentWidthOf(box);
    const first: Placed | undefined = box.children.find(isContent);
    box = first?.fragment.kind === 'box' && first.y === 0 ? first.fragment : null;
  }
  return margin;
}

function contentWidthOf({ width, border, padding }: BoxFragment): number {
  return width - border.left - border.right - padding.left - padding.right;
}

/** CSS Fragmentation 3 §4.1: what is never cut. */
function isMonolithic({ box }: BoxFragment): boolean {
  if (box.kind === 'replaced' || box.kind === 'table-row' || box.inlineLevel) return true;
  if (box.parent !== null && box.style.writingMode !== box.parent.style.writingMode) return true;
  return !box.isAnonymous && isScrollContainer(box.style);
}

/**
 * Ruby: annotations above or below the text that they are about.
 *
 * In:  'column' items, each before the base of one annotation, and the annotations behind their bases.
 * Out: columns as wide as the wider of base and annotation, with the base in the middle; annotations on their bases,
 *      and how far they reach out of their line.
 *
 * Differs: a base is not broken over lines, and is not spread over a wider annotation letter by letter.
 *
 * CSS Ruby 1 §3, §4 https://drafts.csswg.org/css-ruby-1/#ruby-layout
 */
import type { ComputedStyle } from '../../style/computed-style.ts';
import { blockSizeOf } from '../child-space.ts';
import { usedEdges } from '../edges.ts';
import type { LayoutResult } from '../fragment.ts';
import { fontFor } from '../text/measure.ts';
import { writingOf } from '../writing-mode.ts';
import type { BrokenLine, LineResult } from './broken-line.ts';
import { baselineOf, type FontHeight, metricsHeight, NO_HEIGHT, unite } from './font-height.ts';
import { inlineEdges, isFlipped } from './inline-edges.ts';
import type { InlineItem } from './items.ts';
import type { LineState } from './line-state.ts';
import type { LineEntry, LogicalLine } from './logical-line.ts';

/** One annotation with its base. */
export interface RubyColumn {
  /** Of the annotation; `null` while only sizes are asked for. */
  readonly layout: LayoutResult | null;
  /** What the column has before and behind its base, without what the annotation reaches over its neighbours. */
  readonly lead: number;
  readonly trail: number;
  /** How far the annotation begins before its column. */
  readonly overhang: number;
  readonly hasBase: boolean;
}

/** Begins a column: the room before its base. */
export function handleColumn(state: LineState, item: InlineItem): void {
  const column = item.annotation === null ? null : measureColumn(state, item);
  const result = state.add(item, item.end);
  result.column = column;
  result.inlineSize = column?.lead ?? 0;
  state.position += result.inlineSize;
  state.moveTo(item);
  if (column === null) return;
  state.isInColumn = true;
  state.forceStyle(state.style);
}

/** Ends a column: the annotation, and the room behind the base. */
export function handleAnnotation(state: LineState, item: InlineItem): void {
  const { results } = state.line;
  const column = results.findLast((each) => each.item.annotation === item.box)?.column ?? null;
  const result = state.add(item, item.end);
  result.column = column;
  result.inlineSize = column?.trail ?? 0;
  result.createsLine = true;
  state.position += result.inlineSize;
  state.moveTo(item);
  state.isInColumn = false;
  state.forceStyle(state.style);
  state.computeCanBreakAfter(result);
}

/** Whether the end of these results is inside a column. */
export function isInColumn({ line }: LineState): boolean {
  const last = line.results.findLast(({ item }) => item.kind === 'column' || item.kind === 'annotation');
  return last?.item.kind === 'column' && last.column !== null;
}

function measureColumn(state: LineState, column: InlineItem): RubyColumn {
  const { context, items } = state;
  let base = 0;
  let next = state.itemIndex + 1;
  for (; next < items.length && items[next]!.box !== column.annotation; next++) {
    const item = items[next]!;
    if (item.kind === 'text') base += state.textWidth(item.start, item.end);
    else if (item.kind === 'open') base += inlineEdges(item.box, context.percentBase).start;
    else if (item.kind === 'close') base += inlineEdges(item.box, context.percentBase).end;
    else if (item.kind === 'atomic') base += context.sizeAtomic(item.box).inlineSize;
  }
  const { inlineSize, layout } = context.sizeAtomic(column.annotation!, base);
  // §4.3: 'space-around' has half of the room at each side.
  const inset = Math.max(0, inlineSize - base) / 2;
  const most = base === 0 ? 0 : Math.min(inset, column.annotation!.style.fontSize / 2);
  const overhang = overhangBefore(state, column.style, most);
  return {
    layout,
    lead: inset - overhang,
    trail: inset - overhangBehind(items, next + 1, column.style, most),
    overhang,
    hasBase: base > 0,
  };
}

/** §3.5: an annotation may reach over text beside it that is not larger than its base. */
function overhangBefore({ line }: LineState, base: ComputedStyle, most: number): number {
  if (most === 0) return 0;
  const before = line.results.findLast(({ item }) => !isTag(item));
  if (before?.item.kind !== 'text' || before.item.style.fontSize > base.fontSize) return 0;
  return Math.min(most, before.inlineSize);
}

function overhangBehind(items: readonly InlineItem[], from: number, base: ComputedStyle, most: number): number {
  if (most === 0) return 0;
  let at = from;
  while (at < items.length && isTag(items[at]!)) at++;
  const behind = items[at];
  return behind?.kind === 'text' && behind.length > 0 && behind.style.fontSize <= base.fontSize ? most : 0;
}

function isTag({ kind, annotation }: InlineItem): boolean {
  return kind === 'open' || kind === 'close' || kind === 'bidi' || (kind === 'column' && annotation === null);
}

/** The end tags between bases and their annotations, each with the annotation. */
export function baseEnds({ results }: BrokenLine): ReadonlyMap<LineResult, LineResult> {
  const ends = new Map<LineResult, LineResult>();
  let annotation: LineResult | null = null;
  for (let at = results.length - 1; at >= 0; at--) {
    const result = results[at]!;
    if (result.item.kind === 'annotation') annotation = result;
    else if (result.item.kind !== 'close') annotation = null;
    else if (annotation !== null) ends.set(result, annotation);
  }
  return ends;
}

// --- On a line ------------------------------------------------------------------------------------------------------

/** Puts annotations where their bases are; offsets along the line are known, and those from the baseline. */
export function placeAnnotations(built: LogicalLine): void {
  const { entries } = built;
  const starts = new Map<RubyColumn | null, number>();
  entries.forEach(({ kind, result }, index) => {
    if (kind === 'gap' && result!.item.kind === 'column') starts.set(result!.column, index);
  });
  entries.forEach((entry, index) => {
    const column = entry.kind === 'annotation' ? entry.result!.column : null;
    const start = starts.get(column);
    if (column === null || column.layout === null || start === undefined) return;
    const [from, to] = start < index ? [start, index] : [index, start];
    const letters = emHeightOf(entries.slice(from, to), false);
    const { style, parent } = entry.box;
    // Chrome: without a base, the annotation is beside the line.
    const standIn = column.hasBase ? emHeight(parent!.style) : built.metrics;
    const base = letters === NO_HEIGHT ? standIn : letters;
    const size = blockSizeOf(column.layout.fragment, writingOf(style));
    const { firstBaseline } = column.layout;
    const own = firstBaseline !== null && isFlipped(entry.box) ? size - firstBaseline : firstBaseline;
    const em = emHeight(style);
    // Padding and border keep letters apart.
    const edges = usedEdges(style, writingOf(style), 0);
    if (parent!.style.rubyPosition === 'under') {
      entry.blockOffset = Math.ceil(base.descent + em.ascent) + edges.blockStart - (own ?? 0);
      const under = entry.blockOffset + (own === null ? size : own + Math.ceil(em.descent) + edges.blockEnd);
      built.annotationUnder = Math.max(built.annotationUnder, under);
    } else {
      const distance = own === null ? Math.ceil(base.ascent) : Math.ceil(base.ascent + em.descent) + edges.blockEnd;
      entry.blockOffset = -distance - (own ?? size);
      const over = own === null ? size : Math.ceil(em.ascent) + edges.blockStart;
      built.annotationOver = Math.max(built.annotationOver, distance + over);
    }
    entry.annotationOffset = Math.min(entries[from]!.inlineOffset, entry.inlineOffset) - column.overhang;
  });
}

/** How far a line, its letters and its annotations reach from the baseline towards one side. */
export function reachOf(
  { entries, metrics, annotationOver, annotationUnder }: LogicalLine,
  side: 'over' | 'under',
): { readonly line: number; readonly letters: number; readonly annotation: number } {
  const { ascent, descent } = emHeightOf(entries, true);
  return side === 'over'
    ? { line: metrics.ascent, letters: ascent, annotation: annotationOver }
    : { line: metrics.descent, letters: descent, annotation: annotationUnder };
}

/** How far letters reach, each in a square as high as its font is large; `whole`: in whole pixels. */
function emHeightOf(entries: readonly LineEntry[], whole: boolean): FontHeight {
  let height = NO_HEIGHT;
  for (const { kind, result, blockOffset, blockSize } of entries) {
    if (kind === 'text') {
      const { style } = result!.item;
      const { ascent, descent } = emHeight(style);
      const baseline = blockOffset + metricsHeight(fontFor(style), baselineOf(style)).ascent;
      const above = whole ? Math.ceil(ascent) : ascent;
      const below = whole ? Math.floor(descent) : descent;
      height = unite(height, { ascent: above - baseline, descent: below + baseline });
    } else if (kind === 'atomic') {
      height = unite(height, { ascent: -blockOffset, descent: blockOffset + blockSize });
    }
  }
  return height;
}

/** The share of the em square above the baseline: Liberation Sans' typographic ascent, which others' are close to. */
const EM_ASCENT = 1491 / 1922;

function emHeight(style: ComputedStyle): FontHeight {
  const { size, ascent, descent } = fontFor(style);
  if (baselineOf(style) === 'central') return { ascent: size / 2, descent: size / 2 };
  // A font as high as its em square says where the baseline is in it.
  if (ascent + descent === size) return { ascent, descent };
  return { ascent: size * EM_ASCENT, descent: size - size * EM_ASCENT };
}

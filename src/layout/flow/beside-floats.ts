/**
 * Formatting contexts in normal flow: they stand beside floats, and move below them where they do not fit.
 *
 * In:  the child, the block offset where its border box would begin, the floats of the context it stands in.
 * Out: its result and the place of its border box in BFC coordinates.
 *
 * CSS 2.2 §9.5 https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float
 */
import type { Box } from '../box.ts';
import { blockSizeOf, childSpace, inlineSizeOf } from '../child-space.ts';
import { lineLeftMargin, lineRightMargin } from '../edges.ts';
import type { Exclusions, LineOpportunity } from '../exclusions.ts';
import type { LayoutResult } from '../fragment.ts';
import { EPSILON } from '../layout-unit.ts';
import type { LogicalSides, Writing } from '../writing-mode.ts';
import { isOrthogonal, writingOf } from '../writing-mode.ts';
import { clearSides, type FloatContainer } from './float.ts';
import { isJustifiedStretch, justifiedSelf, solveInlineMargins } from './inline-axis.ts';

export interface PlacedContext {
  readonly result: LayoutResult;
  readonly line: number;
  readonly block: number;
}

/**
 * Tries one opportunity after another, from the top. `null` when the child would have to move below `origin` and
 * `mayMove` does not allow it: then its margins have to be separated from those before it first.
 */
export function placeBesideFloats(
  child: Box,
  container: FloatContainer,
  margins: LogicalSides<number>,
  origin: number,
  exclusions: Exclusions,
  mayMove: boolean,
): PlacedContext | null {
  const writing = writingOf(container.style);
  const lineStart = container.contentLine;
  const lineEnd = lineStart + container.contentInline;
  const clearance = exclusions.clearance(clearSides(child.style, container.style));
  // Chrome: nothing but lines stands beside an initial letter.
  const { leftLetters, rightLetters } = exclusions;
  let block = Math.max(origin, clearance, leftLetters, rightLetters);
  let height = 0;
  for (let tries = 2 * exclusions.count + 2; ; tries--) {
    if (!mayMove && block > origin + EPSILON / 2) return null;
    const found = exclusions.opportunityAt(lineStart, lineEnd, block, height);
    const area = areaFor(found, lineStart, lineEnd, margins, writing);
    const result = layoutInArea(child, container, area, margins, writing);
    const inlineSize = inlineSizeOf(result.fragment, writing);
    const fitsInline = area.free || inlineSize <= roomIn(found, area, lineStart, lineEnd, writing) + EPSILON / 2;
    const fitsBlock = blockSizeOf(result.fragment, writing) <= found.blockEnd - block;
    const last = found.nextBlockOffset === Number.POSITIVE_INFINITY;
    // Every try passes the start or the end of a float, so there are no more than that.
    if ((fitsInline && fitsBlock) || (last && found.blockEnd === Number.POSITIVE_INFINITY) || tries <= 0) {
      const line = lineOffset(child, container, area, inlineSize, margins, writing);
      return { result, line, block };
    }
    if (fitsInline || last) {
      // A float begins further down: the same place again, as wide as it is there.
      height = found.blockEnd - block + EPSILON;
    } else {
      block = found.nextBlockOffset;
      height = 0;
    }
  }
}

interface Area {
  readonly start: number;
  readonly end: number;
  /** No float on either side: the child may overflow. */
  readonly free: boolean;
}

/** Margins are measured from the container, and overlap with floats. */
function areaFor(
  found: LineOpportunity,
  lineStart: number,
  lineEnd: number,
  margins: LogicalSides<number>,
  writing: Writing,
): Area {
  const left = lineLeftMargin(margins, writing);
  const right = lineRightMargin(margins, writing);
  const free = found.lineStart === lineStart && found.lineEnd === lineEnd;
  if (free) return { start: lineStart + left, end: lineEnd - right, free };
  return {
    start: Math.max(found.lineStart, lineStart + Math.max(0, left)),
    end: Math.min(found.lineEnd, lineEnd - Math.max(0, right)),
    free,
  };
}

/**
 * What the border box may take: its margins may overlap with floats, and push it out of the container. Only a float on its
 * end side keeps it from that.
 */
function roomIn(found: LineOpportunity, area: Area, lineStart: number, lineEnd: number, { rtl }: Writing): number {
  if (rtl && found.lineStart > lineStart) {
    return found.lineEnd - found.lineStart - Math.max(0, Math.min(found.lineEnd, lineEnd) - area.end);
  }
  if (!rtl && found.lineEnd < lineEnd) return found.lineEnd - area.start;
  return found.lineEnd - found.lineStart;
}

function layoutInArea(
  child: Box,
  container: FloatContainer,
  area: Area,
  margins: LogicalSides<number>,
  writing: Writing,
): LayoutResult {
  // The child takes its margins off what it is offered, so they are added here.
  const available = Math.max(0, area.end - area.start + margins.inlineStart + margins.inlineEnd);
  const isStretched = !child.isAnonymous && isJustifiedStretch(child.style, container.style);
  const isJustified = !child.isAnonymous && justifiedSelf(child.style, container.style) !== null;
  const space = childSpace(child, writing, container.ports, {
    availableInline: available,
    availableBlock: container.contentBlock,
    percentInline: container.contentInline,
    percentBlock: container.percentBlock,
    inlineSizing: (child.kind === 'table' && !isStretched) || isJustified ? 'fit-content' : 'stretch',
    collapsesAt: container.collapsesAt,
    measuringCell: container.isMeasuringCell,
    extra: container.extra,
  });
  // CSS Align 3 §6.1.1: across its own lines, an automatic size stretches only when it is asked to.
  const isTurned = isStretched && isOrthogonal(writing, writingOf(child.style));
  return container.ports.layoutChild(child, isTurned ? space.with({ blockSizing: 'stretch' }) : space);
}

/** Auto margins and the old alignments act within the area. */
function lineOffset(
  child: Box,
  container: FloatContainer,
  area: Area,
  inlineSize: number,
  margins: LogicalSides<number>,
  writing: Writing,
): number {
  const available = area.end - area.start + margins.inlineStart + margins.inlineEnd;
  const used = solveInlineMargins(
    child.style,
    container.style,
    writing,
    available,
    container.contentInline,
    inlineSize,
  );
  const startShift = used.inlineStart - margins.inlineStart;
  return writing.rtl ? area.end - startShift - inlineSize : area.start + startShift;
}

/**
 * What a block says about the lines of the blocks in it: how the first and last are trimmed, and how many there may be.
 *
 * In:  a block container and the space it is offered. Out: what holds for its own lines, and what it hands on to a child.
 *
 * What is handed on comes with the child's space (`extra`). There is one object for each set of values, so that equal
 * spaces are equal.
 *
 * CSS Inline 3 §6 https://drafts.csswg.org/css-inline-3/#leading-trim, CSS Overflow 4 §5.1 ('line-clamp')
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';
import { usedEdges } from './edges.ts';
import { isMultiColumn, startsFormattingContext } from './flow/formatting-context.ts';
import type { InlinePorts } from './inline-content.ts';
import type { Geometry } from './sizing.ts';
import type { Space } from './space.ts';

export class LineLimits {
  readonly trimsStart: boolean;
  readonly trimsEnd: boolean;
  /** Which edges of the letters count; each block has its own, inherited or not. */
  readonly edge: ComputedStyle['textBoxEdge'];
  /** Lines before the rest is hidden; Infinity without 'line-clamp'. */
  readonly lines: number;

  private constructor(trimsStart: boolean, trimsEnd: boolean, edge: ComputedStyle['textBoxEdge'], lines: number) {
    this.trimsStart = trimsStart;
    this.trimsEnd = trimsEnd;
    this.edge = edge;
    this.lines = lines;
  }

  static readonly #known = new Map<string, LineLimits>();

  static of(
    trimsStart: boolean,
    trimsEnd: boolean,
    edge: ComputedStyle['textBoxEdge'],
    lines: number,
  ): LineLimits | null {
    if (!trimsStart && !trimsEnd && lines === Number.POSITIVE_INFINITY) return null;
    const key = `${trimsStart} ${trimsEnd} ${edge} ${lines}`;
    const known = LineLimits.#known.get(key) ?? new LineLimits(trimsStart, trimsEnd, edge, lines);
    if (LineLimits.#known.size < MOST_KEPT) LineLimits.#known.set(key, known);
    return known;
  }
}

/** A page may ask for any number of lines. What is not kept is made again, and laid out again. */
const MOST_KEPT = 10_000;

/** What holds for the lines of a block; `null` for nearly all. */
export function lineLimitsOf({ style }: Box, space: Space): LineLimits | null {
  const { textBoxTrim, lineClamp } = style;
  if (textBoxTrim === 'none' && lineClamp === 'none' && space.extra === null) return null;
  const handed = space.extra instanceof LineLimits ? space.extra : null;
  const trimsStart = textBoxTrim === 'trim-start' || textBoxTrim === 'trim-both' || handed?.trimsStart === true;
  const trimsEnd = textBoxTrim === 'trim-end' || textBoxTrim === 'trim-both' || handed?.trimsEnd === true;
  const lines = lineClamp === 'none' ? (handed?.lines ?? Number.POSITIVE_INFINITY) : lineClamp;
  return LineLimits.of(trimsStart, trimsEnd, style.textBoxEdge, lines);
}

/**
 * What a block hands on to one of its children. The first and last in flow are trimmed, unless border or padding are in
 * between; formatting contexts of their own are not clamped.
 */
export function childLimits(
  limits: LineLimits,
  usedLines: number,
  box: Box,
  child: Box,
  { writing, contentInline }: Geometry,
  ports: InlinePorts,
): LineLimits | null {
  if (child.kind !== 'flow' || child.legend !== null || isMultiColumn(child.style)) return null;
  const hasLines = (each: Box) =>
    !each.isOutOfFlow &&
    !each.isFloating &&
    !(each.inlineContent && each.isAnonymous && ports.inlineContentIsEmpty(each));
  const { blockStart, blockEnd } = usedEdges(child.style, writing, contentInline);
  const isFirst = limits.trimsStart && blockStart === 0 && box.children.find(hasLines) === child;
  const isLast = limits.trimsEnd && blockEnd === 0 && box.children.findLast(hasLines) === child;
  const left = limits.lines - usedLines;
  const lines = left <= 0 || startsFormattingContext(child) ? Number.POSITIVE_INFINITY : left;
  return LineLimits.of(isFirst, isLast, limits.edge, lines);
}

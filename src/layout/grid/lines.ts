/**
 * Which lines an item's placement properties mean.
 *
 * In:  grid-row-start and -end (or -column-), and the explicit grid's line names.
 * Out: a definite range of lines, or a span that auto-placement will place. Line 0 is the explicit grid's first line;
 *      lines before it are negative.
 *
 * CSS Grid 2 §8.3 https://drafts.csswg.org/css-grid-2/#line-placement
 */
import type { GridLine } from '../../style/computed-style.ts';
import { type AxisTemplate, linesNamed } from './template.ts';

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** `range` is `null` when the item is to be placed automatically in this axis. */
export interface Placement {
  readonly range: LineRange | null;
  readonly span: number;
}

/** Grids larger than this in any direction are cut, as §6.7 allows: a page must not make us allocate more tracks. */
const MAX_LINE = 100_000;

const AUTO_PLACED: Placement = { range: null, span: 1 };

export function resolvePlacement(startLine: GridLine, endLine: GridLine, template: AxisTemplate): Placement {
  const start = startLine;
  let end = endLine;

  // §8.3.1: two spans: the end one is ignored. A span of a name with nothing to count from is a span of 1.
  if (start.span && end.span) end = AUTO;
  const startIsAuto = isAutoLine(start);
  const endIsAuto = isAutoLine(end);
  if (startIsAuto && endIsAuto) return AUTO_PLACED;
  if (start.span && endIsAuto) return automatic(start);
  if (startIsAuto && end.span) return automatic(end);

  if (start.span) {
    const endIndex = lineIndex(end, template, 'end');
    return range(spanFrom(start, endIndex, template, -1), endIndex);
  }
  if (startIsAuto) {
    const endIndex = lineIndex(end, template, 'end');
    return range(endIndex - 1, endIndex);
  }
  const startIndex = lineIndex(start, template, 'start');
  if (endIsAuto) return range(startIndex, startIndex + 1);
  if (end.span) return range(startIndex, spanFrom(end, startIndex, template, 1));
  return range(startIndex, lineIndex(end, template, 'end'));
}

const AUTO: GridLine = { span: false, integer: null, name: null };

export function isAutoLine(line: GridLine): boolean {
  return !line.span && line.integer === null && line.name === null;
}

function automatic(line: GridLine): Placement {
  return { range: null, span: line.name !== null ? 1 : clampLine(line.integer ?? 1) };
}

/** §8.3.1: lines in the wrong order are swapped; equal lines make a range of one track. */
function range(from: number, to: number): Placement {
  const start = clampLine(Math.min(from, to));
  const end = clampLine(from === to ? to + 1 : Math.max(from, to));
  const last = Math.max(end, start + 1);
  return { range: { start, end: last }, span: last - start };
}

function clampLine(line: number): number {
  return Math.max(-MAX_LINE, Math.min(MAX_LINE, line));
}

/** A line given by number, by name, or by both. */
function lineIndex(line: GridLine, template: AxisTemplate, side: 'start' | 'end'): number {
  if (line.name === null) {
    const number = line.integer ?? 1;
    return number > 0 ? number - 1 : template.count + 1 + number;
  }
  // A name alone means an area's edge, if there is a line of that name, and else the first line of the name itself.
  if (line.integer === null) {
    const edges = linesNamed(template, `${line.name}-${side}`);
    if (edges.length > 0) return edges[0]!;
  }
  return nthNamed(template, line.name, line.integer ?? 1);
}

/** The nth line of a name; all implicit lines are taken to have every name. */
function nthNamed(template: AxisTemplate, name: string, nth: number): number {
  const lines = linesNamed(template, name);
  if (nth > 0) return nth <= lines.length ? lines[nth - 1]! : template.count + (nth - lines.length);
  const back = -nth;
  return back <= lines.length ? lines[lines.length - back]! : -(back - lines.length);
}

/** Counts a span from its opposite line, over lines of a name if it has one. */
function spanFrom(line: GridLine, from: number, template: AxisTemplate, direction: 1 | -1): number {
  const count = line.integer ?? 1;
  if (line.name === null) return from + direction * count;
  const lines = linesNamed(template, line.name).filter((index) => (direction === 1 ? index > from : index < from));
  if (count <= lines.length) return direction === 1 ? lines[count - 1]! : lines[lines.length - count]!;
  const missing = count - lines.length;
  return direction === 1 ? Math.max(template.count, from) + missing : Math.min(0, from) - missing;
}

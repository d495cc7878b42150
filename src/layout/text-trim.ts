/**
 * 'text-box-trim': the first and last line of a block lose what is above and below the letters.
 *
 * In:  a block container and the space it is offered. Out: what is trimmed of its lines, and what it hands on to the child
 *      that has the first or the last of them.
 *
 * What is trimmed of a child's lines comes with its space (`extra`). There is one object for each kind of trimming, so that
 * equal spaces are equal.
 *
 * CSS Inline 3 §6 https://drafts.csswg.org/css-inline-3/#leading-trim
 */
import type { ComputedStyle } from '../style/computed-style.ts';
import type { Box } from './box.ts';
import { usedEdges } from './edges.ts';
import { isMultiColumn } from './flow/formatting-context.ts';
import type { Space } from './space.ts';
import type { Writing } from './writing-mode.ts';

export class TextTrim {
  readonly start: boolean;
  readonly end: boolean;
  /** Which edges of the letters count; those of the box that asks for it. */
  readonly edge: ComputedStyle['textBoxEdge'];

  private constructor(start: boolean, end: boolean, edge: ComputedStyle['textBoxEdge']) {
    this.start = start;
    this.end = end;
    this.edge = edge;
  }

  static readonly #known = new Map<string, TextTrim>();

  static of(start: boolean, end: boolean, edge: ComputedStyle['textBoxEdge']): TextTrim | null {
    if (!start && !end) return null;
    const key = `${start} ${end} ${edge}`;
    const known = TextTrim.#known.get(key) ?? new TextTrim(start, end, edge);
    TextTrim.#known.set(key, known);
    return known;
  }
}

/** What is trimmed of the lines of a block; `null` for nearly all. */
export function textTrimOf({ style }: Box, space: Space): TextTrim | null {
  const own = style.textBoxTrim;
  if (own === 'none' && space.extra === null) return null;
  const handed = space.extra instanceof TextTrim ? space.extra : null;
  if (own === 'none') return handed;
  const start = own !== 'trim-end' || handed?.start === true;
  const end = own !== 'trim-start' || handed?.end === true;
  return TextTrim.of(start, end, handed?.edge ?? style.textBoxEdge);
}

/** What a block hands on to one of its children: the first and last in flow, unless border or padding are in between. */
export function childTrim(
  trim: TextTrim,
  box: Box,
  child: Box,
  writing: Writing,
  contentInline: number,
  isEmpty: (child: Box) => boolean,
): TextTrim | null {
  if (child.kind !== 'flow' || child.legend !== null || isMultiColumn(child.style)) return null;
  const hasLines = (each: Box) =>
    !each.isOutOfFlow && !each.isFloating && !(each.inlineContent && each.isAnonymous && isEmpty(each));
  const { blockStart, blockEnd } = usedEdges(child.style, writing, contentInline);
  const isFirst = trim.start && blockStart === 0 && box.children.find(hasLines) === child;
  const isLast = trim.end && blockEnd === 0 && box.children.findLast(hasLines) === child;
  return TextTrim.of(isFirst, isLast, trim.edge);
}
